def all_of (rules: [](f64 -> bool)) (x: f64): bool = and (map (\r -> r x) rules)
