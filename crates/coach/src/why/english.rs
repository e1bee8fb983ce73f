//! The facts in English, as players say them.

use xiangqi::{Color, PieceKind, Reason};

use super::{
    HARMLESS, Line, Teller,
    fact::{Fact, HorseSpot, Placed},
};
use crate::mates::MatePattern;

pub(super) fn sentence(teller: &Teller, fact: &Fact) -> String {
    let first = teller.first();
    match fact {
        Fact::Mate { winner, moves, pattern, .. } => mate(teller, *winner, *moves, *pattern),
        Fact::LostByRule { loser, reason, .. } => {
            let deed = match reason {
                Reason::PerpetualCheck => "checks for ever",
                _ => "chases for ever",
            };
            match teller.line {
                Line::Played => format!("After {first} {loser} only {deed}, which loses by rule."),
                Line::Better => {
                    format!(
                        "{first} leaves {loser} nothing but to go round: it {deed} and loses by rule."
                    )
                }
            }
        }
        Fact::Material { loser, lost, regained, .. } => {
            let goes = list(&kinds(lost));
            let comes = match regained[..] {
                [] => String::new(),
                _ => format!(" for {}", list(&kinds(regained))),
            };
            match *loser == teller.mover() {
                true => format!("{first} loses {goes}{comes}."),
                false => format!("{first} wins {goes}{comes}."),
            }
        }
        Fact::Hanging { victim, taker, is_protected, at } => {
            let taking = teller.mv(*at);
            match is_protected {
                false => format!("Nothing protects {}: {taking} takes it.", the(victim)),
                true => format!(
                    "{taking} takes {}, and the {} that takes it is worth less.",
                    the(victim),
                    taker.0.kind().name()
                ),
            }
        }
        Fact::DoubleAttack { checks, targets, at, .. } => {
            let mv = teller.mv(*at);
            let targets: Vec<String> = targets.iter().map(the).collect();
            match checks {
                true => format!("{mv} gives check and attacks {} as well.", list(&targets)),
                false => format!("{mv} attacks {} at once.", list(&targets)),
            }
        }
        Fact::PinnedProtector { victim, protector, exposed_to, .. } => format!(
            "{} seems to protect {} but is pinned: taking back would expose the general to {}.",
            capital(&the(protector)),
            the(victim),
            the(exposed_to)
        ),
        Fact::Overloaded { protector, wards: [one, other], .. } => format!(
            "{} had to protect both {} and {}, which is too much.",
            capital(&the(protector)),
            the(one),
            the(other)
        ),
        Fact::Trapped { victim, .. } => {
            format!("{} is trapped: wherever it goes, it is lost.", capital(&the(victim)))
        }
        Fact::HollowCannon { cannon, at, .. } => format!(
            "After {} {} faces the general with nothing in between: a hollow cannon.",
            teller.mv(*at),
            the(cannon)
        ),
        Fact::HorseCheck { spot, at, .. } => {
            let place = match spot {
                HorseSpot::BesidePalace => "from beside the palace",
                HorseSpot::PalaceCorner => "from the corner of the palace",
            };
            format!("{} brings a horse that gives check {place}.", teller.mv(*at))
        }
        Fact::BareGeneral { general, checks, .. } => format!(
            "{}'s general has no advisor left and is checked {checks} times in this line.",
            general.0.color()
        ),
        Fact::Initiative { captures: [own, other], otherwise: [better, of_other], at } => format!(
            "{first} loses the initiative: {at} plies on, the captures at hand are {own} against \
             {other}, after the best move {better} against {of_other}."
        ),
        Fact::NoSingleReason { loss, centipawns } if *loss < HARMLESS => match centipawns {
            0 => "No single reason; the game was decided before.".to_owned(),
            more => format!(
                "No single reason: the game is decided, and the evaluation worse by {:.1}.",
                f64::from(*more) / 100.0
            ),
        },
        Fact::NoSingleReason { loss, .. } => {
            format!("No single reason: the chances are worse by {loss:.0} %.")
        }
        Fact::NothingWrong { loss } if *loss < 0.5 => "It is as good as the best move.".to_owned(),
        Fact::NothingWrong { loss } => {
            format!("Nothing is wrong with it: {loss:.0} % behind the best move.")
        }
    }
}

fn mate(teller: &Teller, winner: Color, moves: usize, pattern: Option<MatePattern>) -> String {
    let name = pattern.map_or(String::new(), |it| format!(" ({})", name(it)));
    match teller.line {
        Line::Played => format!("After {} {winner} mates in {moves}{name}.", teller.first()),
        Line::Better => format!("Missed mate in {moves}: {}{name}.", teller.first()),
    }
}

fn name(pattern: MatePattern) -> &'static str {
    match pattern {
        MatePattern::Stalemate => "stalemate, which loses",
        MatePattern::DoubleCheck => "double check",
        MatePattern::DoubleCannon => "two cannons on one line",
        MatePattern::CannonBehindHorse => "cannon behind horse",
        MatePattern::Smothered => "smothered in the palace",
        MatePattern::HorseBesidePalace => "horse beside the palace",
        MatePattern::HorseOnPalaceCorner => "horse on the palace corner",
        MatePattern::AnglerHorse => "angler horse",
        MatePattern::OctagonHorse => "horse on the opposite corner",
        MatePattern::IronBolt => "iron bolt",
        MatePattern::TwoChariots => "two chariots in turn",
        MatePattern::HeavenAndEarthCannons => "cannons on file and rank",
        MatePattern::FacingGenerals => "facing generals",
    }
}

fn the((piece, square): &Placed) -> String {
    format!("the {} on {square}", piece.kind().name())
}

/// `a horse`, `two cannons`, `an advisor`.
fn kinds(list: &[PieceKind]) -> Vec<String> {
    let mut told: Vec<PieceKind> = Vec::new();
    let mut words = Vec::new();
    for &kind in list {
        if told.contains(&kind) {
            continue;
        }
        told.push(kind);
        let name = kind.name();
        words.push(match list.iter().filter(|&&it| it == kind).count() {
            1 if name.starts_with(['a', 'e']) => format!("an {name}"),
            1 => format!("a {name}"),
            2 => format!("two {name}s"),
            3 => format!("three {name}s"),
            more => format!("{more} {name}s"),
        });
    }
    words
}

fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |it| it.to_uppercase().to_string() + letters.as_str())
}
