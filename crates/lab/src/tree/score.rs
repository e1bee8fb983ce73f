//! Search values and the window they are compared with.

/// A won game, before the plies it takes are subtracted. Far above any evaluation: a whole
/// side is worth less than 90,000.
pub(crate) const WON: i32 = 1_000_000;

/// Scores beyond this, up or down, are forced wins and losses.
const DECIDED: i32 = WON - 1_000;

/// The side to move has no legal move, `ply` plies after the root. Sooner is worse.
pub(crate) fn lost_at(ply: usize) -> i32 {
    ply as i32 - WON
}

/// Has the side to move lost by force?
pub fn is_lost(score: i32) -> bool {
    score < -DECIDED
}

/// Has the side to move won by force?
pub fn is_won(score: i32) -> bool {
    DECIDED < score
}

/// Plies until a forced win, or minus the plies until a forced loss; `None` if neither.
pub fn plies_to_end(score: i32) -> Option<i32> {
    if is_won(score) {
        Some(WON - score)
    } else if is_lost(score) {
        Some(-WON - score)
    } else {
        None
    }
}

/// A score for people: a number, or `#3` and `#-2` for the plies to a forced win or loss.
pub fn readable(score: i32) -> String {
    match plies_to_end(score) {
        // Lost on the spot: zero has no sign of its own.
        Some(0) => "#-0".to_owned(),
        Some(plies) => format!("#{plies}"),
        None => score.to_string(),
    }
}

/// The scores that still matter: up to `alpha` we have as good elsewhere, from `beta` on the
/// opponent has better elsewhere and will not let us come here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub const FULL: Window = Window { alpha: -WON - 1, beta: WON + 1 };

    /// The same window for the opponent, who moves next.
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window after a move with this score was found.
    pub fn raised_to(self, score: i32) -> Window {
        Window { alpha: self.alpha.max(score), ..self }
    }
}

#[test]
fn sooner_losses_are_worse_and_no_evaluation_looks_like_one() {
    assert!(lost_at(2) < lost_at(4));
    assert!(is_lost(lost_at(60)) && is_won(-lost_at(60)));
    assert!(!is_lost(-90_000) && !is_won(90_000));
    assert_eq!(Window::FULL.flipped(), Window::FULL);
    let scores = [-lost_at(3), lost_at(4), lost_at(0), -12];
    assert_eq!(scores.map(readable), ["#3", "#-4", "#-0", "-12"]);
}
