-- Of two zeros `min` and `max` take the second, whatever its sign.
-- ==
-- entry: bits
-- input { 0.0f32 -0.0f32 } output { 2147483648u32 2147483648u32 }
-- input { -0.0f32 0.0f32 } output { 0u32 0u32 }
-- input { f32.nan -0.0f32 } output { 2147483648u32 2147483648u32 }
-- input { -0.0f32 f32.nan } output { 2147483648u32 2147483648u32 }
entry bits (a: f32) (b: f32): (u32, u32) = (f32.to_bits (f32.min a b), f32.to_bits (f32.max a b))
