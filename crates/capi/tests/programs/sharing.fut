-- Results that share their elements with arguments.

type rows = {first: [2]f64, all: [2][2]f64}

entry same [n] (xs: [n]f64): [n]f64 = xs

entry twice [n] (xs: [n]f64): ([n]f64, [n]f64) = (xs, xs)

entry cleared [n] (xs: *[n]f64): *[n]f64 = map (const 0) xs

entry set [n] (i: i64) (x: f64) (xs: *[n]f64): *[n]f64 = xs with [i] = x

entry record (m: [2][2]f64): rows = {first = m[0], all = m}

entry total (r: rows): f64 = f64.sum r.first + f64.sum (flatten r.all)
