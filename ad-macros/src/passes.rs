//! Which optimisations run: all, unless one is switched off to see what it is worth, or that it is right.
//!
//! `#[differentiable(without = windows)]` switches one off for a function, `PULLBACK_WITHOUT=windows` (or
//! several, with commas, or `all`) in the environment of a build for all of them.

use proc_macro2::Ident;

/// An optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    Fields,
    Uncopied,
    HalfOpen,
    Nests,
    Contraction,
    Winners,
    Tangents,
    Steps,
    Reads,
    Recursion,
    AtOnce,
    Partials,
    Spreads,
    Interchange,
    Order,
    Preaccumulation,
    Windows,
    Carried,
    Promotion,
    Sums,
    Strips,
    Sinking,
    FirstTouch,
    Grids,
    Fusion,
    Totals,
    Folding,
    Slopes,
    Passed,
    Weighing,
    Handover,
    Trimmed,
    Pooling,
    Spent,
    InPlace,
    Unread,
    Near,
    Unwanted,
    Promises,
}

const ALL: [(Pass, &str); 39] = [
    (Pass::Fields, "fields"),
    (Pass::Uncopied, "uncopied"),
    (Pass::HalfOpen, "half_open"),
    (Pass::Nests, "nests"),
    (Pass::Contraction, "contraction"),
    (Pass::Winners, "winners"),
    (Pass::Tangents, "tangents"),
    (Pass::Steps, "steps"),
    (Pass::Reads, "reads"),
    (Pass::Recursion, "recursion"),
    (Pass::AtOnce, "at_once"),
    (Pass::Partials, "partials"),
    (Pass::Spreads, "spreads"),
    (Pass::Interchange, "interchange"),
    (Pass::Order, "order"),
    (Pass::Preaccumulation, "preaccumulation"),
    (Pass::Windows, "windows"),
    (Pass::Carried, "carried"),
    (Pass::Promotion, "promotion"),
    (Pass::Sums, "sums"),
    (Pass::Strips, "strips"),
    (Pass::Sinking, "sinking"),
    (Pass::FirstTouch, "first_touch"),
    (Pass::Grids, "grids"),
    (Pass::Fusion, "fusion"),
    (Pass::Totals, "totals"),
    (Pass::Folding, "folding"),
    (Pass::Slopes, "slopes"),
    (Pass::Passed, "passed"),
    (Pass::Weighing, "weighing"),
    (Pass::Handover, "handover"),
    (Pass::Trimmed, "trimmed"),
    (Pass::Pooling, "pooling"),
    (Pass::Spent, "spent"),
    (Pass::InPlace, "in_place"),
    (Pass::Unread, "unread"),
    (Pass::Near, "near"),
    (Pass::Unwanted, "unwanted"),
    (Pass::Promises, "promises"),
];

#[derive(Clone, Debug)]
pub(crate) struct Passes(Vec<Pass>);

impl Default for Passes {
    fn default() -> Self {
        let off = std::env::var("PULLBACK_WITHOUT").unwrap_or_default();
        let is_off = |name: &str| off.split(',').any(|word| word == name || word == "all");
        let on = ALL.iter().filter(|(_, name)| !is_off(name));
        Passes(on.map(|(pass, _)| *pass).collect())
    }
}

impl Passes {
    pub(crate) fn has(&self, pass: Pass) -> bool {
        self.0.contains(&pass)
    }

    /// Without the pass of that name, or without any for `all`; `false` if there is none.
    pub(crate) fn switch_off(&mut self, name: &Ident) -> bool {
        let named = |(_, pass): &&(Pass, &str)| name == pass || name == "all";
        let off: Vec<Pass> = ALL.iter().filter(named).map(|(pass, _)| *pass).collect();
        self.0.retain(|pass| !off.contains(pass));
        !off.is_empty()
    }

    /// Without a pass that the place where a function stands does not allow.
    pub(crate) fn but(mut self, pass: Pass) -> Self {
        self.0.retain(|p| *p != pass);
        self
    }
}
