//! The loss curve as a picture.

use std::fmt::Write;

use super::Measured;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 40.0;

/// An SVG of both losses over the steps. The first point, before any training, is left out: next
/// to it the rest would be flat.
pub fn loss_chart(title: &str, curve: &[Measured]) -> String {
    let points = if 1 < curve.len() { &curve[1..] } else { curve };
    let last_step = points.last().map_or(1, |it| it.step.max(1)) as f64;
    let values = points.iter().flat_map(|it| [it.train, it.held_out.blend]);
    let (low, high) =
        values.fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
    let (low, high) = match points {
        [] => (0.0, 1.0),
        _ if low < high => (low, high),
        _ => (low - 1e-6, low + 1e-6),
    };
    let x = |step: u64| LEFT + (WIDTH - LEFT - RIGHT) * step as f64 / last_step;
    let y = |loss: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - loss) / (high - low);

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{}</text>\n",
        escape(title)
    );
    for tick in 0..=4 {
        let loss = low + (high - low) * f64::from(tick) / 4.0;
        let (line, right) = (y(loss), WIDTH - RIGHT);
        let _ = write!(
            svg,
            "<path d=\"M{LEFT} {line:.1}H{right}\" stroke=\"#ddd\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>\n",
            LEFT - 6.0,
            line + 4.0
        );
    }
    for (name, color, row, value) in [
        ("training", "#888", 0.0, (|it: &Measured| it.train) as fn(&Measured) -> f64),
        ("held out", "#c0392b", 1.0, |it: &Measured| it.held_out.blend),
    ] {
        let line: Vec<String> =
            points.iter().map(|it| format!("{:.1},{:.1}", x(it.step), y(value(it)))).collect();
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{color}\">{name}</text>\n",
            line.join(" "),
            WIDTH - RIGHT,
            TOP + 14.0 + 16.0 * row
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">step {last_step:.0}</text>\n</svg>\n",
        WIDTH - RIGHT,
        HEIGHT - 14.0
    );
    svg
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::Losses;

    #[test]
    fn charts_are_drawn_from_any_number_of_points() {
        let point = |step: u64| Measured {
            step,
            train: 1.0 / (step + 1) as f64,
            held_out: Losses { blend: 0.5, score: 0.4, result: 0.6 },
        };
        for count in 0..5 {
            let svg = loss_chart("a < b", &(0..count).map(point).collect::<Vec<_>>());
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
            assert!(svg.contains("a &lt; b") && !svg.contains("NaN"));
        }
    }
}
