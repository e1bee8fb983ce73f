//! Which parts a searcher is made of, and how that is written: `alphabeta,ordering,depth=4`.

use std::{fmt, str::FromStr};

/// A searcher as a list of switches and two limits. All switches off is plain minimax that counts
/// material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Leave out branches that cannot matter.
    pub alphabeta: bool,
    /// Try likely good moves first: captures, and what a table or a shallower search liked.
    pub ordering: bool,
    /// Remember positions met before.
    pub table: bool,
    /// At the end of a line, look at captures until none is left.
    pub quiescence: bool,
    /// Look one ply deep, then two, then three, up to the depth.
    pub deepening: bool,
    /// Add the course's tables to the material: where a piece stands counts too.
    pub positions: bool,
    /// Add what the pieces can do: so much for each legal move more than the other side has.
    pub mobility: bool,
    /// How many plies ahead, not counting quiescence.
    pub depth: u32,
    /// How many positions a move may cost; then the best found so far is played.
    pub nodes: u64,
}

impl Recipe {
    pub const DEEPEST: u32 = 8;
    pub const FEWEST_NODES: u64 = 100;
    /// As many as a move has if nothing else is said. More would be asking others to wait.
    pub const MOST_NODES: u64 = 200_000;

    /// Minimax that counts material.
    pub const PLAIN: Recipe = Recipe {
        alphabeta: false,
        ordering: false,
        table: false,
        quiescence: false,
        deepening: false,
        positions: false,
        mobility: false,
        depth: 3,
        nodes: Recipe::MOST_NODES,
    };

    /// The names of the switches, in the order in which they are written.
    pub const SWITCHES: [&'static str; 7] =
        ["alphabeta", "ordering", "table", "quiescence", "deepening", "positions", "mobility"];

    /// The switch with a name.
    pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "alphabeta" => &mut self.alphabeta,
            "ordering" => &mut self.ordering,
            "table" => &mut self.table,
            "quiescence" => &mut self.quiescence,
            "deepening" => &mut self.deepening,
            "positions" => &mut self.positions,
            "mobility" => &mut self.mobility,
            _ => return None,
        })
    }

    fn set(&mut self, word: &str) -> Option<()> {
        if let Some(switch) = self.switch(word) {
            *switch = true;
            return Some(());
        }
        let (name, number) = word.split_once('=')?;
        let number: u64 = number.parse().ok()?;
        match name {
            "depth" if (1..=u64::from(Recipe::DEEPEST)).contains(&number) => {
                self.depth = number as u32;
            }
            "nodes" if (Recipe::FEWEST_NODES..=Recipe::MOST_NODES).contains(&number) => {
                self.nodes = number;
            }
            _ => return None,
        }
        Some(())
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut copy = *self;
        for name in Recipe::SWITCHES {
            if copy.switch(name).is_some_and(|it| *it) {
                write!(f, "{name},")?;
            }
        }
        write!(f, "depth={},nodes={}", self.depth, self.nodes)
    }
}

/// A word that is no part of a recipe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRecipe(pub String);

impl fmt::Display for BadRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (deepest, fewest, most) = (Recipe::DEEPEST, Recipe::FEWEST_NODES, Recipe::MOST_NODES);
        write!(
            f,
            "a searcher is made of {}, depth=D (1 to {deepest}) and nodes=N ({fewest} to {most}), \
             separated by commas, but not of {:?}",
            Recipe::SWITCHES.join(", "),
            self.0
        )
    }
}

impl std::error::Error for BadRecipe {}

impl FromStr for Recipe {
    type Err = BadRecipe;

    /// Words separated by commas; `minimax` and nothing at all stand for no switch.
    fn from_str(text: &str) -> Result<Recipe, BadRecipe> {
        let mut recipe = Recipe::PLAIN;
        let words = text.split(',').map(str::trim);
        for word in words.filter(|it| !it.is_empty() && *it != "minimax") {
            recipe.set(word).ok_or_else(|| BadRecipe(word.chars().take(40).collect()))?;
        }
        Ok(recipe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let all = "alphabeta,ordering,table,quiescence,deepening,positions,mobility";
        for text in [
            "depth=3,nodes=200000",
            "alphabeta,ordering,depth=5,nodes=100",
            &format!("{all},depth=8,nodes=200000"),
        ] {
            assert_eq!(text.parse::<Recipe>().unwrap().to_string(), text);
        }
        assert_eq!(" minimax , depth=3".parse(), Ok(Recipe::PLAIN));
        assert_eq!("".parse(), Ok(Recipe::PLAIN));
    }

    #[test]
    fn anything_else_is_named() {
        for text in ["depth=0", "depth=9", "nodes=99", "nodes=-1", "pvs", "depth", "深度=3"] {
            let error = format!("alphabeta,{text}").parse::<Recipe>().unwrap_err();
            assert_eq!(error, BadRecipe(text.to_owned()));
            assert!(error.to_string().contains("quiescence"));
        }
    }
}
