//! What `--help` says behind the options. The examples are run by `tests/command.rs`.

/// Behind the list of subcommands.
pub(super) const WINDROW: &str = "\
Examples:
  windrow check --types rows.fut
  echo '[[1, 2], []]' | windrow run rows.fut -e sums
  windrow test rows.fut -b interp

The language is described in docs/language.md. Exit codes: 0 success, 1 the program or a test failed, 2 wrong use.";

/// How values are written.
pub(super) const RUN: &str = "\
Values stand one after the other, one for each parameter: 1, 2.5f32, true, [1, 2], \"text\"; rows of their own sizes as
[[1], [2, 3], []]; arrays without rows as empty([0][?]i64). Results are printed one a line.

Of a table (Arrow's file and stream formats, Parquet) the columns with the names of the parameters are the arguments. Where no
column has such a name they are taken in their order; or the table is the one argument, if that is an array of records or a record
of arrays and its fields are columns. Scalars come from --arg, or from a table with one row. Results become a table in the same way.

Examples:
  echo '[[1, 2], []]' | windrow run rows.fut -e sums
  echo '[[1, 2], []]' | windrow run rows.fut -e sums --json
  windrow run rows.fut -e sums -i readings.parquet -o sums.arrow";

/// How a program holds its tests.
pub(super) const TEST: &str = "\
A stanza is a comment in the program:
  -- ==
  -- entry: sums
  -- input { [[1i64, 2i64], []] }
  -- output { [3i64, 0i64] }
In the place of the output `error: REGEX` expects a failure; without an input, a program that is refused.

Examples:
  windrow test rows.fut -b interp";

/// How times are compared.
pub(super) const BENCH: &str = "\
Every data set is run once without counting, and then until the mean of its times is sure to 1% or 10 seconds are over. Times
leave out compiling, and reading, moving and writing values.

Examples:
  windrow bench rows.fut -r 3
  windrow bench rows.fut --no-convergence-phase --json before.json
  windrow bench --compare before.json before.json";

/// What an executable is.
pub(super) const BUILD: &str = "\
The executable holds the compiled program and the runtime; it needs neither windrow nor a C compiler. One for native runs on
processors with the instructions of this one; one for opencl or cuda needs the driver of the device, which compiles its
kernels (for cuda also NVRTC). Its options are those of Futhark's executables: -e ENTRY, -r RUNS, -t FILE, -b, -n; --help lists them.
The runtime is the file windrow-runtime beside this command, of the same build. Without it executables hold the whole command,
several times as large.

A library (--library) is rows.h, rows.c and rows.json, after the conventions of Futhark's C interface: compile rows.c and link it
with the libwindrow of the same build. Its header says what there is, docs/c.md what it does.

Examples:
  windrow build rows.fut -o rows
  windrow build --library rows.fut -o rows";

/// What there is to see.
pub(super) const DEV: &str = "\
Examples:
  windrow dev --passes
  windrow dev rows.fut --until fuse
  windrow dev rows.fut --emit native";
