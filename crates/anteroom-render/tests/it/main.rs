//! Tests of pictures that need no bot: tables and charts, strips above boards, sheets of lessons.

mod bars;
mod lesson_sheets;
mod sample_tables;
mod sheets;
