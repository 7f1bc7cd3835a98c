-- Each element of the parameter is a rectangle; the rows of the argument vary inside of the elements.
def heights [n] (ms: [n](?[r][c].[r][c]i64)): [n]i64 = map length ms
entry main [n] (xsss: [n][?][?]i64): [n]i64 = heights xsss
