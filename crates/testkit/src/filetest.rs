//! IR file tests.
