//! From source text to Core: lexer, parser, types, sizes, lowering.
