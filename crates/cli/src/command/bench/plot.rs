//! Results as a picture: an SVG file with one line per data set, the mean as a dot and the confidence interval as a whisker, on a
//! logarithmic scale of time.

use super::clipped;
use super::results::Results;
use super::stats::Estimate;
use std::collections::BTreeSet;

/// One set of results and what the legend calls it.
pub(super) struct Series<'a> {
    pub(super) name: &'a str,
    pub(super) results: &'a Results,
}

/// Colours that are told apart by people who see few.
const COLOURS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/// Sizes in pixels.
const LABELS: f64 = 340.0;
const PLOT: f64 = 560.0;
const MARGIN: f64 = 24.0;
const LINE: f64 = 22.0;
const HEAD: f64 = 60.0;

/// A line of the picture.
enum Row<'a> {
    /// The name of an entry point.
    Entry(&'a str),
    /// A data set, with what each series has measured.
    Data(&'a str, Vec<Option<Estimate>>),
}

/// The text of the picture.
pub(super) fn svg(series: &[Series]) -> String {
    let rows = rows(series);
    let scale = Scale::of(rows.iter().flat_map(|row| match row {
        Row::Entry(_) => vec![],
        Row::Data(_, estimates) => estimates.iter().flatten().copied().collect(),
    }));
    let height = HEAD + LINE * rows.len() as f64 + MARGIN;
    let width = LABELS + PLOT + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    legend(series, &mut svg);
    for tick in scale.ticks() {
        let (x, bottom) = (scale.at(tick), height - MARGIN);
        svg += &format!("<path d=\"M{x:.1} {HEAD}V{bottom}\" stroke=\"#dddddd\"/>\n");
        svg += &text(x, HEAD - 6.0, "middle", "", &duration(tick));
    }
    for (i, row) in rows.iter().enumerate() {
        let y = HEAD + LINE * (i as f64 + 0.5);
        match row {
            Row::Entry(name) => svg += &text(MARGIN, y + 4.0, "start", " font-weight=\"bold\"", name),
            Row::Data(name, estimates) => {
                svg += &text(MARGIN + LABELS - 12.0, y + 4.0, "end", "", &clipped(name));
                for (k, estimate) in estimates.iter().enumerate() {
                    // Series stand a little above each other, so that equal ones are all seen.
                    let y = y + 5.0 * (k as f64 - (estimates.len() - 1) as f64 / 2.0);
                    match estimate {
                        Some(estimate) => svg += &point(&scale, estimate, y, k),
                        None => svg += &text(MARGIN + LABELS, y + 4.0, "start", " fill=\"#999999\"", "–"),
                    }
                }
            }
        }
    }
    svg + "</svg>\n"
}

/// Every data set of any series, entry point by entry point.
fn rows<'a>(series: &[Series<'a>]) -> Vec<Row<'a>> {
    let entries: BTreeSet<&String> = series.iter().flat_map(|s| s.results.0.keys()).collect();
    let mut rows = vec![];
    for entry in entries {
        rows.push(Row::Entry(entry));
        let own: Vec<_> = series.iter().map(|s| s.results.0.get(entry)).collect();
        let names: BTreeSet<&String> = own.iter().flatten().flat_map(|sets| sets.keys()).collect();
        for name in names {
            let measured = own.iter().map(|sets| sets.and_then(|sets| sets.get(name)?.as_ref().ok()));
            rows.push(Row::Data(name, measured.map(|m| m.map(|m| Estimate::of(&m.runtimes))).collect()));
        }
    }
    rows
}

fn colour(series: usize) -> &'static str {
    COLOURS[series % COLOURS.len()]
}

fn legend(series: &[Series], svg: &mut String) {
    let mut x = MARGIN;
    for (k, one) in series.iter().enumerate() {
        *svg += &format!("<circle cx=\"{x:.1}\" cy=\"18\" r=\"4\" fill=\"{}\"/>\n", colour(k));
        *svg += &text(x + 10.0, 22.0, "start", "", one.name);
        x += 40.0 + 7.5 * one.name.chars().count() as f64;
    }
}

/// A dot and its whisker.
fn point(scale: &Scale, estimate: &Estimate, y: f64, series: usize) -> String {
    let (low, x, high) = (scale.at(estimate.low()), scale.at(estimate.mean), scale.at(estimate.high()));
    let colour = colour(series);
    format!(
        "<path d=\"M{low:.1} {y:.1}H{high:.1}\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
         <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"><title>{:.1} μs ± {:.1}</title></circle>\n",
        estimate.mean, estimate.margin
    )
}

/// A text whose baseline starts, ends or has its middle at a point.
fn text(x: f64, y: f64, anchor: &str, style: &str, content: &str) -> String {
    let content = escaped(content);
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{style}>{content}</text>\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Powers of ten from `low` to `high`, in microseconds.
struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    fn of(estimates: impl Iterator<Item = Estimate>) -> Scale {
        let logs: Vec<f64> = estimates.flat_map(|e| [e.low(), e.high()]).map(log).collect();
        let low = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            return Scale { low: 0, high: 1 };
        }
        let low = low.floor() as i32;
        Scale { low, high: (high.ceil() as i32).max(low + 1) }
    }

    /// Where a time stands.
    fn at(&self, micros: f64) -> f64 {
        let (low, high) = (f64::from(self.low), f64::from(self.high));
        MARGIN + LABELS + PLOT * (log(micros).clamp(low, high) - low) / (high - low)
    }

    fn ticks(&self) -> Vec<f64> {
        (self.low..=self.high).map(|power| 10f64.powi(power)).collect()
    }
}

/// A tenth of a microsecond is the least that is shown.
fn log(micros: f64) -> f64 {
    micros.max(0.1).log10()
}

fn duration(micros: f64) -> String {
    let (number, unit) = match micros {
        t if t < 1e3 => (t, "μs"),
        t if t < 1e6 => (t / 1e3, "ms"),
        t => (t / 1e6, "s"),
    };
    format!("{number} {unit}")
}

#[cfg(test)]
mod tests {
    use super::super::results::Measured;
    use super::*;
    use std::collections::BTreeMap;

    fn results(time: f64) -> Results {
        let mut results = Results::default();
        let measured = Measured { runtimes: vec![time, time * 1.5], bytes: BTreeMap::new() };
        results.add("a.fut:f", "#0 (\"<1> & 2\")", Ok(measured));
        results.add("a.fut:f", "wrong", Err("failed".into()));
        results
    }

    /// Every tag is closed by its own name.
    fn well_formed(svg: &str) -> bool {
        let mut open = vec![];
        for tag in svg.split('<').skip(1) {
            let Some((tag, _)) = tag.split_once('>') else { return false };
            let name = tag.split([' ', '/']).next().unwrap_or("");
            if let Some(closed) = tag.strip_prefix('/') {
                if open.pop() != Some(closed) {
                    return false;
                }
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        open.is_empty()
    }

    #[test]
    fn the_picture_is_well_formed_and_has_everything() {
        let (a, b) = (results(100.0), results(20_000.0));
        let svg = svg(&[Series { name: "old <1>", results: &a }, Series { name: "new.json", results: &b }]);
        assert!(well_formed(&svg), "{svg}");
        for part in
            ["old &lt;1&gt;", "new.json", "#0 (\"&lt;1&gt; &amp; 2\")", "a.fut:f", ">wrong<", ">10 ms<"]
        {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        // Two in the legend, two means.
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(!well_formed("<a><b></a></b>") && !well_formed("<a>"));
    }

    #[test]
    fn times_stand_in_order() {
        let scale = Scale::of(
            [Estimate { mean: 30.0, margin: 5.0 }, Estimate { mean: 4e5, margin: 0.0 }].into_iter(),
        );
        assert_eq!(scale.ticks(), [1e1, 1e2, 1e3, 1e4, 1e5, 1e6]);
        assert_eq!((scale.at(10.0), scale.at(1e6)), (MARGIN + LABELS, MARGIN + LABELS + PLOT));
        assert!(scale.at(30.0) < scale.at(31.0));
        assert_eq!(Scale::of(std::iter::empty()).ticks(), [1.0, 10.0]);
        assert_eq!(
            (duration(0.1), duration(1e4), duration(1e7)),
            ("0.1 μs".into(), "10 ms".into(), "10 s".into())
        );
    }
}
