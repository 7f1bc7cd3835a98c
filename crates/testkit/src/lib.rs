//! File tests, the random-program generator, the differential runner and the architecture test.
