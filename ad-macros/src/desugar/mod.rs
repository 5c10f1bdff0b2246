//! Surface Rust to smaller Rust.
//!
//! Receives the user's syntax; promises the same program with every local name unique, without local
//! closures, labelled blocks and patterns outside of `let` and `match`, and gives iterator expressions a
//! meaning as loops, or as indexable sequences.

pub(crate) mod alternatives;
pub(crate) mod anonymous;
mod apart;
mod array_windows;
mod assigned_boxes;
mod bindings;
mod block_items;
mod boxed_errors;
pub(crate) mod build;
pub(crate) mod builders;
mod by_path;
pub(crate) mod callees;
mod changeable;
pub(crate) mod changing;
pub(crate) mod checkpoint;
pub(crate) mod choices;
mod chosen;
mod chunk_lengths;
pub(crate) mod closures;
pub(crate) mod collections;
mod conditions;
mod counted;
mod counters;
mod defaulted;
mod defaults;

mod empty;
mod entries;
mod errors;
pub(crate) mod fields;
mod flattened;
pub(crate) mod fluent;
mod folded;
mod found_to_change;
mod function_aliases;
pub(crate) mod function_calls;
pub(crate) mod functions;
pub(crate) mod groups;
mod guards;
pub(crate) mod handed;
mod heaps;
pub(crate) mod held;
pub(crate) mod inlined;
pub(crate) mod iterated;
pub(crate) mod keyed;
mod labels;
pub(crate) mod leaf;
mod lent_along;
pub(crate) mod lent_fields;
mod lent_values;
mod listed;
mod literals;
mod looped;
pub(crate) mod maps;
pub(crate) mod matched;
mod medians;
pub(crate) mod methods;
pub(crate) mod numbers;
mod of_iter;
pub(crate) mod optional;
mod optional_items;
pub(crate) mod own;
mod own_items;
pub(crate) mod own_iterators;
pub(crate) mod own_lengths;
pub(crate) mod own_maps;
pub(crate) mod own_methods;
pub(crate) mod own_options;
mod own_vectors;
mod parsed;
mod payloads;
mod pipeline;
mod positions;
mod queues;
mod ranges;
mod refused_calls;
pub(crate) mod rename;
pub(crate) mod replaced;
pub(crate) mod retained;
pub(crate) mod returned;
mod runs;
pub(crate) mod sequence;
mod shared_writes;
mod shortened;
mod shown;
pub(crate) mod sorts;
mod splits;
pub(crate) mod stored;
mod sugar;
mod taken;
mod taken_states;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod told;
mod typed;
mod undeclared;
mod unfinished;
pub(crate) mod unique;
mod unshared;
mod variables;
mod viewed;
pub(crate) mod yielded;

use crate::diagnostics::Sink;
use proc_macro2::TokenStream;

/// What becomes of heaps: they stay, or hold positions, as those must that are given what carries a derivative.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heaps {
    Stay,
    OfPositions,
}

/// Every pass from syntax to syntax, in order. `core` is the path of the run time.
pub(crate) fn simplify(function: &mut syn::ItemFn, heaps: Heaps, core: &TokenStream, sink: &Sink) {
    refused_calls::to_panics(function);
    unfinished::with_panics(function);
    block_items::by_name(function, sink);
    shown::by_name(function);
    checkpoint::count(function, sink);
    defaults::by_type(function);
    parsed::by_type(function);
    boxed_errors::to_objects(function);
    looped::to_variables(function);
    chosen::in_branches(function);
    viewed::by_whole_ranges(function);
    flattened::array_by_array(function);
    lent_values::by_their_items(function);
    empty::by_default(function);
    builders::to_variables(function);
    variables::behind_patterns(function);
    let mut names = rename::unique_names(function);
    shared_writes::to_panics(function);
    own_methods::by_type(function);
    handed::by_callee(function, core);
    undeclared::as_mutable(function);
    apart::one_by_one(function, &names);
    lent_along::one_by_one(function);
    unshared::by_reference(function);
    errors::with_their_results(function, &mut names);
    folded::to_loops(function, &mut names);
    taken_states::before_matches(function, &mut names);
    heaps::begun_empty(function, &mut names);
    yielded::of_boxes(function, &mut names);
    if heaps == Heaps::OfPositions {
        heaps::to_positions(function, &mut names, core);
    }
    assigned_boxes::where_asked_for(function, &mut names);
    unique::by_uses(function);
    medians::to_statements(function, &mut names);
    positions::once(function, &mut names);
    found_to_change::by_position(function, &mut names);
    ranges::at_their_uses(function, &mut names);
    counters::by_uses(function);
    maps::to_lists(function, &mut names);
    counted::by_looking_up(function, &mut names);
    entries::by_name(function);
    literals::of_queues(function);
    queues::to_lists(function, &mut names);
    shortened::to_new_lists(function);
    own_items::by_type(function);
    own_iterators::of_variables(function);
    own_iterators::of_parameters(function);
    optional_items::written_out(function, &mut names);
    chunk_lengths::by_what_is_bound(function);
    array_windows::to_windows(function, &mut names);
    runs::by_ends(function, &mut names);
    of_iter::by_whole_paths(function, core);
    by_path::to_methods(function, &mut names);
    payloads::to_patterns(function, &mut names);
    guards::to_conditions(function, &mut names);
    sugar::to_match(function, &mut names, sink);
    alternatives::to_arms(function, &mut names);
    defaulted::at_once(function, &mut names);
    told::by_place(function, &mut names);
    splits::of_unique_slices(function, &mut names);
    stored::aliases::in_body(function, core);
    stored::nested(function, &names, core);
    listed::to_variables(function, &mut names);
    closures::inline(function, &mut names, sink);
    if pipeline::to_loops(function, &mut names, core, sink) {
        closures::inline(function, &mut names, sink);
    }
    stored::remaining(function, &names, core);
    function_calls::to_methods(function);
    labels::remove_labelled_blocks(function, &mut names);
    conditions::separate_effects(function, &mut names);
    own_lengths::by_uses(function);
    own_iterators::ask(function);
}
