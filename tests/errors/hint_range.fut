entry squares = [ x * x | x <- [1..<100] ]
