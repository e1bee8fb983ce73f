//! Which move to try first: stages from the most to the least promising, so that the later ones
//! are often never generated.

use xiangqi::{
    Bitboard, Color, Guard, Move, MoveList, Piece, PieceKind, Position,
    attacks::{horse_origins, slides_and_jumps, soldier_origins},
};

use crate::{
    history::{CONTINUATIONS, History, PieceTo, in_row},
    score::Value,
    see::{exchange_value, wins_at_least},
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TableMove,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Which quiet moves are still wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quiets {
    All,
    Checks,
    None,
}

/// What the picker may look at to judge moves.
pub(crate) struct Scene<'a> {
    pub(crate) position: &'a Position,
    pub(crate) guard: &'a Guard,
    pub(crate) history: &'a History,
    /// The ply, where the history near the root knows something about it.
    pub(crate) near_root: Option<usize>,
    /// The moves that led here, as [`CONTINUATIONS`] counts them.
    pub(crate) formers: [PieceTo; CONTINUATIONS.len()],
}

/// A move and its score in one number, so that comparing numbers compares scores: the score
/// stands above the bits of the move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(i32);

impl Scored {
    const NONE: Scored = Scored(0);
    const MOVE_BITS: u32 = 14;

    /// Scores have eighteen bits: up to 131,071 either way.
    #[inline(always)]
    fn new(mv: Move, score: i32) -> Scored {
        debug_assert!(score.abs() < 1 << (31 - Scored::MOVE_BITS));
        Scored(score << Scored::MOVE_BITS | i32::from(mv.bits()))
    }

    #[inline(always)]
    fn mv(self) -> Option<Move> {
        Move::from_bits((self.0 & ((1 << Scored::MOVE_BITS) - 1)) as u16)
    }

    #[inline(always)]
    fn score(self) -> i32 {
        self.0 >> Scored::MOVE_BITS
    }
}

/// How much more the history near the root counts than the one of the whole tree, at the root.
const NEAR_ROOT_WEIGHT: i32 = 4;
const CAPACITY: usize = MoveList::CAPACITY;

pub(crate) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    /// The moves of the present stage from `cursor` to `len`, below `bad` the losing captures.
    moves: [Scored; CAPACITY],
    cursor: usize,
    len: usize,
    bad: usize,
    next_bad: usize,
    quiets: Quiets,
}

impl Picker {
    /// All moves. The table move need not be legal.
    #[inline(always)]
    pub(crate) fn new(scene: &Scene, table_move: Option<Move>) -> Picker {
        Picker::start(scene, table_move, Quiets::All)
    }

    /// Captures only.
    #[inline(always)]
    pub(crate) fn captures(scene: &Scene, table_move: Option<Move>) -> Picker {
        let table_move = table_move.filter(|it| scene.position.piece_at(it.to()).is_some());
        Picker::start(scene, table_move, Quiets::None)
    }

    #[inline(always)]
    fn start(scene: &Scene, table_move: Option<Move>, quiets: Quiets) -> Picker {
        Picker {
            stage: Stage::TableMove,
            table_move: table_move.filter(|&it| is_legal(scene, it)),
            moves: [Scored::NONE; CAPACITY],
            cursor: 0,
            len: 0,
            bad: 0,
            next_bad: 0,
            quiets,
        }
    }

    /// From now on only captures.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// From now on only captures and checks.
    pub(crate) fn keep_checks(&mut self, scene: &Scene) {
        if self.quiets != Quiets::All {
            return;
        }
        self.quiets = Quiets::Checks;
        if self.stage == Stage::Quiets {
            let checks = CheckPoints::of(scene.position);
            let mut kept = self.cursor;
            for index in self.cursor..self.len {
                let scored = self.moves[index];
                if scored.mv().is_some_and(|it| checks.are_reached_by(scene.position, it)) {
                    self.moves[kept] = scored;
                    kept += 1;
                }
            }
            self.len = kept;
        }
    }

    /// Has [`Picker::keep_checks`] been asked for?
    pub(crate) fn keeps_checks(&self) -> bool {
        self.quiets == Quiets::Checks
    }

    /// The table move after the check that it can be played here.
    pub(crate) fn table_move(&self) -> Option<Move> {
        self.table_move
    }

    pub(crate) fn next(&mut self, scene: &Scene) -> Option<Move> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::GenerateCaptures;
            if self.table_move.is_some() {
                return self.table_move;
            }
        }
        if self.stage == Stage::GenerateCaptures {
            self.generate_captures(scene);
            self.stage = Stage::GoodCaptures;
        }
        if self.stage == Stage::GoodCaptures {
            if let Some(mv) = self.next_good_capture(scene) {
                return Some(mv);
            }
            self.stage = Stage::GenerateQuiets;
        }
        if self.stage == Stage::GenerateQuiets {
            self.generate_quiets(scene);
            self.stage = Stage::Quiets;
        }
        if self.stage == Stage::Quiets {
            if let Some(mv) = self.next_quiet() {
                return Some(mv);
            }
            self.stage = Stage::BadCaptures;
        }
        if self.stage == Stage::BadCaptures {
            if self.next_bad < self.bad {
                self.next_bad += 1;
                return self.moves[self.next_bad - 1].mv();
            }
            self.stage = Stage::Done;
        }
        None
    }

    #[inline(always)]
    fn generate_captures(&mut self, scene: &Scene) {
        let position = scene.position;
        let mut list = MoveList::new();
        position.generate(scene.guard, position.of_color(position.side().opponent()), &mut list);
        for &mv in &list {
            if Some(mv) != self.table_move {
                self.push(mv, capture_score(scene, mv));
            }
        }
    }

    /// Losing captures are put aside at the front of the array, where their places are free.
    #[inline(always)]
    fn next_good_capture(&mut self, scene: &Scene) -> Option<Move> {
        while let Some(scored) = self.pick_best() {
            let mv = scored.mv()?;
            if wins_at_least(scene.position, mv, -scored.score() / 32) {
                return Some(mv);
            }
            self.moves[self.bad] = scored;
            self.bad += 1;
        }
        None
    }

    #[inline(always)]
    fn generate_quiets(&mut self, scene: &Scene) {
        self.cursor = self.bad;
        self.len = self.bad;
        if self.quiets == Quiets::None {
            return;
        }
        let position = scene.position;
        let mut list = MoveList::new();
        let checks = (self.quiets == Quiets::Checks).then(|| CheckPoints::of(position));
        let onto = checks.as_ref().map_or(Bitboard::ALL, CheckPoints::all);
        position.generate(scene.guard, onto.minus(position.occupied()), &mut list);
        let rows = scene.formers.map(|it| scene.history.after(it));
        for &mv in &list {
            let is_wanted = checks.as_ref().is_none_or(|it| it.are_reached_by(position, mv));
            if Some(mv) != self.table_move && is_wanted {
                self.push(mv, quiet_score(scene, &rows, mv));
            }
        }
    }

    #[inline(always)]
    fn next_quiet(&mut self) -> Option<Move> {
        if self.quiets == Quiets::None { None } else { self.pick_best()?.mv() }
    }

    #[inline(always)]
    fn push(&mut self, mv: Move, score: i32) {
        self.moves[self.len] = Scored::new(mv, score);
        self.len += 1;
    }

    /// Takes the best of the present stage out of it.
    #[inline(always)]
    fn pick_best(&mut self) -> Option<Scored> {
        let rest = &mut self.moves[self.cursor..self.len];
        let mut best = 0;
        let mut highest = *rest.first()?;
        for (index, &it) in rest.iter().enumerate().skip(1) {
            if highest < it {
                (best, highest) = (index, it);
            }
        }
        rest.swap(0, best);
        self.cursor += 1;
        Some(highest)
    }
}

#[inline(always)]
fn is_legal(scene: &Scene, mv: Move) -> bool {
    scene.position.is_pseudo_legal(mv) && scene.position.is_safe(scene.guard, mv)
}

/// Most valuable victim first, then what history says.
#[inline(always)]
fn capture_score(scene: &Scene, mv: Move) -> i32 {
    let (Some(piece), Some(victim)) =
        (scene.position.piece_at(mv.from()), scene.position.piece_at(mv.to()))
    else {
        return 0;
    };
    let history = scene.history.capture(PieceTo::new(piece, mv.to()), victim.kind());
    7 * exchange_value(victim.kind()) - exchange_value(piece.kind()) / 16 + history
}

#[inline(always)]
fn quiet_score(scene: &Scene, rows: &[&[i16]; CONTINUATIONS.len()], mv: Move) -> i32 {
    let Some(piece) = scene.position.piece_at(mv.from()) else { return 0 };
    let piece_to = PieceTo::new(piece, mv.to());
    let mut after = 0;
    for (row, (_, weight)) in rows.iter().zip(CONTINUATIONS) {
        after += in_row(row, piece_to) * weight;
    }
    let near_root = scene
        .near_root
        .map_or(0, |ply| NEAR_ROOT_WEIGHT * scene.history.near_root(ply, mv) / (1 + ply as i32));
    2 * scene.history.main(piece.color(), mv) + (after >> 10) + near_root
}

/// From where each kind of piece would check the enemy general.
struct CheckPoints {
    soldier: Bitboard,
    horse: Bitboard,
    chariot: Bitboard,
    cannon: Bitboard,
}

impl CheckPoints {
    #[inline(always)]
    fn of(position: &Position) -> CheckPoints {
        let us: Color = position.side();
        let general = position.general(us.opponent());
        let occupied = position.occupied();
        let (slides, _) = slides_and_jumps(general, occupied);
        // A cannon checks from free points behind the first piece: remove those pieces and the
        // slides reach them.
        let screens = slides & occupied;
        let (behind, _) = slides_and_jumps(general, occupied.minus(screens));
        CheckPoints {
            soldier: soldier_origins(us, general),
            horse: horse_origins(general, occupied),
            chariot: slides,
            cannon: behind.minus(slides),
        }
    }

    fn all(&self) -> Bitboard {
        self.soldier | self.horse | self.chariot | self.cannon
    }

    /// Does the moved piece itself check from its new point? A cannon that is its own screen
    /// slips through.
    #[inline(always)]
    fn are_reached_by(&self, position: &Position, mv: Move) -> bool {
        match position.piece_at(mv.from()).map(Piece::kind) {
            Some(PieceKind::Soldier) => self.soldier.contains(mv.to()),
            Some(PieceKind::Horse) => self.horse.contains(mv.to()),
            Some(PieceKind::Chariot) => self.chariot.contains(mv.to()),
            Some(PieceKind::Cannon) => {
                self.cannon.contains(mv.to()) && !self.chariot.contains(mv.from())
            }
            _ => false,
        }
    }
}

/// The value of what a move takes, or zero.
#[inline(always)]
pub(crate) fn victim_value(position: &Position, mv: Move) -> Value {
    position.piece_at(mv.to()).map_or(0, |it| exchange_value(it.kind()))
}
