//! Who can be played against.

use crate::{
    error::Refusal,
    standin::StandIn,
    table::Player,
    thinker::{Strength, Thinker},
    wire,
};

pub(crate) const LEVELS: u8 = 10;

pub(crate) fn offered() -> wire::Offered {
    wire::Offered { levels: LEVELS, zoo: Vec::new() }
}

pub(crate) fn check(player: &Player) -> Result<(), Refusal> {
    match player {
        Player::Human { .. } => Ok(()),
        Player::Machine(Strength::Level(level)) if (1..=LEVELS).contains(level) => Ok(()),
        Player::Machine(Strength::Level(level)) => {
            Err(Refusal::NoSuchPlayer(format!("level:{level}")))
        }
        Player::Machine(Strength::Zoo(name)) => Err(Refusal::NoSuchPlayer(format!("zoo:{name}"))),
        Player::Machine(Strength::Full) => Err(Refusal::NoSuchPlayer("full".into())),
    }
}

pub(crate) fn thinker() -> Box<dyn Thinker> {
    Box::new(StandIn)
}
