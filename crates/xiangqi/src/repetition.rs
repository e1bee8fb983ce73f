//! Perpetual check and perpetual chase: who is to blame for a loop of moves.
//!
//! The text we execute stands in `docs/rules.md`. A loop is the list of moves between two
//! occurrences of one position, so it contains no capture, and every piece can be followed from
//! its first point to its last.

use crate::{
    bitboard::Bitboard,
    color::Color,
    position::{Played, Position},
    rules::{Reason, RuleSet},
    square::Square,
    threats::{Threat, each_threat, is_chariot_pinned_by_horse, threatens_mate},
};

/// Who is to blame for a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blame {
    /// Nobody, or both alike: a draw.
    Nobody,
    /// This side must change its ways and, having repeated, has lost.
    On(Color, Reason),
}

/// How deep the `chinese` rules look for a threatened mate, in moves of the threatening side.
const MATE_THREAT_MOVES: u32 = 2;

/// Judges a loop: `now` is the position that occurred again, `played` the moves that led back to
/// it, oldest first. Under course rules whoever made the last of them is to blame.
pub fn judge_loop(now: &Position, played: &[Played], rules: RuleSet) -> Blame {
    match rules {
        RuleSet::Course => Blame::On(now.side().opponent(), Reason::Repetition),
        RuleSet::Asian | RuleSet::Chinese => judge(&follow(now, played, rules)),
    }
}

/// What one side did throughout a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conduct {
    /// It moved at all, and every move gave check.
    pub(crate) checks_always: bool,
    /// The enemy pieces that every one of its moves newly attacked, by the points where they
    /// stood when the loop began.
    pub(crate) victims: Bitboard,
    /// Of these, chariots that were pinned by a horse after each of its moves.
    pub(crate) pinned_victims: Bitboard,
}

pub(crate) fn judge(conduct: &[Conduct; 2]) -> Blame {
    let guilty = |test: fn(&Conduct) -> bool| Color::BOTH.map(|it| test(&conduct[it.index()]));
    match guilty(|it| it.checks_always) {
        [true, true] => return Blame::Nobody,
        [true, false] => return Blame::On(Color::Red, Reason::PerpetualCheck),
        [false, true] => return Blame::On(Color::Black, Reason::PerpetualCheck),
        [false, false] => {}
    }
    let chase = |color| Blame::On(color, Reason::PerpetualChase);
    match guilty(|it| !it.victims.is_empty()) {
        [false, false] => Blame::Nobody,
        [true, false] => chase(Color::Red),
        [false, true] => chase(Color::Black),
        [true, true] => match guilty(|it| !it.pinned_victims.is_empty()) {
            [true, false] => chase(Color::Red),
            [false, true] => chase(Color::Black),
            _ => Blame::Nobody,
        },
    }
}

/// What happened at one move of a loop.
pub(crate) struct LoopStep<'a> {
    pub(crate) played: &'a Played,
    pub(crate) mover: Color,
    pub(crate) before: &'a Position,
    pub(crate) after: &'a Position,
    pub(crate) gives_check: bool,
    /// Only looked for under the rules that ask for it.
    pub(crate) threatens_mate: bool,
    /// Threats after the move that were not chases before it.
    pub(crate) new_threats: &'a [Threat],
    /// For each point of the board after the move, where its piece stood when the loop began.
    pub(crate) origin: &'a [Square; Square::COUNT],
}

/// Replays a loop and tells `visit` about each move.
pub(crate) fn walk(
    now: &Position,
    played: &[Played],
    rules: RuleSet,
    mut visit: impl FnMut(&LoopStep<'_>),
) {
    let mut before = *now;
    played.iter().rev().for_each(|it| before.undo(*it));
    let mut origin = [Square::A0; Square::COUNT];
    Square::all().for_each(|it| origin[it.index()] = it);

    let mut threats_before = Vec::with_capacity(32);
    let mut threats_after = Vec::with_capacity(32);
    for step in played {
        let mover = before.side();
        let (from, to) = (step.mv.from(), step.mv.to());
        let mut after = before;
        after.play_unchecked(step.mv);

        threats_before.clear();
        each_threat(&before, mover, |it| threats_before.push(moved(it, from, to)));
        threats_after.clear();
        each_threat(&after, mover, |it| {
            if !threats_before.iter().any(|old| says_as_much(old, &it)) {
                threats_after.push(it);
            }
        });
        origin[to.index()] = origin[from.index()];

        let gives_check = after.in_check();
        visit(&LoopStep {
            played: step,
            mover,
            before: &before,
            after: &after,
            gives_check,
            threatens_mate: rules == RuleSet::Chinese
                && !gives_check
                && threatens_mate(&after, mover, MATE_THREAT_MOVES),
            new_threats: &threats_after,
            origin: &origin,
        });
        before = after;
    }
}

/// A threat of the position before a move, with the attacker where it stands after it.
fn moved(threat: Threat, from: Square, to: Square) -> Threat {
    let attacker = if threat.attacker == from { to } else { threat.attacker };
    Threat { attacker, ..threat }
}

/// The same pair was a chase before, or is none now either.
fn says_as_much(before: &Threat, after: &Threat) -> bool {
    let is_same_pair = before.attacker == after.attacker && before.victim == after.victim;
    is_same_pair && (before.ground.is_chase() || !after.ground.is_chase())
}

pub(crate) fn follow(now: &Position, played: &[Played], rules: RuleSet) -> [Conduct; 2] {
    const UNBLEMISHED: Conduct =
        Conduct { checks_always: true, victims: Bitboard::ALL, pinned_victims: Bitboard::ALL };
    let mut conduct = [UNBLEMISHED; 2];
    let mut moves = [0; 2];
    walk(now, played, rules, |step| {
        moves[step.mover.index()] += 1;
        let conduct = &mut conduct[step.mover.index()];
        conduct.checks_always &= step.gives_check;

        let attacks_everything =
            rules == RuleSet::Chinese && (step.gives_check || step.threatens_mate);
        if attacks_everything {
            return;
        }
        let mut victims = Bitboard::EMPTY;
        let mut pinned = Bitboard::EMPTY;
        for threat in step.new_threats.iter().filter(|it| it.ground.is_chase()) {
            victims.insert(step.origin[threat.victim.index()]);
            if is_chariot_pinned_by_horse(step.after, threat.victim) {
                pinned.insert(step.origin[threat.victim.index()]);
            }
        }
        conduct.victims &= victims;
        conduct.pinned_victims &= pinned;
    });
    for color in Color::BOTH {
        let conduct = &mut conduct[color.index()];
        if moves[color.index()] == 0 {
            *conduct = Conduct { checks_always: false, victims: Bitboard::EMPTY, ..*conduct };
        }
        conduct.pinned_victims &= conduct.victims;
    }
    conduct
}
