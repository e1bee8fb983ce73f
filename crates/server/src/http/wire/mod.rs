//! What travels between page and server: the only serde types of the house, and how the types of
//! the other rooms become them. They refuse nothing and ask nobody. `docs/web.md` is their
//! description; `web/js/wire.d.ts` is made from them, and a test says so when it was forgotten.

mod ablation;
mod duel;
mod endgames;
mod game;
mod laboratory;
mod league;
mod lessons;
mod library;
mod messages;
mod players;
mod position;
mod puzzles;
mod review;
mod shelf;
mod study;
pub mod traces;
#[cfg(test)]
mod typescript;

pub(crate) use self::{
    ablation::{
        AblationAsked, AblationCount, AblationCountAsked, AblationMove, AblationPlayed,
        AblationScore,
    },
    duel::{Duel, DuelCreated, DuelHost, NewDuel},
    endgames::{EndgameAnswer, EndgameAsked, EndgamePoint, EndgameValue, EndingEntry},
    game::{Game, Moved, Progress},
    laboratory::{LabCompare, LabCount, LabRoute, LabTree},
    league::{
        BotLeague, BotRequest, League, LeagueAdmin, LeagueChallenge, LeagueCreated, LeagueEntry,
        LeagueFault, LeagueForm, LeagueList, LeaguePlayer, LeagueRemoval, LeagueResult, LeagueRow,
        NewLeague, NewYardstick, ToBot,
    },
    lessons::{Explored, ExploredMove, Exploring, Forbidden, OpeningName, Source, Tried, Try},
    library::{
        ImportProgress, LibraryCollection, LibraryFile, LibraryGame, LibraryPage, LibraryQuery,
        ShelfFilter,
    },
    messages::{AnalystRequest, FromServer, Numbered, Refused, RoomRequest},
    players::{
        Addresses, Clock, GameCreated, NewGame, PlayersOffered, QrText, Seat, Side, ZooMember,
    },
    position::{Naming, Ply, Score, Status, style_of},
    puzzles::{
        DailyPuzzle, DeskAsked, LevelCount, NextAsked, OwnSource, PuzzleAnswer, PuzzleDesk,
        PuzzleEnd, PuzzleRecord, PuzzleTask, PuzzleTry, PuzzleVerdict, ThemeCount, line_of,
        theme_names,
    },
    review::{Mistake, ReviewAsked, ReviewedGame, WhyAnswer, WhyAsked},
    shelf::{GameSummary, Shelf},
    study::{
        Checked, Import, OpenedStudy, PgnWish, Problem, Studies, Study, StudyCreated, StudyEntry,
        StudyLine, StudyNotes, StudyToKeep, StudyTree,
    },
};
