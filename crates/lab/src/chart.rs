//! Charts as SVG text: values over categories on a logarithmic scale.

use std::fmt::Write;

use crate::report::escape;

pub(crate) struct Chart {
    pub(crate) title: String,
    /// What stands on the horizontal axis: depths, file names, ...
    pub(crate) categories: Vec<String>,
    pub(crate) series: Vec<Series>,
    pub(crate) shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Lines,
    Bars,
}

pub(crate) struct Series {
    pub(crate) name: String,
    /// One per category; a missing value leaves a gap. A logarithm needs numbers above zero,
    /// others count as missing.
    pub(crate) values: Vec<Option<f64>>,
    /// Theory rather than measurement.
    pub(crate) is_dashed: bool,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
/// Below the axis: labels, then two rows of legend.
const BOTTOM: f64 = 90.0;

/// Colors that stay apart for color-blind readers and on both light and dark ground.
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d00", "#7a7a7a"];

/// The powers of ten between which all values lie.
#[derive(Clone, Copy)]
struct Scale {
    lowest: i32,
    highest: i32,
}

impl Scale {
    fn of(series: &[Series]) -> Scale {
        let values = series.iter().flat_map(Series::points).map(|(_, value)| value.log10());
        let (low, high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
        if high < low {
            return Scale { lowest: 0, highest: 1 };
        }
        let lowest = low.floor() as i32;
        Scale { lowest, highest: (high.ceil() as i32).max(lowest + 1) }
    }

    fn y(self, value: f64) -> f64 {
        let share =
            (value.log10() - f64::from(self.lowest)) / f64::from(self.highest - self.lowest);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }
}

impl Series {
    /// The values that can be drawn, with the number of their category.
    fn points(&self) -> impl Iterator<Item = (usize, f64)> {
        self.values.iter().enumerate().filter_map(|(index, value)| {
            value.filter(|it| it.is_finite() && 0.0 < *it).map(|value| (index, value))
        })
    }
}

impl Chart {
    pub(crate) fn svg(&self) -> String {
        let title = escape(&self.title);
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\
             <text class=\"title\" x=\"{LEFT}\" y=\"20\">{title}</text>\n"
        );
        let scale = Scale::of(&self.series);
        svg += &self.axes(scale);
        for (number, series) in self.series.iter().enumerate() {
            let color = COLORS[number % COLORS.len()];
            svg += &match self.shape {
                Shape::Lines => self.line(series, scale, color),
                Shape::Bars => self.bars(number, series, scale, color),
            };
            svg += &legend(number, &series.name, color);
        }
        svg + "</svg>\n"
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
        // Not more than about ten lines, however wide the range is.
        let stride = ((scale.highest - scale.lowest) / 10 + 1) as usize;
        for power in (scale.lowest..=scale.highest).step_by(stride) {
            let y = scale.y(10f64.powi(power));
            let (right, label_x, label_y) = (WIDTH - RIGHT, LEFT - 8.0, y + 4.0);
            writeln!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/>\
                 <text class=\"end\" x=\"{label_x}\" y=\"{label_y:.1}\">{}</text>",
                power_of_ten(power)
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
            .points()
            .map(|(index, value)| (self.x(index), scale.y(value), index, value))
            .collect();
        let path: Vec<_> = points.iter().map(|(x, y, ..)| format!("{x:.1} {y:.1}")).collect();
        let dash = if series.is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let mut svg = String::new();
        if !path.is_empty() {
            let path = path.join("L");
            svg += &format!("<path class=\"line\" stroke=\"{color}\"{dash} d=\"M{path}\"/>\n");
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
        for (index, value) in series.points() {
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
        };
        let svg = chart.svg();
        assert!(svg.contains("a &lt; b") && svg.contains("x &amp; y"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 1, "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");

        let empty = Chart { categories: vec![], series: vec![], ..chart };
        assert!(empty.svg().ends_with("</svg>\n"));
    }

    #[test]
    fn higher_values_stand_higher_within_the_frame() {
        let scale = Scale { lowest: 0, highest: 6 };
        assert!(scale.y(1e6) < scale.y(1e3) && scale.y(1e3) < scale.y(1.0));
        assert_eq!((scale.y(1e6), scale.y(1.0)), (TOP, HEIGHT - BOTTOM));
    }
}
