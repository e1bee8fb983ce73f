//! `web/js/wire.d.ts` made from the wire types. The test fails when the file is not what the types
//! say; `CHUHE_WRITE_TYPES=1 cargo test -p server typescript` writes it anew.

use std::{env, fs, path::Path};

use ts_rs::TS;
use xiangqi::{Color, RuleSet, Status as Outcome};

use super::{
    ablation, duel, endgames, game, laboratory, league, lessons, library, messages, players,
    position, puzzles, review, shelf, study, traces,
};

const FILE: &str = "../../web/js/wire.d.ts";
const HEADER: &str = "\
// The messages of docs/web.md, as types for the checker. The browser never loads this file.
// Made from crates/server/src/http/wire: CHUHE_WRITE_TYPES=1 cargo test -p server typescript
";
/// A longer type gets a line for each of its parts.
const WIDTH: usize = 120;

/// Every type that travels, those that others need first.
fn declarations() -> Vec<String> {
    let words = |words: &[&str]| words.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>();
    let outcomes =
        [Outcome::Ongoing, Outcome::Won(Color::Red), Outcome::Won(Color::Black), Outcome::Draw];
    vec![
        format!("type Rules = {};", words(&RuleSet::ALL.map(RuleSet::name)).join(" | ")),
        format!("type StatusWord = {};", words(&outcomes.map(Outcome::name)).join(" | ")),
        players::Side::decl(),
        players::Seat::decl(),
        players::Player::decl(),
        players::Players::decl(),
        players::Clock::decl(),
        players::NewGame::decl(),
        players::GameCreated::decl(),
        players::Addresses::decl(),
        players::QrText::decl(),
        players::PlayersOffered::decl(),
        players::ZooMember::decl(),
        position::Naming::decl(),
        position::Score::decl(),
        position::Ply::decl(),
        position::Position::decl(),
        position::Pieces::decl(),
        position::Sentence::decl(),
        position::Status::decl(),
        game::Clocks::decl(),
        game::Present::decl(),
        game::Game::decl(),
        game::Offer::decl(),
        game::Moved::decl(),
        game::Line::decl(),
        game::Progress::decl(),
        messages::Refused::decl(),
        messages::FromServer::decl(),
        messages::RoomRequest::decl(),
        messages::AnalystRequest::decl(),
        endgames::EndingEntry::decl(),
        endgames::EndgameAsked::decl(),
        endgames::EndgameValue::decl(),
        endgames::EndgameMove::decl(),
        endgames::EndgamePoint::decl(),
        endgames::EndgameAnswer::decl(),
        puzzles::PuzzleRecord::decl(),
        puzzles::DailyPuzzle::decl(),
        puzzles::ThemeCount::decl(),
        puzzles::LevelCount::decl(),
        puzzles::PuzzleDesk::decl(),
        puzzles::OwnSource::decl(),
        puzzles::PuzzleTask::decl(),
        puzzles::PuzzleTry::decl(),
        puzzles::PuzzleVerdict::decl(),
        puzzles::PuzzleEnd::decl(),
        puzzles::PuzzleAnswer::decl(),
        lessons::Try::decl(),
        lessons::Forbidden::decl(),
        lessons::Tried::decl(),
        lessons::OpeningName::decl(),
        lessons::ExploredMove::decl(),
        lessons::Source::decl(),
        lessons::Exploring::decl(),
        lessons::Explored::decl(),
        shelf::GameSummary::decl(),
        shelf::Shelf::decl(),
        library::LibraryPage::decl(),
        library::LibraryGame::decl(),
        library::LibraryCollection::decl(),
        library::ImportProgress::decl(),
        duel::NewDuel::decl(),
        duel::DuelCreated::decl(),
        duel::DuelHost::decl(),
        duel::Duel::decl(),
        duel::DuelGame::decl(),
        duel::DuelRow::decl(),
        duel::DuelElo::decl(),
        league::NewLeague::decl(),
        league::LeagueForm::decl(),
        league::LeagueOpenings::decl(),
        league::LeagueCreated::decl(),
        league::LeagueList::decl(),
        league::LeagueEntry::decl(),
        league::LeagueState::decl(),
        league::LeagueAdmin::decl(),
        league::NewYardstick::decl(),
        league::LeagueRemoval::decl(),
        league::LeagueChallenge::decl(),
        league::League::decl(),
        league::LeaguePlayer::decl(),
        league::LeagueRow::decl(),
        league::LeagueResult::decl(),
        league::LeagueFault::decl(),
        league::FaultKind::decl(),
        league::BotRequest::decl(),
        league::ToBot::decl(),
        league::Goodbye::decl(),
        league::BotLeague::decl(),
        league::BotClock::decl(),
        study::StudyLine::decl(),
        study::Checked::decl(),
        study::Problem::decl(),
        study::Import::decl(),
        study::Study::decl(),
        study::StudyPly::decl(),
        study::StudyNotes::decl(),
        study::StudyTree::decl(),
        study::SentNode::decl(),
        study::StudyToKeep::decl(),
        study::StudyCreated::decl(),
        study::OpenedStudy::decl(),
        study::Studies::decl(),
        study::StudyEntry::decl(),
        format!("type Label = {};", words(&coach::Label::ALL.map(coach::Label::name)).join(" | ")),
        review::ReviewAsked::decl(),
        review::ReviewedGame::decl(),
        review::SideAccuracy::decl(),
        review::ReviewedMove::decl(),
        review::WhyTold::decl(),
        review::WhyAsked::decl(),
        review::WhyAnswer::decl(),
        review::Mistake::decl(),
        laboratory::LabTree::decl(),
        laboratory::LabCompare::decl(),
        laboratory::LabCount::decl(),
        laboratory::LabRoute::decl(),
        ablation::AblationAsked::decl(),
        ablation::AblationMove::decl(),
        ablation::AblationScore::decl(),
        ablation::AblationPlayed::decl(),
        ablation::AblationCountAsked::decl(),
        ablation::AblationCount::decl(),
        traces::TreeTrace::decl(),
        traces::TreeNode::decl(),
        traces::RouteTrace::decl(),
    ]
}

#[test]
fn the_page_has_the_types_of_the_server() {
    let types: Vec<String> = declarations().iter().map(|it| layout(it)).collect();
    let made = format!("{HEADER}\n{}\n", types.join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if env::var_os("CHUHE_WRITE_TYPES").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap();
    let other = made.lines().zip(found.lines()).find(|(made, found)| made != found);
    assert_eq!(other, None, "the server says the first, wire.d.ts the second");
    assert_eq!(made, found);
}

/// One declaration, without remarks, in lines that can be read.
fn layout(declaration: &str) -> String {
    let plain = without_remarks(declaration);
    let text = format!("export {}", plain.split_whitespace().collect::<Vec<_>>().join(" "));
    let text =
        text.replace(", }", " }").replace("\"type\":", "type:").replace("\"kind\":", "kind:");
    if text.len() <= WIDTH {
        return text;
    }
    match text.strip_suffix(" };").and_then(|it| it.split_once(" = { ")) {
        Some((name, parts)) if !parts.contains(" | {") => {
            format!("{name} = {{\n  {},\n}};", split(parts, ", ").join(",\n  "))
        }
        _ => split(&text, " | ").join("\n  | ").replacen(" = ", " =\n  | ", 1),
    }
}

/// Splits where no bracket is open.
fn split<'a>(text: &'a str, sign: &str) -> Vec<&'a str> {
    let (mut depth, mut start, mut parts) = (0_i32, 0, Vec::new());
    for (index, letter) in text.char_indices() {
        depth += i32::from("{[<".contains(letter)) - i32::from("}]>".contains(letter));
        if depth == 0 && start <= index && text[index..].starts_with(sign) {
            parts.push(&text[start..index]);
            start = index + sign.len();
        }
    }
    parts.push(&text[start..]);
    parts
}

fn without_remarks(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, remark)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = remark.split_once("*/").map_or("", |(_, after)| after);
    }
    plain + rest
}
