-- The extent of the rows of an irregular array varies with the row.
-- after: core
-- fact: s_3: i64, <S, F, 0>, by EXTENT-IRR

entry f [n] (xss: [n][?]i64): [n]i64 = map (\xs -> length xs) xss
