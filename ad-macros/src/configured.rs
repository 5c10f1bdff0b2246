//! `#[cfg]` inside of a differentiable item.
//!
//! Receives an item some of whose parts are there only under conditions, which rustc has not looked at
//! yet; promises the item and its derivatives once for each way in which the conditions may turn out,
//! under a `#[cfg]` of its own, so that a derivative is that of the code that is compiled.
//!
//! ```text
//! fn f(x: f64) -> f64 {                  #[cfg(feature = "scale")] fn f(x: f64) -> f64 { let x = 2.0 * x; x * x }
//!     #[cfg(feature = "scale")]          #[cfg(feature = "scale")] impl f { … }
//!     let x = 2.0 * x;                   #[cfg(not(feature = "scale"))] fn f(x: f64) -> f64 { x * x }
//!     x * x                              #[cfg(not(feature = "scale"))] impl f { … }
//! }
//! ```

use crate::diagnostics::{Sink, catalog};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, ImplItem, Item, Stmt, TraitItem};

/// How many conditions one item may have: each doubles what is compiled.
const MOST: usize = 4;

/// What `expand` makes of an item, for each way in which its conditions may turn out; `None` if it has
/// no conditions.
pub(crate) fn each(
    item: &TokenStream,
    expand: &dyn Fn(TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    let item: Item = syn::parse2(item.clone()).ok()?;
    let mut all = Conditions::default();
    let mut bare = item.clone();
    all.take(&mut bare);
    if let Some(refused) = all.found.get(MOST).cloned().or_else(|| left_over(&bare)) {
        let sink = Sink::new();
        sink.refuse_at(&refused, catalog::CONFIGURED);
        let errors = sink.into_errors();
        return Some(quote!(#item #errors));
    }
    if all.found.is_empty() {
        return None;
    }
    let ways = (0..1_usize << all.found.len()).map(|way| {
        let holds = |i: usize| way & (1 << i) != 0;
        let terms = all
            .found
            .iter()
            .enumerate()
            .map(|(i, condition)| match holds(i) {
                true => condition.clone(),
                false => quote!(not(#condition)),
            });
        let attribute = quote!(#[cfg(all(#(#terms),*))]);
        let mut item = item.clone();
        let failing = all.found.iter().enumerate().filter(|(i, _)| !holds(*i));
        let mut way = Conditions {
            found: Vec::new(),
            failing: failing
                .map(|(_, condition)| condition.to_string())
                .collect(),
        };
        match way.take(&mut item) {
            true => under(&attribute, expand(item.into_token_stream())),
            false => TokenStream::new(),
        }
    });
    Some(ways.collect())
}

/// Items, each of them under a condition.
fn under(condition: &TokenStream, items: TokenStream) -> TokenStream {
    match syn::parse2::<syn::File>(items.clone()) {
        Ok(file) => file
            .items
            .iter()
            .flat_map(|item| quote!(#condition #item))
            .collect(),
        Err(_) => items,
    }
}

/// Finds conditions, and removes what is under one that fails.
#[derive(Default)]
struct Conditions {
    found: Vec<TokenStream>,
    failing: Vec<String>,
}

impl Conditions {
    /// Takes the conditions off an item and what is in it; whether the item itself stays.
    fn take(&mut self, item: &mut Item) -> bool {
        let holds = match item {
            Item::Fn(f) => self.hold(&mut f.attrs),
            Item::Impl(i) => self.hold(&mut i.attrs),
            Item::Trait(t) => self.hold(&mut t.attrs),
            _ => true,
        };
        self.visit_item_mut(item);
        holds
    }

    /// Takes the conditions off; whether what they are on stays.
    fn hold(&mut self, attrs: &mut Vec<Attribute>) -> bool {
        let mut holds = true;
        attrs.retain(|attr| {
            let Some(condition) = condition(attr) else {
                return true;
            };
            let text = condition.to_string();
            holds &= !self.failing.contains(&text);
            if !self.found.iter().any(|c| c.to_string() == text) {
                self.found.push(condition);
            }
            false
        });
        holds
    }

    /// A statement without its conditions, if they hold: where its attributes are depends on its kind.
    fn statement(&mut self, stmt: Stmt) -> Option<Stmt> {
        let Ok(mut parts) = syn::parse2::<Attributed>(stmt.to_token_stream()) else {
            return Some(stmt);
        };
        if !parts.attrs.iter().any(|attr| condition(attr).is_some()) {
            return Some(stmt);
        }
        if !self.hold(&mut parts.attrs) {
            return None;
        }
        let (attrs, rest) = (parts.attrs, parts.rest);
        let stmts = Block::parse_within.parse2(quote!(#(#attrs)* #rest)).ok()?;
        stmts.into_iter().next()
    }
}

impl VisitMut for Conditions {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        block.stmts = stmts
            .into_iter()
            .filter_map(|s| self.statement(s))
            .collect();
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_match_mut(&mut self, e: &mut syn::ExprMatch) {
        e.arms.retain_mut(|arm| self.hold(&mut arm.attrs));
        visit_mut::visit_expr_match_mut(self, e);
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        item.items.retain_mut(|member| match member {
            ImplItem::Fn(f) => self.hold(&mut f.attrs),
            ImplItem::Const(c) => self.hold(&mut c.attrs),
            ImplItem::Type(t) => self.hold(&mut t.attrs),
            _ => true,
        });
        visit_mut::visit_item_impl_mut(self, item);
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        item.items.retain_mut(|member| match member {
            TraitItem::Fn(f) => self.hold(&mut f.attrs),
            TraitItem::Const(c) => self.hold(&mut c.attrs),
            TraitItem::Type(t) => self.hold(&mut t.attrs),
            _ => true,
        });
        visit_mut::visit_item_trait_mut(self, item);
    }
}

/// What `#[cfg(…)]` asks for.
fn condition(attr: &Attribute) -> Option<TokenStream> {
    let list = attr.meta.require_list().ok()?;
    list.path.is_ident("cfg").then(|| list.tokens.clone())
}

struct Attributed {
    attrs: Vec<Attribute>,
    rest: TokenStream,
}

impl Parse for Attributed {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        Ok(Attributed {
            attrs: input.call(Attribute::parse_outer)?,
            rest: input.parse()?,
        })
    }
}

/// A condition where none is understood.
fn left_over(item: &Item) -> Option<TokenStream> {
    struct Left(Option<TokenStream>);
    impl<'ast> Visit<'ast> for Left {
        fn visit_attribute(&mut self, attr: &'ast Attribute) {
            self.0 = self.0.take().or_else(|| condition(attr));
        }
    }
    let mut left = Left(None);
    left.visit_item(item);
    left.0
}
