//! What the syntax shows of types.
//!
//! A macro sees no types, but it sees parameters, literals, casts and the methods of floats. [`Ty`]
//! is what follows from those. Where it says [`Ty::Unknown`], emitted code asks a trait instead.

use super::Step;
use proc_macro2::Ident;

#[derive(Clone, Debug)]
pub(crate) enum Ty {
    Float(Float),
    Int,
    Bool,
    Unit,
    /// `char`, `str`, `String` and what is known to carry no derivative.
    Inert,
    Tuple(Vec<Ty>),
    Array(Box<Ty>),
    Slice(Box<Ty>),
    Vec(Box<Ty>),
    Ref(bool, Box<Ty>),
    /// A function passed as an argument.
    Function,
    Unknown,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Float {
    F64,
    F32,
    /// From literals and calls: whatever rustc infers.
    Infer,
    /// A type parameter that is a `Real`.
    Param(Ident),
}

impl Ty {
    pub(crate) fn is_float(&self) -> bool {
        matches!(self, Ty::Float(_))
    }

    /// Whether values of this type can never carry a derivative.
    pub(crate) fn is_inert(&self) -> bool {
        match self {
            Ty::Int | Ty::Bool | Ty::Unit | Ty::Inert => true,
            Ty::Tuple(parts) => parts.iter().all(Ty::is_inert),
            Ty::Array(t) | Ty::Slice(t) | Ty::Vec(t) | Ty::Ref(_, t) => t.is_inert(),
            Ty::Float(_) | Ty::Function | Ty::Unknown => false,
        }
    }

    /// Whether values of this type are known to be `Copy`.
    pub(crate) fn is_copy(&self) -> bool {
        match self {
            Ty::Float(_) | Ty::Int | Ty::Bool | Ty::Unit | Ty::Function => true,
            Ty::Tuple(parts) => parts.iter().all(Ty::is_copy),
            Ty::Array(t) => t.is_copy(),
            Ty::Ref(mutable, _) => !mutable,
            Ty::Inert | Ty::Slice(_) | Ty::Vec(_) | Ty::Unknown => false,
        }
    }

    pub(crate) fn is_ref(&self) -> bool {
        matches!(self, Ty::Ref(..))
    }

    /// How many references are around the value.
    pub(crate) fn depth_of_references(&self) -> usize {
        match self {
            Ty::Ref(_, inner) => 1 + inner.depth_of_references(),
            _ => 0,
        }
    }

    /// Whether references are in it as parts.
    pub(crate) fn holds_references(&self) -> bool {
        let part = |t: &Ty| t.is_ref() || t.holds_references();
        match self {
            Ty::Tuple(parts) => parts.iter().any(part),
            Ty::Array(t) | Ty::Vec(t) => part(t),
            _ => false,
        }
    }

    /// Whether the syntax leaves something of this type unsaid.
    /// Whether there are integers in it, or single-precision floats among others: literals may be of several
    /// kinds, and what is computed with them depends on which.
    pub(crate) fn has_several_kinds(&self) -> bool {
        self.any(&|ty| matches!(ty, Ty::Int | Ty::Float(Float::F32)))
            && !self
                .any(&|ty| matches!(ty, Ty::Unknown | Ty::Function | Ty::Ref(..) | Ty::Slice(_)))
    }

    /// Whether it, or a part of it, is like this.
    fn any(&self, like: &dyn Fn(&Ty) -> bool) -> bool {
        like(self)
            || match self {
                Ty::Tuple(parts) => parts.iter().any(|part| part.any(like)),
                Ty::Array(t) | Ty::Slice(t) | Ty::Vec(t) | Ty::Ref(_, t) => t.any(like),
                _ => false,
            }
    }

    /// Whether a value of this type may be a reference or hold one.
    pub(crate) fn may_borrow(&self) -> bool {
        self.any(&|ty| {
            matches!(
                ty,
                Ty::Inert | Ty::Slice(_) | Ty::Ref(..) | Ty::Function | Ty::Unknown
            )
        })
    }

    /// Whether it is called inert for its value, and may as well be the type of a float or hold some.
    pub(crate) fn may_be_of_float(&self) -> bool {
        self.is_inert() && self.any(&|ty| matches!(ty, Ty::Inert))
    }

    /// Whether there is a float in it.
    pub(crate) fn any_float(&self) -> bool {
        self.any(&|ty| ty.is_float())
    }

    pub(crate) fn contains_unknown(&self) -> bool {
        self.any(&|ty| matches!(ty, Ty::Unknown))
    }

    /// Whether it is that of a tuple, or of a list of tuples, with a part of a type that is not seen.
    pub(crate) fn is_mixed(&self) -> bool {
        match self {
            Ty::Tuple(parts) => parts
                .iter()
                .any(|part| matches!(part, Ty::Unknown) || part.is_mixed()),
            Ty::Array(item) | Ty::Vec(item) => item.is_mixed(),
            _ => false,
        }
    }

    /// The type without its outer references.
    pub(crate) fn peeled(&self) -> &Ty {
        match self {
            Ty::Ref(_, inner) => inner.peeled(),
            other => other,
        }
    }

    /// A sequence whose length cannot change while it is borrowed.
    pub(crate) fn has_fixed_length(&self) -> bool {
        matches!(self.peeled(), Ty::Slice(_) | Ty::Array(_))
    }

    pub(crate) fn is_scalar(&self) -> bool {
        matches!(self, Ty::Float(_) | Ty::Int | Ty::Bool)
    }

    pub(crate) fn element(&self) -> Ty {
        match self.peeled() {
            Ty::Array(t) | Ty::Slice(t) | Ty::Vec(t) => (**t).clone(),
            _ => Ty::Unknown,
        }
    }

    /// The type of a field of it.
    pub(crate) fn field(&self, member: &syn::Member) -> Ty {
        match (self.peeled(), member) {
            (Ty::Tuple(parts), syn::Member::Unnamed(index)) => parts
                .get(index.index as usize)
                .cloned()
                .unwrap_or(Ty::Unknown),
            _ => Ty::Unknown,
        }
    }

    /// The type of what a step selects from it.
    pub(crate) fn part(self, step: &Step) -> Ty {
        match step {
            Step::Deref => match self {
                Ty::Ref(_, inner) => *inner,
                other => other,
            },
            Step::Field(member) => self.field(member),
            Step::Variant(_) => Ty::Unknown,
            Step::Project { ty, .. } => ty.clone(),
            Step::Chosen(_) => self,
            Step::Index(_) => self.element(),
            Step::Range(..) => Ty::Slice(Box::new(self.element())),
            Step::Split(_) => {
                let part = Ty::Slice(Box::new(self.element()));
                Ty::Tuple(vec![Ty::Ref(true, Box::new(part)); 2])
            }
        }
    }

    /// The type of a variable that such values are assigned to: what a shared reference that is assigned
    /// again leads to is asked where it is used.
    pub(crate) fn assignable(self) -> Ty {
        match self {
            Ty::Ref(false, referent) if referent.is_inert() => Ty::Inert,
            Ty::Ref(false, _) => Ty::Unknown,
            other => other,
        }
    }

    /// The type of a variable that begins with such a value and may change: a float that carries no derivative may be
    /// followed by one that does.
    pub(crate) fn beginning(self) -> Ty {
        let item = |t: Box<Ty>| Box::new(t.beginning());
        match self {
            Ty::Inert => Ty::Unknown,
            Ty::Vec(t) => Ty::Vec(item(t)),
            Ty::Array(t) => Ty::Array(item(t)),
            Ty::Tuple(parts) => Ty::Tuple(parts.into_iter().map(Ty::beginning).collect()),
            other => other,
        }
    }

    /// The type both branches of a choice share.
    pub(crate) fn join(self, other: Ty) -> Ty {
        match (self, other) {
            (Ty::Float(Float::Infer), Ty::Float(f)) | (Ty::Float(f), Ty::Float(Float::Infer)) => {
                Ty::Float(f)
            }
            // Where the guesses differ, the one that can carry a derivative wins.
            (Ty::Float(f), _) | (_, Ty::Float(f)) => Ty::Float(f),
            (Ty::Unknown, Ty::Inert) | (Ty::Inert, Ty::Unknown) => Ty::Unknown,
            (Ty::Unknown, t) | (t, Ty::Unknown) => t,
            (t, other) if t.is_inert() && !other.is_inert() => other,
            (t, _) => t,
        }
    }
}

/// Reads a written type; `is_real` says whether an identifier is a type parameter bound by `Real`.
pub(crate) fn read(ty: &syn::Type, is_real: &dyn Fn(&Ident) -> bool) -> Ty {
    let again = |t: &syn::Type| Box::new(read(t, is_real));
    match ty {
        syn::Type::Reference(r) => Ty::Ref(r.mutability.is_some(), again(&r.elem)),
        syn::Type::Slice(s) => Ty::Slice(again(&s.elem)),
        syn::Type::Array(a) => Ty::Array(again(&a.elem)),
        syn::Type::Tuple(t) if t.elems.is_empty() => Ty::Unit,
        syn::Type::Tuple(t) => Ty::Tuple(t.elems.iter().map(|t| *again(t)).collect()),
        syn::Type::Paren(p) => read(&p.elem, is_real),
        syn::Type::Group(g) => read(&g.elem, is_real),
        syn::Type::Path(p) if p.qself.is_none() => read_path(&p.path, is_real),
        _ => Ty::Unknown,
    }
}

fn read_path(path: &syn::Path, is_real: &dyn Fn(&Ident) -> bool) -> Ty {
    let last = path.segments.last().expect("a path has a segment");
    if last.ident == "Vec"
        && let syn::PathArguments::AngleBracketed(args) = &last.arguments
        && let Some(syn::GenericArgument::Type(t)) = args.args.first()
    {
        return Ty::Vec(Box::new(read(t, is_real)));
    }
    if is_inert_map(last, is_real) {
        return Ty::Inert;
    }
    let mut owners = path.segments.iter().rev().skip(1);
    if owners
        .next()
        .is_some_and(|owner| owner.ident == "primitive")
    {
        return read_primitive(&last.ident.to_string());
    }
    if path.segments.len() == 1 && last.arguments.is_none() {
        if is_real(&last.ident) {
            return Ty::Float(Float::Param(last.ident.clone()));
        }
        return read_primitive(&last.ident.to_string());
    }
    if last.ident == "String" {
        Ty::Inert
    } else {
        Ty::Unknown
    }
}

/// Whether a type has no derivative by a name in it that a user's type may have, too: `&String`.
pub(crate) fn is_guess(ty: &syn::Type) -> bool {
    struct Search(bool);
    impl syn::visit::Visit<'_> for Search {
        fn visit_path_segment(&mut self, segment: &syn::PathSegment) {
            self.0 |= segment.ident == "String" || is_map(&segment.ident);
            syn::visit::visit_path_segment(self, segment);
        }
    }
    let mut search = Search(false);
    syn::visit::Visit::visit_type(&mut search, ty);
    search.0 && read(ty, &|_| false).is_inert()
}

/// Whether a type of the standard library's holds nothing but what carries no derivative, as far as names say that a
/// user's type may have, too: `Option<usize>`, `&Range<i32>`, `NonZeroUsize`, `HashMap<Kind, usize>`.
pub(crate) fn holds_none(ty: &syn::Type) -> bool {
    let carries_none = |t: &syn::Type| read(t, &|_| false).is_inert() || holds_none(t);
    match ty {
        _ if read(ty, &|_| false).is_inert() => false,
        syn::Type::Reference(r) => r.mutability.is_none() && holds_none(&r.elem),
        syn::Type::Slice(s) => holds_none(&s.elem),
        syn::Type::Array(a) => holds_none(&a.elem),
        syn::Type::Tuple(t) => t.elems.iter().all(carries_none),
        syn::Type::Paren(p) => holds_none(&p.elem),
        syn::Type::Group(g) => holds_none(&g.elem),
        syn::Type::Path(p) if p.qself.is_none() => {
            let last = p.path.segments.last().expect("a path has a segment");
            match &last.arguments {
                syn::PathArguments::AngleBracketed(given)
                    if last.ident == "HashMap" || last.ident == "BTreeMap" =>
                {
                    matches!(given.args.iter().nth(1), Some(syn::GenericArgument::Type(value)) if carries_none(value))
                }
                syn::PathArguments::None => is_other_number(&last.ident.to_string()),
                syn::PathArguments::AngleBracketed(given) => {
                    let holder = HOLDERS.iter().any(|name| last.ident == name);
                    holder
                        && given.args.iter().all(|arg| match arg {
                            syn::GenericArgument::Type(t) => carries_none(t),
                            syn::GenericArgument::Lifetime(_) => true,
                            _ => false,
                        })
                }
                syn::PathArguments::Parenthesized(_) => false,
            }
        }
        _ => false,
    }
}

/// Types of the standard library's that hold no more than their parameters.
const HOLDERS: [&str; 9] = [
    "Option",
    "Vec",
    "Box",
    "Rc",
    "Arc",
    "Range",
    "RangeInclusive",
    "RangeFrom",
    "RangeTo",
];

/// `NonZeroUsize`, `Duration`
fn is_other_number(name: &str) -> bool {
    let int = name.strip_prefix("NonZero").map(str::to_lowercase);
    int.is_some_and(|int| matches!(read_primitive(&int), Ty::Int)) || name == "Duration"
}

/// A map or a set: what is asked by keys, not by positions.
pub(crate) fn is_map(name: &Ident) -> bool {
    ["HashMap", "BTreeMap", "HashSet", "BTreeSet"]
        .iter()
        .any(|map| name == map)
}

/// A map whose type shows that there are floats in it.
pub(crate) fn is_map_of_floats(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    let Some(last) = path.path.segments.last().filter(|s| is_map(&s.ident)) else {
        return false;
    };
    let floats = |t: &syn::Type| read(t, &|_| false).any(&|part| part.is_float());
    match &last.arguments {
        syn::PathArguments::AngleBracketed(given) => given
            .args
            .iter()
            .any(|arg| matches!(arg, syn::GenericArgument::Type(t) if floats(t))),
        _ => false,
    }
}

/// A map with floats in it whose keys borrow: its gradient has the same keys.
pub(crate) fn is_map_by_references(ty: &syn::Type) -> bool {
    struct Search(bool);
    impl syn::visit::Visit<'_> for Search {
        fn visit_type_reference(&mut self, reference: &syn::TypeReference) {
            let lasts = |l: &syn::Lifetime| l.ident == "static";
            self.0 |= !reference.lifetime.as_ref().is_some_and(lasts);
        }
    }
    let syn::Type::Path(path) = ty else {
        return false;
    };
    let key = path
        .path
        .segments
        .last()
        .and_then(|last| match &last.arguments {
            syn::PathArguments::AngleBracketed(given) => given.args.first(),
            _ => None,
        });
    let mut search = Search(false);
    if let Some(key) = key {
        syn::visit::Visit::visit_generic_argument(&mut search, key);
    }
    search.0 && is_map_of_floats(ty)
}

/// A map or a set of what carries no derivative.
fn is_inert_map(ty: &syn::PathSegment, is_real: &dyn Fn(&Ident) -> bool) -> bool {
    let syn::PathArguments::AngleBracketed(args) = &ty.arguments else {
        return false;
    };
    let inert = |arg: &syn::GenericArgument| match arg {
        syn::GenericArgument::Type(syn::Type::Infer(_)) => true,
        syn::GenericArgument::Type(t) => read(t, is_real).is_inert(),
        _ => false,
    };
    // A value that is left to be inferred may be a float.
    let value = args.args.iter().nth(1);
    let stated = !matches!(value, Some(syn::GenericArgument::Type(syn::Type::Infer(_))));
    is_map(&ty.ident) && stated && args.args.iter().all(inert)
}

fn read_primitive(name: &str) -> Ty {
    match name {
        "f64" => Ty::Float(Float::F64),
        "f32" => Ty::Float(Float::F32),
        "bool" => Ty::Bool,
        "char" | "str" | "String" => Ty::Inert,
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
        | "isize" => Ty::Int,
        _ => Ty::Unknown,
    }
}

/// Whether a path that starts with this name leads to the functions of a primitive type.
pub(crate) fn is_primitive(name: &str) -> bool {
    !matches!(read_primitive(name), Ty::Unknown)
}

/// Whether it is the name of a type of whole numbers.
pub(crate) fn is_integer(name: &str) -> bool {
    matches!(read_primitive(name), Ty::Int)
}

/// A value that changes behind shared references, and may carry a derivative: `RefCell<f64>`.
pub(crate) fn is_interior(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| {
        let content = match &last.arguments {
            syn::PathArguments::AngleBracketed(given) => given.args.first(),
            _ => None,
        };
        let inert = |t: &syn::Type| read(t, &|_| false).is_inert();
        is_interior_name(&last.ident)
            && matches!(content, Some(syn::GenericArgument::Type(t)) if !inert(t))
    })
}

/// `RefCell` and its like. `Cell` and `Lock` may as well be types of the user's.
pub(crate) fn is_interior_name(name: &Ident) -> bool {
    ["RefCell", "Mutex", "RwLock", "OnceCell", "OnceLock"]
        .iter()
        .any(|known| name == known)
}
