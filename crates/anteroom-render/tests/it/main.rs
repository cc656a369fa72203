//! Tests of pictures that need no bot: tables, brackets and charts, strips above boards, sheets of lessons.

mod bars;
mod brackets;
mod lesson_sheets;
mod sample_tables;
mod sheets;
