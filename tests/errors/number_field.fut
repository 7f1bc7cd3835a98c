-- A point behind a number is no field.
entry main (x: f64) = x + 2. 3
