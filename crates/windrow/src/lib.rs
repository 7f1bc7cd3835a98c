//! Compile and run Windrow programs: the pipeline, the library interface and the command.
