//! What a puzzle is about. Every theme is computed from the board and the line; none is a guess.

use xiangqi::{Move, Piece, PieceKind, Position, Square};

use super::line::{GAIN, VALUES, Walk, is_mated};
use crate::{
    mates::{MatePattern, patterns},
    why::{Fact, causes_in},
};

/// The longest mate that has a theme of its own is the longest solution.
const LONGEST_MATE: u8 = super::MOST_OWN_MOVES as u8;
/// Chariots count two, horses and cannons one: with so few an endgame has begun.
const ENDGAME_STRENGTH: u32 = 4;
/// Less than a horse is no sacrifice.
const OFFER: i32 = 35;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// The line mates, with so many moves of the solver.
    MateIn(u8),
    /// The mate has a name.
    Mate(MatePattern),
    /// Pieces are won along the line, like for like left out, and the gain is worth half of one.
    WinsChariot,
    WinsHorse,
    WinsCannon,
    /// Advisors or elephants, and nothing larger.
    WinsGuards,
    /// Soldiers, and nothing larger.
    WinsSoldier,
    /// A move attacks two things at once, or one with check, and one of them falls.
    DoubleAttack,
    /// A piece falls whose protector may not take back: its general would be exposed.
    Pin,
    /// A piece falls because its protector had something else to protect.
    Overload,
    /// A piece falls that had no way out.
    Trapped,
    /// The solver gives up, or offers, a horse, a cannon or more.
    Sacrifice,
    /// The first move neither takes nor checks, and wins.
    QuietMove,
    /// A chariot takes the advisor in the middle of the palace on the way to the mate, 大胆穿心.
    PiercedHeart,
    /// Nothing is won for good: every other move loses.
    OnlyDefense,
    /// Few pieces are left.
    Endgame,
}

impl Theme {
    /// All there are, in the order in which a puzzle names its own.
    pub fn all() -> impl Iterator<Item = Theme> {
        let mates = (1..=LONGEST_MATE).map(Theme::MateIn);
        let patterns = MatePattern::ALL.into_iter().map(Theme::Mate);
        let others = [
            Theme::WinsChariot,
            Theme::WinsHorse,
            Theme::WinsCannon,
            Theme::WinsGuards,
            Theme::WinsSoldier,
            Theme::DoubleAttack,
            Theme::Pin,
            Theme::Overload,
            Theme::Trapped,
            Theme::Sacrifice,
            Theme::QuietMove,
            Theme::PiercedHeart,
            Theme::OnlyDefense,
            Theme::Endgame,
        ];
        mates.chain(patterns).chain(others)
    }

    /// The word in files, which stays.
    pub fn name(&self) -> String {
        let name = match self {
            Theme::MateIn(moves) => return format!("mate_in_{moves}"),
            Theme::Mate(pattern) => pattern.name(),
            Theme::WinsChariot => "wins_chariot",
            Theme::WinsHorse => "wins_horse",
            Theme::WinsCannon => "wins_cannon",
            Theme::WinsGuards => "wins_guards",
            Theme::WinsSoldier => "wins_soldier",
            Theme::DoubleAttack => "double_attack",
            Theme::Pin => "pin",
            Theme::Overload => "overload",
            Theme::Trapped => "trapped",
            Theme::Sacrifice => "sacrifice",
            Theme::QuietMove => "quiet_move",
            Theme::PiercedHeart => "pierced_heart",
            Theme::OnlyDefense => "only_defense",
            Theme::Endgame => "endgame",
        };
        name.to_owned()
    }

    pub fn named(name: &str) -> Option<Theme> {
        Theme::all().find(|it| it.name() == name)
    }
}

/// The themes of a line, in the order of [`Theme::all`].
pub fn themes(position: &Position, solution: &[Move]) -> Vec<Theme> {
    let walk = Walk::new(position, solution);
    let mut found = Vec::new();
    let mates = !walk.moves.is_empty() && is_mated(walk.last());
    if mates {
        let moves = walk.own_plies().count().min(usize::from(LONGEST_MATE));
        found.push(Theme::MateIn(moves as u8));
        found.extend(patterns(walk.last()).into_iter().map(Theme::Mate));
    } else {
        found.extend(gains(&walk));
        found.extend(causes(&walk));
        if !walk.is_home() {
            found = vec![Theme::OnlyDefense];
        }
    }
    let is_defense = found.contains(&Theme::OnlyDefense);
    let holds = [
        (Theme::Sacrifice, is_sacrifice(&walk)),
        (Theme::QuietMove, !is_defense && is_quiet(&walk)),
        (Theme::PiercedHeart, mates && pierces_heart(&walk)),
        (Theme::Endgame, strength(position) <= ENDGAME_STRENGTH),
    ];
    found.extend(holds.into_iter().filter(|it| it.1).map(|it| it.0));
    Theme::all().filter(|it| found.contains(it)).collect()
}

/// What was won: the largest kinds first, small ones only if there is nothing larger.
fn gains(walk: &Walk) -> Vec<Theme> {
    let (won, balance) = (walk.won(), walk.balance(walk.moves.len()));
    let has = |kind: PieceKind| won.contains(&kind) && VALUES[kind.index()] <= 2 * balance;
    let large = [
        (PieceKind::Chariot, Theme::WinsChariot),
        (PieceKind::Horse, Theme::WinsHorse),
        (PieceKind::Cannon, Theme::WinsCannon),
    ];
    let themes: Vec<Theme> = large.into_iter().filter(|it| has(it.0)).map(|it| it.1).collect();
    if !themes.is_empty() || balance < GAIN {
        return themes;
    }
    if has(PieceKind::Advisor) || has(PieceKind::Elephant) {
        return vec![Theme::WinsGuards];
    }
    if has(PieceKind::Soldier) { vec![Theme::WinsSoldier] } else { Vec::new() }
}

/// Why pieces fell.
fn causes(walk: &Walk) -> Vec<Theme> {
    let theme = |fact: &Fact| match fact {
        Fact::DoubleAttack { .. } => Some(Theme::DoubleAttack),
        Fact::PinnedProtector { .. } => Some(Theme::Pin),
        Fact::Overloaded { .. } => Some(Theme::Overload),
        Fact::Trapped { .. } => Some(Theme::Trapped),
        _ => None,
    };
    causes_in(&walk.positions[0], &walk.moves).iter().filter_map(theme).collect()
}

/// Something is given up on the way, or put where it can be taken.
fn is_sacrifice(walk: &Walk) -> bool {
    let is_behind = |ply: usize| walk.balance(ply) <= -OFFER;
    let is_offered = |ply: usize| offers(&walk.positions[ply], walk.moves[ply]);
    (1..walk.moves.len()).any(|ply| ply.is_multiple_of(2) && is_behind(ply))
        || walk.own_plies().any(is_offered)
}

/// The piece moved may be taken, and by count that loses something large.
fn offers(position: &Position, mv: Move) -> bool {
    let mut after = *position;
    after.play_unchecked(mv);
    let can_take = after.legal_moves().iter().any(|it| it.to() == mv.to());
    can_take && !position.see_at_least(mv, 1 - OFFER, &VALUES)
}

fn is_quiet(walk: &Walk) -> bool {
    walk.taken.first() == Some(&None) && !walk.positions[0].gives_check(walk.moves[0])
}

fn pierces_heart(walk: &Walk) -> bool {
    walk.own_plies().any(|ply| {
        let (position, mv) = (&walk.positions[ply], walk.moves[ply]);
        let defender = position.side().opponent();
        let heart = Square::new(4, if position.side() == xiangqi::Color::Red { 8 } else { 1 });
        let is_chariot =
            position.piece_at(mv.from()).is_some_and(|it| it.kind() == PieceKind::Chariot);
        is_chariot
            && Some(mv.to()) == heart
            && walk.taken[ply] == Some(Piece::new(defender, PieceKind::Advisor))
    })
}

fn strength(position: &Position) -> u32 {
    let count = |kind| position.of_kind(kind).len();
    2 * count(PieceKind::Chariot) + count(PieceKind::Horse) + count(PieceKind::Cannon)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(fen: &str, line: &str) -> String {
        let line: Vec<Move> = line.split_whitespace().map(|it| it.parse().unwrap()).collect();
        let position = Position::from_fen(fen).unwrap();
        let names: Vec<String> = themes(&position, &line).iter().map(Theme::name).collect();
        names.join(" ")
    }

    #[test]
    fn every_name_is_read_back_and_none_is_used_twice() {
        let mut names: Vec<String> = Theme::all().map(|it| it.name()).collect();
        for (theme, name) in Theme::all().zip(&names) {
            assert_eq!(Theme::named(name), Some(theme));
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Theme::all().count());
        assert_eq!(Theme::named("mate_in_9"), None);
    }

    #[test]
    fn gains_are_named_by_the_largest_piece() {
        let takes = "3k5/9/9/4p4/n8/9/R8/9/9/5K3 w - - 0 1";
        assert_eq!(names(takes, "a3a5"), "wins_horse endgame");
    }

    #[test]
    fn a_horse_forks_chariot_and_general() {
        // From d7 the horse checks the general on e9 and attacks the chariot on b8.
        let fen = "4k4/1r7/9/9/4N4/9/9/9/9/3K5 w - - 0 1";
        assert_eq!(names(fen, "e5d7 e9e8 d7b8"), "wins_chariot double_attack endgame");
    }

    #[test]
    fn a_chariot_takes_the_advisor_in_the_heart() {
        let fen = "4k4/4a4/6N2/9/9/9/9/4R4/9/3K5 w - - 0 1";
        let expected = "mate_in_1 angler_horse facing_generals pierced_heart endgame";
        assert_eq!(names(fen, "e2e8"), expected);
    }

    #[test]
    fn what_is_given_up_or_put_where_it_can_be_taken_is_a_sacrifice() {
        // The chariot takes a soldier that a horse protects.
        let fen = "3k5/9/9/4p4/9/3n5/9/4R4/9/4K4 w - - 0 1";
        assert!(names(fen, "e2e6").contains("sacrifice"), "{}", names(fen, "e2e6"));
        assert!(!names(fen, "e2e3").contains("sacrifice"));
    }

    #[test]
    fn a_quiet_move_that_only_saves_is_a_defense() {
        let fen = "4k4/9/9/9/9/9/9/4r4/9/4K4 w - - 0 1";
        assert_eq!(names(fen, "e0d0"), "only_defense endgame");
    }
}
