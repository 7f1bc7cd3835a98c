module type grids = {
  type grid [n] [n]
}
