//! What one side offered and the other has not answered yet. A move settles both.

use xiangqi::Color;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    /// Who offers a draw.
    pub(crate) draw: Option<Color>,
    /// Who asks to take a move back.
    pub(crate) take_back: Option<Color>,
}

impl Offers {
    pub(crate) fn clear(&mut self) {
        *self = Offers::default();
    }

    /// Does something wait for this side's answer?
    pub(crate) fn wait_for(&self, side: Color) -> bool {
        [self.draw, self.take_back].contains(&Some(side.opponent()))
    }

    /// Did the opponent of `side` offer a draw?
    pub(crate) fn draw_is_offered_to(&self, side: Option<Color>) -> bool {
        side.is_some() && self.draw == side.map(Color::opponent)
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
        let mut offers = Offers { draw: Some(Color::Red), take_back: None };
        assert!(offers.wait_for(Color::Black) && !offers.wait_for(Color::Red));
        assert!(offers.draw_is_offered_to(Some(Color::Black)));
        assert!(!offers.draw_is_offered_to(Some(Color::Red)) && !offers.draw_is_offered_to(None));
        offers.take_back = Some(Color::Black);
        assert_eq!(offers.take_back_asked_of(Some(Color::Red)), Some(Color::Black));
        assert_eq!(offers.take_back_asked_of(Some(Color::Black)), None);
        offers.clear();
        assert!(!offers.wait_for(Color::Red) && !offers.wait_for(Color::Black));
    }
}
