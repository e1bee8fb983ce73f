//! A game that was played here, as a document: names, date, opening, and with every move what the
//! machine thought and the clock showed.

use records::{Document, NodeId, document, document::tag, openings::Openings};
use xiangqi::{Color, Language};

use super::{
    player::{MachinePlayer, Player},
    state::GameState,
};

/// Moves in one line that somebody sends.
pub(crate) const LONGEST_LINE: usize = 1000;
/// Moves of a record on the page, variations included.
pub(crate) const MOST_NODES: usize = 10_000;

/// `created` is in milliseconds since 1970.
pub(crate) fn document_of(state: &GameState, created: i64, language: Language) -> Document {
    let mut document = Document::new(state.setup().start);
    document.result = state.standing().status;
    let mut node = NodeId::ROOT;
    for ply in state.plies() {
        node = document.add(node, ply.mv);
        if ply.score.is_none() && ply.left.is_none() {
            continue;
        }
        let notes = document.notes_mut(node);
        notes.evaluation = ply.score.map(Into::into);
        notes.depth = ply.depth.filter(|_| ply.score.is_some());
        notes.clock = ply.left;
    }
    let name = |color| player_name(state.player(color), language);
    let seconds = u64::try_from(created / 1000).unwrap_or_default();
    for (tag, value) in [
        (tag::EVENT, "Chuhe"),
        (tag::DATE, &document::date_of(seconds)),
        (tag::RED, &name(Color::Red)),
        (tag::BLACK, &name(Color::Black)),
        ("Rules", state.setup().rules.name()),
        ("Termination", state.standing().reason.map_or("", |it| it.name())),
    ] {
        document.headers.set(tag, value);
    }
    name_opening(&mut document, language);
    document
}

/// Adds the opening's name, unless the record has one.
pub(crate) fn name_opening(document: &mut Document, language: Language) {
    if !document.headers.get(tag::OPENING).is_empty() {
        return;
    }
    let name = Openings::built_in().name_of_game(document.start(), document.main_moves());
    let name = name.map(|it| match language {
        Language::Chinese => it.zh.as_str(),
        Language::English => it.en.as_str(),
    });
    document.headers.set(tag::OPENING, name.unwrap_or_default());
}

fn player_name(player: &Player, language: Language) -> String {
    match (player, language) {
        (Player::Human { name: Some(name) }, _) => name.clone(),
        (Player::Human { name: None }, Language::Chinese) => "棋手".to_owned(),
        (Player::Human { name: None }, Language::English) => "Player".to_owned(),
        (Player::Machine(MachinePlayer::Level(level)), Language::Chinese) => {
            format!("楚河 {} 级", level.get())
        }
        (Player::Machine(MachinePlayer::Level(level)), Language::English) => {
            format!("Chuhe level {}", level.get())
        }
        (Player::Machine(MachinePlayer::Zoo(member)), _) => format!("Chuhe zoo {member}"),
        (Player::Bot { name }, _) => name.clone(),
    }
}
