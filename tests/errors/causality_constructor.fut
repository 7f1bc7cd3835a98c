type maybe 't = #nothing | #just t
entry main (b: bool) (xs: []i64): maybe ([]i64) = if b then #nothing else #just (filter (> 0) xs)
