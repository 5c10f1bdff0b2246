//! Syntax put together from the user's parts.
//!
//! Receives pieces of syntax; promises nodes around them whose own tokens stand at a span of the
//! user's. Nodes are built, not parsed: nothing here can fail, and precedence is the tree's.

use crate::lower;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Arm, Block, Expr, Lifetime, Pat, Stmt, Token, Type};

pub(crate) fn block(stmts: Vec<Stmt>) -> Block {
    let span = stmts.first().map_or_else(Span::call_site, Spanned::span);
    Block {
        brace_token: syn::token::Brace(span),
        stmts,
    }
}

pub(crate) fn block_expression(stmts: Vec<Stmt>) -> Expr {
    block_as_expression(block(stmts))
}

pub(crate) fn block_as_expression(block: Block) -> Expr {
    Expr::Block(syn::ExprBlock {
        attrs: Vec::new(),
        label: None,
        block,
    })
}

/// `'label: { stmts }`
pub(crate) fn labelled_block(label: Lifetime, stmts: Vec<Stmt>) -> Expr {
    Expr::Block(syn::ExprBlock {
        attrs: Vec::new(),
        label: Some(as_label(label)),
        block: block(stmts),
    })
}

/// The statements of a block, or an expression as the value of one.
pub(crate) fn into_stmts(expr: Expr) -> Vec<Stmt> {
    match expr {
        Expr::Block(b) if b.label.is_none() && b.attrs.is_empty() => b.block.stmts,
        other => vec![Stmt::Expr(other, None)],
    }
}

/// An expression as a block, which it may be already.
pub(crate) fn into_block(expr: Expr) -> Block {
    block(into_stmts(expr))
}

pub(crate) fn paren(expr: Expr) -> Expr {
    Expr::Paren(syn::ExprParen {
        attrs: Vec::new(),
        paren_token: syn::token::Paren(expr.span()),
        expr: Box::new(expr),
    })
}

/// `let pat = init;`
pub(crate) fn let_(pat: Pat, init: Expr, span: Span) -> Stmt {
    Stmt::Local(syn::Local {
        attrs: Vec::new(),
        let_token: Token![let](span),
        pat,
        init: Some(syn::LocalInit {
            eq_token: Token![=](span),
            expr: Box::new(init),
            diverge: None,
        }),
        semi_token: Token![;](span),
    })
}

/// `pat: ty`
pub(crate) fn ascribed(pat: Pat, ty: Type) -> Pat {
    Pat::Type(syn::PatType {
        attrs: Vec::new(),
        pat: Box::new(pat),
        colon_token: Token![:](ty.span()),
        ty: Box::new(ty),
    })
}

/// States the types of a closure's parameters that have none.
pub(crate) fn state_parameters(closure: &mut syn::ExprClosure, types: Vec<Type>) {
    for (input, ty) in closure.inputs.iter_mut().zip(types) {
        if !matches!(input, Pat::Type(_)) {
            *input = ascribed(input.clone(), ty);
        }
    }
}

pub(crate) fn name_pattern(name: Ident, mutable: bool) -> Pat {
    Pat::Ident(syn::PatIdent {
        attrs: Vec::new(),
        by_ref: None,
        mutability: mutable.then(|| Token![mut](name.span())),
        ident: name,
        subpat: None,
    })
}

pub(crate) fn wildcard(span: Span) -> Pat {
    Pat::Wild(syn::PatWild {
        attrs: Vec::new(),
        underscore_token: Token![_](span),
    })
}

pub(crate) fn name(ident: Ident) -> Expr {
    Expr::Path(syn::ExprPath {
        attrs: Vec::new(),
        qself: None,
        path: ident.into(),
    })
}

pub(crate) fn match_(scrutinee: Expr, arms: Vec<Arm>, span: Span) -> Expr {
    Expr::Match(syn::ExprMatch {
        attrs: Vec::new(),
        match_token: Token![match](span),
        expr: Box::new(scrutinee),
        brace_token: syn::token::Brace(span),
        arms,
    })
}

pub(crate) fn arm(pat: Pat, guard: Option<Expr>, body: Expr) -> Arm {
    let span = pat.span();
    Arm {
        attrs: Vec::new(),
        pat,
        guard: guard.map(|g| (Token![if](span), Box::new(g))),
        fat_arrow_token: Token![=>](span),
        body: Box::new(body),
        comma: Some(Token![,](span)),
    }
}

pub(crate) fn if_(cond: Expr, then: Block, otherwise: Option<Expr>, span: Span) -> Expr {
    Expr::If(syn::ExprIf {
        attrs: Vec::new(),
        if_token: Token![if](span),
        cond: Box::new(cond),
        then_branch: then,
        else_branch: otherwise.map(|e| {
            let e = match e {
                Expr::If(_) | Expr::Block(_) => e,
                other => block_expression(into_stmts(other)),
            };
            (Token![else](span), Box::new(e))
        }),
    })
}

pub(crate) fn loop_(label: Option<Lifetime>, stmts: Vec<Stmt>, span: Span) -> Expr {
    Expr::Loop(syn::ExprLoop {
        attrs: Vec::new(),
        label: label.map(as_label),
        loop_token: Token![loop](span),
        body: block(stmts),
    })
}

/// `while cond { body }` as `loop { if cond { body } else { break; } }`.
pub(crate) fn looped(e: syn::ExprWhile) -> Expr {
    let span = e.while_token.span;
    let left = block_expression(vec![semi(break_(None, None, span))]);
    let once = if_(*e.cond, e.body, Some(left), span);
    let label = e.label.map(|l| l.name);
    loop_(label, vec![Stmt::Expr(once, None)], span)
}

/// A value that begins with `::` is put in parentheses: after a label, syn reads its first colon as the
/// label's.
pub(crate) fn break_(label: Option<Lifetime>, value: Option<Box<Expr>>, span: Span) -> Expr {
    let absolute = |value: &Expr| {
        let first = value.to_token_stream().into_iter().next();
        matches!(first, Some(TokenTree::Punct(p)) if p.as_char() == ':')
    };
    let value = value.map(|v| if absolute(&v) { Box::new(paren(*v)) } else { v });
    Expr::Break(syn::ExprBreak {
        attrs: Vec::new(),
        break_token: Token![break](span),
        label,
        expr: value,
    })
}

pub(crate) fn return_(value: Expr, span: Span) -> Expr {
    Expr::Return(syn::ExprReturn {
        attrs: Vec::new(),
        return_token: Token![return](span),
        expr: Some(Box::new(value)),
    })
}

pub(crate) fn as_label(name: Lifetime) -> syn::Label {
    syn::Label {
        colon_token: Token![:](name.apostrophe),
        name,
    }
}

pub(crate) fn semi(expr: Expr) -> Stmt {
    let span = expr.span();
    Stmt::Expr(expr, Some(Token![;](span)))
}

/// `expr` without parentheses and invisible groups.
pub(crate) fn peeled(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(p) => peeled(&p.expr),
        Expr::Group(g) => peeled(&g.expr),
        other => other,
    }
}

/// A value that is printed behind statements: what begins with a block would end there.
pub(crate) fn last(value: Expr) -> Expr {
    match value {
        Expr::Binary(_) | Expr::Cast(_) | Expr::Index(_) => paren(value),
        other => other,
    }
}

/// `{ before; value }`
pub(crate) fn with_statements(mut before: Vec<Stmt>, value: Expr) -> Expr {
    if before.is_empty() {
        return value;
    }
    before.push(Stmt::Expr(value, None));
    block_expression(before)
}

/// The name an expression consists of.
pub(crate) fn as_name(expr: &Expr) -> Option<&Ident> {
    match peeled(expr) {
        Expr::Path(p) if p.qself.is_none() => p.path.get_ident(),
        _ => None,
    }
}

/// The variable that a place is a part of.
pub(crate) fn root(place: &Expr) -> Option<&Ident> {
    match peeled(place) {
        Expr::Field(f) => root(&f.base),
        Expr::Index(i) => root(&i.expr),
        Expr::Unary(u) => root(&u.expr),
        other => as_name(other),
    }
}

/// What an assignment writes to: `x` of `x = y` and `x += y`.
pub(crate) fn assigned(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Assign(assign) => Some(&assign.left),
        Expr::Binary(binary) => lower::compound(&binary.op).map(|_| &*binary.left),
        _ => None,
    }
}

/// `+`, `-`, `*`, `/` or `%`.
pub(crate) fn is_arithmetic(op: &syn::BinOp) -> bool {
    use syn::BinOp::{Add, Div, Mul, Rem, Sub};
    matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_))
}

/// Whether all items of a list are unique references, or hold one: `[&mut a, &mut b]`.
pub(crate) fn lends_each(list: &syn::ExprArray) -> bool {
    let unique = |item: &Expr| matches!(item, Expr::Reference(r) if r.mutability.is_some());
    list.elems.iter().all(|item| match item {
        Expr::Tuple(parts) => parts.elems.iter().any(unique),
        item => unique(item),
    })
}

/// The names that `code` mentions as values, as often as it does. Fields and methods are no such names.
pub(crate) fn names_in(code: &Expr) -> Vec<Ident> {
    let mut names = NamesIn(Vec::new());
    names.visit_expr(code);
    names.0
}

pub(crate) fn mentions(code: &Expr, name: &Ident) -> bool {
    names_in(code).contains(name)
}

/// Whether tokens mention a name, be it a field's or in a text that is formatted.
pub(crate) fn mentioned_in(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentioned_in(group.stream(), name),
        TokenTree::Literal(text) => is_captured(name, &text),
        TokenTree::Punct(_) => false,
    })
}

/// Whether a text that is formatted may name a variable, `"{r}"`.
pub(crate) fn is_captured(name: &Ident, text: &Literal) -> bool {
    text.to_string().contains(&format!("{{{name}"))
}

struct NamesIn(Vec<Ident>);

impl NamesIn {
    fn visit_tokens(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Ident(ident) if !is_field(&trees, at) => self.0.push(ident.clone()),
                TokenTree::Group(group) => self.visit_tokens(group.stream()),
                _ => {}
            }
        }
    }
}

/// Whether the name at a position is a field's: `p.x`, `Point { x: 1.0 }`.
pub(crate) fn is_field(trees: &[TokenTree], at: usize) -> bool {
    let punct = |at: Option<usize>, c: char| match at.and_then(|at| trees.get(at)) {
        Some(TokenTree::Punct(p)) => p.as_char() == c,
        _ => false,
    };
    let (before, twice_before) = (at.checked_sub(1), at.checked_sub(2));
    let selected = punct(before, '.') && !punct(twice_before, '.');
    let given = punct(Some(at + 1), ':') && !punct(Some(at + 2), ':');
    selected || given
}

impl<'ast> Visit<'ast> for NamesIn {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.0.extend(path.path.get_ident().cloned());
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.visit_tokens(mac.tokens.clone());
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items see no locals.
    }
}

/// All names that patterns bind somewhere in code.
#[derive(Default)]
pub(crate) struct Bound(pub(crate) Vec<Ident>);

impl Bound {
    pub(crate) fn of(function: &syn::ItemFn) -> Bound {
        let mut bound = Bound::default();
        bound.visit_item_fn(function);
        bound
    }

    pub(crate) fn of_block(block: &Block) -> Bound {
        let mut bound = Bound::default();
        bound.visit_block(block);
        bound
    }
}

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.0.push(pat.ident.clone());
        syn::visit::visit_pat_ident(self, pat);
    }
}

/// The names a pattern binds.
pub(crate) fn bound_names(pat: &syn::Pat) -> Vec<syn::Ident> {
    struct Names(Vec<syn::Ident>);
    impl<'ast> syn::visit::Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            let upper = p
                .ident
                .to_string()
                .chars()
                .next()
                .is_some_and(char::is_uppercase);
            if !upper && !self.0.contains(&p.ident) {
                self.0.push(p.ident.clone());
            }
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut names = Names(Vec::new());
    syn::visit::Visit::visit_pat(&mut names, pat);
    names.0
}

/// The number of tokens in `tokens`.
pub(crate) fn size(tokens: TokenStream) -> usize {
    let each = |tree| match tree {
        TokenTree::Group(group) => 2 + size(group.stream()),
        _ => 1,
    };
    tokens.into_iter().map(each).sum()
}

/// Visits the expressions among a macro's arguments, where these are expressions: `assert!(f(x) > 0.0)`,
/// `vec![f(x); n]`, and the first argument of `matches!`.
pub(crate) fn visit_arguments(visitor: &mut impl VisitMut, mac: &mut syn::Macro) {
    let visited = visited(visitor, &mac.tokens);
    if let Some(tokens) = visited.filter(|t| t.to_string() != mac.tokens.to_string()) {
        mac.tokens = tokens;
    }
}

/// The same of the arguments alone, if they are expressions.
pub(crate) fn visited(visitor: &mut impl VisitMut, tokens: &TokenStream) -> Option<TokenStream> {
    let mut arguments = Arguments::parse(tokens)?;
    let exprs = arguments.exprs_mut().into_iter();
    exprs.for_each(|e| visitor.visit_expr_mut(e));
    Some(arguments.to_token_stream())
}

/// A macro's arguments that are expressions.
pub(crate) enum Arguments {
    /// `assert!(f(x) > 0.0, "{x}")`
    Each(syn::punctuated::Punctuated<Expr, Token![,]>),
    /// `vec![f(x); n]`
    Repeated(Expr, Expr),
    /// `matches!(f(x), Some(y) if y > 0.0)`
    First(Expr, TokenStream),
}

impl Arguments {
    pub(crate) fn parse(tokens: &TokenStream) -> Option<Self> {
        let list = syn::punctuated::Punctuated::parse_terminated;
        if let Ok(list) = list.parse2(tokens.clone()) {
            return Some(Self::Each(list));
        }
        if let Ok((value, len)) = repeat.parse2(tokens.clone()) {
            return Some(Self::Repeated(value, len));
        }
        let (value, rest) = first_of_many.parse2(tokens.clone()).ok()?;
        Some(Self::First(value, rest))
    }

    pub(crate) fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Self::Each(list) => list.iter_mut().collect(),
            Self::Repeated(value, len) => vec![value, len],
            Self::First(value, _) => vec![value],
        }
    }
}

impl ToTokens for Arguments {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Each(list) => list.to_token_stream(),
            Self::Repeated(value, len) => quote!(#value; #len),
            Self::First(value, rest) => quote!(#value, #rest),
        });
    }
}

fn repeat(input: ParseStream) -> syn::Result<(Expr, Expr)> {
    let value = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok((value, input.parse()?))
}

fn first_of_many(input: ParseStream) -> syn::Result<(Expr, TokenStream)> {
    let value = input.parse()?;
    input.parse::<Token![,]>()?;
    Ok((value, input.parse()?))
}
