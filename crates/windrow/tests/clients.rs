//! Short programs as users write them.
#![cfg(feature = "compiler")]

use std::collections::HashMap;
use std::sync::mpsc::channel;
use windrow::{
    Array, Backend, Context, Error, ErrorKind, Library, Module, Program, Ragged, Rows, Scalar, Shaped, Value,
    f16,
};

fn compile(source: &str) -> Module {
    Context::builder().backend(Backend::Native).threads(2).build().unwrap().compile(source).unwrap()
}

#[test]
fn matrices_of_any_size() -> windrow::Result<()> {
    let context = Context::builder().backend(Backend::Native).build()?;
    let module = context.compile(
        "entry product [n][k][m] (a: [n][k]f64) (b: [k][m]f64): [n][m]f64 =
           map (\\row -> map (\\column -> f64.sum (map2 (*) row column)) (transpose b)) a
         entry ends [n][m] (pss: [n][m][2]f32): [n]f32 = map (\\ps -> ps[0, 0] + ps[m - 1, 1]) pss",
    )?;
    let (a, b): (Vec<f64>, Vec<f64>) = ((0..6).map(f64::from).collect(), (0..12).map(f64::from).collect());
    let b = context.shaped(b, [3, 4])?;
    let before = context.stats().copies.total().count;
    let c: Array<f64, 2> = module.entry("product")?.call((Shaped::new(&a, [2, 3]), &b))?;
    assert_eq!(context.stats().copies.total().count, before);
    assert_eq!((c.shape(), c.to_vec()?), ([2, 4], vec![20.0, 23.0, 26.0, 29.0, 56.0, 68.0, 80.0, 92.0]));
    // Elements may be arrays themselves.
    let points = [[1f32, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]];
    assert_eq!(module.entry("ends")?.call::<Vec<f32>>((Shaped::new(&points, [2, 2]),))?, [5.0, 13.0]);
    assert_eq!(module.entry("ends")?.call::<Vec<f32>>((context.shaped(points.to_vec(), [1, 4])?,))?, [9.0]);
    // Sizes that do not agree, among the arguments and with the elements.
    let error = module.entry("product")?.call::<Value>((&b, &b)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Shape { parameter, .. } if parameter == "b"), "{error}");
    assert!(Shaped::try_new(&a, [2, 2]).is_err() && Shaped::try_new(&a, [usize::MAX, 2]).is_err());
    assert_eq!(
        context.shaped(a, [4, 2]).unwrap_err().to_string(),
        "6 elements are no array of the shape [4, 2]"
    );
    Ok(())
}

#[test]
fn records_and_sums_are_made_and_taken_apart() -> windrow::Result<()> {
    let module = compile(
        "type shape = #circle f64 | #rect f64 f64 | #nothing
         entry area (s: shape): f64 = match s case #circle r -> r * r case #rect a b -> a * b case #nothing -> 0
         entry grow (s: shape): shape = match s case #circle r -> #rect r r case #rect a _ -> #circle a case #nothing -> #nothing
         entry divided (p: (i64, i64)): {quotient: i64, rest: i64} = {quotient = p.0 / p.1, rest = p.0 % p.1}
         entry half (x: f16): f16 = x / 2
         entry named (n: i64): [n]{id: i64, xs: [?]f64} = map (\\i -> {id = i, xs = map f64.i64 (iota i)}) (iota n)",
    );
    let shape = Value::sum("rect", [Value::from(2.0), Value::from(3.0)]);
    assert_eq!(module.entry("area")?.call::<f64>((&shape,))?, 6.0);
    let Value::Sum { name, payload } = module.entry("grow")?.call((shape,))? else { panic!("no sum") };
    assert_eq!((name.as_str(), payload[0].as_scalar()), ("circle", Some(Scalar::F64(2.0))));
    assert_eq!(module.entry("area")?.call::<f64>((Value::sum("nothing", []),))?, 0.0);
    let pair = Value::tuple([Value::from(17i64), Value::from(5i64)]);
    let result: Value = module.entry("divided")?.call((pair,))?;
    assert_eq!(result.field("quotient").and_then(|x| x.as_scalar()), Some(Scalar::I64(3)));
    assert!(result.field("other").is_none());
    let half: f16 = module.entry("half")?.call((Value::from(f16::from_f32(3.0)),))?;
    assert_eq!(half.to_f32(), 1.5);
    // Columns of an array of records share its memory.
    let named: Value = module.entry("named")?.call((3i64,))?;
    let ids = named.field("id").and_then(|ids| ids.as_array()?.to_array::<i64, 1>()).expect("a column");
    let rows = named.field("xs").and_then(|xs| xs.as_array()?.to_ragged::<f64>()).expect("rows");
    assert_eq!((ids.to_vec()?, &rows.view()?[2]), (vec![0, 1, 2], &[0.0, 1.0][..]));
    for (wrong, part) in [
        (Value::sum("oval", [Value::from(1.0)]), "#oval"),
        (Value::sum("circle", []), "#circle"),
        (Value::sum("circle", [Value::from(1i64)]), "i64"),
        (Value::from(1.0), "f64"),
    ] {
        let error = module.entry("area")?.call::<f64>((wrong,)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { parameter, .. } if parameter == "s"), "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
    Ok(())
}

#[test]
fn words_are_counted_by_several_threads() -> windrow::Result<()> {
    let module = compile(
        "entry lengths [n] (words: [n][?]u8): [n]i64 = map length words
         entry nth (xs: []i64) (i: i64): i64 = xs[i]",
    );
    let texts = ["the quick brown fox", "", "jumps over", "a lazy dog"];
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for (number, text) in texts.iter().enumerate() {
            let (sender, module) = (sender.clone(), module.clone());
            scope.spawn(move || {
                let context = module.entry("nth")?.context().clone();
                let words = context.rows(text.split_whitespace().map(str::as_bytes))?;
                let lengths: Vec<i64> = module.entry("lengths")?.call((&words,))?;
                // The failure of one thread is its own.
                let wrong = module.entry("nth")?.call::<i64>((&lengths, 10 + number as i64)).unwrap_err();
                sender.send((number, lengths, wrong)).expect("somebody listens");
                Ok::<(), Error>(())
            });
        }
    });
    drop(sender);
    let found: HashMap<usize, (Vec<i64>, Error)> = receiver.iter().map(|(n, l, e)| (n, (l, e))).collect();
    for (number, text) in texts.iter().enumerate() {
        let (lengths, error) = &found[&number];
        assert_eq!(*lengths, text.split_whitespace().map(|word| word.len() as i64).collect::<Vec<_>>());
        let ErrorKind::Failure { message, .. } = error.kind() else { panic!("{error}") };
        assert!(message.contains(&format!("[{}]", 10 + number)), "{message}");
        assert_eq!(error.position().map(|position| position.line), Some(2));
    }
    Ok(())
}

#[test]
fn errors_pass_through_functions_of_users() {
    fn run(source: &str, x: i64) -> std::result::Result<i64, Box<dyn std::error::Error + Send + Sync>> {
        let context = Context::builder().backend(Backend::Native).build()?;
        Ok(context.load(&Program::from_source("user.fut", source)?)?.entry("f")?.call((x,))?)
    }
    assert_eq!(run("entry f (x: i64) = 10 / x", 2).expect("right"), 5);
    for (source, x, part) in [
        ("entry f (x: i64) = 10 / x", 0, "user.fut:1:"),
        ("entry f (x: i64) = y", 1, "unknown name y"),
        ("entry g (x: i64) = x", 1, "no entry point called f"),
        ("entry f (x: i32) = x", 1, "argument x of f"),
        ("entry f (x: i64) = [x]", 1, "[1]i64"),
        ("entry f (x: i64) (y: i64) = x", 1, "takes 2 arguments, but got 1"),
    ] {
        let error = run(source, x).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
        assert!(error.downcast_ref::<Error>().is_some());
    }
}

#[test]
fn a_simulation_on_resident_arrays_with_a_library_from_a_file() -> windrow::Result<()> {
    let program = Program::from_source(
        "walk.fut",
        "entry step [n] (xss: *[n][?]f64) (by: f64): *[n][?]f64 = map (map (+ by)) xss
         entry total [n] (xss: [n][?]f64): f64 = f64.sum (map f64.sum xss)",
    )?;
    let path = std::env::temp_dir().join(format!("windrow-walk-{}.image", std::process::id()));
    std::fs::write(&path, program.build(Backend::Native)?.to_bytes()).expect("a file");
    let library = Library::from_file(&path)?;
    std::fs::remove_file(&path).expect("it is there");
    let context = library.context(Context::builder().threads(1))?;
    let module = library.load(&context)?;
    let (step, total) = (module.entry("step")?, module.entry("total")?);
    let rows = Rows::new(&[1.0, 2.0, 3.0], &[0, 2, 2, 3]);
    let mut state: Ragged<f64> = rows.to_ragged(&context)?;
    let before = context.stats().copies;
    for _ in 0..100 {
        state = step.call((state, 0.5))?;
    }
    let after = context.stats().copies;
    assert_eq!(
        (after.unshared.count, after.downloads.count),
        (before.unshared.count, before.downloads.count)
    );
    assert_eq!(total.call::<f64>((&state,))?, 6.0 + 150.0);
    assert_eq!(state.view()?.iter().map(<[f64]>::len).collect::<Vec<_>>(), [2, 0, 1]);
    let (elements, offsets) = state.into_parts()?;
    assert_eq!((elements.to_vec()?, offsets.to_vec()?), (vec![51.0, 52.0, 53.0], vec![0, 2, 2, 3]));
    Ok(())
}

#[test]
fn values_go_through_arrow_to_another_context() -> windrow::Result<()> {
    let source = "entry f (n: i64): [n]{at: i64, xs: [?](#none | #some f64)} =
        map (\\i -> {at = i, xs = map (\\j -> if j % 2 == 0 then #some (f64.i64 j) else #none) (iota i)}) (iota n)
      entry g [n] (es: [n]{at: i64, xs: [?](#none | #some f64)}): [n]f64 =
        map (\\e -> f64.i64 e.at + f64.sum (map (\\x -> match x case #none -> 100 case #some y -> y) e.xs)) es";
    let (here, there) = (compile(source), Context::builder().backend(Backend::Interp).build()?);
    let made: Value = here.entry("f")?.call((4i64,))?;
    let ty = here.entry("f")?.signature().result.clone();
    let (schema, array) = windrow::arrow::export(&made, &ty)?;
    drop((made, here));
    // SAFETY: the structs come from the export.
    let taken = unsafe { windrow::arrow::import(&there, &ty, &schema, array) }?;
    let sums: Vec<f64> = there.compile(source)?.entry("g")?.call((taken,))?;
    assert_eq!(sums, [0.0, 1.0, 102.0, 105.0]);
    Ok(())
}
