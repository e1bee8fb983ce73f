//! What a side threatens to take, and whether the threat is a chase.
//!
//! This is the heart of the repetition rules: RULE 2 of `docs/rules.md`, word by word. A threat
//! is a pair of an attacker and a victim. The answer to "is it a chase?" keeps its ground, so that
//! a verdict can say which protector was real and which was not.

use crate::{
    attacks::targets, bitboard::Bitboard, color::Color, moves::Move, piece::PieceKind,
    position::Position, square::Square,
};

/// A possible capture, as the repetition rules look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Threat {
    pub(crate) attacker: Square,
    pub(crate) victim: Square,
    pub(crate) ground: Ground,
}

/// Why a threat counts as a chase, or why not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ground {
    /// Counts whatever protects the victim: a lesser piece attacks a greater one.
    LesserAttacker,
    /// Counts: nothing can take back.
    NoRoot,
    /// Counts: this protector reaches the point but may not take back, since that would expose
    /// its general to the other piece.
    FalseRoot { protector: Square, exposed_to: Square },
    /// Does not count: this protector takes back.
    RealRoot(Square),
    /// Does not count: equal pieces that can take each other offer an exchange.
    ExchangeOffer,
    /// Does not count: taking would expose the own general.
    IllegalCapture,
}

impl Ground {
    pub(crate) const fn is_chase(self) -> bool {
        matches!(self, Ground::LesserAttacker | Ground::NoRoot | Ground::FalseRoot { .. })
    }
}

/// Calls `visit` with every threat of `color`, as if it were to move.
pub(crate) fn each_threat(position: &Position, color: Color, mut visit: impl FnMut(Threat)) {
    let scene = Scene::new(position);
    let victims = chaseable(position, color.opponent());
    let exempt = position.of_kind(PieceKind::General) | position.of_kind(PieceKind::Soldier);
    for attacker in position.of_color(color).minus(exempt) {
        for victim in scene.reach(attacker) & victims {
            visit(Threat { attacker, victim, ground: scene.ground(attacker, victim) });
        }
    }
}

/// The pieces of `color` that can be chased: not the general, and not a soldier at home.
fn chaseable(position: &Position, color: Color) -> Bitboard {
    let soldiers = position.of(color, PieceKind::Soldier);
    let soldiers_at_home = soldiers.filter(|it| it.is_home_of(color)).collect();
    position.of_color(color).without(position.general(color)).minus(soldiers_at_home)
}

/// A position with what is looked up again and again.
struct Scene<'a> {
    position: &'a Position,
    /// Who attacks the general of each side already. A capture is not illegal because of them.
    attacking_already: [Bitboard; 2],
}

impl Scene<'_> {
    fn new(position: &Position) -> Scene<'_> {
        let attacking_already = Color::BOTH.map(|color| {
            position.attackers_of_general(color, position.occupied(), Bitboard::EMPTY)
        });
        Scene { position, attacking_already }
    }

    fn reach(&self, from: Square) -> Bitboard {
        self.position.piece_at(from).map_or(Bitboard::EMPTY, |piece| {
            targets(piece.kind(), piece.color(), from, self.position.occupied())
        })
    }

    fn ground(&self, attacker: Square, victim: Square) -> Ground {
        let (Some(hunter), Some(hunted)) =
            (self.position.piece_at(attacker), self.position.piece_at(victim))
        else {
            return Ground::IllegalCapture;
        };
        if !self.is_legal_capture(hunter.color(), attacker, victim) {
            return Ground::IllegalCapture;
        }
        if is_lesser(hunter.kind(), hunted.kind()) {
            return Ground::LesserAttacker;
        }
        let can_strike_back = hunter.kind() == hunted.kind()
            && self.reach(victim).contains(attacker)
            && self.is_legal_capture(hunted.color(), victim, attacker);
        match self.root(hunted.color(), attacker, victim) {
            Ground::RealRoot(protector) => Ground::RealRoot(protector),
            _ if can_strike_back => Ground::ExchangeOffer,
            ground => ground,
        }
    }

    fn is_legal_capture(&self, color: Color, from: Square, to: Square) -> bool {
        let occupied = self.position.occupied().without(from);
        self.exposed_to(color, from, to, occupied, Bitboard::of(to)).is_none()
    }

    /// Who attacks the general of `color`, and did not already, once its piece has gone `from`
    /// one point `to` another and the pieces in `gone` are off the board.
    fn exposed_to(
        &self,
        color: Color,
        from: Square,
        to: Square,
        occupied: Bitboard,
        gone: Bitboard,
    ) -> Option<Square> {
        let general = self.position.general(color);
        let general = if from == general { to } else { general };
        let attackers = self.position.general_attackers_at(general, color, occupied, gone);
        attackers.minus(self.attacking_already[color.index()]).first()
    }

    /// Looks for a piece of `color` that takes back on `victim` after the capture.
    fn root(&self, color: Color, attacker: Square, victim: Square) -> Ground {
        let after_capture = self.position.occupied().without(attacker);
        let protectors = self.position.attackers_to(victim, after_capture)
            & self.position.of_color(color).without(victim);
        let mut ground = Ground::NoRoot;
        for protector in protectors {
            // The capturer is taken on the point: it no longer attacks anything.
            let occupied = after_capture.without(protector);
            let gone = Bitboard::of(attacker);
            match self.exposed_to(color, protector, victim, occupied, gone) {
                None => return Ground::RealRoot(protector),
                Some(exposed_to) => ground = Ground::FalseRoot { protector, exposed_to },
            }
        }
        ground
    }
}

/// A horse or cannon on a chariot, an advisor or elephant on any of the three.
fn is_lesser(hunter: PieceKind, hunted: PieceKind) -> bool {
    use PieceKind::{Advisor, Cannon, Chariot, Elephant, Horse};
    matches!(
        (hunter, hunted),
        (Horse | Cannon, Chariot) | (Advisor | Elephant, Chariot | Horse | Cannon)
    )
}

/// Would taking the chariot off the board let a horse attack its general that does not now?
pub(crate) fn is_chariot_pinned_by_horse(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_at(square) else { return false };
    if piece.kind() != PieceKind::Chariot {
        return false;
    }
    let attackers = |occupied| {
        position.attackers_of_general(piece.color(), occupied, Bitboard::EMPTY)
            & position.of_kind(PieceKind::Horse)
    };
    let now = attackers(position.occupied());
    !attackers(position.occupied().without(square)).is_subset_of(now)
}

/// Could `color`, if it were to move, force mate by checks alone within `moves` own moves? Gives
/// up with `false` when the budget of nodes is spent.
pub(crate) fn threatens_mate(position: &Position, color: Color, moves: u32) -> bool {
    let mut position = *position;
    if position.side() != color {
        if position.in_check() {
            return false;
        }
        position.pass_unchecked();
    }
    let mut budget = 20_000;
    mates_by_checks(&mut position, moves, &mut budget)
}

fn mates_by_checks(position: &mut Position, moves: u32, budget: &mut u32) -> bool {
    if moves == 0 {
        return false;
    }
    let checks: Vec<Move> =
        position.legal_moves().iter().copied().filter(|&mv| position.gives_check(mv)).collect();
    for mv in checks {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let played = position.play_unchecked(mv);
        let answers = position.legal_moves();
        let is_mate = answers.iter().all(|&answer| {
            let answered = position.play_unchecked(answer);
            let goes_on = mates_by_checks(position, moves - 1, budget);
            position.undo(answered);
            goes_on
        });
        position.undo(played);
        if is_mate {
            return true;
        }
    }
    false
}
