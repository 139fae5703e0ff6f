//! Plots as SVG inside HTML.
//!
//! Horizontal positions are percent of the page width, vertical ones are pixels. So lines and letters keep their size on a
//! phone and on a wide screen. Colours are classes that the page's style sheet defines.

use std::fmt::Write as _;
use std::time::Duration;

use crate::Estimate;

/// Escapes text for any place in HTML.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// A time with three significant digits: `812 ns`, `1.25 ms`.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")];
    let unit = units.iter().find(|(size, _)| seconds >= *size).unwrap_or(&(1e-9, "ns"));
    let number = seconds / unit.0;
    let digits = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    // Nothing is measured finer than a nanosecond.
    let digits = if unit.1 == "ns" { 0 } else { digits };
    format!("{number:.digits$} {}", unit.1)
}

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Maps numbers to percent of the width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    from: f64,
    to: f64,
}

impl Scale {
    /// A scale that shows these numbers, with some room at both ends.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Scale {
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let finite = numbers.into_iter().filter(|number| number.is_finite());
        let (from, to) = finite.fold(ends, |(from, to), number| (from.min(number), to.max(number)));
        match to - from {
            width if width > 0.0 => Scale { from: from - 0.05 * width, to: to + 0.05 * width },
            0.0 => Scale { from: from - 1.0, to: to + 1.0 },
            _ => Scale { from: 0.0, to: 1.0 },
        }
    }

    /// The same scale, cut off at these ends.
    #[must_use]
    pub fn within(self, from: f64, to: f64) -> Scale {
        Scale { from: self.from.max(from), to: self.to.min(to) }
    }

    /// The position of a number in percent.
    pub fn at(&self, number: f64) -> f64 {
        (100.0 * (number - self.from) / (self.to - self.from)).clamp(0.0, 100.0)
    }

    /// Whether a number lies on the scale.
    pub fn has(&self, number: f64) -> bool {
        (self.from..=self.to).contains(&number)
    }

    /// Round numbers along the scale, about five.
    pub fn ticks(&self) -> Vec<f64> {
        let rough = (self.to - self.from) / 5.0;
        let power = 10.0_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        let step = steps.into_iter().find(|&step| step >= rough).unwrap_or(rough);
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step).floor() as i64;
        (first..=last).map(|place| place as f64 * step).collect()
    }
}

/// A plot under construction.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    height: u32,
    label: String,
    drawn: String,
}

impl Plot {
    /// An empty plot. Screen readers read the label.
    pub fn new(height: u32, label: &str) -> Plot {
        Plot { height, label: escape(label), drawn: String::new() }
    }

    /// Adds a line. Its ends are in percent across and pixels down.
    #[must_use]
    pub fn line(mut self, class: &str, from: (f64, f64), to: (f64, f64)) -> Plot {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.draw(format_args!(
            "<line class='{class}' x1='{x1:.2}%' y1='{y1:.1}' x2='{x2:.2}%' y2='{y2:.1}'/>"
        ));
        self
    }

    /// Adds a box: its upper left corner, its width in percent and its height in pixels.
    #[must_use]
    pub fn bar(mut self, class: &str, corner: (f64, f64), size: (f64, f64)) -> Plot {
        let ((x, y), (width, height)) = (corner, size);
        self.draw(format_args!(
            "<rect class='{class}' x='{x:.2}%' y='{y:.1}' width='{width:.2}%' height='{height:.1}'/>"
        ));
        self
    }

    /// Adds a dot.
    #[must_use]
    pub fn dot(mut self, class: &str, at: (f64, f64), radius: f64) -> Plot {
        let (x, y) = at;
        self.draw(format_args!("<circle class='{class}' cx='{x:.2}%' cy='{y:.1}' r='{radius}'/>"));
        self
    }

    /// Adds text, centred at a position.
    #[must_use]
    pub fn text(mut self, class: &str, at: (f64, f64), text: &str) -> Plot {
        let (x, y) = at;
        let text = escape(text);
        self.draw(format_args!("<text class='{class}' x='{x:.2}%' y='{y:.1}'>{text}</text>"));
        self
    }

    fn draw(&mut self, shape: std::fmt::Arguments<'_>) {
        self.drawn.write_fmt(shape).expect("a string can be written");
    }

    /// The plot as an SVG element.
    pub fn svg(&self) -> String {
        let Plot { height, label, drawn } = self;
        format!("<svg role='img' aria-label='{label}' width='100%' height='{height}'>{drawn}</svg>")
    }
}

/// Height of a row in pixels.
const ROW: u32 = 44;

/// A row: a name, a plot, and the same in numbers.
pub fn row(name: &str, plot: &Plot, number: &str, small: &str) -> String {
    let (name, number, small) = (escape(name), escape(number), escape(small));
    format!(
        "<div class='row'><div class='name'>{name}</div>{}<div class='number'>{number} \
         <small>{small}</small></div></div>\n",
        plot.svg()
    )
}

/// The axis below the rows.
pub fn axis(scale: &Scale, ticks: &[(f64, String)]) -> String {
    let mut plot = Plot::new(24, "scale");
    for (number, text) in ticks {
        let x = scale.at(*number);
        plot = plot.line("tick", (x, 0.0), (x, 5.0)).text("tick", (x, 18.0), text);
    }
    format!("<div class='row axis' aria-hidden='true'><div></div>{}<div></div></div>\n", plot.svg())
}

/// A mean as a dot and its interval as a line, with a mark to compare it with.
pub fn interval(label: &str, scale: &Scale, estimate: &Estimate, mark: Option<f64>) -> Plot {
    let middle = f64::from(ROW) / 2.0;
    let mut plot = Plot::new(ROW, label);
    if let Some(mark) = mark {
        let x = scale.at(mark);
        plot = plot.line("mark", (x, 0.0), (x, ROW.into()));
    }
    if let Some([low, high]) = estimate.interval {
        let (low, high) = (scale.at(low), scale.at(high));
        plot = plot.line("whisker", (low, middle), (high, middle));
        for end in [low, high] {
            plot = plot.line("whisker", (end, middle - 5.0), (end, middle + 5.0));
        }
    }
    plot.dot("mean", (scale.at(estimate.mean), middle), 5.5)
}

/// A histogram with a mark at the mean.
pub fn histogram(
    label: &str,
    scale: &Scale,
    bins: &[(f64, f64, u64)],
    mean: f64,
    most: u64,
) -> Plot {
    const HEIGHT: f64 = 64.0;
    let mut plot = Plot::new(HEIGHT as u32 + 4, label);
    for &(from, to, count) in bins {
        let height = HEIGHT * count as f64 / most.max(1) as f64;
        let (left, right) = (scale.at(from), scale.at(to));
        // Leaves a thin gap between bars.
        let width = (right - left - 0.15).max(0.1);
        plot = plot.bar("bar", (left, HEIGHT - height), (width, height));
    }
    let x = scale.at(mean);
    plot.line("base", (0.0, HEIGHT), (100.0, HEIGHT)).line("average", (x, 0.0), (x, HEIGHT + 4.0))
}

/// Median, 99th percentile and longest time on a logarithmic scale, with a mark at the time limit.
pub fn times(
    label: &str,
    scale: &Scale,
    [p50, p99, max]: [Duration; 3],
    budget: Option<Duration>,
) -> Plot {
    let middle = f64::from(ROW) / 2.0;
    let at = |time: Duration| scale.at(log_seconds(time));
    let mut plot = Plot::new(ROW, label)
        .line("thin", (at(p50), middle), (at(max), middle))
        .line("whisker", (at(p50), middle), (at(p99), middle))
        .dot("mean", (at(p50), middle), 5.5)
        .line("whisker", (at(p99), middle - 6.0), (at(p99), middle + 6.0))
        .dot("end", (at(max), middle), 3.5);
    if let Some(budget) = budget {
        plot = plot.line("mark", (at(budget), 0.0), (at(budget), ROW.into()));
    }
    plot
}

/// The position of a time on a logarithmic scale. Times below a nanosecond count as one.
pub fn log_seconds(time: Duration) -> f64 {
    time.as_secs_f64().max(1e-9).log10()
}
