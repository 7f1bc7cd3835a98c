-- Numbers of 16 bits. Generated code does not have them yet.
-- ==
-- tags { interp_only }
-- entry: halves
-- input { 1.5f16 } output { 15872u16 1.5f16 }

entry halves (x: f16): (u16, f16) = (f16.to_bits x, f16.from_bits 0x3e00)
