entry main [n] (ms: [n][?][?]i64) = map transpose ms
