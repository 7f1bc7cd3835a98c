//! Passes over Core and Flat, flattening, and lowering to Kernel.
