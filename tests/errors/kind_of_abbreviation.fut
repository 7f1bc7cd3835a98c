type~ row = [4]f64
type table [n] = [n]row
