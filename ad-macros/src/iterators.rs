//! What is known of users' types by name: which are iterators or have items, what functions return them, which of their
//! methods consume them, and which are called like the standard library's.
//!
//! What `map` and `sum` mean in `grid.map(f).sum()`, and what a loop over `grid` asks for, hangs on its type, and a macro
//! sees none. `#[differentiable] impl Iterator for Grid` says it, and stands before the functions that use the type nearly
//! always: it leaves word here, as do `impl IntoIterator`, methods `iter`, every signature that returns a value of a
//! named type, and methods of `self` by value: code for a type without rules beside a call of one would move it twice.
//!
//! ```text
//! #[differentiable] impl Iterator for Grid { .. }
//! fn over(a: f64) -> Grid                                 `over(a).map(f).sum()` begins with an iterator
//! ```
//!
//! Where word was left in another file, every derive of that name has to be of a type that word was left of. Where there is
//! none, an iterator is known by its uses alone (`desugar/pipeline/steppers.rs`), and rustc says what methods there are not.

use crate::borrowers::file;
use crate::desugar::own_methods::is_of_standard_library;
use crate::desugar::{keyed, yielded};
use crate::driver::is_foreign;
use crate::ir::ty;
use crate::lower::elementary::inert_arguments;
use crate::lower::{ARITHMETIC, is_trait, is_users};
use crate::tables::HashSet;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Mutex, MutexGuard, PoisonError};
use syn::ext::IdentExt;
use syn::{Expr, GenericArgument, PathArguments, ReturnType, Signature, Type};

/// What is known of a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    Iterator,
    /// Its `iter` gives the items of a field: a method `__referred` stands beside it.
    Lends,
    /// The same of `iter_mut`.
    LendsUnique,
    /// What a loop asks of a reference to it gives the items of a field: the method stands beside that.
    Looped,
    /// The same of a unique reference.
    LoopedUnique,
    /// Its `iter` gives references that are made up.
    ListsReferences,
    /// Its `iter` gives values.
    ListsValues,
    /// It gives away the items that are found so.
    Gives,
    /// Methods of it call functions that its values hold.
    CallsFunctions,
    /// A function, which gives an iterator.
    Steps,
    /// A trait that says of its types which operators they have: not that they are floats.
    SaysOperators,
}

/// A type by the last name in it, and how many lists, options and the like it is in; boxes are looked through.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Named {
    pub(crate) name: String,
    depth: usize,
}

impl Named {
    /// Whether it is a list, an option or the like of what has the name.
    pub(crate) fn is_list(&self) -> bool {
        self.depth > 0
    }

    pub(crate) fn has(&self, role: Role) -> bool {
        is(role, &self.name)
    }

    pub(crate) fn has_method(&self, method: &Ident) -> bool {
        has_method(&self.name, method)
    }

    /// What a method of it returns, or a part of the tuple that it returns.
    pub(crate) fn returned_by(&self, method: &Ident, part: Option<usize>) -> Option<Self> {
        let method = method.unraw().to_string();
        let method = part.map_or_else(|| method.clone(), |i| part_of(&method, i));
        returned(Some(&self.name), &method).map(|returned| returned.ty)
    }

    /// What is found in it.
    pub(crate) fn item(self) -> Self {
        Named {
            depth: self.depth.saturating_sub(1),
            ..self
        }
    }
}

/// The name of a type, behind references.
pub(crate) fn name_of(ty: &Type) -> Option<Named> {
    match ty {
        Type::Reference(r) => name_of(&r.elem),
        Type::Paren(p) => name_of(&p.elem),
        Type::Group(g) => name_of(&g.elem),
        Type::Slice(s) => inner(&s.elem),
        Type::Array(a) => inner(&a.elem),
        Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            let inside = match &last.arguments {
                PathArguments::AngleBracketed(of) if !is_users(&last.ident) => {
                    of.args.iter().rev().find_map(|of| match of {
                        GenericArgument::Type(ty) => Some(ty),
                        _ => None,
                    })
                }
                _ => None,
            };
            match inside {
                Some(ty) if ["Box", "Rc", "Arc"].iter().any(|of| last.ident == of) => name_of(ty),
                Some(ty) => inner(ty),
                None => Some(Named {
                    name: last.ident.to_string(),
                    depth: 0,
                }),
            }
        }
        _ => None,
    }
}

fn inner(ty: &Type) -> Option<Named> {
    let of = name_of(ty)?;
    Some(Named {
        depth: of.depth + 1,
        ..of
    })
}

/// What a function returns.
#[derive(Clone)]
struct Returned {
    ty: Named,
    is_reference: bool,
}

#[derive(Default)]
struct Words {
    /// The files in which types of a name play a role.
    roles: BTreeMap<(Role, String), HashSet<String>>,
    /// The files in which types of a name derive.
    derived: BTreeMap<String, HashSet<String>>,
    /// The types of the fields of a name in a file.
    fields: BTreeMap<(String, String), HashSet<Option<Named>>>,
    /// Whether fields of a name in a file are maps.
    maps: BTreeMap<(String, String), HashSet<bool>>,
    /// Where the items of a type are found, by its name in a file.
    places: BTreeMap<(String, String), String>,
    /// The type that a function, `Grid::over` or `over`, returns, by its name in a file; and of `Grid::halves.0`.
    returned: BTreeMap<(String, String), Returned>,
    /// The methods with rules that consume their receivers, `Grid::total`, in a file.
    consuming: HashSet<(String, String)>,
    /// The files in which types or traits of a name have methods of the standard library's names.
    methods: BTreeMap<(String, String), HashSet<String>>,
    /// The functions of a file whose signatures are refused, and `.method` where the attribute stands in the wrong place.
    refused: HashSet<(String, String)>,
    /// The traits that types of a name implement, or that a trait of it asks for.
    traits: BTreeMap<String, HashSet<String>>,
}

impl Words {
    /// Whether what was said in these files of a name is said of the type that is called so `here`.
    fn are_meant(&self, files: &HashSet<String>, name: &str, here: &str) -> bool {
        let derived = self.derived.get(name);
        files.contains(here) || derived.is_none_or(|d| d.iter().all(|f| files.contains(f)))
    }

    fn note(&mut self, own: &Ident, role: Role, file: String) {
        let files = self.roles.entry((role, own.to_string())).or_default();
        files.insert(file);
    }

    fn play(&self, own: &Ident, role: Role, file: &str) -> bool {
        let files = self.roles.get(&(role, own.to_string()));
        files.is_some_and(|files| files.contains(file))
    }
}

static WORDS: Mutex<Option<Words>> = Mutex::new(None);

fn words<T>(look: impl FnOnce(&mut Words) -> T) -> T {
    let mut words: MutexGuard<'_, Option<Words>> =
        WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    look(words.get_or_insert_default())
}

/// Leaves word of a type that derives, and of its fields.
pub(crate) fn note_derived(item: &syn::DeriveInput) {
    let here = file(item.ident.span());
    words(|words| {
        let files = words.derived.entry(item.ident.to_string()).or_default();
        files.insert(here.clone());
        if let syn::Data::Struct(data) = &item.data {
            for field in &data.fields {
                let holds = holds_functions(&field.ty, |name| {
                    words.play(name, Role::CallsFunctions, &here)
                });
                if holds {
                    words.note(&item.ident, Role::CallsFunctions, here.clone());
                }
                if let Some(name) = &field.ident {
                    let key = (here.clone(), name.to_string());
                    words
                        .fields
                        .entry(key)
                        .or_default()
                        .insert(name_of(&field.ty));
                    let key = (here.clone(), name.to_string());
                    let is_map = keyed::is_map(&field.ty);
                    words.maps.entry(key).or_default().insert(is_map);
                }
            }
        }
    });
}

/// Whether a type is one that derives in this file, or has one in it.
pub(crate) fn names_derived(ty: &Type) -> bool {
    let here = file(Span::call_site());
    crate::lower::contains_type(ty, &|ty| {
        let derives = |name: &Ident| {
            words(|words| {
                let files = words.derived.get(&name.to_string());
                files.is_some_and(|files| files.contains(&here))
            })
        };
        named(ty).is_some_and(derives)
    })
}

/// Whether a type is given type parameters, and stands for one that calls functions which it holds, or has one in it.
fn holds_functions(ty: &Type, calls: impl Fn(&Ident) -> bool) -> bool {
    crate::lower::contains_type(ty, &|ty| {
        let Type::Path(path) = ty else {
            return false;
        };
        let last = path.path.segments.last();
        let given = |s: &syn::PathSegment| matches!(s.arguments, PathArguments::AngleBracketed(_));
        last.is_some_and(|s| given(s) && calls(&s.ident))
    })
}

/// Whether fields of a name are maps, as far as derives in the file say.
pub(crate) fn is_map_field(field: &Ident) -> Option<bool> {
    let key = (file(field.span()), field.to_string());
    words(|words| {
        let said = words.maps.get(&key)?;
        (said.len() == 1).then(|| said.contains(&true))
    })
}

/// Leaves word of an item: of the type that it makes an iterator, or of what its functions return.
pub(crate) fn note(item: &syn::Item) {
    match item {
        syn::Item::Fn(function) => note_returned(None, &function.sig),
        syn::Item::Impl(item) => {
            let Some(own) = named(&item.self_ty) else {
                return;
            };
            if let Some(role) = role_of(item) {
                note_role(own, role);
            }
            let of_trait = item.trait_.as_ref().map(|(_, of, _)| of);
            // What `extend` takes for a list's is the type's own.
            let is_foreign = of_trait.is_some_and(|of| is_foreign(of) && !extends(of));
            if let Some(of) = of_trait {
                note_trait(own, of);
            }
            for member in &item.items {
                if let syn::ImplItem::Fn(method) = member {
                    if !is_foreign {
                        note_method(own, &method.sig);
                    }
                    note_returned(Some(own), &method.sig);
                    note_consuming(own, &method.sig);
                    if item.trait_.is_none() && method.sig.ident == "iter" {
                        note_items(own, &method.sig);
                    }
                }
            }
        }
        syn::Item::Trait(item) => {
            if says_operators(item) {
                note_role(&item.ident, Role::SaysOperators);
            }
            for bound in &item.supertraits {
                if let syn::TypeParamBound::Trait(bound) = bound {
                    note_trait(&item.ident, &bound.path);
                }
            }
            // What provided methods may call on `self` are this trait's own, and no other's.
            let this = Ident::new("Self", Span::call_site());
            words(|words| words.methods.retain(|(own, _), _| this != own));
            for member in &item.items {
                if let syn::TraitItem::Fn(method) = member {
                    note_method(&item.ident, &method.sig);
                    note_method(&this, &method.sig);
                }
            }
        }
        _ => {}
    }
}

/// Whether a trait says of its types what operators they have, or leaves that to one that does.
fn says_operators(item: &syn::ItemTrait) -> bool {
    let mut bounds = item.supertraits.iter();
    !bounds.clone().any(|bound| is_trait(bound, &["Real"]))
        && bounds.any(|bound| is_trait(bound, &ARITHMETIC) || bound_says_operators(bound))
}

/// Whether a bound is a trait of the user's that does.
pub(crate) fn bound_says_operators(bound: &syn::TypeParamBound) -> bool {
    let syn::TypeParamBound::Trait(of) = bound else {
        return false;
    };
    let last = of.path.segments.last();
    last.is_some_and(|s| match s.ident == "Real" {
        // Elsewhere it is this library's.
        true => plays(&s.ident, Role::SaysOperators),
        false => is(Role::SaysOperators, &s.ident.to_string()),
    })
}

/// Whether a trait is that of collections that grow.
fn extends(of: &syn::Path) -> bool {
    of.segments
        .last()
        .is_some_and(|last| last.ident == "Extend")
}

/// Leaves word of a method that the standard library has one of the name of.
fn note_method(own: &Ident, signature: &Signature) {
    let is_known = is_of_standard_library(&signature.ident);
    if signature.receiver().is_some() && is_known && !is_query(signature) {
        let key = (own.to_string(), signature.ident.to_string());
        let here = file(Span::call_site());
        words(|words| words.methods.entry(key).or_default().insert(here));
    }
}

/// Whether a method is what its name says in the standard library as well, `fn is_empty(&self) -> bool`: it needs no rule.
fn is_query(signature: &Signature) -> bool {
    let looks = signature
        .receiver()
        .is_some_and(|of| of.reference.is_some() && of.mutability.is_none());
    let gives_inert = match &signature.output {
        ReturnType::Type(_, ty) => ty::read(ty, &|_| false).is_inert(),
        ReturnType::Default => false,
    };
    let arguments = inert_arguments(&signature.ident.to_string());
    looks && gives_inert && arguments == Some(signature.inputs.len() - 1)
}

/// Leaves word of a function that has no rule, as it was refused for its signature or for where its attribute stands.
pub(crate) fn note_refused(function: String) {
    let key = (file(Span::call_site()), function);
    words(|words| words.refused.insert(key));
}

pub(crate) fn is_refused(function: String) -> bool {
    let key = (file(Span::call_site()), function);
    words(|words| words.refused.contains(&key))
}

pub(crate) fn is_nothing_refused() -> bool {
    words(|words| words.refused.is_empty())
}

/// Leaves word of a trait that a type implements.
fn note_trait(own: &Ident, of: &syn::Path) {
    if let Some(of) = of.segments.last().filter(|_| !is_foreign(of)) {
        words(|words| {
            let traits = words.traits.entry(own.to_string()).or_default();
            traits.insert(of.ident.to_string())
        });
    }
}

/// Whether a type or a trait of a name has a method of the user's own, or has it of a trait.
pub(crate) fn has_method(own: &str, method: &Ident) -> bool {
    let here = file(Span::call_site());
    let method = method.unraw().to_string();
    words(|words| {
        let says = |own: &str| {
            let files = words.methods.get(&(own.to_owned(), method.clone()));
            files.is_some_and(|files| words.are_meant(files, own, &here))
        };
        let mut traits = words.traits.get(own).into_iter().flatten();
        says(own) || traits.any(|of| says(of))
    })
}

/// Whether no type has a method of the standard library's names.
pub(crate) fn is_no_method_known() -> bool {
    words(|words| words.methods.is_empty())
}

/// Leaves word of a method that consumes its receiver.
fn note_consuming(own: &Ident, signature: &Signature) {
    if signature.receiver().is_some_and(|r| r.reference.is_none()) {
        let key = (
            file(Span::call_site()),
            qualified(Some(own), &signature.ident),
        );
        words(|words| words.consuming.insert(key));
    }
}

/// Whether word was left in this file that a method of a type has a rule and consumes its receiver.
pub(crate) fn consumes(own: &Type, method: &Ident) -> bool {
    named(own).is_some_and(|own| {
        let key = (file(Span::call_site()), qualified(Some(own), method));
        words(|words| words.consuming.contains(&key))
    })
}

/// Leaves word of what a method `iter` gives.
fn note_items(own: &Ident, iter: &Signature) {
    match yielded::item(&iter.output) {
        Some((Type::Reference(_), _)) => note_role(own, Role::ListsReferences),
        Some(_) => note_role(own, Role::ListsValues),
        None => {}
    }
}

/// The role that an implementation gives its type, as far as its trait tells.
fn role_of(item: &syn::ItemImpl) -> Option<Role> {
    let of = item
        .trait_
        .as_ref()
        .and_then(|(_, of, _)| of.segments.last())?;
    (of.ident == "Iterator").then_some(Role::Iterator)
}

/// Leaves word of the place that the items of a type are found in; whether it is the only one.
pub(crate) fn note_place(own: &Ident, items: &Expr) -> bool {
    let key = (file(Span::call_site()), own.to_string());
    let items = items.to_token_stream().to_string();
    words(|words| *words.places.entry(key).or_insert_with(|| items.clone()) == items)
}

/// Leaves word of the role of a type.
pub(crate) fn note_role(own: &Ident, role: Role) {
    let here = file(Span::call_site());
    words(|words| words.note(own, role, here));
}

/// Whether the type of this name in this file plays a role.
pub(crate) fn plays(own: &Ident, role: Role) -> bool {
    let here = file(Span::call_site());
    words(|words| words.play(own, role, &here))
}

/// The name of a type that is written by its name.
pub(crate) fn named(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last().map(|s| &s.ident),
        _ => None,
    }
}

fn note_returned(own: Option<&Ident>, signature: &Signature) {
    let here = file(Span::call_site());
    let name = qualified(own, &signature.ident);
    let of = |ty: &Type| {
        let mut of = name_of(ty)?;
        if let (Some(own), "Self") = (own, of.name.as_str()) {
            of.name = own.to_string();
        }
        let is_reference = matches!(ty, Type::Reference(_));
        Some(Returned {
            ty: of,
            is_reference,
        })
    };
    let note = |name, returned: Option<Returned>| {
        let key = (here.clone(), name);
        words(|words| match returned {
            Some(returned) => _ = words.returned.insert(key, returned),
            None => _ = words.returned.remove(&key),
        });
    };
    match &signature.output {
        ReturnType::Type(_, ty) => {
            if own.is_none() && is_some_iterator(ty) {
                note_role(&signature.ident, Role::Steps);
            }
            if let (Type::Tuple(parts), Some(_)) = (&**ty, own) {
                let parts = parts.elems.iter().enumerate();
                parts.for_each(|(i, part)| note(part_of(&name, i), of(part)));
            }
            note(name, of(ty));
        }
        ReturnType::Default => note(name, None),
    }
}

/// `impl Iterator<Item = f64>`
fn is_some_iterator(ty: &Type) -> bool {
    let Type::ImplTrait(of) = ty else {
        return false;
    };
    of.bounds.iter().any(|bound| {
        matches!(bound, syn::TypeParamBound::Trait(of)
            if of.path.segments.last().is_some_and(|last| last.ident.to_string().ends_with("Iterator")))
    })
}

/// Whether this is a call of a function that gives an iterator, by the name of one in this file.
pub(crate) fn gives_steps(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(call) if matches!(&*call.func, Expr::Path(path)
        if path.path.get_ident().is_some_and(|name| plays(name, Role::Steps))))
}

/// What a part of the tuple that a method gives is called here.
fn part_of(method: &str, i: usize) -> String {
    format!("{method}.{i}")
}

/// The type that a function returns, of this file, or of the only one that a type of its name derives in.
fn returned(own: Option<&str>, function: &str) -> Option<Returned> {
    let name = qualified(own, function);
    let here = (file(Span::call_site()), name);
    words(|words| {
        let elsewhere = || {
            let mut files = words.derived.get(own?)?.iter();
            let only = files.next().filter(|_| files.next().is_none())?;
            words.returned.get(&(only.clone(), here.1.clone()))
        };
        words.returned.get(&here).or_else(elsewhere).cloned()
    })
}

/// What a function is called here, `over` or `Grid::over`.
pub(crate) fn qualified(own: Option<impl Display>, function: impl Display) -> String {
    own.map_or_else(|| function.to_string(), |own| format!("{own}::{function}"))
}

/// Whether no type plays any role, nor has methods that need a look: nothing else has to be looked up then.
pub(crate) fn is_nothing_known() -> bool {
    words(|words| words.roles.is_empty() && words.methods.is_empty())
}

/// Whether the type of this name plays a role, as far as word was left.
fn is(role: Role, name: &str) -> bool {
    if is_nothing_known() {
        return false;
    }
    let here = file(Span::call_site());
    words(|words| {
        let files = words.roles.get(&(role, name.to_string()));
        files.is_some_and(|files| words.are_meant(files, name, &here))
    })
}

fn is_name_of_one(name: &str) -> bool {
    is(Role::Iterator, name)
}

/// Whether values of a type are iterators.
pub(crate) fn is_type_of_one(ty: &Type) -> bool {
    named(ty).is_some_and(|name| is_name_of_one(&name.to_string()))
}

/// The type of the fields of a name, if those of all structs of this file have the same.
pub(crate) fn type_of_field(field: &syn::ExprField) -> Option<Named> {
    let syn::Member::Named(name) = &field.member else {
        return None;
    };
    if is_nothing_known() {
        return None;
    }
    let key = (file(Span::call_site()), name.to_string());
    words(|words| {
        let mut types = words.fields.get(&key)?.iter();
        let ty = types.next()?.clone();
        ty.filter(|_| types.next().is_none())
    })
}

/// Whether a field is an iterator.
pub(crate) fn is_field_of_one(field: &syn::ExprField) -> bool {
    type_of_field(field).is_some_and(|ty| !ty.is_list() && ty.has(Role::Iterator))
}

/// The type of the value that an expression makes: `Grid { .. }`, `Grid::new(..)`, `over(a)`.
pub(crate) fn type_made(expr: &Expr) -> Option<Named> {
    if is_nothing_known() {
        return None;
    }
    match expr {
        Expr::Struct(made) => Some(Named {
            name: made.path.segments.last()?.ident.to_string(),
            depth: 0,
        }),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) if path.qself.is_none() => type_returned(&path.path),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an expression makes an iterator.
pub(crate) fn makes_one(expr: &Expr) -> bool {
    type_made(expr).is_some_and(|made| !made.is_list() && made.has(Role::Iterator))
}

/// What a function of the type itself gives that no word was left of is taken for a value of the type if the function
/// is called `new` or `default`.
fn type_returned(function: &syn::Path) -> Option<Named> {
    let mut names = function.segments.iter().rev().map(|s| &s.ident);
    let last = names.next()?;
    let own = names
        .next()
        .filter(|own| own.to_string().starts_with(char::is_uppercase));
    let of = own.map(Ident::to_string);
    let makes = last == "new" || last == "default";
    match returned(of.as_deref(), &last.to_string()) {
        Some(returned) => (!returned.is_reference).then_some(returned.ty),
        None => of.filter(|_| makes).map(|name| Named { name, depth: 0 }),
    }
}
