//! Simuls whose people are gone, silent, or too few.
