module type boxed = { type t '^a }
module type plain_boxed = boxed with t 'a = a
