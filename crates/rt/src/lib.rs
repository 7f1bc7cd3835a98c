//! Values and data formats, devices, memory, and the evaluator of host parts.
