-- A map reads an array that is overwritten behind it: no point has a copy. Kernels fill the array, reduce, and overwrite an element.
-- after: inplace
-- count: 3 seg
-- count: 1 loop

entry f (n: i64): [n]i64 =
  loop d = replicate n 1 for i < n do
    let m = i64.maximum (map (\j -> d[j] ^ i) (iota n))
    in d with [i] = m % 100
