//! The arena: measures any two Xiangqi players, from the course duel to the sequential test.
//! Every engine is a process that speaks UCI or UCCI; the rules library is the referee.

mod conditions;
mod entrant;
mod game;
pub mod league;
pub mod merging;
pub mod openings;
mod pgn;
mod pgn_file;
mod record;
mod report;
mod results;
mod schedule;
mod seats;
mod standings;
pub mod statistics;
mod time_control;
mod tournament;

pub use adjudication::{Agreements, DrawRule, WinRule};
pub use conditions::{Adjudication, Conditions};
pub use entrant::{Entrant, EntrantError, Launch, StartError, make_names_unique};
pub use openings::{BadOpening, Opening, OpeningsError};
pub use pgn::to_pgn;
pub use protocol::TimeLimits;
pub use record::{BadRecord, Ending, Fault, Opinion, Outcome, Ply, Record};
pub use report::{Rows, course_rows, course_title, crosstable_rows, result_lines, score_lines};
pub use results::{BadResultLine, ResultsError};
pub use schedule::Form;
pub use standings::Standings;
pub use time_control::{BadTimeControl, TimeControl, parse_seconds};
pub use tournament::{ArenaError, Event, Match, Origin, Part};

/// An error with all that caused it, in one sentence.
pub fn explained(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |it| it.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
