def (&&) (a: bool) (b: bool): bool = !a || b
entry main (a: bool) (b: bool): bool = a && b
