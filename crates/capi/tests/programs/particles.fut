-- A simulation: its state is a record that is made, advanced and looked into.

type vec2 = {x: f32, y: f32}
type particle = {mass: f32, position: vec2, velocity: vec2}
type~ state [n] = {particles: [n]particle, steps: i32, trace: []f32}

def add (a: vec2) (b: vec2): vec2 = {x = a.x + b.x, y = a.y + b.y}
def scale (k: f32) (a: vec2): vec2 = {x = k * a.x, y = k * a.y}

entry start [n] (masses: [n]f32) (positions: [n][2]f32): state [n] =
  {particles = map2 (\mass p -> {mass, position = {x = p[0], y = p[1]}, velocity = {x = 1, y = 0}}) masses positions,
   steps = 0,
   trace = []}

entry step [n] (dt: f32) (s: *state [n]): *state [n] =
  let particles = map (\p -> p with position = add p.position (scale dt p.velocity)) s.particles
  in {particles, steps = s.steps + 1, trace = s.trace ++ [f32.sum (map (\p -> p.mass * p.position.x) particles)]}

entry kick [n] (by: vec2) (s: state [n]): state [n] =
  s with particles = map (\p -> p with velocity = add p.velocity by) s.particles

entry positions [n] (s: state [n]): [n][2]f32 = map (\p -> [p.position.x, p.position.y]) s.particles

entry heaviest [n] (ps: [n]particle): particle = reduce (\a b -> if a.mass >= b.mass then a else b) ps[0] ps
