"""`%%windrow` for IPython: cells that hold Windrow programs."""

# What earlier cells of each notebook defined.
_ATTRIBUTE = "_windrow_definitions"


def install(shell):
    """Defines the magic."""
    shell.register_magic_function(lambda line, cell: _cell(shell, line, cell), magic_kind="cell", magic_name="windrow")


def _cell(shell, line, cell):
    """Checks a cell together with the definitions of the cells before, and puts its entry points into the namespace."""
    import windrow

    before = getattr(shell, _ATTRIBUTE, {})
    own = _definitions(cell)
    context = shell.user_ns.get(line.strip() or "context")
    # A definition that is written again takes the place of the old one, which those after it use. If it needs others of the same
    # cell, all of them go there.
    first = next((i for i, name in enumerate(before) if name in own), len(before))
    rest = {name: text for name, text in before.items() if name not in own}
    names = list(rest)
    together = {n: rest[n] for n in names[:first]} | own | {n: rest[n] for n in names[first:]}
    try:
        definitions = {**before, **own}
        program = windrow.compile("".join(definitions.values()), name="<cell>", context=context)
    except windrow.SourceError as error:
        try:
            definitions = together
            program = windrow.compile("".join(definitions.values()), name="<cell>", context=context)
        except windrow.SourceError:
            raise error from None
    setattr(shell, _ATTRIBUTE, definitions)
    for name in program.entries:
        if name in own:
            shell.user_ns[name] = program[name]
    return None


def _definitions(cell):
    """The texts of the definitions of a cell, by their names. A definition begins at the start of a line and ends before the next."""
    words = ("def", "entry", "let", "type", "type~", "type^", "module", "open", "import", "local")
    pieces, current = {}, None
    for line in cell.splitlines():
        first = line.split()
        if first and not line[0].isspace() and first[0] in words:
            current = first[1].rstrip(":(") if len(first) > 1 else line
            pieces[current] = ""
        if current is not None:
            pieces[current] += line + "\n"
    return pieces
