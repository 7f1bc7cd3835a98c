//! Calls of entry points: what can be passed, what comes back, and what is copied on the way.

use windrow::{AnyArray, Array, Backend, Context, Entry, ErrorKind, Ragged, Rows, Scalar, Type, Value};

fn context(backend: Backend) -> Context {
    Context::builder().backend(backend).build().unwrap()
}

/// The entry point `f` of a program on the processor.
fn native(source: &str) -> (Context, Entry) {
    let context = context(Backend::Native);
    let entry = context.compile(source).unwrap().entry("f").unwrap();
    (context, entry)
}

/// Runs a check on the processor, by the interpreter, and on a GPU where there is one.
fn everywhere(source: &str, check: impl Fn(&Context, &Entry)) {
    let gpu = Context::builder().backend(Backend::Cuda).build().ok();
    for context in [context(Backend::Native), context(Backend::Interp)].into_iter().chain(gpu) {
        check(&context, &context.compile(source).unwrap().entry("f").unwrap());
    }
}

#[test]
fn scalars_of_all_types_come_back() {
    everywhere("entry f (a: i8) (b: u16) (c: f32) (d: bool) (e: f64) = (a, b, c, d, e)", |_, f| {
        let back: (i8, u16, f32, bool, f64) = f.call((-1i8, 7u16, 0.5f32, true, 1e300)).unwrap();
        assert_eq!(back, (-1, 7, 0.5, true, 1e300));
    });
}

#[test]
fn arrays_are_passed_in_every_form() {
    everywhere("entry f [n] (xs: [n]i32): [n]i32 = map (+ 1) xs", |context, f| {
        let xs = vec![1, 2, 3];
        let array = context.array(xs.clone()).unwrap();
        let expected = [2, 3, 4];
        assert_eq!(f.call::<Vec<i32>>((&xs[..],)).unwrap(), expected);
        assert_eq!(f.call::<Vec<i32>>((&xs,)).unwrap(), expected);
        assert_eq!(f.call::<Vec<i32>>((&[1, 2, 3],)).unwrap(), expected);
        assert_eq!(f.call::<Vec<i32>>((xs,)).unwrap(), expected);
        assert_eq!(f.call::<Vec<i32>>((&array,)).unwrap(), expected);
        let result: Array<i32> = f.call((array,)).unwrap();
        assert_eq!((result.shape(), &result.view().unwrap()[..]), ([3], &expected[..]));
        assert_eq!(f.call::<Vec<i32>>((Vec::<i32>::new(),)).unwrap(), []);
    });
}

#[test]
fn rows_of_constant_size_are_arrays_of_arrays() {
    everywhere("entry f [n] (xs: [n][2]f32): [n][2]f32 = map reverse xs", |_, f| {
        let points: Array<[f32; 2]> = f.call((&[[1.0f32, 2.0], [3.0, 4.0]],)).unwrap();
        assert_eq!(&points.view().unwrap()[..], &[[2.0, 1.0], [4.0, 3.0]]);
        let flat: Array<f32, 2> = f.call((&points,)).unwrap();
        assert_eq!((flat.shape(), flat.to_vec().unwrap()), ([2, 2], vec![1.0, 2.0, 3.0, 4.0]));
    });
}

#[test]
fn ragged_arrays_go_in_and_out() {
    let source = "entry f [n] (xss: [n][?]i64): [n][?]i64 = map (filter (> 0)) xss";
    everywhere(source, |context, f| {
        let kept: Ragged<i64> = f.call((Rows::new(&[1i64, -2, 3, -4, 5], &[0, 2, 2, 5]),)).unwrap();
        let rows = |ragged: &Ragged<i64>| -> Vec<Vec<i64>> {
            ragged.view().unwrap().iter().map(<[i64]>::to_vec).collect()
        };
        assert_eq!(rows(&kept), [vec![1], vec![], vec![3, 5]]);
        // Passed on, and as the part of an array that another program cut.
        assert_eq!(rows(&f.call((&kept,)).unwrap()), rows(&kept));
        assert_eq!(rows(&f.call((kept,)).unwrap()), [vec![1], vec![], vec![3, 5]]);
        let cut = Rows::new(&[9i64, 9, 1, -2, 3, 9], &[2, 4, 5]);
        assert_eq!(rows(&f.call((&cut,)).unwrap()), [vec![1], vec![3]]);
        assert_eq!(rows(&f.call((context.rows([[7i64, -7], [0, 8]]).unwrap(),)).unwrap()), [[7], [8]]);
        // The view of a result is an argument too.
        let again: Ragged<i64> = f.call((cut,)).unwrap();
        assert_eq!(rows(&f.call((again.view().unwrap(),)).unwrap()), [vec![1], vec![3]]);
        assert_eq!(rows(&f.call((Rows::<i64>::new(&[], &[0]),)).unwrap()), Vec::<Vec<i64>>::new());
        let (data, offsets) = again.into_parts().unwrap();
        assert_eq!((data.to_vec().unwrap(), offsets.to_vec().unwrap()), (vec![1, 3], vec![0, 1, 2]));
    });
}

#[test]
fn malformed_offsets_are_refused() {
    let context = context(Backend::Interp);
    let error = |offsets: Vec<i64>| context.ragged(vec![1, 2], offsets).unwrap_err().to_string();
    assert_eq!(error(vec![0, 2, 1]), "row 1 begins at 2 and ends at 1");
    assert_eq!(error(vec![0, 3]), "the last row ends at 3, but there are 2 elements");
    assert_eq!(error(vec![-1, 2]), "offset 0 is -1");
    assert!(error(vec![]).contains("but there is none"));
}

#[test]
fn borrowed_arguments_are_not_copied() {
    let (context, dot) = native("entry f [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)");
    let (xs, ys) = (vec![2.0; 1000], vec![3.0; 1000]);
    assert_eq!(dot.call::<f64>((&xs, &ys)).unwrap(), 6000.0);
    let stats = context.stats();
    assert_eq!((stats.copies.total().count, stats.adopted), (0, 0));
    assert!(stats.peak >= 16000);
}

#[test]
fn ragged_arguments_are_not_copied() {
    let (context, sums) = native("entry f [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss");
    let sums: Vec<f64> = sums.call((Rows::new(&[1.0, 2.0, 3.0], &[0, 2, 3]),)).unwrap();
    assert_eq!((sums, context.stats().copies.total().count), (vec![3.0, 3.0], 0));
}

#[test]
fn results_have_the_sizes_of_their_arguments_without_a_copy() {
    let (context, f) = native("entry f [n] (xss: [n][?]i64): [n][?]i64 = map (map (+ 1)) xss");
    let rows = context.ragged(vec![1i64, 2, 3], vec![0, 2, 2, 3]).unwrap();
    let more: Ragged<i64> = f.call((&rows,)).unwrap();
    let again: Ragged<i64> = f.call((more,)).unwrap();
    assert_eq!(again.view().unwrap().iter().collect::<Vec<_>>(), [&[3i64, 4][..], &[], &[5]]);
    assert_eq!(context.stats().copies.total().count, 0);
    // Where they are numbers of the program, too, they are made once.
    let (context, f) =
        native("entry f [n] (xss: [n][?]i64): ([n]i64, [n][?]i64) = (map length xss, map (map (+ 1)) xss)");
    let rows = context.ragged(vec![1i64, 2, 3], vec![0, 2, 2, 3]).unwrap();
    let (sizes, more): (Vec<i64>, Ragged<i64>) = f.call((&rows,)).unwrap();
    assert_eq!(
        (sizes, more.view().unwrap().iter().map(<[i64]>::len).collect()),
        (vec![2, 0, 1], vec![2, 0, 1])
    );
}

#[test]
fn a_borrowed_argument_that_is_a_result_is_copied_once() {
    let (context, id) = native("entry f [n] (xs: [n]i64): ([n]i64, [n]i64) = (xs, xs)");
    let mut xs = vec![1i64, 2, 3];
    let (a, b): (Array<i64>, Array<i64>) = id.call((&xs,)).unwrap();
    xs.fill(0);
    drop(xs);
    assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap()), (vec![1, 2, 3], vec![1, 2, 3]));
    let copies = context.stats().copies;
    assert_eq!((copies.borrowed.count, copies.borrowed.bytes, copies.total().count), (1, 24, 1));
    // What moves in or is held needs no copy.
    let c: (Array<i64>, Array<i64>) = id.call((vec![4i64],)).unwrap();
    let d: (Array<i64>, Array<i64>) = id.call((&c.0,)).unwrap();
    assert_eq!((d.1.to_vec().unwrap(), context.stats().copies.total().count), (vec![4], 1));
}

#[test]
fn the_sizes_of_borrowed_rows_outlive_them() {
    let (_, f) = native("entry f [n] (xss: [n][?]i64): [n][?]i64 = map (map (+ 1)) xss");
    let (data, mut offsets) = (vec![1i64, 2, 3], vec![0i64, 2, 3]);
    let more: Ragged<i64> = f.call((Rows::new(&data, &offsets),)).unwrap();
    offsets.fill(-1);
    let rows = more.view().unwrap();
    assert_eq!((&rows[0], &rows[1]), (&[2i64, 3][..], &[4i64][..]));
}

#[test]
fn unique_arguments_are_updated_in_place_unless_others_hold_them() {
    let (context, set) = native("entry f [n] (xs: *[n]i64) (i: i64): *[n]i64 = xs with [i] = 7");
    let first: Array<i64> = set.call((&[0i64; 4], 0i64)).unwrap();
    let copies = || context.stats().copies.total().count;
    assert_eq!(copies(), 1);
    let address = first.view().unwrap().as_ptr();
    let second: Array<i64> = set.call((first, 1i64)).unwrap();
    assert_eq!((second.view().unwrap().as_ptr(), copies()), (address, 1));
    let third: Array<i64> = set.call((&second, 2i64)).unwrap();
    assert_eq!((second.to_vec().unwrap(), third.to_vec().unwrap()), (vec![7, 7, 0, 0], vec![7, 7, 7, 0]));
    assert_eq!((context.stats().copies.unshared.count, copies()), (2, 2));
    // A vector is given away, and its memory is used.
    let data = vec![0i64; 4];
    let address = data.as_ptr();
    let moved: Array<i64> = set.call((data, 3i64)).unwrap();
    let view = moved.view().unwrap();
    assert_eq!((view.as_ptr(), &view[..], copies()), (address, &[0, 0, 0, 7][..], 2));
}

#[test]
fn steps_on_a_device_with_its_own_memory_move_data_once() {
    let backends = [Backend::Cuda, Backend::OpenCl].map(|b| Context::builder().backend(b).build());
    for context in backends.into_iter().flatten() {
        let source = "entry f [n] (k: f32) (xs: *[n]f32): *[n]f32 = map (\\x -> x * 0.5 + k) xs";
        let f = context.compile(source).unwrap().entry("f").unwrap();
        let mut state = context.array(vec![0.0f32; 1000]).unwrap();
        for _ in 0..100 {
            state = f.call((1.0f32, state)).unwrap();
        }
        assert_eq!(state.view().unwrap()[..], [2.0; 1000]);
        let copies = context.stats().copies;
        let counts = (copies.uploads.count, copies.downloads.count, copies.total().count);
        assert_eq!(counts, (1, 1, 2), "{:?}", context.backend());
    }
}

#[test]
fn memory_goes_back_when_nobody_holds_an_array() {
    let (context, f) = native("entry f (n: i64): []i64 = filter (> 2) (iota n)");
    let kept: Array<i64> = f.call((1000i64,)).unwrap();
    assert_eq!(kept.len(), 997);
    let clone = kept.clone();
    drop(kept);
    assert!(context.stats().resident > 0);
    assert_eq!(clone.view().unwrap()[0], 3);
    drop(clone);
    assert_eq!((context.stats().resident, context.stats().adopted), (0, 0));
}

#[test]
fn values_carry_records_and_sums() {
    let source = "
        type shape = #circle f32 | #rect f32 f32
        entry f (s: shape) (p: {at: [2]f32, name: i32}): (shape, {at: [2]f32, name: i32}) =
          match s case #circle r -> (#rect r (2 * r), p with name = 1)
                  case #rect a b -> (#circle (a + b), p with name = 2)";
    everywhere(source, |context, f| {
        let at = Value::from(context.array(vec![1.0f32, 2.0]).unwrap());
        let point = Value::record([("at", at), ("name", Value::from(0i32))]);
        let circle = Value::Sum { name: "circle".into(), payload: vec![Value::from(1.5f32)] };
        let (shape, moved): (Value, Value) = f.call((circle, &point)).unwrap();
        assert_eq!(shape.to_string(), "#rect 1.5f32 3.0f32");
        assert_eq!(moved.to_string(), "{at = [1.0f32, 2.0f32], name = 1i32}");
        let (back, _): (Value, Value) = f.call((shape, &point)).unwrap();
        assert_eq!(back.to_string(), "#circle 4.5f32");
    });
}

#[test]
fn arrays_of_records_are_columns() {
    let source = "entry f [n] (ps: [n]{x: i32, ys: [?]i64}): [n]{sum: i64, x: i32} =
        map (\\p -> {sum = i64.sum p.ys, x = p.x}) ps";
    everywhere(source, |context, f| {
        let xs = AnyArray::from(context.array(vec![1, 2]).unwrap());
        let ys = AnyArray::from(context.rows([vec![1i64, 2], vec![]]).unwrap());
        let points = AnyArray::zip([("x", xs), ("ys", ys)]).unwrap();
        let result: Value = f.call((Value::Array(points),)).unwrap();
        assert_eq!(result.to_string(), "[{sum = 3i64, x = 1i32}, {sum = 0i64, x = 2i32}]");
        let Value::Array(result) = result else { panic!() };
        let sums = result.column("sum").unwrap().to_array::<i64, 1>().unwrap();
        assert_eq!((result.len(), sums.to_vec().unwrap()), (2, vec![3, 0]));
        assert!(result.column("y").is_none());
    });
}

/// Whoever calls an entry point knows its type, not which constructors its body can give.
#[test]
fn results_have_all_constructors_of_their_types() {
    let source = "type shape = #circle f64 | #nothing | #polygon ([2]i64) (i64, bool)\n\
        entry f (x: i64): (shape, [2](#left | #right shape)) = (#circle (f64.i64 x), [#left, #left])";
    everywhere(source, |context, f| {
        let result = &f.signature().result;
        let shape = "#circle f64 | #nothing | #polygon [2]i64 (i64, bool)";
        assert_eq!(result.to_string(), format!("({shape}, [2](#left | #right ({shape})))"));
        let value: Value = f.call((3i64,)).unwrap();
        assert_eq!(value.to_string(), "(#circle 3.0f64, [#left, #left])");
        // Also where all components are looked at.
        let bytes = value.to_stored(context, result).unwrap();
        let again = Value::from_stored(context, result, &bytes).unwrap();
        assert_eq!(again.to_string(), value.to_string());
    });
}

/// Sizes without a name are not those with one, whatever they are called inside of the compiler.
#[test]
fn constructors_that_a_value_does_not_have_fit_their_types() {
    let sum = |name: &str, payload: Vec<Value>| Value::Sum { name: name.into(), payload };
    let one = "entry f [k] (t: #end | #number f64 | #word ([2]u8) ([k]i64)) (xs: [k]i64): f64 = \
               match t case #number x -> x + f64.i64 k case #word w ys -> f64.u8 w[1] + f64.i64 ys[0] case #end -> 0";
    everywhere(one, |context, f| {
        let word = vec![
            Value::from(context.array(b"ab".to_vec()).unwrap()),
            context.array(vec![7i64]).unwrap().into(),
        ];
        let call = |value: Value, n: usize| f.call::<f64>((value, vec![1i64; n]));
        assert_eq!(call(sum("number", vec![2.5.into()]), 3).unwrap(), 5.5);
        assert_eq!(call(sum("end", vec![]), 0).unwrap(), 0.0);
        assert_eq!(call(sum("word", word.clone()), 1).unwrap(), 105.0);
        // One that it has must still fit.
        assert!(matches!(call(sum("word", word), 2).unwrap_err().kind(), ErrorKind::Shape { .. }));
    });
    let many = "entry f [n] (ts: [n](#end | #number f64 | #word ([2]u8))): f64 = \
                f64.sum (map (\\t -> match t case #number x -> x case #word w -> f64.u8 w[1] case #end -> 1) ts)";
    everywhere(many, |context, f| {
        let ty = "[](#end | #number f64 | #word []u8)".parse().unwrap();
        let word = |text: &[u8]| sum("word", vec![context.array(text.to_vec()).unwrap().into()]);
        let call = |elems: &[Value]| {
            let array = AnyArray::of_elements(context, &ty, elems, &[elems.len() as i64]).unwrap();
            f.call::<f64>((Value::Array(array),))
        };
        assert_eq!(call(&[sum("end", vec![]), word(b"ab"), sum("number", vec![0.5.into()])]).unwrap(), 99.5);
        assert_eq!(call(&[sum("end", vec![]), sum("end", vec![])]).unwrap(), 2.0);
        assert_eq!(call(&[]).unwrap(), 0.0);
        assert!(call(&[sum("end", vec![]), word(b"abc")]).is_err());
        assert!(call(&[word(b"ab"), word(b"abc")]).is_err());
    });
    // Sizes that only other elements or other arguments determine.
    let named = "entry f [n][k] (ts: [n](#none | #some ([k]i64))) (xs: [k]i64): i64 = \
                 i64.sum (map (\\t -> match t case #some ys -> i64.sum (map2 (*) xs ys) case #none -> k) ts)";
    everywhere(named, |context, f| {
        let ty = "[](#none | #some []i64)".parse().unwrap();
        let some = |row: &[i64]| sum("some", vec![context.array(row.to_vec()).unwrap().into()]);
        let call = |elems: &[Value], n: usize| {
            let array = AnyArray::of_elements(context, &ty, elems, &[elems.len() as i64]).unwrap();
            f.call::<i64>((Value::Array(array), vec![2i64; n]))
        };
        assert_eq!(call(&[sum("none", vec![]), some(&[1, 2])], 2).unwrap(), 8);
        assert_eq!(call(&[sum("none", vec![])], 3).unwrap(), 3);
        assert!(call(&[some(&[1, 2]), some(&[1])], 2).is_err());
    });
}

#[test]
fn sizes_without_names_have_none() {
    let program = windrow::Program::from_source(
        "sizes.fut",
        "type~ state [n] = {a: [n]f32, b: []f32}\n\
         entry f [n] (s: state [n]) (xs: [n]f32): state [n] = {a = s.a, b = xs}\n\
         entry g (n: i64) (s: {a: []f32, b: [n]f32}) = length s.a + n\n\
         entry h (a: {p: []f32}) (n: i64) (b: {x: [n]f32, y: []f32}) = length a.p + n + length b.y",
    )
    .unwrap();
    let found: Vec<String> = program.entries().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "f : (s: {a: [n]f32, b: []f32}) -> (xs: [n]f32) -> {a: [n]f32, b: [n]f32}",
            "g : (n: i64) -> (s: {a: []f32, b: [n]f32}) -> i64",
            "h : (a: {p: []f32}) -> (n: i64) -> (b: {x: [n]f32, y: []f32}) -> i64",
        ]
    );
}

#[test]
fn signatures_say_what_is_expected() {
    let program = windrow::Program::from_source(
        "signatures.fut",
        "entry f [n] (xs: *[n][3]f32) (k: i64) (yss: [n][?]bool): ([]i32, {a: u8, b: [n]f64}) =
           (filter (> 0) (map (const 1) xs), {a = 0, b = map (\\ys -> f64.i64 (length ys + k)) yss})",
    );
    let program = program.unwrap();
    let signature = program.entries().next().unwrap();
    assert_eq!(
        signature.to_string(),
        "f : (xs: *[n][3]f32) -> (k: i64) -> (yss: [n][?]bool) -> ([]i32, {a: u8, b: [n]f64})"
    );
    assert!(signature.params[0].unique && !signature.params[2].unique);
    assert_eq!(program.entries().len(), 1);
}

#[test]
fn wrong_arguments_are_told_as_data() {
    everywhere("entry f [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)", |_, f| {
        let xs = vec![1.0f64; 3];
        let error = f.call::<f64>((&xs, 1i32)).unwrap_err();
        let ErrorKind::Argument { parameter, found, .. } = error.kind() else { panic!("{error}") };
        assert_eq!((parameter.as_str(), &**found), ("ys", &Type::Scalar(windrow::ScalarType::I32)));
        assert_eq!(error.to_string(), "argument ys of f must be [n]f64, but is i32");
        let error = f.call::<f64>((&xs, &xs[1..])).unwrap_err();
        let ErrorKind::Shape { parameter, dimension: 0, row: None, expected: 3, found: 2, .. } = error.kind()
        else {
            panic!("{error}")
        };
        assert_eq!(parameter, "ys");
        assert_eq!(f.call::<f64>((&xs,)).unwrap_err().to_string(), "f takes 2 arguments, but got 1");
        let error = f.call::<i32>((&xs, &xs)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Result { .. }), "{error}");
    });
}

#[test]
fn rows_that_must_agree_are_compared() {
    let source = "entry f [n][m] (xss: [n][m]i64): [m]i64 = reduce (map2 (+)) (replicate m 0) xss";
    everywhere(source, |context, f| {
        let even = context.rows([[1i64, 2], [3, 4]]).unwrap();
        assert_eq!(f.call::<Vec<i64>>((even,)).unwrap(), [4, 6]);
        let uneven = context.rows([vec![1i64], vec![2, 3]]).unwrap();
        let error = f.call::<Vec<i64>>((uneven,)).unwrap_err().to_string();
        assert!(error.contains("row 0 of dimension 1 has size 1 and row 1 has size 2"), "{error}");
    });
}

#[test]
fn failures_have_a_position_and_a_row() {
    let source = "entry f [n] (xss: [n][?]i64): [n]i64 =\n  map (\\xs -> xs[0]) xss";
    everywhere(source, |_, f| {
        let error = f.call::<Vec<i64>>((Rows::new(&[1i64], &[0, 1, 1]),)).unwrap_err();
        let position = error.position().unwrap();
        assert_eq!((position.file.as_str(), position.line, position.column), ("<source>", 2, 15));
        assert_eq!(error.row(), [1]);
        let ErrorKind::Failure { message, .. } = error.kind() else { panic!("{error}") };
        assert_eq!(message, "Index [0] out of bounds for array of shape [0]");
        // The next call is a new one.
        assert_eq!(f.call::<Vec<i64>>((Rows::new(&[1i64], &[0, 1]),)).unwrap(), [1]);
    });
}

#[test]
fn every_wrong_program_has_a_position() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/errors");
    let mut wrong = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "fut") {
            continue;
        }
        // Some are only wrong when they run.
        let Err(error) = windrow::Program::from_file(&path) else { continue };
        if matches!(error.kind(), ErrorKind::Source { .. }) {
            let position = error.position().unwrap_or_else(|| panic!("{} has no position", path.display()));
            assert!(position.line >= 1 && position.column >= 1, "{error}");
            wrong += 1;
        }
    }
    assert!(wrong > 100, "only {wrong} are wrong");
}

#[test]
fn wrong_programs_have_positions() {
    let context = context(Backend::Interp);
    let error = context.compile("entry f (x: i64) =\n  x + true").err().unwrap();
    let ErrorKind::Source { diagnostics } = error.kind() else { panic!("{error}") };
    let label = &diagnostics[0].labels[0];
    assert_eq!((label.position.line, error.position()), (2, Some(&label.position)));
    assert!(error.render(true).starts_with("\x1b[1;31merror"), "{}", error.render(true));
    let module = context.compile("entry f = 1i32").unwrap();
    assert!(module.entry("g").err().unwrap().to_string().contains("there are: f"));
    assert_eq!(module.entry("f").unwrap().call::<i32>(()).unwrap(), 1);
}

#[test]
fn arrays_of_another_context_are_refused() {
    let (_, f) = native("entry f (xs: []i64) = i64.sum xs");
    let other = context(Backend::Native).array(vec![1i64]).unwrap();
    assert!(f.call::<i64>((&other,)).unwrap_err().to_string().contains("another context"));
}

#[test]
fn a_limit_of_memory_is_kept() {
    let context = Context::builder().backend(Backend::Native).memory_limit(100_000).build().unwrap();
    let module = context.compile("entry f (n: i64): []i64 = map (* 2) (iota n)").unwrap();
    let f = module.entry("f").unwrap();
    let arrays: Vec<Array<i64>> = (0..5).map(|_| f.call((5000i64,)).unwrap()).collect();
    assert!(context.stats().evictions > 0);
    assert!(arrays.iter().all(|array| array.view().unwrap()[4999] == 9998));
    let error = f.call::<Array<i64>>((50_000i64,)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { .. }), "{error}");
}

#[test]
fn scalars_are_values() {
    let (_, f) = native("entry f (x: f64) = x");
    let Value::Scalar(Scalar::F64(x)) = f.call((Value::from(1.25),)).unwrap() else { panic!() };
    assert_eq!(x, 1.25);
}
