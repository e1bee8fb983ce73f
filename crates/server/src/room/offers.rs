//! What one side offered and the other has not answered yet. A move settles everything.

use xiangqi::Color;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    /// Who offers a draw.
    pub(crate) draw: Option<Color>,
    /// Who asks to take a move back.
    pub(crate) take_back: Option<Color>,
    /// Who wants to play again.
    pub(crate) rematch: Option<Color>,
}

/// What can be offered, and declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    Draw,
    TakeBack,
    Rematch,
}

impl Offers {
    pub(crate) fn clear(&mut self) {
        *self = Offers::default();
    }

    /// What waits for this side's answer.
    pub(crate) fn waits_for(&self, side: Color) -> Option<Offer> {
        let by = Some(side.opponent());
        let all = [
            (self.rematch, Offer::Rematch),
            (self.draw, Offer::Draw),
            (self.take_back, Offer::TakeBack),
        ];
        all.into_iter().find(|(offered, _)| *offered == by).map(|(_, offer)| offer)
    }

    /// Did the opponent of `side` offer a draw?
    pub(crate) fn draw_is_offered_to(&self, side: Option<Color>) -> bool {
        side.is_some() && self.draw == side.map(Color::opponent)
    }

    /// Did the opponent of `side` ask to play again?
    pub(crate) fn rematch_is_offered_to(&self, side: Option<Color>) -> bool {
        side.is_some() && self.rematch == side.map(Color::opponent)
    }

    /// Who asked `side` to take a move back.
    pub(crate) fn take_back_asked_of(&self, side: Option<Color>) -> Option<Color> {
        self.take_back.filter(|it| Some(it.opponent()) == side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_waits_for_the_other_side_only() {
        let mut offers = Offers { draw: Some(Color::Red), ..Offers::default() };
        assert_eq!(offers.waits_for(Color::Black), Some(Offer::Draw));
        assert_eq!(offers.waits_for(Color::Red), None);
        assert!(offers.draw_is_offered_to(Some(Color::Black)));
        assert!(!offers.draw_is_offered_to(Some(Color::Red)) && !offers.draw_is_offered_to(None));
        offers.take_back = Some(Color::Black);
        assert_eq!(offers.take_back_asked_of(Some(Color::Red)), Some(Color::Black));
        assert_eq!(offers.take_back_asked_of(Some(Color::Black)), None);
        offers.clear();
        assert_eq!(Color::BOTH.map(|it| offers.waits_for(it)), [None, None]);
    }
}
