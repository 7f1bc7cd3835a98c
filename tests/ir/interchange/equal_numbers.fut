-- A literal of equal numbers is a replicated one: no element is marked.
-- after: neutral
-- count without unpack: 0 if

entry f [n] (xss: [n][3]i64): [3]i64 = reduce (map2 (+)) [0, 0, 0] xss
