//! Any text as a searcher made of switches; what is read is written and read again.

#![no_main]

use lab::ablation::Recipe;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(recipe) = text.parse::<Recipe>() {
        assert_eq!(recipe.to_string().parse(), Ok(recipe));
        assert!((1..=Recipe::DEEPEST).contains(&recipe.depth));
        assert!((Recipe::FEWEST_NODES..=Recipe::MOST_NODES).contains(&recipe.nodes));
    }
});
