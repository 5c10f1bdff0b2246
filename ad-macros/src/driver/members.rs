//! Associated functions: each is a function of its own, and its derivatives are siblings of it.
//!
//! ```text
//! #[differentiable]                impl Spring { fn energy(&self, x: f64) -> f64 { … } }
//! impl Spring {                    impl Spring {
//!     fn energy(&self, x: f64)         fn derivative_rule_of_energy(&self, keep, (x,)) -> …
//!         -> f64 { … }                 fn energy_gradient(&self, x: f64) -> …
//! }                                }
//! ```
//!
//! A trait declares the rule of each of its methods and provides the calls; its implementations give
//! the rules; operators are in [`operators`].

mod annotated;
mod conversions;
mod copies;
mod looped;
mod markers;
mod object_types;
mod objects;
mod operators;
mod pointed;
mod pointers;
mod silenced;
mod supertraits;
mod totals;

use super::{derive_forms, stand_in, without_refused};
use crate::attr::{self, Options};
use crate::desugar::methods::{Around, name_of_trait, of_trait, standalone};
use crate::desugar::own::Own;
use crate::desugar::{self, fluent};
use crate::diagnostics::{Sink, catalog};
use crate::emit::{self, Emitter, Home, Member, MemberKind, Mistakes, Signature};
use crate::ir::ty;
use crate::iterators::{self, Role};
use crate::lower::{is_trait, object_behind, opaque_parameters};
use crate::projection::{self, is_projection};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{ImplItem, TraitItem};

/// `#[differentiable] impl …`
pub(crate) fn implementation(options: &Options, mut item: syn::ItemImpl) -> TokenStream {
    desugar::groups::Visible.visit_item_impl_mut(&mut item);
    markers::bound(&mut item, &emit::paths::runtime(options.facade.as_ref()));
    let of_trait = item.trait_.as_ref().map(|(_, path, _)| path.clone());
    if let Some(path) = &of_trait
        && let Some(rule) = emit::operator_rule(&name_of_trait(path))
    {
        return operators::implementation(options, item, rule);
    }
    match of_trait.as_ref().map(name_of_trait).as_deref() {
        Some("Index" | "IndexMut") => return index(options, item),
        Some("Deref" | "DerefMut") => return deref(options, item),
        Some("Sum" | "Product" | "FromIterator") => {
            let path = of_trait.expect("an implementation of a trait");
            return totals::implementation(options, item, &path);
        }
        Some("From" | "TryFrom") => return conversions::implementation(options, item),
        _ => {}
    }
    name_lifetimes(&mut item);
    let foreign = of_trait.as_ref().is_some_and(is_foreign);
    let kind = match &of_trait {
        Some(_) if foreign => MemberKind::Foreign,
        Some(_) => MemberKind::Implemented,
        None => MemberKind::Inherent,
    };
    let sink = refusals(&item, kind, of_trait.as_ref());
    if !sink.is_empty() {
        return super::refused_item(item, sink);
    }
    let without_size = pointers::bound_by_a_size(&mut item);
    let core = emit::paths::runtime(options.facade.as_ref());
    if looped::is_of_loops(&item) && matches!(&*item.self_ty, syn::Type::Reference(_)) {
        return looped::by_reference(options, item);
    }
    if kind == MemberKind::Foreign {
        return foreign_implementation(options, item);
    }
    if kind == MemberKind::Inherent {
        let (beside, errors) = beside(options, &mut item, kind);
        return quote!(#item #errors #beside);
    }
    let mut with_rules = item.clone();
    let (mut rules, mut errors) = rules(options, &mut with_rules, &item.generics, kind);
    errors.extend(without_size);
    rules.extend(objects::of_implementation(&item, &core));
    bound_parameters(&mut with_rules, &core);
    annotated::implementation(options, &item, with_rules, &rules, &errors)
}

/// What is refused of an implementation as a whole: nothing else would be right about it.
fn refusals(item: &syn::ItemImpl, kind: MemberKind, of_trait: Option<&syn::Path>) -> Sink {
    let sink = Sink::new();
    let own = of_trait.filter(|_| kind != MemberKind::Foreign);
    match own.and_then(reference_given) {
        Some(reference) => sink.refuse_at(reference, catalog::REFERENCE_FOR_PARAMETER),
        None if kind == MemberKind::Implemented && is_slice(&item.self_ty) => {
            sink.refuse_at(&item.self_ty, catalog::RULES_OF_SLICE);
        }
        None => copies::check(item, &sink),
    }
    sink
}

/// An implementation of a trait that is not the user's: the rules of its methods stand beside it.
fn foreign_implementation(options: &Options, mut item: syn::ItemImpl) -> TokenStream {
    let items = looped::is_of_loops(&item).then(|| looped::beside(options, &item));
    let mut methods = annotated::without_trait(item.clone());
    let (beside, errors) = beside(options, &mut methods, MemberKind::Foreign);
    let constants = Sink::new();
    for member in &mut item.items {
        if let ImplItem::Fn(method) = member {
            attr::take_constants(&mut method.sig, &constants);
        }
    }
    let items = items.flatten();
    quote!(#item #errors #beside #items)
}

/// A slice, or a reference to one. A trait declares rules for types that have a size, as it would have no objects
/// if it declared them for others.
fn is_slice(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Paren(t) => is_slice(&t.elem),
        syn::Type::Group(t) => is_slice(&t.elem),
        syn::Type::Reference(t) => is_slice(&t.elem),
        ty => matches!(ty, syn::Type::Slice(_)),
    }
}

/// `impl IntoIterator for &Poly`
/// The rules of an implementation whose trait turned out to have none, without the implementation itself.
pub(crate) fn rules_beside(options: &Options, item: syn::ItemImpl) -> TokenStream {
    let mut item = annotated::without_trait(item);
    let (beside, errors) = beside(options, &mut item, MemberKind::Inherent);
    quote!(#errors #beside)
}

/// A block of its own with the rules of a block's methods, and what is wrong with them.
fn beside(
    options: &Options,
    item: &mut syn::ItemImpl,
    kind: MemberKind,
) -> (TokenStream, TokenStream) {
    if kind == MemberKind::Inherent {
        desugar::choices::mark_methods(item);
    }
    let core = emit::paths::runtime(options.facade.as_ref());
    let with_values = match desugar::function_calls::are_of_fields(item) {
        true => desugar::functions::of_block(&item.generics, &core),
        false => item.generics.clone(),
    };
    let (rules, errors) = rules(options, item, &with_values, kind);
    let (generics, _, clause) = with_values.split_for_impl();
    let (self_ty, lenient) = (&item.self_ty, emit::lenient());
    let cfgs = item.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    let block = quote!(#(#cfgs)* #lenient impl #generics #self_ty #clause { #rules });
    (block, errors)
}

/// The rules of a block's methods, and what is wrong with them.
fn rules(
    options: &Options,
    item: &mut syn::ItemImpl,
    generics: &syn::Generics,
    kind: MemberKind,
) -> (TokenStream, TokenStream) {
    let (mut rules, mut errors) = (TokenStream::new(), TokenStream::new());
    let optional = desugar::own_options::given_by(&item.items);
    let given_back = match kind {
        MemberKind::Inherent => fluent::given_by(&item.items, Some(&item.self_ty)),
        _ => Vec::new(),
    };
    let lending = desugar::unique::given_by(&item.items, &given_back);
    let iterators = desugar::own_iterators::OfBlock::read(&item.items);
    let yielded = desugar::own_iterators::given_by(&item.items);
    let nothing_known = Around {
        generics,
        self_ty: Some(&item.self_ty),
        own: Own::NOTHING,
        mistakes: None,
    };
    let core = emit::paths::runtime(options.facade.as_ref());
    let own = Own::of(&item.items, kind, &nothing_known, &core);
    let around = Around {
        own: &own,
        ..nothing_known
    };
    let lengths = desugar::own_lengths::is_in_block(&item.items);
    let of_functions = desugar::lent_fields::given_by(&item.items, generics);
    let without_rules = silenced::without_rules(&item.items);
    for member in &mut item.items {
        let ImplItem::Fn(method) = member else {
            continue;
        };
        let rule_only = kind == MemberKind::Foreign;
        let mut read = method.clone();
        desugar::own_options::to_match(&mut read, &optional);
        fluent::of_self(&mut read, &given_back);
        desugar::unique::of_self(&mut read, &lending);
        desugar::lent_fields::of_self(&mut read, &of_functions);
        desugar::own_iterators::of_self(&mut read, iterators);
        if lengths {
            desugar::own_lengths::of_self(&mut read);
        }
        desugar::own_iterators::of_lists(&mut read, &yielded);
        silenced::callers_of(&mut read, &without_rules);
        let alone = kind == MemberKind::Inherent && generics.params.is_empty();
        let mistakes = alone
            .then(|| Mistakes::of(&method.sig, &method.block, Some(&item.self_ty)))
            .flatten();
        let around = Around {
            mistakes: mistakes.as_ref(),
            ..around
        };
        let (tokens, refused) = one(options, &around, &mut read, kind, rule_only);
        let items = match kind {
            MemberKind::Inherent => items_beside(options, &around, method),
            _ => TokenStream::new(),
        };
        method.sig = read.sig;
        rules.extend(tokens);
        rules.extend(items);
        errors.extend(refused);
    }
    (rules, errors)
}

/// `impl View<'_>` as `impl<'a> View<'a>`: what rules return says which lifetime it is.
fn name_lifetimes(item: &mut syn::ItemImpl) {
    struct Named(Vec<syn::Lifetime>);
    impl VisitMut for Named {
        fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
            if lifetime.ident == "_" {
                let name = format!("'borrowed{}", self.0.len());
                *lifetime = syn::Lifetime::new(&name, lifetime.span());
                self.0.push(lifetime.clone());
            }
        }
    }
    let mut named = Named(Vec::new());
    named.visit_type_mut(&mut item.self_ty);
    if let Some((_, path, _)) = &mut item.trait_ {
        named.visit_path_mut(path);
    }
    for (i, lifetime) in named.0.into_iter().enumerate() {
        let parameter = syn::LifetimeParam::new(lifetime).into();
        item.generics.params.insert(i, parameter);
    }
    if !item.generics.params.is_empty() {
        item.generics.lt_token.get_or_insert_default();
        item.generics.gt_token.get_or_insert_default();
    }
}

/// A reference that an implementation gives for its trait's type parameter: the trait's rules take what
/// the parameter stands for by value, and know nothing of what it borrows.
fn reference_given(path: &syn::Path) -> Option<&syn::Type> {
    let syn::PathArguments::AngleBracketed(given) = &path.segments.last()?.arguments else {
        return None;
    };
    given.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty @ syn::Type::Reference(_)) => Some(ty),
        _ => None,
    })
}

/// The bounds that rules need of an implementation's type parameters: its methods may not ask for more
/// than the trait does.
fn bound_parameters(item: &mut syn::ItemImpl, core: &TokenStream) {
    let around = Around {
        generics: &item.generics,
        self_ty: Some(&item.self_ty),
        own: Own::NOTHING,
        mistakes: None,
    };
    let signature = |method: &syn::ImplItemFn| {
        let mut function = standalone(&around, method);
        desugar::numbers::tell(&mut function, core);
        function.sig
    };
    let methods = item.items.iter().filter_map(|member| match member {
        ImplItem::Fn(method) => Some(signature(method)),
        _ => None,
    });
    // A block that leaves all methods to its trait has them for the same types.
    let inherited = item.items.is_empty().then(|| {
        signature(&syn::parse_quote!(
            fn __left(&self) {}
        ))
    });
    let methods = methods.chain(inherited);
    let opaque: Vec<Ident> = methods.flat_map(|sig| opaque_parameters(&sig)).collect();
    let named: Vec<Ident> = item
        .generics
        .type_params()
        .map(|t| t.ident.clone())
        .collect();
    for t in named.iter().filter(|t| opaque.contains(t)) {
        let clause = item.generics.make_where_clause();
        clause.predicates.push(emit::differentiable(t, core));
    }
}

/// `#[differentiable] trait …`
pub(crate) fn declaration(options: &Options, mut item: syn::ItemTrait) -> TokenStream {
    desugar::groups::Visible.visit_item_trait_mut(&mut item);
    let (mut errors, mut derived) = (TokenStream::new(), Vec::new());
    let generics = item.generics.clone();
    let core = emit::paths::runtime(options.facade.as_ref());
    let (inside, beside) = objects::of_trait(&item, &core);
    let has_objects = objects::has_objects(&item);
    let lent = pointed::of_trait(options, &item, &core);
    let given = emit::given_types(&item);
    for member in &mut item.items {
        let TraitItem::Fn(declared) = member else {
            continue;
        };
        let around = Around {
            generics: &generics,
            self_ty: None,
            own: Own::NOTHING,
            mistakes: None,
        };
        let provided = declared.default.is_some();
        let mut method = of_trait(declared);
        let (tokens, refused) = if provided {
            one(options, &around, &mut method, MemberKind::Declared, false)
        } else {
            declare(options, &around, &mut method)
        };
        declared.sig = method.sig;
        derived.push(TraitItem::Verbatim(tokens));
        errors.extend(refused);
    }
    item.items.extend(derived);
    item.items.push(TraitItem::Verbatim(inside));
    emit::bound_operators(&mut item, &core);
    emit::bound_types(&mut item, &given, &core);
    let mark = annotated::mark(&item, has_objects, &core);
    quote!(#item #errors #beside #lent #mark)
}

/// What stands beside one associated function, and what is wrong with it.
fn one(
    options: &Options,
    around: &Around,
    method: &mut syn::ImplItemFn,
    kind: MemberKind,
    rule_only: bool,
) -> (TokenStream, Option<TokenStream>) {
    let provided = kind == MemberKind::Declared;
    let beside = matches!(kind, MemberKind::Inherent | MemberKind::Foreign);
    if kind == MemberKind::Inherent
        && let Some(mut changing) = fluent::without_result(method, around.self_ty)
    {
        let beside = with_signature(options, around, &mut changing, kind, true, |e, s| {
            emit::members(e, s, true)
        });
        method.sig.inputs = changing.sig.inputs;
        return beside;
    }
    if beside && is_projection(&method.sig) {
        return projection(options, around, method, kind);
    }
    let calls = kind == MemberKind::Inherent && !rule_only || provided;
    let changing = match kind {
        MemberKind::Foreign | MemberKind::Operator => Default::default(),
        _ => changing(options, around, method, kind, |e, s| {
            emit::members(e, s, true)
        }),
    };
    let plain = with_signature(options, around, method, kind, false, |e, s| {
        emit::members(e, s, !calls)
    });
    with_changing(plain, changing)
}

/// A method's rules, and what is wrong with them: that it has no rule is said once.
fn with_changing(
    (mut tokens, refused): (TokenStream, Option<TokenStream>),
    changing: (TokenStream, Option<TokenStream>),
) -> (TokenStream, Option<TokenStream>) {
    if refused.is_some() {
        return (tokens, refused);
    }
    tokens.extend(changing.0);
    (tokens, changing.1)
}

/// The rules for functions that change what they captured, where there can be any. Those that a trait asks
/// for must be there.
fn changing(
    options: &Options,
    around: &Around,
    method: &syn::ImplItemFn,
    kind: MemberKind,
    write: impl Fn(&Emitter, &Signature) -> TokenStream,
) -> (TokenStream, Option<TokenStream>) {
    let (sink, mut signature) = (Sink::new(), method.sig.clone());
    let constants = attr::take_constants(&mut signature, &sink);
    drop(sink.into_errors());
    let (mut rules, mut errors) = (TokenStream::new(), None);
    for variant in desugar::changing::variants(&method.sig, &method.block, &constants) {
        let mut with_states = method.clone();
        with_states.sig = variant.signature;
        with_states.block = variant.block;
        let form = Form {
            kind,
            gives_itself: false,
            changing: &variant.positions,
        };
        let (tokens, refused) = with_form(options, around, &mut with_states, form, &write);
        match refused {
            None => rules.extend(tokens),
            Some(refused) if kind != MemberKind::Inherent => errors = Some(refused),
            Some(_) => {}
        }
    }
    (rules, errors)
}

/// What stands beside a method that returns a reference to a part of its arguments.
fn projection(
    options: &Options,
    around: &Around,
    method: &mut syn::ImplItemFn,
    kind: MemberKind,
) -> (TokenStream, Option<TokenStream>) {
    if gives_inert(&method.sig) {
        return Default::default();
    }
    let sink = Sink::new();
    if let syn::ReturnType::Type(_, ty) = &method.sig.output
        && object_behind(ty).is_some()
    {
        sink.refuse_at(ty, catalog::OBJECT_RESULT);
        return (TokenStream::new(), Some(sink.into_errors()));
    }
    let core = emit::paths::runtime(options.facade.as_ref());
    let of_trait = kind != MemberKind::Inherent;
    let tokens = projection::siblings(core, around, method, of_trait, &sink);
    (tokens, Some(sink.into_errors()))
}

fn refused(span: proc_macro2::Span, message: &str) -> TokenStream {
    let sink = Sink::new();
    sink.refuse(span, message);
    sink.into_errors()
}

/// What stands beside `iter` where it gives the items of a field: a reference to them, and its choice.
fn items_beside(options: &Options, around: &Around, iter: &syn::ImplItemFn) -> TokenStream {
    let Some(mut items) = desugar::own_iterators::items_of(iter, around.own) else {
        return TokenStream::new();
    };
    let (role, by_loop) = match items.sig.receiver() {
        Some(this) if this.mutability.is_some() => (Role::LendsUnique, Role::LoopedUnique),
        _ => (Role::Lends, Role::Looped),
    };
    if let Some(own) = around.self_ty.and_then(iterators::named) {
        iterators::note_role(own, role);
        let is_same = match &iter.block.stmts[..] {
            [syn::Stmt::Expr(syn::Expr::MethodCall(call), None)] => {
                iterators::note_place(own, &call.receiver)
            }
            _ => true,
        };
        // What loops ask of references to the type has them beside it.
        if iterators::plays(own, by_loop) {
            return match is_same {
                true => TokenStream::new(),
                false => refused(iter.sig.ident.span(), catalog::LOOPED_BY_REFERENCE),
            };
        }
    }
    let lenient = emit::lenient();
    let (beside, _) = projection(options, around, &mut items, MemberKind::Inherent);
    quote!(#[doc(hidden)] #lenient #[inline(always)] #items #beside)
}

/// `#[differentiable] impl Index for Matrix`, or `IndexMut`: the rule of the index beside it.
fn index(options: &Options, item: syn::ItemImpl) -> TokenStream {
    let sink = Sink::new();
    let core = emit::paths::runtime(options.facade.as_ref());
    let methods = item.items.iter().filter_map(|member| match member {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let derived: TokenStream = methods
        .map(|method| projection::index(core.clone(), &item, method, &sink))
        .collect();
    let errors = sink.into_errors();
    quote!(#item #derived #errors)
}

/// `#[differentiable] impl Deref for Weights`, or `DerefMut`: the same for the shadow beside it.
fn deref(options: &Options, item: syn::ItemImpl) -> TokenStream {
    let sink = Sink::new();
    let core = emit::paths::runtime(options.facade.as_ref());
    let derived = projection::deref(core, &item, &sink);
    let errors = sink.into_errors();
    quote!(#item #derived #errors)
}

/// Whether a reference leads to what carries no derivative.
fn gives_inert(signature: &syn::Signature) -> bool {
    match &signature.output {
        syn::ReturnType::Type(_, ty) => match object_behind(ty) {
            Some(object) => only_shows(object),
            None => ty::read(ty, &|_| false).is_inert(),
        },
        syn::ReturnType::Default => true,
    }
}

/// `dyn Any`, `dyn Display`: of such an object nothing is computed.
fn only_shows(object: &syn::TypeTraitObject) -> bool {
    object
        .bounds
        .iter()
        .any(|bound| is_trait(bound, &["Any", "Debug", "Display", "Error"]))
}

/// A trait's method without a body.
fn declare(
    options: &Options,
    around: &Around,
    method: &mut syn::ImplItemFn,
) -> (TokenStream, Option<TokenStream>) {
    let kind = MemberKind::Declared;
    let changing = changing(options, around, method, kind, emit::declared);
    let plain = with_signature(options, around, method, kind, false, emit::declared);
    with_changing(plain, changing)
}

fn with_signature(
    options: &Options,
    around: &Around,
    method: &mut syn::ImplItemFn,
    kind: MemberKind,
    gives_itself: bool,
    write: impl Fn(&Emitter, &Signature) -> TokenStream,
) -> (TokenStream, Option<TokenStream>) {
    let form = Form {
        kind,
        gives_itself,
        changing: &[],
    };
    with_form(options, around, method, form, write)
}

/// What a method's rule is like.
struct Form<'a> {
    kind: MemberKind,
    gives_itself: bool,
    /// The positions of the functions whose state is an argument of its own.
    changing: &'a [usize],
}

fn with_form(
    options: &Options,
    around: &Around,
    method: &mut syn::ImplItemFn,
    form: Form,
    write: impl Fn(&Emitter, &Signature) -> TokenStream,
) -> (TokenStream, Option<TokenStream>) {
    let sink = Sink::new();
    let constants = attr::take_constants(&mut method.sig, &sink);
    let mut with_values = method.clone();
    let core = emit::paths::runtime(options.facade.as_ref());
    let lists = desugar::iterated::as_lists(
        &mut with_values.sig,
        &mut with_values.block,
        &constants,
        &core,
    );
    let yielded = desugar::yielded::as_list(&mut with_values.sig, &mut with_values.block);
    let mut functions =
        desugar::functions::as_values(&mut with_values.sig, &method.block, &constants, &core);
    if form.kind == MemberKind::Inherent {
        let of_owner = desugar::functions::of_owner(&with_values.sig, around.generics);
        functions.extend(of_owner);
        let signature = &mut with_values.sig;
        desugar::functions::bind_of_block(signature, around.generics, &functions, &core);
    }
    let mut function = standalone(around, &with_values);
    desugar::numbers::tell(&mut function, &core);
    let receiver = method
        .sig
        .receiver()
        .map(|r| r.reference.is_some() && r.mutability.is_some());
    let consumes =
        (method.sig.receiver()).is_some_and(|r| r.reference.is_none() && r.colon_token.is_none());
    let [mut unsure, mut askable] = match form.kind {
        MemberKind::Inherent => [desugar::choices::unsure, desugar::choices::askable]
            .map(|asked| asked(&function, around.self_ty)),
        _ => [vec![false; constants.len()], vec![false; constants.len()]],
    };
    if receiver.is_some() {
        (unsure[0], askable[0]) = (false, false);
    }
    let signature = Signature {
        companion: function.sig.ident.clone(),
        item: &function,
        constants: &constants,
        unsure: &unsure,
        askable: &askable,
        functions: &functions,
        lists: lists || yielded,
        changing: form.changing,
        mistakes: around.mistakes.filter(|_| form.changing.is_empty()),
        home: Home::Type(Member {
            generics: &with_values.sig.generics,
            receiver,
            consumes,
            kind: form.kind,
            gives_itself: form.gives_itself,
            own: around.own,
            owner: around.self_ty,
        }),
    };
    derived_or_stand_in(options, &signature, sink, &write)
}

/// What is written of a method; if it is refused, its errors, with what stands in for it.
fn derived_or_stand_in(
    options: &Options,
    signature: &Signature,
    sink: Sink,
    write: &impl Fn(&Emitter, &Signature) -> TokenStream,
) -> (TokenStream, Option<TokenStream>) {
    if let Some(tokens) = derive_forms(options, signature, &sink, write) {
        return (tokens, None);
    }
    // A method that no cotangent can reach has nothing to differentiate.
    if is_inert(&signature.item.sig) {
        drop(sink.into_errors());
        return Default::default();
    }
    let stands_in = |signature: &Signature| stand_in(options, signature, write);
    let stand_in = stands_in(signature).or_else(|| {
        let without = without_refused(signature);
        stands_in(&signature.with_constants(&without))
    });
    (stand_in.unwrap_or_default(), Some(sink.into_errors()))
}

/// Whether nothing that a method gives or changes carries a derivative, or what it gives is borrowed.
fn is_inert(signature: &syn::Signature) -> bool {
    let changes = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(t) => matches!(&*t.ty, syn::Type::Reference(r) if r.mutability.is_some()),
        syn::FnArg::Receiver(r) => r.reference.is_some() && r.mutability.is_some(),
    });
    let given = match &signature.output {
        syn::ReturnType::Default => true,
        syn::ReturnType::Type(_, ty) => {
            let borrowed =
                |t: &syn::Type| matches!(t, syn::Type::Reference(_) | syn::Type::ImplTrait(_));
            ty::read(ty, &|_| false).is_inert() || crate::lower::contains_type(ty, &borrowed)
        }
    };
    given && !changes
}

/// Traits of the standard library, to which no rule can be added.
pub(crate) fn is_foreign(path: &syn::Path) -> bool {
    matches!(
        name_of_trait(path).as_str(),
        "Default"
            | "From"
            | "Into"
            | "Clone"
            | "Sum"
            | "Product"
            | "FromIterator"
            | "Iterator"
            | "IntoIterator"
            | "Extend"
            | "Display"
            | "Debug"
            | "PartialEq"
            | "PartialOrd"
            | "Eq"
            | "Ord"
            | "Hash"
            | "AsRef"
            | "AsMut"
            | "Borrow"
            | "Drop"
            | "TryFrom"
            | "TryInto"
            | "FromStr"
            | "Index"
            | "IndexMut"
    )
}
