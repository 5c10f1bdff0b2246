//! What may be kept in a type's constants.
//!
//! Receives a struct or an enum; promises to say of it whether a value could be put in one of its `#[constant]` fields
//! behind a shared reference, surely or perhaps. Emitted code asks before a call without a rule is given a derivative
//! beside such a value (`ad-core/src/emitted/interior.rs`).
//!
//! ```text
//! struct Acc { scale: f64, #[constant] total: Mutex<f64> }     impl HoldsCells for Acc {}
//! struct Sim { rate: f64, #[constant] stats: Stats }           impl HoldsConstants for Sim {}
//! struct Net { w: Vec<f64>, #[constant] names: Vec<String> }   nothing
//! ```

use super::activity::{INERT, Role};
use super::model::Model;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

/// Ordered: what is sure goes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Keeps {
    Nothing,
    Perhaps,
    Surely,
}

/// Types of the standard library that keep something if what they are made of does.
const PLAIN: &[&str] = &[
    "f32",
    "f64",
    "Vec",
    "VecDeque",
    "Option",
    "Result",
    "Box",
    "Rc",
    "Arc",
    "Cow",
    "HashMap",
    "BTreeMap",
    "HashSet",
    "BTreeSet",
    "Range",
    "RangeInclusive",
    "Duration",
    "PhantomData",
];

/// Atomic integers as wide as a float, whose bits they may hold.
const ATOMIC: &[&str] = &["AtomicU32", "AtomicU64", "AtomicI32", "AtomicI64"];

pub(super) fn all(model: &Model) -> Option<TokenStream> {
    let fields = model.fields();
    let constants = fields.filter(|field| field.role == Role::Constant);
    let held = match constants.map(|field| keeps(&field.ty)).max()? {
        Keeps::Nothing => return None,
        Keeps::Perhaps => quote!(HoldsConstants),
        Keeps::Surely => quote!(HoldsCells),
    };
    let (core, name) = (&model.core, &model.name);
    let (params, arguments, clause) = model.generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #params #core::#held for #name #arguments #clause {}
    })
}

fn keeps(ty: &Type) -> Keeps {
    match ty {
        Type::Path(path) => match path.path.segments.last() {
            Some(last) if path.qself.is_none() => keeps_by_name(last),
            _ => Keeps::Perhaps,
        },
        Type::Tuple(tuple) => most(tuple.elems.iter()),
        Type::Array(array) => keeps(&array.elem),
        Type::Slice(slice) => keeps(&slice.elem),
        Type::Reference(reference) => keeps(&reference.elem),
        Type::Paren(inner) => keeps(&inner.elem),
        Type::Group(inner) => keeps(&inner.elem),
        Type::BareFn(_) => Keeps::Nothing,
        _ => Keeps::Perhaps,
    }
}

fn keeps_by_name(last: &PathSegment) -> Keeps {
    let name = last.ident.to_string();
    let inside = match &last.arguments {
        PathArguments::None => Keeps::Nothing,
        PathArguments::AngleBracketed(given) => most(given.args.iter().filter_map(|of| match of {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })),
        PathArguments::Parenthesized(_) => Keeps::Perhaps,
    };
    let is = |names: &[&str]| names.contains(&name.as_str());
    match () {
        () if is(ATOMIC) => Keeps::Surely,
        () if is(INERT) || is(PLAIN) => inside,
        // A counter, `Cell<usize>`, or a name for anything.
        () if is(&["Cell", "RefCell", "Mutex", "RwLock", "OnceCell", "OnceLock"]) => {
            of_cell(&last.arguments)
        }
        () => inside.max(Keeps::Perhaps),
    }
}

/// Of whole numbers and texts, nothing comes back as a float.
fn of_cell(arguments: &PathArguments) -> Keeps {
    let PathArguments::AngleBracketed(given) = arguments else {
        return Keeps::Perhaps;
    };
    match given.args.first() {
        Some(GenericArgument::Type(ty)) if super::activity::is_inert(ty) => Keeps::Nothing,
        _ => Keeps::Surely,
    }
}

fn most<'t>(types: impl Iterator<Item = &'t Type>) -> Keeps {
    types.map(keeps).max().unwrap_or(Keeps::Nothing)
}
