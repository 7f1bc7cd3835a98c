-- ragged database join: customers with orders, orders with items
type~ order = {id: i64, items: []i64}
type~ customer = {name: []u8, orders: [](i64, [?]i64)}
def total (prices: []i64) (c: customer): i64 = i64.sum (map (\(_, items) -> i64.sum (map (\i -> prices[i]) items)) c.orders)
-- ==
-- entry: main
-- input { [1i64,10i64,100i64] } output { [112i64, 0i64] [2i64,0i64] }
entry main (prices: []i64) =
  let cs : []customer = [{name = "ann", orders = [(1, [0,1,0]), (2, [2])]}, {name = "bo", orders = []}]
  in (map (total prices) cs, map (\c -> length c.orders) cs)
