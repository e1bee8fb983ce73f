//! How games ended, as the numbers of the disk; they stay.

use records::book::Outcome;
use xiangqi::{Color, Status};

pub(super) fn result_number(status: Status) -> u8 {
    match status {
        Status::Ongoing => 0,
        Status::Won(Color::Red) => 1,
        Status::Won(Color::Black) => 2,
        Status::Draw => 3,
    }
}

pub(super) fn result_named(number: u8) -> Status {
    match number {
        1 => Status::Won(Color::Red),
        2 => Status::Won(Color::Black),
        3 => Status::Draw,
        _ => Status::Ongoing,
    }
}

pub(super) fn outcome(number: u16) -> Outcome {
    u8::try_from(number).map_or(Status::Ongoing, result_named).into()
}
