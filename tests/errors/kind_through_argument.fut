type~ names = [][]u8
type tagged 'a = {tag: i64, what: a}
type tagged_names = tagged names
