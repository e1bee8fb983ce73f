//! Charts as SVG text: values over categories, on a logarithmic scale or a plain one.

use std::fmt::Write;

pub struct Chart {
    pub title: String,
    /// What stands on the horizontal axis: depths, file names, ...
    pub categories: Vec<String>,
    pub series: Vec<Series>,
    pub shape: Shape,
    pub axis: Axis,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// With a mark at every value.
    Lines,
    /// Of so many values that marks would hide the line.
    PlainLines,
    Bars,
}

/// The vertical axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// From one power of ten to another; values are above zero, others count as missing.
    Logarithmic,
    /// From the least value to the greatest.
    Linear,
}

pub struct Series {
    pub name: String,
    /// One per category; a missing value leaves a gap.
    pub values: Vec<Option<f64>>,
    /// Theory rather than measurement.
    pub is_dashed: bool,
}

/// How a chart looks, in a page that sets the colors `--ink` and `--faint`.
pub(crate) const STYLE: &str = "\
svg { width: 100%; height: auto; margin: 1rem 0; }
svg text { fill: var(--ink); font-size: 12px; }
svg .title { font-size: 15px; font-weight: bold; }
svg .mid { text-anchor: middle; } svg .end { text-anchor: end; } svg .power { font-size: 9px; }
svg .grid { stroke: var(--faint); } svg .line { fill: none; stroke-width: 2; }
";

/// The same for a chart that is a file of its own.
const OWN_STYLE: &str =
    "svg { --ink: #222; --faint: #ccc; background: #fff; font-family: sans-serif; }\n";

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
/// Below the axis: labels, then two rows of legend.
const BOTTOM: f64 = 90.0;

/// Colors that stay apart for color-blind readers and on both light and dark ground.
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d00", "#7a7a7a"];

/// The lowest and the highest line of the grid; logarithms where the axis has them.
#[derive(Clone, Copy)]
struct Scale {
    axis: Axis,
    lowest: f64,
    highest: f64,
}

impl Scale {
    fn of(axis: Axis, series: &[Series]) -> Scale {
        let values = series.iter().flat_map(|it| it.points(axis)).map(|(_, value)| axis.of(value));
        let (low, high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
        let (lowest, highest) = match axis {
            _ if high < low => (0.0, 1.0),
            Axis::Logarithmic => (low.floor(), high.ceil().max(low.floor() + 1.0)),
            Axis::Linear if low < high => (low, high),
            Axis::Linear => (low - 1e-6, low + 1e-6),
        };
        Scale { axis, lowest, highest }
    }

    fn y(self, value: f64) -> f64 {
        let share = (self.axis.of(value) - self.lowest) / (self.highest - self.lowest);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }

    /// The values at the lines of the grid, with their labels.
    fn grid(self) -> Vec<(f64, String)> {
        match self.axis {
            Axis::Logarithmic => {
                let (lowest, highest) = (self.lowest as i32, self.highest as i32);
                // Not more than about ten lines, however wide the range is.
                let stride = ((highest - lowest) / 10 + 1) as usize;
                let powers = (lowest..=highest).step_by(stride);
                powers.map(|it| (10f64.powi(it), power_of_ten(it))).collect()
            }
            Axis::Linear => (0..=4)
                .map(|it| self.lowest + (self.highest - self.lowest) * f64::from(it) / 4.0)
                .map(|it| (it, format!("{it:.5}")))
                .collect(),
        }
    }
}

impl Axis {
    fn of(self, value: f64) -> f64 {
        match self {
            Axis::Logarithmic => value.log10(),
            Axis::Linear => value,
        }
    }
}

impl Series {
    /// The values that can be drawn, with the number of their category.
    fn points(&self, axis: Axis) -> impl Iterator<Item = (usize, f64)> {
        let can_be_drawn = move |it: &f64| axis.of(*it).is_finite();
        let values = self.values.iter().enumerate();
        values.filter_map(move |(index, it)| Some((index, it.filter(can_be_drawn)?)))
    }
}

impl Chart {
    /// For a page, whose style it shares.
    pub(crate) fn svg(&self) -> String {
        let title = escape(&self.title);
        format!("<svg {}>{}</svg>\n", attributes(&title), self.inside(&title))
    }

    /// For a file of its own.
    pub fn svg_file(&self) -> String {
        let title = escape(&self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {}>\n\
             <style>\n{STYLE}{OWN_STYLE}</style>\n{}</svg>\n",
            attributes(&title),
            self.inside(&title)
        )
    }

    fn inside(&self, title: &str) -> String {
        let mut svg = format!("<text class=\"title\" x=\"{LEFT}\" y=\"20\">{title}</text>\n");
        let scale = Scale::of(self.axis, &self.series);
        svg += &self.axes(scale);
        for (number, series) in self.series.iter().enumerate() {
            let color = COLORS[number % COLORS.len()];
            svg += &match self.shape {
                Shape::Lines | Shape::PlainLines => self.line(series, scale, color),
                Shape::Bars => self.bars(number, series, scale, color),
            };
            svg += &legend(number, &series.name, color);
        }
        svg
    }

    /// The middle of a category on the horizontal axis.
    fn x(&self, category: usize) -> f64 {
        LEFT + (category as f64 + 0.5) * self.slot()
    }

    fn slot(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / self.categories.len().max(1) as f64
    }

    fn axes(&self, scale: Scale) -> String {
        let mut svg = String::new();
        for (value, label) in scale.grid() {
            let y = scale.y(value);
            let (right, label_x, label_y) = (WIDTH - RIGHT, LEFT - 8.0, y + 4.0);
            writeln!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/>\
                 <text class=\"end\" x=\"{label_x}\" y=\"{label_y:.1}\">{label}</text>"
            )
            .expect("a string takes everything");
        }
        // Labels that would overlap are left out; the table below the chart has them all.
        let stride = (self.categories.len() / 16) + 1;
        for (index, name) in self.categories.iter().enumerate().step_by(stride) {
            let (x, y) = (self.x(index), HEIGHT - BOTTOM + 18.0);
            let short: String = name.chars().take(14).collect();
            writeln!(svg, "<text class=\"mid\" x=\"{x:.1}\" y=\"{y}\">{}</text>", escape(&short))
                .expect("a string takes everything");
        }
        svg
    }

    fn line(&self, series: &Series, scale: Scale, color: &str) -> String {
        let points: Vec<_> = series
            .points(scale.axis)
            .map(|(index, value)| (self.x(index), scale.y(value), index, value))
            .collect();
        let path: Vec<_> = points.iter().map(|(x, y, ..)| format!("{x:.1} {y:.1}")).collect();
        let dash = if series.is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let mut svg = String::new();
        if !path.is_empty() {
            let path = path.join("L");
            svg += &format!("<path class=\"line\" stroke=\"{color}\"{dash} d=\"M{path}\"/>\n");
        }
        if self.shape == Shape::PlainLines {
            return svg;
        }
        for (x, y, index, value) in points {
            let tip = self.tip(series, index, value);
            svg += &format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{color}\">{tip}</circle>\n"
            );
        }
        svg
    }

    fn bars(&self, number: usize, series: &Series, scale: Scale, color: &str) -> String {
        let width = (self.slot() * 0.8 / self.series.len() as f64).min(40.0);
        let offset = (number as f64 - self.series.len() as f64 / 2.0) * width;
        let mut svg = String::new();
        for (index, value) in series.points(scale.axis) {
            let (x, y) = (self.x(index) + offset, scale.y(value));
            let height = (HEIGHT - BOTTOM - y).max(1.0);
            let tip = self.tip(series, index, value);
            svg += &format!(
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
                 fill=\"{color}\">{tip}</rect>\n"
            );
        }
        svg
    }

    /// What a browser shows under the mouse.
    fn tip(&self, series: &Series, index: usize, value: f64) -> String {
        let category = self.categories.get(index).map_or("", String::as_str);
        let (name, category) = (escape(&series.name), escape(category));
        format!("<title>{name}, {category}: {value}</title>")
    }
}

fn attributes(title: &str) -> String {
    format!("viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\"")
}

fn legend(number: usize, name: &str, color: &str) -> String {
    let x = LEFT + (number % 3) as f64 * 230.0;
    let y = HEIGHT - 36.0 + (number / 3) as f64 * 20.0;
    let (box_y, text_x) = (y - 10.0, x + 18.0);
    let name = escape(name);
    format!(
        "<rect x=\"{x}\" y=\"{box_y}\" width=\"12\" height=\"12\" fill=\"{color}\"/>\
         <text x=\"{text_x}\" y=\"{y}\">{name}</text>\n"
    )
}

fn power_of_ten(power: i32) -> String {
    match power {
        -3 => "0.001".to_owned(),
        -2 => "0.01".to_owned(),
        -1 => "0.1".to_owned(),
        0..=3 => 10i32.pow(power as u32).to_string(),
        _ => format!("10<tspan class=\"power\" dy=\"-5\">{power}</tspan>"),
    }
}

/// Text as markup shows it.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_values_leave_gaps_and_names_are_escaped() {
        let chart = Chart {
            title: "a < b".to_owned(),
            categories: vec!["1".to_owned(), "2".to_owned(), "3".to_owned()],
            series: vec![Series {
                name: "x & y".to_owned(),
                values: vec![Some(10.0), Some(0.0), Some(f64::NAN)],
                is_dashed: false,
            }],
            shape: Shape::Lines,
            axis: Axis::Logarithmic,
        };
        let svg = chart.svg();
        assert!(svg.contains("a &lt; b") && svg.contains("x &amp; y"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 1, "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");

        let empty = Chart { categories: vec![], series: vec![], ..chart };
        assert!(empty.svg().ends_with("</svg>\n"));
        let plain = Chart { axis: Axis::Linear, shape: Shape::PlainLines, ..empty };
        assert!(plain.svg_file().starts_with("<svg xmlns=") && !plain.svg_file().contains("NaN"));
    }

    #[test]
    fn higher_values_stand_higher_within_the_frame() {
        let scale = Scale { axis: Axis::Logarithmic, lowest: 0.0, highest: 6.0 };
        assert!(scale.y(1e6) < scale.y(1e3) && scale.y(1e3) < scale.y(1.0));
        assert_eq!((scale.y(1e6), scale.y(1.0)), (TOP, HEIGHT - BOTTOM));
        let scale = Scale { axis: Axis::Linear, lowest: -1.0, highest: 0.5 };
        assert_eq!((scale.y(0.5), scale.y(-1.0)), (TOP, HEIGHT - BOTTOM));
    }
}
