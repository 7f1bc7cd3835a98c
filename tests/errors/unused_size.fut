type grid [rows] [columns] = [rows]f64
