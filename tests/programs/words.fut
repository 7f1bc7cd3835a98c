-- split a text into words, count lengths, longest, capitalise
def is_space (c: u8) = c == ' ' || c == '\n'
def words [n] (s: [n]u8): [][?]u8 =
  let starts = filter (\i -> !(is_space s[i]) && (i == 0 || is_space s[i-1])) (iota n)
  let ends = filter (\i -> !(is_space s[i]) && (i == n - 1 || is_space s[i+1])) (iota n)
  in map2 (\a b -> s[a:b+1]) starts (ends :> [length starts]i64)
def upper (c: u8): u8 = if c >= 'a' && c <= 'z' then c - 32 else c
def capitalise [k] (w: [k]u8): [k]u8 = if k == 0 then w else copy w with [0] = upper w[0]
def unwords (ws: [][?]u8): []u8 =
  if null ws then [] else init (flatten (map (\w -> w ++ " ") ws))
-- ==
-- entry: main
-- input { "the quick  fox" } output { [3i64,5i64,3i64] "The Quick Fox" "quick" }
-- input { "" } output { empty([0]i64) empty([0]u8) empty([0]u8) }
entry main (s: []u8) =
  let ws = words s
  let longest = loop best = [] for w in ws do if length w > length best then w else best
  in (map length ws, unwords (map capitalise ws), longest)
