//! The whole pipeline, with its gates: after each, refusals end the expansion.

mod emitted;
mod members;

pub(crate) use members::is_foreign;

use crate::analysis::plan::{Analyses, Plan, plan};
use crate::attr::{self, Options};
use crate::desugar::Heaps;
use crate::diagnostics::{Sink, catalog};
use crate::emit::{self, Emitter};
use crate::ir::{self, Passing};
use crate::passes::{Pass, Passes};
use crate::projection::is_projection;
use crate::{
    analysis, borrowers, collectors, configured, contraction, copies, desugar, half_open,
    iterators, lent_items, lower, nests, projection, tangent, uncopied, winners,
};
use emitted::emitted;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// Expands `#[differentiable(options)] item`.
pub(crate) fn differentiable(options: TokenStream, item: TokenStream) -> TokenStream {
    // A look at the text is much cheaper than one at the tokens.
    let text = item.to_string();
    let marked = text.contains("checkpoint") && desugar::checkpoint::is_in(&item);
    let each = |item| unconditional(options.clone(), item);
    let expanded = match text.contains("cfg") {
        true => configured::each(&item, &each),
        false => None,
    };
    let expanded = expanded.unwrap_or_else(|| each(item));
    match marked {
        true => desugar::checkpoint::removed(expanded),
        false => expanded,
    }
}

/// The expansion of an item without conditions in it.
fn unconditional(options: TokenStream, item: TokenStream) -> TokenStream {
    let sink = Sink::new();
    let options = syn::parse2::<Options>(options).unwrap_or_else(|error| {
        sink.forward(error);
        Options::default()
    });
    let parsed = syn::parse2::<syn::Item>(item.clone()).map(|mut item| {
        borrowers::write_out(&mut item);
        lent_items::note(&item);
        collectors::note(&item);
        iterators::note(&item);
        desugar::handed::note(&item);
        desugar::keyed::note(&item);
        item
    });
    match parsed {
        Ok(syn::Item::Fn(function)) if desugar::methods::is_method(&function) => {
            iterators::note_refused(desugar::callees::of_method(&function.sig.ident));
            sink.refuse(function.sig.ident.span(), catalog::METHOD);
            refused_item(function, sink)
        }
        Ok(syn::Item::Fn(function)) => expand(options, function, sink),
        Ok(syn::Item::Impl(item)) if sink.is_empty() => members::implementation(&options, item),
        Ok(syn::Item::Trait(item)) if sink.is_empty() => members::declaration(&options, item),
        Ok(syn::Item::Impl(_) | syn::Item::Trait(_)) => refused_item(item, sink),
        // What parses as no item may be a method that a trait declares.
        Ok(syn::Item::Verbatim(tokens)) => {
            match syn::parse2::<syn::TraitItemFn>(tokens.clone()) {
                Ok(method) => {
                    iterators::note_refused(desugar::callees::of_method(&method.sig.ident));
                    sink.refuse(method.sig.ident.span(), catalog::METHOD);
                }
                Err(_) => sink.refuse(first_token(&tokens), catalog::NOT_A_FUNCTION),
            }
            refused_item(tokens, sink)
        }
        Ok(other) => {
            sink.refuse(first_token(&other), catalog::NOT_A_FUNCTION);
            refused_item(other, sink)
        }
        Err(error) => {
            sink.forward(error);
            refused_item(item, sink)
        }
    }
}

/// The rules of an implementation that has been expanded, and that its trait has no place for.
pub(crate) fn rules_beside(options: TokenStream, item: TokenStream) -> TokenStream {
    match (syn::parse2(options), syn::parse2(item)) {
        (Ok(options), Ok(item)) => members::rules_beside(&options, item),
        _ => TokenStream::new(),
    }
}

fn expand(options: Options, mut function: syn::ItemFn, sink: Sink) -> TokenStream {
    desugar::groups::make_visible(&mut function);
    desugar::choices::mark(&mut function);
    let constants = attr::take_constants(&mut function.sig, &sink);
    let companion = options
        .name
        .clone()
        .unwrap_or_else(|| function.sig.ident.clone());
    if is_projection(&function.sig) {
        return projected(&options, &function, &companion);
    }
    let changing = changing(&options, &function, &companion, &constants);
    let derived = free(
        &options,
        &function,
        companion,
        &constants,
        &[],
        |signature| {
            let write = emit::companion;
            derive_forms(&options, signature, &sink, write).ok_or_else(|| {
                stand_in(&options, signature, write).unwrap_or_else(|| {
                    let core = emit::paths::runtime(options.facade.as_ref());
                    let without = without_refused(signature);
                    let for_rules = signature.with_constants(&without);
                    let rule = stand_in(&options, &for_rules, emit::for_rules);
                    if rule.is_none() {
                        iterators::note_refused(function.sig.ident.to_string());
                    }
                    emit::stub(signature, rule, &core)
                })
            })
        },
    );
    match derived {
        Ok(derived) => quote!(#function #derived #changing),
        Err(stand_in) => {
            let errors = sink.into_errors();
            quote!(#function #errors #stand_in)
        }
    }
}

/// The rules for functions that change what they captured, where there can be any.
fn changing(
    options: &Options,
    function: &syn::ItemFn,
    companion: &Ident,
    constants: &[bool],
) -> TokenStream {
    let variants = desugar::changing::variants(&function.sig, &function.block, constants);
    let core = emit::paths::runtime(options.facade.as_ref());
    let rule = |variant: desugar::changing::Variant| {
        let mut with_states = function.clone();
        with_states.sig = variant.signature;
        *with_states.block = variant.block;
        let mut constants = constants.to_vec();
        constants.resize(with_states.sig.inputs.len(), false);
        let (sink, positions) = (Sink::new(), &variant.positions);
        let companion = companion.clone();
        let write = |signature: &emit::Signature| {
            let rule = derive(options, signature, &sink, emit::changing);
            rule.unwrap_or_else(|| emit::no_changing(signature, &core))
        };
        let derived = free(
            options,
            &with_states,
            companion,
            &constants,
            positions,
            write,
        );
        drop(sink.into_errors());
        derived
    };
    variants.into_iter().map(rule).collect()
}

/// Gives `then` the signature of a function that belongs to no type, its function parameters as values.
fn free<R>(
    options: &Options,
    function: &syn::ItemFn,
    companion: Ident,
    constants: &[bool],
    changing: &[usize],
    then: impl FnOnce(&emit::Signature) -> R,
) -> R {
    let mut with_values = function.clone();
    let core = emit::paths::runtime(options.facade.as_ref());
    let lists = desugar::iterated::as_lists(
        &mut with_values.sig,
        &mut with_values.block,
        constants,
        &core,
    );
    let yielded = desugar::yielded::as_list(&mut with_values.sig, &mut with_values.block);
    desugar::numbers::tell(&mut with_values, &core);
    let functions =
        desugar::functions::as_values(&mut with_values.sig, &function.block, constants, &core);
    let mistakes = match changing {
        [] => emit::Mistakes::of(&function.sig, &function.block, None),
        _ => None,
    };
    then(&emit::Signature {
        item: &with_values,
        companion,
        constants,
        unsure: &desugar::choices::unsure(function, None),
        askable: &desugar::choices::askable(function, None),
        functions: &functions,
        lists: lists || yielded,
        changing,
        mistakes: mistakes.as_ref(),
        home: emit::Home::Module,
    })
}

/// A function that returns a reference to a part of its arguments.
fn projected(options: &Options, function: &syn::ItemFn, companion: &Ident) -> TokenStream {
    let sink = Sink::new();
    if let syn::ReturnType::Type(_, ty) = &function.sig.output
        && lower::object_behind(ty).is_some()
    {
        sink.refuse_at(ty, catalog::OBJECT_RESULT);
        return refused_item(function, sink);
    }
    let core = emit::paths::runtime(options.facade.as_ref());
    let derived = projection::companion(core, companion, function, &sink);
    let errors = sink.into_errors();
    quote!(#function #derived #errors)
}

/// Runs the pipeline on a function; `None` if something in it was refused.
pub(crate) fn derive(
    options: &Options,
    signature: &emit::Signature,
    sink: &Sink,
    write: impl FnOnce(&Emitter, &emit::Signature) -> TokenStream,
) -> Option<TokenStream> {
    let core = emit::paths::runtime(options.facade.as_ref());
    let passes = passes(options, signature);
    let lowered = with_heaps(options, signature, &core, &passes, sink)?;
    derive_lowered(lowered, &passes, core, signature, sink, write)
}

/// Runs the pipeline on a method, and beside it on the same with fields as numbers, if it does nothing else with them.
pub(crate) fn derive_forms(
    options: &Options,
    signature: &emit::Signature,
    sink: &Sink,
    write: impl Fn(&Emitter, &emit::Signature) -> TokenStream,
) -> Option<TokenStream> {
    let core = emit::paths::runtime(options.facade.as_ref());
    let passes = passes(options, signature);
    let viewed = signature.may_take_fields_for_numbers() && passes.has(Pass::Fields);
    let viewed = viewed
        .then(|| {
            let small = signature.member().map_or(&[][..], |m| &m.own.small);
            let item = desugar::inlined::inlined(signature.item, small);
            desugar::fields::viewed(&item, &core, |i| signature.is_open(i))
        })
        .flatten();
    let plain = |write: &dyn Fn(&Emitter, &emit::Signature) -> TokenStream| {
        derive(options, signature, sink, write)
    };
    let Some(viewed) = viewed else {
        return plain(&write);
    };
    let (own, taken) = (Sink::new(), signature.with_body(&viewed.item));
    let lowered = lowered(options, &taken, Heaps::Stay, &core, &own);
    drop(own.into_errors());
    let Some(lowered) = lowered.filter(|f| analysis::closed::is_closed(f, &viewed.structs)) else {
        return plain(&write);
    };
    let (own, mut both) = (Sink::new(), None);
    let fields = viewed.fields.as_slice();
    let beside = |e: &Emitter, _: &emit::Signature| {
        both = Some(plain(&|general, signature| {
            write(&general.beside(emit::Known { e, fields }), signature)
        }));
        TokenStream::new()
    };
    derive_lowered(lowered, &passes, core, &taken, &own, beside);
    drop(own.into_errors());
    both.unwrap_or_else(|| plain(&write))
}

/// Runs the pipeline on what a function was lowered to.
fn derive_lowered(
    mut lowered: ir::Function,
    passes: &Passes,
    core: TokenStream,
    signature: &emit::Signature,
    sink: &Sink,
    write: impl FnOnce(&Emitter, &emit::Signature) -> TokenStream,
) -> Option<TokenStream> {
    if passes.has(Pass::Uncopied) {
        uncopied::operands(&mut lowered);
    }
    if passes.has(Pass::HalfOpen) {
        half_open::ranges(&mut lowered);
    }
    let analyses = Analyses::of(&lowered, passes);
    let with_copies = copies::lent(&analyses);
    let analyses = match &with_copies {
        Some(f) => Analyses::of(f, passes),
        None => analyses,
    };
    let plan = checked(&analyses, sink)?;
    let planned = Planned { analyses, plan };
    let turned = nests::turned(&planned.analyses);
    let planned = planned.or(turned.as_ref(), |_| true);
    let without_lists = contraction::contracted(&planned.analyses);
    let planned = planned.or(without_lists.as_ref(), |_| true);
    let with_winners = winners::apart(&planned.analyses, &core);
    let planned = match &with_winners {
        Some(winners) => planned.or(Some(&winners.f), |a| winners.is_apart(a)),
        None => planned,
    };
    let with_slopes = tangent::along(&planned.analyses);
    let planned = match &with_slopes {
        Some(slopes) => planned.or(Some(&slopes.f), |a| slopes.is_apart(a)),
        None => planned,
    };
    Some(emitted(&planned, signature, core, write))
}

/// The passes that run for a function.
fn passes(options: &Options, signature: &emit::Signature) -> Passes {
    let passes = options.passes.clone();
    match signature.member() {
        None => passes,
        Some(_) => passes.but(Pass::Recursion).but(Pass::AtOnce),
    }
}

/// A function in one of its forms, what is known of it, and what its sweep stores.
struct Planned<'f> {
    analyses: Analyses<'f>,
    plan: Plan,
}

impl<'f> Planned<'f> {
    /// Another form of the function, if there is one; not if its loops carry derivatives that they should not.
    fn or(self, form: Option<&'f ir::Function>, is_apart: impl FnOnce(&Analyses) -> bool) -> Self {
        let Some(f) = form else {
            return self;
        };
        let analyses = Analyses::of(f, &self.analyses.passes);
        let plan = plan(&analyses);
        let is_sound = plan.irreversible.is_empty() && is_apart(&analyses);
        match is_sound {
            true => Planned { analyses, plan },
            false => self,
        }
    }
}

/// The function as IR, with its heaps as they are, or with positions in them if they are given derivatives.
fn with_heaps(
    options: &Options,
    signature: &emit::Signature,
    core: &TokenStream,
    passes: &Passes,
    sink: &Sink,
) -> Option<ir::Function> {
    let as_they_are = lowered(options, signature, Heaps::Stay, core, sink)?;
    let given = analysis::dropped::has_heaps(&as_they_are)
        && !analysis::dropped::in_heaps(&Analyses::of(&as_they_are, passes)).is_empty();
    match given {
        true => lowered(options, signature, Heaps::OfPositions, core, sink),
        false => Some(as_they_are),
    }
}

/// The function as IR; `None` if something in it was refused.
fn lowered(
    options: &Options,
    signature: &emit::Signature,
    heaps: Heaps,
    core: &TokenStream,
    sink: &Sink,
) -> Option<ir::Function> {
    lower::check_signature(&signature.item.sig, sink);
    lower::views::refuse(&signature.item.sig, signature.constants, sink);
    if !sink.is_empty() {
        return None;
    }
    let mut simple = signature.item.clone();
    let maps = desugar::own_maps::of_function(&simple);
    desugar::keyed::by_keys(&mut simple, signature.constants, &maps);
    desugar::simplify(&mut simple, heaps, core, sink);
    if !sink.is_empty() {
        return None;
    }
    desugar::returned::mark(&mut simple);
    let mut lowered = lower::function(&simple, signature.constants, signature.own(), sink);
    if !sink.is_empty() {
        return None;
    }
    lowered.items = lowered
        .items
        .into_iter()
        .map(|item| nested(options, item))
        .collect();
    let asked = signature.unsure.iter().zip(signature.askable);
    for (param, (&unsure, &askable)) in lowered.params.iter_mut().zip(asked) {
        param.unsure = unsure && !param.constant;
        param.askable = askable && !param.constant;
    }
    ir::verify::check(&lowered);
    Some(lowered)
}

/// A function inside of a differentiable one is differentiable, if it can be.
fn nested(options: &Options, item: syn::Item) -> syn::Item {
    let syn::Item::Fn(function) = &item else {
        return item;
    };
    let marked = |a: &syn::Attribute| {
        let last = a.path().segments.last();
        last.is_some_and(|s| s.ident == "differentiable")
    };
    if function.attrs.iter().any(marked) {
        return item;
    }
    let (sink, mut function) = (Sink::new(), function.clone());
    desugar::choices::mark(&mut function);
    let constants = attr::take_constants(&mut function.sig, &sink);
    let companion = function.sig.ident.clone();
    let changing = changing(options, &function, &companion, &constants);
    let derived = free(
        options,
        &function,
        companion,
        &constants,
        &[],
        |signature| derive_forms(options, signature, &sink, emit::companion),
    );
    drop(sink.into_errors());
    match derived {
        Some(derived) => syn::Item::Verbatim(quote!(#function #derived #changing)),
        None => item,
    }
}

/// The plan of a function and of the closures in it, if nothing in them was refused.
fn checked(analyses: &Analyses, sink: &Sink) -> Option<Plan> {
    check_constants(analyses, sink);
    analysis::dropped::check(analyses, sink);
    analyses.lent.check(sink);
    if !sink.is_empty() {
        return None;
    }
    let plan = plan(analyses);
    check_reversible(analyses, &plan, sink);
    analyses.f.body.walk(&mut |stmt| {
        for closure in ir::closures_of(stmt) {
            ir::verify::check(closure);
            checked(&Analyses::of(closure, &analyses.passes), sink);
        }
    });
    sink.is_empty().then_some(plan)
}

/// A `&mut` argument marked constant must not be given what carries a derivative.
fn check_constants(analyses: &Analyses, sink: &Sink) {
    for param in analyses
        .f
        .params
        .iter()
        .filter(|p| p.constant && p.passing == Passing::RefMut)
    {
        if analyses.activity.is_varied(param.local) {
            sink.refuse(
                analyses.f.info(param.local).span,
                catalog::CONSTANT_RECEIVES,
            );
        }
    }
}

/// What the reverse sweep reads must not be changed by code that it cannot undo.
fn check_reversible(analyses: &Analyses, plan: &Plan, sink: &Sink) {
    analyses.f.body.walk(&mut |stmt| {
        if plan.irreversible.contains(&stmt.id) {
            sink.refuse(stmt.span, catalog::IRREVERSIBLE);
        }
    });
}

/// After a refusal: the derivatives of a function of the same signature that does nothing but panic,
/// so that what uses them has types and one error stays one. `None` if the signature itself is refused.
fn stand_in(
    options: &Options,
    signature: &emit::Signature,
    write: impl FnOnce(&Emitter, &emit::Signature) -> TokenStream,
) -> Option<TokenStream> {
    let (sink, mut item) = (Sink::new(), signature.item.clone());
    *item.block = syn::parse_quote!({ ::core::panic!() });
    let signature = signature.with_body(&item).without_mistakes();
    let tokens = derive(options, &signature, &sink, write);
    drop(sink.into_errors());
    tokens
}

/// Which parameters are constants, or have to be taken for such as their types are refused.
fn without_refused(signature: &emit::Signature) -> Vec<bool> {
    crate::lower::constant_or_refused(&signature.item.sig, signature.constants)
}

/// What the user wrote, and what is wrong with it.
fn refused_item(item: impl ToTokens, sink: Sink) -> TokenStream {
    let errors = sink.into_errors();
    quote!(#item #errors)
}

fn first_token(item: &impl ToTokens) -> Span {
    let mut tokens = item.to_token_stream().into_iter();
    tokens.next().map_or_else(Span::call_site, |t| t.span())
}
