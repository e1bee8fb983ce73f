//! Who can be played against.

use lab::zoo::Member;

use crate::{error::Refusal, machine::LEVELS, table::Player, thinker::Strength, wire};

pub(crate) fn offered() -> wire::Offered {
    let member = |it: Member| {
        let [zh, en] = it.description();
        wire::ZooMember { name: it.to_string(), zh, en }
    };
    wire::Offered { levels: LEVELS, zoo: Member::SHOWN.map(member).into() }
}

pub(crate) fn check(player: &Player) -> Result<(), Refusal> {
    match player {
        Player::Human { .. } => Ok(()),
        Player::Machine(Strength::Level(level)) if (1..=LEVELS).contains(level) => Ok(()),
        Player::Machine(Strength::Level(level)) => {
            Err(Refusal::NoSuchPlayer(format!("level:{level}")))
        }
        Player::Machine(Strength::Zoo(name)) => {
            // Deeper members take hours for a move; they are for the command line.
            let is_shown = Member::SHOWN.iter().any(|it| it.to_string() == *name);
            let unknown = || Refusal::NoSuchPlayer(format!("zoo:{name:.40}"));
            is_shown.then_some(()).ok_or_else(unknown)
        }
        Player::Machine(Strength::Full) => Err(Refusal::NoSuchPlayer("full".into())),
    }
}
