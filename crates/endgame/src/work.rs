//! Retrograde analysis: from the mates backward, one move at a time.
//!
//! Both sides to move have an array of bytes. First every number is tested for being a position
//! and gets what captures lead to, which is read from smaller tables; for the weak side the moves
//! that lose not yet known are counted. Then pass `n` takes each position the weak side has lost in
//! `n` moves, takes back the strong side's moves that lead there and writes `n + 1`; and for each
//! of those it takes back the weak side's moves and counts one move less. At zero the position is
//! lost. No list of positions is kept: a pass reads the arrays, which is sequential and cheap.
//!
//! Threads share the arrays as relaxed atomics. Within a pass all of them write the same number,
//! so the order of their writes does not matter.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use xiangqi::{
    Bitboard, Color, PieceKind, Square,
    attacks::{
        between, horse_origins, horse_steps, slides_and_jumps, soldier_origins, soldier_steps_of,
    },
};

use crate::{
    attackers::{Placements, is_soldier_point},
    camp::{Camp, Step},
    layout::{Layout, Placement},
    material::{ATTACKERS, Material},
    table::{DRAW, LONGEST, NONE, Table, UPSET},
};

/// The weak side can always reach a draw by a capture, or there is no such position: never counted
/// down to zero, since no position has that many moves.
const SAFE: u8 = 200;

/// What the threads share.
pub(crate) struct Work<'a> {
    pub(crate) layout: &'a Layout,
    placements: Placements<'a>,
    weak_steps: Vec<Vec<Step>>,
    strong_steps: Vec<Vec<Step>>,
    strong_mirrors: Vec<u32>,
    /// The weak camp is its own mirror image.
    is_image: Vec<bool>,
    /// The tables after the capture of an advisor, an elephant.
    after_guard: [Option<&'a Table>; 2],
    /// The tables after the capture of an attacker, by kind; `None` if nothing is left.
    after_attacker: [Option<&'a Table>; ATTACKERS],
    pub(crate) red: Vec<AtomicU8>,
    pub(crate) black: Vec<AtomicU8>,
    /// Moves of the weak side that are not known to lose, captures left out.
    pub(crate) left: Vec<AtomicU8>,
    /// The highest number written so far.
    pub(crate) highest: AtomicU8,
    /// Numbers at which the strong side has no legal move.
    pub(crate) stuck: Mutex<Vec<usize>>,
    threads: usize,
}

/// One weak and one strong camp with all placements of the attackers.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    weak: usize,
    strong: usize,
    base: usize,
    /// Both camps.
    camps: Bitboard,
    /// Where something must stand, if the generals are on one file with no guard between.
    line: Option<Bitboard>,
}

impl<'a> Work<'a> {
    pub(crate) fn new(layout: &'a Layout, smaller: &'a [Arc<Table>], threads: usize) -> Work<'a> {
        let material = layout.material;
        let find =
            |wanted: Material| smaller.iter().find(|it| *it.material() == wanted).map(|it| &**it);
        let after_guard = [0, 1].map(|kind| {
            let mut wanted = material;
            wanted.weak[kind] = wanted.weak[kind].checked_sub(1)?;
            find(wanted)
        });
        let after_attacker = [0, 1, 2, 3].map(|kind| {
            let mut wanted = material;
            wanted.strong[kind] = wanted.strong[kind].checked_sub(1)?;
            find(wanted)
        });
        let strong = |it| layout.strong.number(&layout.strong.get(it).mirrored());
        let size = layout.size();
        let bytes = |value| (0..size).map(|_| AtomicU8::new(value)).collect();
        Work {
            layout,
            placements: Placements::new(&layout.attackers),
            weak_steps: layout.weak.steps(),
            strong_steps: layout.strong.steps(),
            strong_mirrors: (0..layout.strong.count())
                .map(|it| strong(it).map_or(0, |(number, _)| number))
                .collect(),
            is_image: (0..layout.weak.count())
                .map(|it| layout.weak.get(it).mirrored() == *layout.weak.get(it))
                .collect(),
            after_guard,
            after_attacker,
            red: bytes(NONE),
            black: bytes(NONE),
            left: bytes(SAFE),
            highest: AtomicU8::new(0),
            stuck: Mutex::default(),
            threads,
        }
    }

    pub(crate) fn in_blocks(&self, work: impl Fn(&Block) + Sync) {
        let blocks = self.layout.weak.count() * self.layout.strong.count();
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let block = next.fetch_add(1, Relaxed);
                        if blocks <= block {
                            break;
                        }
                        work(&self.block(block));
                    }
                });
            }
        });
    }

    fn block(&self, number: usize) -> Block {
        let strong_camps = self.layout.strong.count();
        let (weak, strong) = (number / strong_camps, number % strong_camps);
        let (one, other) = (self.layout.weak.get(weak), self.layout.strong.get(strong));
        let camps = one.occupied() | other.occupied();
        let is_one_file = one.general.file() == other.general.file();
        let line = between(one.general, other.general);
        let line = (is_one_file && !line.intersects(camps)).then_some(line);
        Block { weak, strong, base: number * self.layout.attackers.count(), camps, line }
    }

    fn index(&self, weak: usize, strong: usize, attackers: usize) -> usize {
        (weak * self.layout.strong.count() + strong) * self.layout.attackers.count() + attackers
    }

    /// Tells positions from what cannot arise, and looks where captures of guards win.
    pub(crate) fn place(&self, block: &Block) {
        let general = self.layout.weak.get(block.weak).general;
        for number in 0..self.layout.attackers.count() {
            let attackers = self.placements.occupied(number);
            let is_crowded = attackers.is_empty() || attackers.intersects(block.camps);
            let is_facing = block.line.is_some_and(|line| !line.intersects(attackers));
            if is_crowded || is_facing {
                continue;
            }
            let index = block.base + number;
            self.black[index].store(DRAW, Relaxed);
            let occupied = block.camps | attackers;
            if self.is_check(general, number, occupied) {
                continue;
            }
            let value = self.best_capture(block, number, occupied);
            self.red[index].store(value, Relaxed);
            if value <= LONGEST {
                self.highest.fetch_max(value, Relaxed);
            }
        }
    }

    fn is_check(&self, general: Square, number: usize, occupied: Bitboard) -> bool {
        let (slides, jumps) = slides_and_jumps(general, occupied);
        let mut is_check = false;
        self.placements.each(number, |kind, from| {
            is_check |= match kind {
                PieceKind::Chariot => slides.contains(from),
                PieceKind::Cannon => jumps.contains(from),
                PieceKind::Horse => horse_origins(general, occupied).contains(from),
                _ => soldier_origins(Color::Red, general).contains(from),
            };
        });
        is_check
    }

    /// The shortest win that begins with the capture of a guard, or a draw.
    fn best_capture(&self, block: &Block, number: usize, occupied: Bitboard) -> u8 {
        let camp = self.layout.weak.get(block.weak);
        let guards = camp.advisors | camp.elephants;
        let mut best = DRAW;
        if guards.is_empty() {
            return best;
        }
        self.placements.each(number, |kind, from| {
            for to in strikes(kind, from, occupied) & guards {
                let value = self.after_guard(block, camp, number, (kind, from, to));
                if value < LONGEST {
                    best = best.min(value + 1);
                }
            }
        });
        best
    }

    /// The value, weak side to move, after a guard was taken; `NONE` if that is not legal.
    fn after_guard(
        &self,
        block: &Block,
        camp: &Camp,
        number: usize,
        (kind, from, to): (PieceKind, Square, Square),
    ) -> u8 {
        let table = self.after_guard[usize::from(camp.elephants.contains(to))];
        if kind == PieceKind::Soldier && !is_soldier_point(to) {
            return NONE;
        }
        let Some(table) = table else { return NONE };
        let layout = &table.layout;
        let Some((weak, is_mirrored)) = layout.weak.number(&camp.without(to)) else { return NONE };
        let mut attackers = self.placements.after(number, kind, from, to);
        let mut strong = block.strong;
        if is_mirrored {
            attackers = self.placements.mirror(attackers);
            strong = self.strong_mirrors[strong] as usize;
        }
        let block = weak as usize * layout.strong.count() + strong;
        table.black[block * layout.attackers.count() + attackers]
    }

    /// Counts the weak side's moves and looks where its captures lead; finds where the strong side
    /// has no move.
    pub(crate) fn link(&self, block: &Block) {
        let camp = self.layout.weak.get(block.weak);
        let mut stuck = Vec::new();
        for number in 0..self.layout.attackers.count() {
            let index = block.base + number;
            if self.black[index].load(Relaxed) == NONE {
                continue;
            }
            let mut quiet = 0;
            self.each_weak_step(block, number, |target| {
                quiet += u8::from(self.red[target].load(Relaxed) != NONE);
            });
            let captures = self.captures_by_weak(block, camp, number);
            let (value, left) = match captures {
                Captures::Draw => (DRAW, SAFE),
                Captures::None if quiet == 0 => (0, 0),
                Captures::None => (0, quiet),
                Captures::Lose(moves) => (moves, quiet),
            };
            self.left[index].store(left, Relaxed);
            if left != SAFE {
                self.black[index].store(value, Relaxed);
                self.highest.fetch_max(value, Relaxed);
            }
            let can_act = self.red[index].load(Relaxed);
            if can_act == DRAW && !self.strong_can_move(block, number) {
                stuck.push(index);
            }
        }
        if !stuck.is_empty()
            && let Ok(mut all) = self.stuck.lock()
        {
            all.extend(stuck);
        }
    }

    /// Visits the numbers, strong side to move, that the weak side's quiet moves lead to.
    #[inline(always)]
    fn each_weak_step(&self, block: &Block, number: usize, mut visit: impl FnMut(usize)) {
        let attackers = self.placements.occupied(number);
        for step in &self.weak_steps[block.weak] {
            if step.needs_free.intersects(attackers) {
                continue;
            }
            let weak = step.camp as usize;
            visit(if step.is_mirrored {
                let strong = self.strong_mirrors[block.strong] as usize;
                self.index(weak, strong, self.placements.mirror(number))
            } else {
                self.index(weak, block.strong, number)
            });
        }
    }

    /// Visits the numbers, weak side to move, from which its quiet moves lead here.
    #[inline(always)]
    pub(crate) fn each_weak_origin(
        &self,
        block: &Block,
        number: usize,
        mut visit: impl FnMut(usize),
    ) {
        let attackers = self.placements.occupied(number);
        let is_image = self.is_image[block.weak];
        for step in &self.weak_steps[block.weak] {
            if step.needs_free.intersects(attackers) {
                continue;
            }
            let weak = step.camp as usize;
            // A camp that is its own image has both images of the rest, each with a step of its own
            // to and from the one kept of two camps.
            let both = self.is_image[weak] && !is_image;
            if both || !step.is_mirrored {
                visit(self.index(weak, block.strong, number));
            }
            if both || (step.is_mirrored && !is_image) {
                let strong = self.strong_mirrors[block.strong] as usize;
                visit(self.index(weak, strong, self.placements.mirror(number)));
            }
        }
    }

    fn captures_by_weak(&self, block: &Block, camp: &Camp, number: usize) -> Captures {
        let attackers = self.placements.occupied(number);
        let occupied = block.camps | attackers;
        let mut captures = Captures::None;
        for (from, targets) in camp.targets(occupied) {
            for to in targets & attackers {
                let value = self.after_attacker(block, &camp.after(from, to), number, to);
                captures = match (captures, value) {
                    (captures, NONE) => captures,
                    (Captures::Draw, _) | (_, DRAW | UPSET) => Captures::Draw,
                    (Captures::None, moves) => Captures::Lose(moves),
                    (Captures::Lose(so_far), moves) => Captures::Lose(so_far.max(moves)),
                };
            }
        }
        captures
    }

    /// The value, strong side to move, after the attacker on `to` was taken; `NONE` if illegal.
    fn after_attacker(&self, block: &Block, weak: &Camp, number: usize, to: Square) -> u8 {
        let mut attackers = self.placements.sets(number);
        let Some(kind) = attackers.iter().position(|it| it.contains(to)) else { return NONE };
        attackers[kind].remove(to);
        let strong = *self.layout.strong.get(block.strong);
        let placement = Placement { weak: *weak, strong, attackers };
        match self.after_attacker[kind] {
            Some(table) => table.layout.index(&placement).map_or(NONE, |it| table.red[it]),
            None => {
                let line = between(weak.general, strong.general);
                let is_facing = weak.general.file() == strong.general.file()
                    && !line.intersects(weak.occupied() | strong.occupied());
                if is_facing { NONE } else { DRAW }
            }
        }
    }

    /// Has the strong side a legal move? Captures of guards that win were seen before.
    fn strong_can_move(&self, block: &Block, number: usize) -> bool {
        let attackers = self.placements.occupied(number);
        let occupied = block.camps | attackers;
        let is_legal = |index: usize| self.black[index].load(Relaxed) != NONE;
        let mut can_move = self.strong_steps[block.strong].iter().any(|step| {
            !step.needs_free.intersects(attackers)
                && is_legal(self.index(block.weak, step.camp as usize, number))
        });
        if can_move {
            return true;
        }
        let camp = self.layout.weak.get(block.weak);
        let guards = camp.advisors | camp.elephants;
        self.placements.each(number, |kind, from| {
            let targets = strikes(kind, from, occupied);
            for to in slides(kind, from, occupied).minus(occupied) {
                can_move |= !can_move
                    && is_legal(block.base + self.placements.after(number, kind, from, to));
            }
            for to in targets & guards {
                can_move |= self.after_guard(block, camp, number, (kind, from, to)) != NONE;
            }
        });
        can_move
    }

    /// Takes back the strong side's moves that lead to a loss of the weak side in so many moves.
    pub(crate) fn win_before(&self, block: &Block, moves: u8) {
        let count = self.layout.attackers.count();
        let values = &self.black[block.base..block.base + count];
        let left = &self.left[block.base..block.base + count];
        for (number, (value, left)) in values.iter().zip(left).enumerate() {
            if value.load(Relaxed) == moves && left.load(Relaxed) == 0 {
                self.each_strong_origin(block, number, |origin| {
                    let value = self.red[origin].load(Relaxed);
                    if moves + 1 < value && value != NONE {
                        self.red[origin].store(moves + 1, Relaxed);
                        self.raise(moves + 1);
                    }
                });
            }
        }
    }

    /// Visits the numbers, strong side to move, from which its quiet moves lead here.
    #[inline(always)]
    pub(crate) fn each_strong_origin(
        &self,
        block: &Block,
        number: usize,
        mut visit: impl FnMut(usize),
    ) {
        let attackers = self.placements.occupied(number);
        let occupied = block.camps | attackers;
        for step in &self.strong_steps[block.strong] {
            if !step.needs_free.intersects(attackers) {
                visit(self.index(block.weak, step.camp as usize, number));
            }
        }
        self.placements.each(number, |kind, at| {
            for from in origins(kind, at, occupied).minus(occupied) {
                visit(block.base + self.placements.after(number, kind, at, from));
            }
        });
    }

    /// Takes back the weak side's moves that lead to a win of the strong side in so many moves.
    pub(crate) fn lose_before(&self, block: &Block, moves: u8) {
        let values = &self.red[block.base..block.base + self.layout.attackers.count()];
        for (number, value) in values.iter().enumerate() {
            if value.load(Relaxed) == moves {
                self.each_weak_origin(block, number, |origin| {
                    if self.left[origin].fetch_sub(1, Relaxed) == 1 {
                        let value = self.black[origin].fetch_max(moves, Relaxed).max(moves);
                        self.raise(value);
                    }
                });
            }
        }
    }

    fn raise(&self, value: u8) {
        if self.highest.load(Relaxed) < value {
            self.highest.fetch_max(value, Relaxed);
        }
    }

    /// The block and the number within it.
    pub(crate) fn locate(&self, index: usize) -> (Block, usize) {
        let count = self.layout.attackers.count();
        (self.block(index / count), index % count)
    }
}

/// What the weak side's captures lead to.
enum Captures {
    None,
    /// At least one does not lose.
    Draw,
    /// All lose, the longest in so many moves.
    Lose(u8),
}

/// What an attacker could take if it were there.
#[inline(always)]
fn strikes(kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Cannon => slides_and_jumps(from, occupied).1,
        _ => slides(kind, from, occupied),
    }
}

/// Where an attacker goes without a capture, pieces in its way included.
#[inline(always)]
fn slides(kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Chariot | PieceKind::Cannon => slides_and_jumps(from, occupied).0,
        PieceKind::Horse => horse_steps(from, occupied),
        _ => soldier_steps_of(Color::Red, from),
    }
}

/// From where an attacker could have come without a capture.
#[inline(always)]
fn origins(kind: PieceKind, at: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Chariot | PieceKind::Cannon => slides_and_jumps(at, occupied).0,
        PieceKind::Horse => horse_origins(at, occupied),
        _ => soldier_origins(Color::Red, at).filter(|&it| is_soldier_point(it)).collect(),
    }
}
