//! Places in a projection's body, for the primal to choose by and for the shadow to select.
//!
//! ```text
//! &self.data[i * self.cols + j]
//!
//! { let index = i * self.cols + j; (self.data.derivative_rule_of_index(index), index) }    // the choice
//! &(*by.0.__part(&shadow.data, by.1))                                                      // the part
//!
//! self.nodes.iter().max_by(hotter).unwrap()
//!
//! position_of(&self.nodes[..], self.nodes.iter().max_by(hotter).unwrap())                   // the index
//! ```

use super::bound::Bound;
use crate::desugar::build;
use crate::emit::names;
use crate::tables::HashSet;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Expr;
use syn::visit_mut::{self, VisitMut};

/// A part of the shadow of a parameter.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) root: Ident,
    steps: Vec<Step>,
}

#[derive(Clone)]
enum Step {
    Deref,
    Field(syn::Member),
    /// The payload of a variant, whose fields are references.
    Variant(Ident),
    /// Selected by the choice at this position, and the index beside it.
    Chosen(usize),
    Whole,
}

/// Reads references to parts of the parameters.
pub(super) struct Reader<'a> {
    /// Parameters that are references.
    pub(super) roots: Vec<&'a Ident>,
    /// What the body's variables refer to, the latest ones last.
    pub(super) bound: Vec<(Ident, Bound)>,
    /// What the places that are returned start from.
    pub(super) returned: HashSet<Ident>,
    /// Whether the reference is unique.
    pub(super) unique: bool,
    pub(super) core: TokenStream,
}

/// A place that is being read.
#[derive(Clone)]
pub(super) struct Found {
    part: Part,
    /// The place of the primal.
    pub(super) primal: TokenStream,
    pub(super) choices: Vec<TokenStream>,
}

impl Reader<'_> {
    /// What a returned reference refers to, and what it is chosen by.
    pub(super) fn reference(&self, expr: &Expr) -> Option<(Part, TokenStream)> {
        let found = match expr {
            Expr::Paren(p) => return self.reference(&p.expr),
            Expr::Reference(r) => self.place(&r.expr)?,
            Expr::Path(_) | Expr::Field(_) | Expr::MethodCall(_) => self.place(expr)?,
            _ => return None,
        };
        let choices = found.choices;
        Some((found.part, quote!((#(#choices,)*))))
    }

    /// Whether `expr` is a part of a parameter.
    pub(super) fn is_part(&self, expr: &Expr) -> bool {
        self.place(expr).is_some()
    }

    pub(super) fn place(&self, expr: &Expr) -> Option<Found> {
        match expr {
            Expr::Path(p) => {
                let name = p.path.get_ident()?;
                match self.bound(name) {
                    Some(Bound::Part(found)) => return Some(found.clone()),
                    Some(Bound::Element(list)) => {
                        return self.element(name.to_token_stream(), &quote!((*#name)), list);
                    }
                    Some(Bound::Other) => return None,
                    None => {}
                }
                let root = self.roots.iter().find(|r| **r == name)?;
                Some(Found {
                    part: Part {
                        root: (*root).clone(),
                        steps: Vec::new(),
                    },
                    primal: name.to_token_stream(),
                    choices: Vec::new(),
                })
            }
            Expr::Paren(p) => self.place(&p.expr),
            Expr::Reference(r) => self.place(&r.expr),
            // What a variable stands for is behind the reference already.
            Expr::Unary(u)
                if matches!(u.op, syn::UnOp::Deref(_))
                    && build::as_name(&u.expr).is_some_and(|n| self.bound(n).is_some()) =>
            {
                self.place(&u.expr)
            }
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                let mut found = self.place(&u.expr)?;
                // A parameter's shadow is behind a reference as the parameter is.
                found.part.steps.push(Step::Deref);
                let primal = &found.primal;
                found.primal = quote!((*#primal));
                Some(found)
            }
            Expr::Field(f) => {
                let mut found = self.place(&f.base)?;
                found.part.steps.push(Step::Field(f.member.clone()));
                let (primal, member) = (&found.primal, &f.member);
                found.primal = quote!(#primal.#member);
                Some(found)
            }
            Expr::Index(i) => {
                let (index, held) = (&i.index, names::plain("index"));
                let rule = match self.unique {
                    true => format_ident!("derivative_rule_of_index_mut"),
                    false => format_ident!("derivative_rule_of_index"),
                };
                let of = |primal: &TokenStream| {
                    quote!({
                        let #held = #index;
                        (#primal.#rule(::core::clone::Clone::clone(&#held)), #held)
                    })
                };
                let primal = |primal: &TokenStream| quote!(#primal[#index]);
                Some(self.chosen(self.place(&i.expr)?, of, primal))
            }
            Expr::MethodCall(call) => self.method(call),
            _ => None,
        }
    }

    /// An element that is looked for.
    fn selected(&self, call: &syn::ExprMethodCall, list: &Expr) -> Option<Found> {
        self.element(call.to_token_stream(), &quote!((*#call)), list)
    }

    /// An element of a list: where it is tells its index.
    fn element(&self, found: TokenStream, element: &TokenStream, list: &Expr) -> Option<Found> {
        let (core, index) = (&self.core, names::plain("index"));
        let of = |primal: &TokenStream| {
            quote!({
                let #index = #core::position_of(&#primal[..], #found);
                (#primal.derivative_rule_of_index(#index), #index)
            })
        };
        let primal = |_: &TokenStream| element.clone();
        Some(self.chosen(self.place(list)?, of, primal))
    }

    fn method(&self, call: &syn::ExprMethodCall) -> Option<Found> {
        if let Some(list) = selected_from(call) {
            return self.selected(call, list);
        }
        let mut found = self.place(&call.receiver)?;
        let (name, args) = (&call.method, &call.args);
        let whole = ["as_slice", "as_mut_slice"].iter().any(|n| name == n);
        if whole && args.is_empty() {
            found.part.steps.push(Step::Whole);
            let primal = &found.primal;
            found.primal = quote!(#primal[..]);
            return Some(found);
        }
        let choice = super::choice_name(name);
        let args: Vec<&Expr> = args.iter().collect();
        let of = |primal: &TokenStream| quote!((#primal.#choice((#(#args,)*)), ()));
        let primal = |primal: &TokenStream| quote!((*#primal.#name(#(#args),*)));
        Some(self.chosen(found, of, primal))
    }

    fn chosen(
        &self,
        mut found: Found,
        choice: impl Fn(&TokenStream) -> TokenStream,
        primal: impl Fn(&TokenStream) -> TokenStream,
    ) -> Found {
        found.part.steps.push(Step::Chosen(found.choices.len()));
        found.choices.push(choice(&found.primal));
        found.primal = primal(&found.primal);
        found
    }
}

/// The list of which `list.iter().max_by(f).unwrap()` or `list.last().expect(message)` is an element.
fn selected_from(call: &syn::ExprMethodCall) -> Option<&Expr> {
    match build::peeled(&call.receiver) {
        Expr::MethodCall(found) if call.method == "unwrap" || call.method == "expect" => {
            looked_for(found)
        }
        _ => None,
    }
}

/// The list of which `list.iter().max_by(f)` or `list.last()` is an element, if there is one.
pub(super) fn looked_for(found: &syn::ExprMethodCall) -> Option<&Expr> {
    let name = found.method.to_string();
    if let Some(list) = iterated(&found.receiver) {
        return SELECTORS.contains(&name.as_str()).then_some(list);
    }
    let by_position = ["first", "last", "get", "first_mut", "last_mut", "get_mut"];
    let part = matches!(found.args.first().map(build::peeled), Some(Expr::Range(_)));
    (by_position.contains(&name.as_str()) && !part).then_some(&*found.receiver)
}

/// What gives one item of an iterator.
const SELECTORS: [&str; 8] = [
    "max_by",
    "min_by",
    "max_by_key",
    "min_by_key",
    "find",
    "last",
    "next",
    "nth",
];

/// What leaves out items, or changes their order.
const ADAPTORS: [&str; 7] = [
    "filter",
    "skip",
    "skip_while",
    "take",
    "take_while",
    "rev",
    "step_by",
];

/// The list whose elements an iterator gives by reference.
pub(super) fn iterated(expr: &Expr) -> Option<&Expr> {
    let Expr::MethodCall(call) = build::peeled(expr) else {
        return None;
    };
    match call.method.to_string().as_str() {
        "iter" | "iter_mut" if call.args.is_empty() => Some(&call.receiver),
        name if ADAPTORS.contains(&name) => iterated(&call.receiver),
        _ => None,
    }
}

/// `list.last_mut()` as `list.last()`, and `&mut list` as `&list`: the choice only looks.
pub(super) fn looking(block: &mut syn::Block) {
    Looking.visit_block_mut(block);
}

struct Looking;

impl VisitMut for Looking {
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        let name = call.method.to_string();
        if let Some(shared @ ("first" | "last" | "get" | "iter")) = name.strip_suffix("_mut") {
            call.method = Ident::new(shared, call.method.span());
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    fn visit_expr_reference_mut(&mut self, reference: &mut syn::ExprReference) {
        reference.mutability = None;
        visit_mut::visit_expr_reference_mut(self, reference);
    }
}

impl Found {
    /// The field of it that a pattern of the type or variant `path` binds to a name.
    pub(super) fn field_of(&self, path: Option<&syn::Path>, member: syn::Member) -> Self {
        let mut found = self.clone();
        match path.and_then(crate::ir::variant) {
            Some(variant) => {
                let steps = [Step::Variant(variant), Step::Field(member), Step::Deref];
                found.part.steps.extend(steps);
            }
            None => found.part.steps.push(Step::Field(member)),
        }
        found
    }

    /// The same by the name that it is bound to.
    pub(super) fn named(mut self, name: &Ident) -> Self {
        self.primal = quote!((*#name));
        self
    }

    /// Whether any of these names leads to it: where they are bound again, they do no longer.
    pub(super) fn is_led_by(&self, names: &[Ident]) -> bool {
        let choices = self.choices.iter();
        let mut led = choices.flat_map(|c| names.iter().map(|n| crate::lower::names(c.clone(), n)));
        led.any(|led| led)
    }
}

impl Part {
    /// Whether a value says which part it is.
    pub(super) fn is_chosen(&self) -> bool {
        self.steps.iter().any(|s| matches!(s, Step::Chosen(_)))
    }

    /// The part of `shadow`, a reference to the parameter's shadow, that `by` chose.
    pub(super) fn of(&self, shadow: &TokenStream, by: &Ident, unique: bool) -> TokenStream {
        let (mutability, part) = if unique {
            (Some(quote!(mut)), format_ident!("__part_mut"))
        } else {
            (None, format_ident!("__part"))
        };
        let place = self.steps.iter().fold(quote!((*#shadow)), |base, step| match step {
            Step::Deref if base.to_string() == quote!((*#shadow)).to_string() => base,
            Step::Deref => quote!((*#base)),
            Step::Field(member) => quote!(#base.#member),
            Step::Variant(name) => {
                let payload = names::variant(name, unique);
                quote!(#base.#payload())
            }
            Step::Whole => quote!(#base[..]),
            Step::Chosen(i) => {
                let i = syn::Index::from(*i);
                quote!((*#by.#i.0.#part(&#mutability #base, ::core::clone::Clone::clone(&#by.#i.1))))
            }
        });
        quote!(&#mutability #place)
    }
}
