//! The grammar of `rrule!`.
//!
//! ```text
//! input      = [ "#![crate(" path ")]" ] [ "#![partials]" ] item*
//! item       = attributes visibility ( head derivative | methods )
//! methods    = "trait" name generics "for" type [ where ] "{" ( attributes head derivative )* "}"
//! head       = "fn" name signature | "use" path [ "as" name ] signature
//! signature  = generics "(" arguments ")" "->" type [ where ]
//! derivative = "=" expression ";" check                              value and partials
//!            | ";" forward pullback check                            two sweeps
//!            | ( body | ";" ) "no" "derivative" ";"
//! forward    = "forward" [ "(" name ")" ] "->" type body
//! pullback   = "pullback" "(" parameters ")" body
//! check      = "check" "at" "[" expression,* "]" ";"
//! ```

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Block, Expr, FnArg, Generics, Ident, Path, ReturnType, Token, Type, Visibility,
    braced, bracketed, parenthesized, token,
};

use super::messages;

mod keyword {
    syn::custom_keyword!(check);
    syn::custom_keyword!(at);
    syn::custom_keyword!(no);
    syn::custom_keyword!(derivative);
    syn::custom_keyword!(forward);
    syn::custom_keyword!(pullback);
    syn::custom_keyword!(partials);
}

/// Everything inside one `rrule! { … }`.
pub(super) struct Input {
    /// Where emitted code finds the run time; `None` means the facade.
    pub(super) krate: Option<Path>,
    /// Emit functions that return value and partials, in place of primals with companions.
    pub(super) partials: bool,
    pub(super) items: Vec<Item>,
}

#[allow(
    clippy::large_enum_variant,
    reason = "there is one for each rule, read once"
)]
pub(super) enum Item {
    Function(Rule),
    Methods(Methods),
}

/// `trait Name for Type { rules }`.
pub(super) struct Methods {
    pub(super) attrs: Vec<Attribute>,
    pub(super) vis: Visibility,
    pub(super) name: Ident,
    pub(super) generics: Generics,
    pub(super) target: Type,
    pub(super) rules: Vec<Rule>,
}

pub(super) struct Rule {
    pub(super) attrs: Vec<Attribute>,
    pub(super) vis: Visibility,
    pub(super) head: Head,
    pub(super) derivative: Derivative,
}

#[derive(Clone)]
pub(super) struct Head {
    /// The path of a function that exists elsewhere.
    pub(super) existing: Option<Path>,
    pub(super) name: Ident,
    pub(super) generics: Generics,
    pub(super) parens: token::Paren,
    pub(super) inputs: Punctuated<FnArg, Token![,]>,
    pub(super) output: ReturnType,
}

#[allow(
    clippy::large_enum_variant,
    reason = "there is one for each rule, read once"
)]
pub(super) enum Derivative {
    Partials {
        expression: Expr,
        points: Vec<Expr>,
    },
    Sweeps {
        forward: Forward,
        pullback: Pullback,
        points: Vec<Expr>,
    },
    None {
        body: Option<Block>,
    },
}

pub(super) struct Forward {
    pub(super) keyword: Span,
    /// Tells the forward sweep whether the pullback must restore what `&mut` arguments held.
    pub(super) keep: Option<Ident>,
    pub(super) output: Type,
    pub(super) body: Block,
}

pub(super) struct Pullback {
    pub(super) parens: token::Paren,
    pub(super) inputs: Punctuated<FnArg, Token![,]>,
    pub(super) body: Block,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut parsed = Input {
            krate: None,
            partials: false,
            items: Vec::new(),
        };
        while input.peek(Token![#]) && input.peek2(Token![!]) {
            parsed.inner_attribute(input)?;
        }
        while !input.is_empty() {
            parsed.items.push(input.parse()?);
        }
        Ok(parsed)
    }
}

impl Input {
    fn inner_attribute(&mut self, input: ParseStream) -> syn::Result<()> {
        input.parse::<Token![#]>()?;
        input.parse::<Token![!]>()?;
        let content;
        bracketed!(content in input);
        if content.peek(keyword::partials) {
            content.parse::<keyword::partials>()?;
            self.partials = true;
        } else if content.peek(Token![crate]) {
            content.parse::<Token![crate]>()?;
            let path;
            parenthesized!(path in content);
            self.krate = Some(path.call(Path::parse_mod_style)?);
            end_of(&path)?;
        } else {
            return Err(content.error(messages::INNER_ATTRIBUTE));
        }
        end_of(&content)
    }
}

impl Parse for Item {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis: Visibility = input.parse()?;
        if input.peek(Token![trait]) {
            Methods::parse(attrs, vis, input).map(Item::Methods)
        } else {
            Rule::parse(attrs, vis, input).map(Item::Function)
        }
    }
}

impl Methods {
    fn parse(attrs: Vec<Attribute>, vis: Visibility, input: ParseStream) -> syn::Result<Self> {
        input.parse::<Token![trait]>()?;
        let name = input.parse()?;
        let mut generics: Generics = input.parse()?;
        input.parse::<Token![for]>()?;
        let target = input.parse()?;
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        let mut rules = Vec::new();
        while !content.is_empty() {
            let attrs = content.call(Attribute::parse_outer)?;
            rules.push(Rule::parse(attrs, Visibility::Inherited, &content)?);
        }
        Ok(Methods {
            attrs,
            vis,
            name,
            generics,
            target,
            rules,
        })
    }
}

impl Rule {
    fn parse(attrs: Vec<Attribute>, vis: Visibility, input: ParseStream) -> syn::Result<Self> {
        let head: Head = input.parse()?;
        let derivative = Derivative::parse(&head, input)?;
        Ok(Rule {
            attrs,
            vis,
            head,
            derivative,
        })
    }
}

impl Parse for Head {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let (existing, name) = if input.peek(Token![use]) {
            let (path, name) = existing_function(input)?;
            (Some(path), name)
        } else if input.peek(Token![fn]) {
            input.parse::<Token![fn]>()?;
            (None, own_name(input)?)
        } else {
            return Err(input.error(messages::HEAD));
        };
        let mut generics: Generics = input.parse()?;
        let content;
        let parens = parenthesized!(content in input);
        let inputs = Punctuated::parse_terminated(&content)?;
        let output = input.parse()?;
        generics.where_clause = input.parse()?;
        Ok(Head {
            existing,
            name,
            generics,
            parens,
            inputs,
            output,
        })
    }
}

/// The name of a function that is defined here, which has no path.
fn own_name(input: ParseStream) -> syn::Result<Ident> {
    let name = input.parse()?;
    if input.peek(Token![::]) {
        return Err(input.error(messages::PATH_WITHOUT_USE));
    }
    Ok(name)
}

/// `use path` or `use path as name`.
fn existing_function(input: ParseStream) -> syn::Result<(Path, Ident)> {
    input.parse::<Token![use]>()?;
    let path = input.call(Path::parse_mod_style)?;
    if input.peek(Token![as]) {
        input.parse::<Token![as]>()?;
        return Ok((path, input.parse()?));
    }
    match path.segments.last() {
        Some(last) => Ok((path.clone(), last.ident.clone())),
        None => Err(input.error(messages::HEAD)),
    }
}

impl Derivative {
    fn parse(head: &Head, input: ParseStream) -> syn::Result<Self> {
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            let expression = input.parse()?;
            input.parse::<Token![;]>()?;
            return Ok(Derivative::Partials {
                expression,
                points: check_points(input)?,
            });
        }
        if input.peek(token::Brace) {
            let body = input.parse()?;
            if !input.peek(keyword::no) {
                return Err(syn::Error::new(
                    head.name.span(),
                    messages::BODY_WITHOUT_RULE,
                ));
            }
            no_derivative(input)?;
            return Ok(Derivative::None { body: Some(body) });
        }
        input.parse::<Token![;]>()?;
        if input.peek(keyword::no) {
            no_derivative(input)?;
            return Ok(Derivative::None { body: None });
        }
        let forward = Forward::parse(head, input)?;
        let pullback = Pullback::parse(head, input)?;
        Ok(Derivative::Sweeps {
            forward,
            pullback,
            points: check_points(input)?,
        })
    }
}

fn no_derivative(input: ParseStream) -> syn::Result<()> {
    input.parse::<keyword::no>()?;
    input.parse::<keyword::derivative>()?;
    input.parse::<Token![;]>()?;
    Ok(())
}

impl Forward {
    fn parse(head: &Head, input: ParseStream) -> syn::Result<Self> {
        if !input.peek(keyword::forward) {
            return Err(syn::Error::new(
                head.name.span(),
                messages::no_forward(&head.name),
            ));
        }
        let keyword = input.parse::<keyword::forward>()?.span;
        let keep = if input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            let keep = content.parse()?;
            end_of(&content)?;
            Some(keep)
        } else {
            None
        };
        input.parse::<Token![->]>()?;
        Ok(Forward {
            keyword,
            keep,
            output: input.parse()?,
            body: input.parse()?,
        })
    }
}

impl Pullback {
    fn parse(head: &Head, input: ParseStream) -> syn::Result<Self> {
        if !input.peek(keyword::pullback) {
            return Err(syn::Error::new(
                head.name.span(),
                messages::no_pullback(&head.name),
            ));
        }
        input.parse::<keyword::pullback>()?;
        let content;
        let parens = parenthesized!(content in input);
        let inputs = Punctuated::parse_terminated(&content)?;
        Ok(Pullback {
            parens,
            inputs,
            body: input.parse()?,
        })
    }
}

/// The check points; none where there is no such clause, which `validate` reports.
fn check_points(input: ParseStream) -> syn::Result<Vec<Expr>> {
    if !input.peek(keyword::check) {
        return Ok(Vec::new());
    }
    input.parse::<keyword::check>()?;
    input.parse::<keyword::at>()?;
    let content;
    bracketed!(content in input);
    let points = Punctuated::<Expr, Token![,]>::parse_terminated(&content)?;
    input.parse::<Token![;]>()?;
    Ok(points.into_iter().collect())
}

fn end_of(input: ParseStream) -> syn::Result<()> {
    if input.is_empty() {
        Ok(())
    } else {
        Err(input.error("unexpected token"))
    }
}
