-- expressions as postfix programs: ragged arrays of sum types
type instr = #push f64 | #add | #mul | #neg
def run [n] (code: [n]instr): f64 =
  let (stack, _) = loop (stack, sp) = (replicate (n + 1) 0, 0i64) for c in code do
    match c
    case #push x -> (stack with [sp] = x, sp + 1)
    case #add -> (stack with [sp-2] = stack[sp-2] + stack[sp-1], sp - 1)
    case #mul -> (stack with [sp-2] = stack[sp-2] * stack[sp-1], sp - 1)
    case #neg -> (stack with [sp-1] = - stack[sp-1], sp)
  in stack[0]
def decode (ops: []i64) (vals: []f64): []instr =
  map2 (\o v -> match o case 0 -> #push v case 1 -> #add case 2 -> #mul case _ -> #neg) ops (vals :> [length ops]f64)
-- ==
-- entry: main
-- input { [[0i64,0i64,1i64],[0i64],[0i64,0i64,2i64,3i64]] [[1f64,2f64,0f64],[5f64],[3f64,4f64,0f64,0f64]] } output { [3f64,5f64,-12f64] }
entry main [n] (opss: [n][?]i64) (valss: [n][?]f64) = map run (map2 decode opss valss)
