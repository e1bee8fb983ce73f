//! Any tree a format can hold, written and read again, is the same tree.

use std::time::Duration;

use proptest::{prelude::*, test_runner::TestCaseError};
use records::{
    Document, Format, NodeId, Options, Reading,
    document::{Evaluation, tag},
    read,
};
use xiangqi::{Color, Position, Status, Style};

/// What to add to a tree: a move after an earlier node, and what is said about it.
#[derive(Clone, Debug)]
struct Step {
    parent: usize,
    choice: usize,
    comment: String,
    marks: Vec<u8>,
    evaluation: Option<i32>,
    clock: Option<u32>,
}

const STARTS: [&str; 4] = [
    Position::START_FEN,
    "3ak4/4a4/9/9/4N4/9/9/9/9/4K4 w - - 0 1",
    "2bak4/4a4/5c2b/8P/3R5/6B2/3pr4/4NA3/4K4/9 b - - 0 1",
    "4P4/4k4/9/9/6p2/9/3r2P1R/9/4A4/3AK4 w - - 0 1",
];

fn text() -> impl Strategy<Value = String> {
    let letters = "[红黑马炮abz好12.,！?：（）\"' -]{0,12}";
    let line = proptest::string::string_regex(letters).unwrap();
    proptest::collection::vec(line, 1..3).prop_map(|lines| {
        let lines: Vec<&str> =
            lines.iter().map(|it| it.trim()).filter(|it| !it.is_empty()).collect();
        lines.join("\n")
    })
}

fn name() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[红黑a-z0-9\"]{0,7}").unwrap()
}

fn step() -> impl Strategy<Value = Step> {
    let comment = prop_oneof![3 => Just(String::new()), 1 => text()];
    let marks = prop_oneof![3 => Just(Vec::new()), 1 => proptest::collection::vec(1u8..200, 1..3)];
    let evaluation = proptest::option::weighted(0.2, -99_999..99_999);
    let clock = proptest::option::weighted(0.2, 0u32..10_000_000);
    // Mostly the newest node goes on, sometimes an earlier one branches.
    let parent = prop_oneof![3 => Just(0usize), 1 => 0usize..40];
    (parent, any::<usize>(), comment, marks, evaluation, clock).prop_map(
        |(parent, choice, comment, marks, evaluation, clock)| Step {
            parent,
            choice,
            comment,
            marks,
            evaluation,
            clock,
        },
    )
}

fn documents() -> impl Strategy<Value = Document> {
    let steps = proptest::collection::vec(step(), 0..60);
    let names = proptest::collection::vec(name(), 5);
    (0..STARTS.len(), steps, names, 0..Status::ALL.len(), text()).prop_map(
        |(start, steps, names, result, opening)| {
            let mut document = Document::new(Position::from_fen(STARTS[start]).unwrap());
            document.result = Status::ALL[result];
            let tags = [tag::TITLE, tag::EVENT, tag::DATE, tag::RED, tag::BLACK];
            for (tag, name) in tags.into_iter().zip(&names) {
                document.headers.set(tag, name);
            }
            document.notes_mut(NodeId::ROOT).add_after(&opening);
            grow(&mut document, &steps);
            document
        },
    )
}

fn grow(document: &mut Document, steps: &[Step]) {
    let mut nodes = vec![(NodeId::ROOT, *document.start())];
    for step in steps {
        let (parent, mut position) = nodes[nodes.len() - 1 - step.parent % nodes.len()];
        let taken: Vec<_> = document.children(parent).filter_map(|it| document.mv(it)).collect();
        let mut legal = position.legal_moves();
        legal.retain(|it| !taken.contains(&it));
        if legal.is_empty() {
            continue;
        }
        let mv = legal[step.choice % legal.len()];
        position.play_unchecked(mv);
        let node = document.add(parent, mv);
        nodes.push((node, position));
        let notes = document.notes_mut(node);
        notes.add_after(&step.comment);
        notes.marks = step.marks.clone();
        notes.evaluation = step.evaluation.map(Evaluation::Centipawns);
        notes.clock = step.clock.map(|it| Duration::from_millis(u64::from(it)));
    }
}

/// The document without what only PGN keeps.
fn bare(document: &Document) -> Document {
    let mut bare = document.clone();
    let nodes: Vec<NodeId> = bare.preorder().map(|it| it.0).collect();
    for node in nodes {
        let notes = bare.notes_mut(node);
        notes.marks.clear();
        notes.evaluation = None;
        notes.clock = None;
    }
    bare
}

fn main_line(document: &Document) -> Document {
    let mut line = Document::new(*document.start());
    line.headers = document.headers.clone();
    line.result = document.result;
    let mut node = NodeId::ROOT;
    for mv in document.main_moves() {
        node = line.add(node, mv);
    }
    line
}

fn check(document: &Document, format: Format, style: Style) -> Result<(), TestCaseError> {
    let written = format.write(document, &Options { notation: style }).unwrap();
    prop_assert_eq!(&written.lost, &Vec::<String>::new());
    let games: Vec<Reading> = read(&written.bytes)
        .map_err(|it| TestCaseError::fail(format!("{it}: {written:?}")))?
        .collect::<Result<_, _>>()
        .map_err(|it| TestCaseError::fail(it.to_string()))?;
    let shown = String::from_utf8_lossy(&written.bytes);
    prop_assert_eq!(games.len(), 1, "{}", shown);
    prop_assert_eq!(&games[0].dropped, &vec![], "{}", shown);
    prop_assert!(games[0].document == *document, "{}\n{:?}", shown, games[0].document);
    Ok(())
}

proptest! {
    #[test]
    fn pgn_keeps_everything(document in documents(), style in 0..Style::ALL.len()) {
        check(&document, Format::Pgn, Style::ALL[style])?;
    }

    #[test]
    fn xqf_keeps_the_tree(document in documents()) {
        check(&bare(&document), Format::Xqf, Style::Chinese)?;
        check(&main_line(&document), Format::Xqf, Style::Chinese)?;
    }

    #[test]
    fn cbr_keeps_the_tree(document in documents()) {
        check(&bare(&document), Format::Cbr, Style::Chinese)?;
    }

    #[test]
    fn dhtmlxq_keeps_the_tree(document in documents()) {
        check(&bare(&document), Format::DhtmlXq, Style::Chinese)?;
    }

    #[test]
    fn text_keeps_the_main_line(document in documents(), style in 0..Style::ALL.len()) {
        let line = main_line(&document);
        let has_content = !line.is_empty() || *line.start() != Position::start();
        prop_assume!(has_content);
        check(&line, Format::Text, Style::ALL[style])?;
    }
}

/// Trees without moves, and whatever is said about them.
#[test]
fn pgn_keeps_commands_and_comments_before_variations() {
    let mut document = Document::new(Position::start());
    document.result = Status::Won(Color::Black);
    let first = document.add(NodeId::ROOT, "h2e2".parse().unwrap());
    let other = document.add(NodeId::ROOT, "b2e2".parse().unwrap());
    let notes = document.notes_mut(first);
    notes.commands.push(("cal".to_owned(), "Gh2e2,Rh9g7".to_owned()));
    notes.commands.push(("unknown".to_owned(), String::new()));
    notes.evaluation = Some(Evaluation::Mate(-3));
    document.notes_mut(other).before = "也可".to_owned();
    document.headers.set("Annotator", "a \\ \"b\" ]");
    let written = Format::Pgn.write(&document, &Options::default()).unwrap();
    assert!(written.lost.is_empty(), "{:?}", written.lost);
    let again = read(&written.bytes).unwrap().next().unwrap().unwrap();
    assert_eq!(again.document, document, "{}", String::from_utf8_lossy(&written.bytes));
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    let mut document =
        Document::new(Position::from_fen("3ak4/4a4/9/9/9/9/9/9/9/4K4 w - - 4 9").unwrap());
    let node = document.add(NodeId::ROOT, "e0e1".parse().unwrap());
    document.add(NodeId::ROOT, "e0f0".parse().unwrap());
    document.headers.set(tag::RED, "一二三四五六七八");
    document.headers.set("Weather", "rain");
    let notes = document.notes_mut(node);
    notes.before = "before".to_owned();
    notes.after = "} and {".to_owned();
    notes.marks = vec![1];
    let lost = |format: Format| format.write(&document, &Options::default()).unwrap().lost;
    let says = |format: Format, word: &str| {
        assert!(lost(format).iter().any(|it| it.contains(word)), "{word}: {:?}", lost(format));
    };
    says(Format::Xqf, "Weather");
    says(Format::Xqf, "Red is cut");
    says(Format::Xqf, "marks");
    says(Format::Cbr, "move number");
    says(Format::DhtmlXq, "stands after its move");
    says(Format::Text, "1 variations");
    says(Format::Pgn, "parentheses");
    assert!(!lost(Format::Pgn).iter().any(|it| it.contains("Weather")));
}
