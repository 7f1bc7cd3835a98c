-- Literals that the cases of a `match` return are chosen element by element, in the kernel that decides.
-- after: fuse_flat
-- count: 1 segs
-- count: 0 keep
-- count without mask: 7 segs

entry f (xs: []i64) = map (\x -> match x case 0 -> [1i64, 2, 3] case 1 -> [x, x, x] case _ -> [3i64, 2, x / 2]) xs
