//! IR to tokens. Nothing here decides, and nothing here fails.
//!
//! [`rule`] writes the companion and its `rrule`, [`forward`] the forward sweep, [`reverse`] the
//! pullback's body, [`window`] the shadows that its loops keep in registers, [`public`] the calls users make. Every generated name is in [`names`], every
//! absolute path in [`paths`].

mod along;
mod associated;
mod at_once;
mod bare;
mod bare_lists;
mod bounds;
mod call;
mod carried;
mod closure;
mod collected;
mod derived;
mod detached;
mod fields;
mod forward;
pub(crate) mod function;
mod gate;
mod grouping;
mod held;
mod hints;
mod holders;
mod in_place;
mod inert_results;
mod interior;
mod keep;
mod known;
mod left_out;
mod lent_functions;
mod lent_objects;
mod linked;
mod looped;
mod made_functions;
mod missing;
mod mistakes;
mod named_operators;
pub(crate) mod names;
mod nested;
mod objects;
mod op;
mod opened;
mod partials;
pub(crate) mod paths;
mod plain_made;
mod positions;
mod promises;
mod public;
mod reverse;
mod reverse_call;
mod rule;
pub(crate) mod rule_call;
mod shadow_argument;
mod shapes;
mod signature;
mod sites;
mod statements;
mod strips;
mod stub;
mod sums;
mod taken;
mod tokens;
mod unread;
mod unruled;
mod unsure;
mod unwanted;
mod vjp;
mod window;
mod witness;
mod written;

pub(crate) use bounds::{
    bound_operators, bound_types, bounded_generics, differentiable, given_types, operator_rule,
    rules_of_parameters,
};
pub(crate) use detached::builds_borrowing;
pub(crate) use known::Known;
pub(crate) use lent_objects::of_object;
pub(crate) use mistakes::Mistakes;
pub(crate) use objects::is_box;
pub(crate) use rule::{
    changing, companion, declared, for_rules, lenient, members, mentions, no_changing,
};
pub(crate) use signature::{Home, Member, MemberKind, Signature, type_and_const};
pub(crate) use stub::stub;
pub(crate) use written::{answer, asked, elided, everlasting, pointee, seen_as};

use crate::adjoint::Sweep;
use crate::adjoint::guards::Clause;
use crate::adjoint::residual::Residuals;
use crate::analysis::interior::Interior;
use crate::analysis::plan::{Analyses, Plan};
use crate::analysis::receiver::Readers;
use crate::ir::{Function, Local, Place};
use crate::passes::Passes;
use crate::tables::{HashMap, HashSet};
use proc_macro2::TokenStream;
use std::cell::OnceCell;

/// What every part of the emitter reads.
pub(crate) struct Emitter<'a> {
    pub(crate) f: &'a Function,
    /// The guard clauses that the function does not have in itself; of some, the function that they leave, both of whose
    /// sweeps run there.
    pub(crate) clauses: &'a [(&'a Clause, Option<Emitter<'a>>)],
    pub(crate) a: &'a Analyses<'a>,
    pub(crate) plan: &'a Plan,
    /// Which of the function's rules this is, of those that hold each other.
    pub(crate) level: usize,
    pub(crate) residuals: Residuals<'a>,
    pub(crate) sweep: &'a Sweep<'a>,
    /// The rule whose last loops are taken back as they run, if there is one.
    pub(crate) along: Option<&'a Emitter<'a>>,
    /// The rule for the case that fields are numbers and lists of numbers, if there is one.
    pub(crate) known: Option<Known<'a>>,
    pub(crate) passes: &'a Passes,
    pub(crate) answers: Answers,
    /// Whether type parameters are in scope.
    pub(crate) generic: bool,
    /// Whether a bound says what multiplies floats, `f64: Mul<T>`, of which rustc then knows no other factors.
    pub(crate) scales: bool,
    /// Whether what stands for them lives for as long as it likes.
    pub(crate) lasting: bool,
    /// Whether the types of values may name lifetimes.
    pub(crate) borrows: bool,
    /// Whether those of values may have some that their names leave out.
    pub(crate) may_borrow: bool,
    /// Whether it is the rule of a closure: a `Keep` by its name is that of the function around it.
    pub(crate) closure: bool,
    /// The types in the signature that have to derive `Differentiable`.
    pub(crate) derived: derived::Derives,
    /// What is wrong with the function's body.
    pub(crate) mistakes: Option<&'a Mistakes>,
    /// The path of the crate that holds the run time.
    pub(crate) core: TokenStream,
}

/// What is asked of the whole function, once it was: each is found at the first question.
#[derive(Default)]
pub(crate) struct Answers {
    /// The payloads to which something comes back though they are of arguments that may derive nothing, and these.
    pub(crate) payloads: OnceCell<HashMap<Local, Local>>,
    /// Who reads what the receiver held.
    pub(crate) readers: OnceCell<Readers>,
    /// What is borrowed uniquely in parts.
    pub(crate) in_parts: OnceCell<Vec<Place>>,
    /// The copies of fields that are asked for fields of their own.
    pub(crate) of_fields: OnceCell<HashSet<Local>>,
    /// The values that are made of what shows no float.
    pub(crate) plain_made: OnceCell<HashSet<Local>>,
    /// The boxes that are made of values of unknown type.
    pub(crate) boxes: OnceCell<HashMap<Local, objects::Held>>,
    /// The lists of objects that are passed on where they are made.
    pub(crate) object_lists: OnceCell<HashSet<Local>>,
    /// The lists that fields make other collections of.
    pub(crate) collected: OnceCell<Vec<Local>>,
    /// The functions that may go without a rule.
    pub(crate) asked: OnceCell<HashSet<String>>,
    /// The methods of what may change that may have no rule.
    pub(crate) unruled: OnceCell<HashMap<Local, unruled::Gives>>,
    /// The results of calls that may be functions and are lent.
    pub(crate) lent: OnceCell<HashSet<Local>>,
    /// What holds functions with rules.
    pub(crate) holders: OnceCell<HashSet<Local>>,
    /// What calls may keep something in.
    pub(crate) interior: OnceCell<Interior>,
    /// What loops go over by positions, and may be an option.
    pub(crate) counted: OnceCell<positions::Counted>,
    /// What calls gave.
    pub(crate) given: OnceCell<HashSet<Local>>,
    /// What nothing but sums asks for.
    pub(crate) unread: OnceCell<unread::Unread>,
    /// What the function that a closure stands in has declared for calls of methods.
    pub(crate) around: missing::Declared,
}

impl Emitter<'_> {
    /// The same for another of the function's rules.
    fn at(&self, level: usize) -> Emitter<'_> {
        Emitter {
            level,
            along: None,
            known: None,
            residuals: Residuals::new(self.a, self.plan),
            core: self.core.clone(),
            answers: Answers::default(),
            derived: self.derived.clone(),
            ..*self
        }
    }
}
