//! Iterator expressions as indexable sequences.
//!
//! Receives the head of a `for` loop or of an iterator chain; promises, where every source can be
//! indexed, a [`Sequence`]: a length and an element for every position. The loop over it is then an
//! ordinary counted loop.
//!
//! ```text
//! for (i, (a, b)) in xs.iter().zip(ys).enumerate()
//!     // length min(xs.len(), ys.len()), element (k, (&xs[k], &ys[k]))
//! ```

use super::build;
use syn::Expr;

#[derive(Clone, Debug)]
pub(crate) enum Sequence {
    /// `lo..hi` or `lo..=hi`
    Range(syn::ExprRange),
    /// The same, of integers that positions can't be counted in.
    OtherIntegers(syn::ExprRange),
    /// `lo..`, which is zipped with a sequence that ends.
    From(Expr),
    /// References to (or, when `mutable`, unique references to) the elements of a place.
    Elements {
        place: Expr,
        mutable: bool,
    },
    /// The same, by value: `.copied()`, `.cloned()`, an array by value.
    Copied(Box<Sequence>),
    Rev(Box<Sequence>),
    Enumerate(Box<Sequence>),
    Zip(Box<Sequence>, Box<Sequence>),
    Skip(Box<Sequence>, Expr),
    Take(Box<Sequence>, Expr),
    StepBy(Box<Sequence>, Expr),
    Windows {
        place: Expr,
        size: Expr,
    },
    Chunks {
        place: Expr,
        size: Expr,
        exact: bool,
        /// Whether they are counted from the end.
        from_end: bool,
        mutable: bool,
    },
    /// What is iterated over as its type says: by reference or by value.
    Items(Expr),
    /// `.map(|pattern| body)`
    Map(Box<Sequence>, Box<syn::ExprClosure>),
}

/// How a place that is known to hold a sequence is iterated over when it is named itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByName {
    Value,
    Shared,
    Unique,
    /// As its type says.
    Unsaid,
}

/// Reads `expr` as a sequence. `by_name` tells which places are known to hold one.
pub(crate) fn read(expr: &Expr, by_name: &dyn Fn(&Expr) -> Option<ByName>) -> Option<Sequence> {
    match expr {
        Expr::Paren(p) => read(&p.expr, by_name),
        Expr::Range(r) if r.start.is_some() && r.end.is_some() => {
            Some(match is_of_other_integers(r) {
                true => Sequence::OtherIntegers(r.clone()),
                false => Sequence::Range(r.clone()),
            })
        }
        Expr::Reference(r) if by_name(&r.expr).is_some() => Some(Sequence::Elements {
            place: (*r.expr).clone(),
            mutable: r.mutability.is_some(),
        }),
        Expr::MethodCall(call) if by_name(expr) != Some(ByName::Unique) => {
            read_method(call, by_name)
        }
        place => by_name(place).map(|how| {
            let elements = Sequence::Elements {
                place: place.clone(),
                mutable: how == ByName::Unique,
            };
            match how {
                ByName::Value => Sequence::Copied(Box::new(elements)),
                ByName::Shared | ByName::Unique => elements,
                ByName::Unsaid => Sequence::Items(place.clone()),
            }
        }),
    }
}

/// Whether a method of slices gives parts of one size that do not overlap.
pub(crate) fn is_chunks(method: &str) -> bool {
    let chunks = method.strip_prefix('r').unwrap_or(method);
    matches!(
        chunks,
        "chunks" | "chunks_exact" | "chunks_mut" | "chunks_exact_mut"
    )
}

/// Whether a method makes a sequence of what it is called on, or another sequence.
pub(crate) fn is_adaptor(method: &str) -> bool {
    let others = [
        "iter",
        "iter_mut",
        "into_iter",
        "windows",
        "copied",
        "cloned",
        "rev",
        "enumerate",
        "zip",
        "skip",
        "take",
        "step_by",
        "map",
    ];
    is_chunks(method) || others.contains(&method)
}

fn read_method(
    call: &syn::ExprMethodCall,
    by_name: &dyn Fn(&Expr) -> Option<ByName>,
) -> Option<Sequence> {
    let name = call.method.to_string();
    let place = || Some((*call.receiver).clone()).filter(|p| by_name(p).is_some());
    let inner = || read(&call.receiver, by_name).map(Box::new);
    let arg = || call.args.first().cloned();
    Some(match (name.as_str(), call.args.len()) {
        ("iter", 0) => Sequence::Elements {
            place: place()?,
            mutable: false,
        },
        ("iter_mut", 0) => Sequence::Elements {
            place: place()?,
            mutable: true,
        },
        ("into_iter", 0) => *inner()?,
        ("windows", 1) => Sequence::Windows {
            place: place()?,
            size: arg()?,
        },
        (chunks, 1) if is_chunks(chunks) => Sequence::Chunks {
            place: place()?,
            size: arg()?,
            exact: name.contains("exact"),
            from_end: name.starts_with('r'),
            mutable: name.ends_with("mut"),
        },
        ("copied" | "cloned", 0) => Sequence::Copied(inner()?),
        ("rev", 0) => Sequence::Rev(inner()?),
        ("enumerate", 0) => Sequence::Enumerate(inner()?),
        ("zip", 1) => match read_endless(&call.receiver) {
            Some(numbers) => Sequence::Zip(Box::new(numbers), Box::new(read(&arg()?, by_name)?)),
            None => Sequence::Zip(inner()?, Box::new(read_partner(&arg()?, by_name)?)),
        },
        ("skip", 1) => Sequence::Skip(inner()?, arg()?),
        ("take", 1) => Sequence::Take(inner()?, arg()?),
        ("step_by", 1) => Sequence::StepBy(inner()?, arg()?),
        ("map", 1) => match arg()? {
            Expr::Closure(closure) if closure.inputs.len() == 1 => {
                Sequence::Map(inner()?, Box::new(closure))
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// `-1..=1`, `0u32..`: positions are counted as `usize`, which these are not.
pub(crate) fn is_of_other_integers(range: &syn::ExprRange) -> bool {
    match range.start.as_deref().map(build::peeled) {
        Some(Expr::Unary(u)) => matches!(u.op, syn::UnOp::Neg(_)),
        // By its uses (`desugar/counters.rs`).
        Some(Expr::Block(_)) => true,
        Some(Expr::Lit(lit)) => {
            matches!(&lit.lit, syn::Lit::Int(n) if !matches!(n.suffix(), "" | "usize"))
        }
        _ => false,
    }
}

/// What a sequence that ends is paired with may have no end.
fn read_partner(expr: &Expr, by_name: &dyn Fn(&Expr) -> Option<ByName>) -> Option<Sequence> {
    read_endless(expr).or_else(|| read(expr, by_name))
}

/// `1..` and `(1..).step_by(2)`.
fn read_endless(expr: &Expr) -> Option<Sequence> {
    match build::peeled(expr) {
        Expr::Range(r) if r.end.is_none() => match is_of_other_integers(r) {
            true => Some(Sequence::OtherIntegers(r.clone())),
            false => r.start.as_deref().cloned().map(Sequence::From),
        },
        Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
            let inner = Box::new(read_endless(&call.receiver)?);
            Some(Sequence::StepBy(inner, call.args[0].clone()))
        }
        _ => None,
    }
}
