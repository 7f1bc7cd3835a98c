type point = {x: f64, y: f64}
def norm (p: point) = p.x * p.x + p.y * p.y
def missing = norm {x = 1}
def unknown = norm {x = 1, y = 2, z = 3}
def declared: point = {y = 1}
def in_rows: []point = [{x = 1, z = 1}]
