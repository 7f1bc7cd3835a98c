entry doubled (xs: []i64): []i64 = #[by(lanes(3))] map (* 2) xs + 1
