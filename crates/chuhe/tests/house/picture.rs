//! Draws the house for ARCHITECTURE.md: every room stands above those it may look into.

use std::{env, fmt::Write, fs, path::Path};

use crate::rooms::{CRATES, Room, SERVER};

const WIDTH: usize = 1080;
const MARGIN: usize = 16;
const GAP: usize = 12;
const BOX_HEIGHT: usize = 78;
const FILE: &str = "../../docs/images/house.svg";

/// `CHUHE_DRAW=1 cargo test -p chuhe --test house` draws the picture anew.
#[test]
fn the_picture_shows_the_house() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let drawn = draw();
    if env::var_os("CHUHE_DRAW").is_some() {
        fs::write(&file, &drawn).unwrap();
    }
    let shown = fs::read_to_string(&file).unwrap_or_default();
    assert!(shown == drawn, "docs/images/house.svg is not the house: CHUHE_DRAW=1 draws it anew");
}

/// How many rooms lie below, one on the other.
fn floor(rooms: &[Room], name: &str) -> usize {
    let room = rooms.iter().find(|it| it.name == name).expect("a room of the house");
    room.may_know.iter().map(|it| 1 + floor(rooms, it)).max().unwrap_or(0)
}

fn draw() -> String {
    let mut svg = Svg { text: String::new(), top: MARGIN };
    svg.title("The crates: each looks only into rooms named in its last line");
    svg.house(&CRATES);
    svg.title("Inside server");
    svg.house(&SERVER);
    let height = svg.top + MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#faf5ea\"/>\n{}</svg>\n",
        svg.text
    )
}

struct Svg {
    text: String,
    top: usize,
}

impl Svg {
    fn title(&mut self, words: &str) {
        self.top += 20;
        self.line(MARGIN, self.top, "font-weight=\"600\" fill=\"#5b3a1e\"", words);
        self.top += GAP;
    }

    fn line(&mut self, x: usize, y: usize, style: &str, words: &str) {
        writeln!(self.text, "<text x=\"{x}\" y=\"{y}\" {style}>{words}</text>").unwrap();
    }

    /// The highest floor first, as one looks at a house.
    fn house(&mut self, rooms: &[Room]) {
        let highest = rooms.iter().map(|it| floor(rooms, it.name)).max().unwrap_or(0);
        for level in (0..=highest).rev() {
            let here: Vec<&Room> =
                rooms.iter().filter(|it| floor(rooms, it.name) == level).collect();
            let width = (WIDTH - 2 * MARGIN - (here.len() - 1) * GAP) / here.len();
            for (index, room) in here.iter().enumerate() {
                self.room(room, MARGIN + index * (width + GAP), width);
            }
            self.top += BOX_HEIGHT + GAP;
        }
    }

    fn room(&mut self, room: &Room, x: usize, width: usize) {
        let y = self.top;
        writeln!(
            self.text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{BOX_HEIGHT}\" rx=\"6\" \
             fill=\"#fffdf7\" stroke=\"#b08a5a\"/>"
        )
        .unwrap();
        let x = x + 12;
        self.line(x, y + 24, "font-size=\"16\" font-weight=\"600\" fill=\"#8c1c13\"", room.name);
        self.line(x, y + 46, "fill=\"#2b2118\"", room.purpose);
        let looks = match room.may_know {
            [] => "looks into no other room".to_owned(),
            rooms => format!("looks into {}", rooms.join(", ")),
        };
        self.line(x, y + 66, "fill=\"#6b5a48\" font-size=\"12\"", &looks);
    }
}
