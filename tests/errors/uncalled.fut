-- A definition that nothing calls has the errors that it would have if an entry point reached it.
def shrink 't (n: i64) (x: t) = if n == 0 then [] else shrink (n - 1) x

def library (n: i64) = length (shrink n true)
