//! C, CUDA C and OpenCL C text from Kernel programs.
