//! The calls users make on a rule's companion: `gradient`, `value_and_gradient`,
//! `value_and_gradient_into`, `vjp`.
//!
//! The first three are for functions of one float result, the last for functions without `&mut`
//! arguments; there is none where no argument carries a derivative.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Ident, Type};

use super::Context;
use super::emit::{conditions, header, value_and_partials};
use super::signature::{Param, Passing, Signature, associated, generic_names, is_scalar, tuple};
use super::syntax::{Derivative, Rule};

/// One entry for each active argument: bare for one, a tuple for several.
pub(super) fn gradient_type(
    signature: &Signature,
    entry: impl Fn(&Param) -> TokenStream,
) -> TokenStream {
    one_or_tuple(signature.active().map(entry))
}

fn one_or_tuple(entries: impl Iterator<Item = TokenStream>) -> TokenStream {
    let entries: Vec<_> = entries.collect();
    match &entries[..] {
        [one] => one.clone(),
        several => quote!((#(#several),*)),
    }
}

pub(super) fn calls(context: &Context, rule: &Rule, signature: &Signature) -> TokenStream {
    let calls = Calls {
        context,
        rule,
        signature,
    };
    let functions = match &rule.derivative {
        Derivative::Partials { .. } => [
            calls.partials(),
            calls.partials_into(),
            calls.gradient(),
            calls.vjp_of_partials(),
        ]
        .concat(),
        Derivative::Sweeps { .. } if signature.active().next().is_some() => {
            [calls.of_float(), calls.of_any()].concat()
        }
        _ => return TokenStream::new(),
    };
    let (name, conditions) = (&signature.name, conditions(&rule.attrs));
    quote! {
        #conditions
        #[allow(clippy::all, unused_mut, dead_code)]
        impl #name { #functions }
    }
}

fn returns_float(signature: &Signature) -> bool {
    match &signature.output {
        Type::Path(path) => path.path.get_ident().is_some_and(|name| {
            name == "f64" || name == "f32" || is_scalar(&signature.generics, name)
        }),
        _ => false,
    }
}

trait Concat {
    fn concat(self) -> TokenStream;
}

impl<const N: usize> Concat for [TokenStream; N] {
    fn concat(self) -> TokenStream {
        self.into_iter().collect()
    }
}

struct Calls<'a> {
    context: &'a Context,
    rule: &'a Rule,
    signature: &'a Signature,
}

impl Calls<'_> {
    fn header(&self, name: &str, more: Option<TokenStream>, output: TokenStream) -> TokenStream {
        header(
            &self.rule.head,
            &Ident::new(name, Span::call_site()),
            more,
            output,
        )
    }

    /// `Self::name::<G>(arguments, more)`.
    fn call(&self, name: &str, more: TokenStream) -> TokenStream {
        let name = Ident::new(name, Span::call_site());
        let generics = generic_names(&self.signature.generics);
        let arguments = self.signature.params.iter().map(|param| &param.name);
        quote_spanned!(self.signature.here()=> Self::#name::<#(#generics),*>(#(#arguments,)* #more))
    }

    fn gradient(&self) -> TokenStream {
        let gradient = match &self.rule.derivative {
            Derivative::Partials { .. } => {
                gradient_type(self.signature, |_| self.signature.output.to_token_stream())
            }
            _ => self.tangents(),
        };
        let header = self.header("gradient", None, gradient);
        let call = self.call("value_and_gradient", TokenStream::new());
        quote! {
            /// The gradient: one entry for each active argument, in order.
            #[inline]
            pub #header { #call.1 }
        }
    }

    fn partials(&self) -> TokenStream {
        let header = self.header(
            "value_and_gradient",
            None,
            value_and_partials(self.signature),
        );
        let partials: Vec<_> = self.signature.active().map(hidden("d")).collect();
        let pattern = one_or_tuple(partials.iter().map(ToTokens::to_token_stream));
        let result = one_or_tuple(partials.iter().map(|partial| self.normalised(partial)));
        let call = self.call("partials", TokenStream::new());
        quote_spanned! {self.signature.here()=>
            /// The value and its partial derivatives.
            #[inline]
            pub #header {
                let (value, #pattern) = #call;
                (value, #result)
            }
        }
    }

    /// No user sees a negative zero.
    fn normalised(&self, float: &impl ToTokens) -> TokenStream {
        let (krate, output) = (&self.context.krate, &self.signature.output);
        quote_spanned!(self.signature.here()=> #float + <#output as #krate::Real>::ZERO)
    }

    fn partials_into(&self) -> TokenStream {
        let output = &self.signature.output;
        let buffers: Vec<_> = self.signature.active().map(hidden("buffer")).collect();
        let partials: Vec<_> = self.signature.active().map(hidden("d")).collect();
        let header = self.header(
            "value_and_gradient_into",
            Some(quote!(#(#buffers: &mut #output),*)),
            output.to_token_stream(),
        );
        let pattern = one_or_tuple(partials.iter().map(ToTokens::to_token_stream));
        let call = self.call("value_and_gradient", TokenStream::new());
        quote_spanned! {self.signature.here()=>
            /// The value; its partial derivatives are written into the buffers.
            #[inline]
            pub #header {
                let (value, #pattern) = #call;
                #(*#buffers = #partials;)*
                value
            }
        }
    }

    fn vjp_of_partials(&self) -> TokenStream {
        let (krate, output) = (&self.context.krate, &self.signature.output);
        let gradient = gradient_type(self.signature, |_| output.to_token_stream());
        let captured = self.signature.captured();
        let header = self.header(
            "vjp",
            None,
            quote!((#output, #krate::Vjp<impl ::core::ops::Fn(#output) -> #gradient + #captured>)),
        );
        let partials: Vec<_> = self.signature.active().map(hidden("d")).collect();
        let pattern = one_or_tuple(partials.iter().map(ToTokens::to_token_stream));
        let call = self.call("value_and_gradient", TokenStream::new());
        let cotangent = Ident::new("cotangent", self.signature.here());
        let pulled = one_or_tuple(partials.iter().map(|partial| {
            self.normalised(&quote_spanned!(cotangent.span()=> #cotangent * #partial))
        }));
        quote_spanned! {self.signature.here()=>
            /// The value, and a pullback that may be called many times.
            #[inline]
            pub #header {
                let (value, #pattern) = #call;
                (value, #krate::Vjp::new(move |#cotangent: #output| #pulled))
            }
        }
    }

    /// What functions of one float result get.
    fn of_float(&self) -> TokenStream {
        if !returns_float(self.signature) {
            return TokenStream::new();
        }
        [
            self.value_and_gradient(),
            self.value_and_gradient_into(),
            self.gradient(),
        ]
        .concat()
    }

    /// What functions of any result get.
    fn of_any(&self) -> TokenStream {
        if self.changes() {
            TokenStream::new()
        } else {
            self.vjp()
        }
    }

    fn changes(&self) -> bool {
        self.signature
            .params
            .iter()
            .any(|param| param.passing == Passing::Unique)
    }

    fn tangents(&self) -> TokenStream {
        let krate = &self.context.krate;
        gradient_type(self.signature, |param| {
            associated(&param.pointee, krate, "Tangent")
        })
    }

    fn value_and_gradient(&self) -> TokenStream {
        let output = &self.signature.output;
        let tangents = self.tangents();
        let header = self.header("value_and_gradient", None, quote!((#output, #tangents)));
        let names: Vec<_> = self.signature.active().map(hidden("d")).collect();
        let references = self.references();
        let (buffer, zero_tangent) = (self.of_types("buffer"), self.of_types("zero_tangent"));
        let buffers = quote_spanned! {self.signature.here()=>
            #(#buffer(&mut #names)),*
        };
        let call = self.call("value_and_gradient_into", buffers);
        let result = one_or_tuple(names.iter().map(ToTokens::to_token_stream));
        quote_spanned! {self.signature.here()=>
            /// The value and the gradient: one entry for each active argument, in order.
            pub #header {
                #(let mut #names = #zero_tangent(#references);)*
                let value = #call;
                (value, #result)
            }
        }
    }

    fn value_and_gradient_into(&self) -> TokenStream {
        let krate = &self.context.krate;
        let output = &self.signature.output;
        let buffers: Vec<_> = self.signature.active().map(hidden("buffer")).collect();
        let lent: Vec<_> = self.signature.active().map(hidden("lent")).collect();
        let references = self.references();
        let (buffer_types, check_buffer) = (self.of_types("Buffer"), self.of_types("check_buffer"));
        let (lend, finish) = (self.of_types("lend"), self.of_types("finish"));
        let shadow = associated(output, krate, "shadow");
        let labels = self
            .signature
            .active()
            .map(|param| param.name.unraw().to_string());
        let header = self.header(
            "value_and_gradient_into",
            Some(quote!(#(#buffers: &mut #buffer_types),*)),
            output.to_token_stream(),
        );
        let again = self.again();
        let forward = self.forward();
        let shadows = self.shadows();
        quote_spanned! {self.signature.here()=>
            /// The value; the gradient is written into the buffers.
            pub #header {
                #(#check_buffer(#references, #buffers, #labels);)*
                let (value, pullback) = #forward;
                #(let mut #lent = #lend(#references, #buffers);)*
                let cotangent = #shadow(<#output as #krate::Real>::ONE);
                pullback(cotangent, #again, #shadows);
                #(#finish(#lent);)*
                value
            }
        }
    }

    fn vjp(&self) -> TokenStream {
        let krate = &self.context.krate;
        let (output, tangents) = (&self.signature.output, self.tangents());
        let cotangent = associated(output, krate, "Tangent");
        let header = self.header(
            "vjp",
            None,
            quote!((#output, #krate::Vjp<impl ::core::ops::Fn(#cotangent) -> #tangents>)),
        );
        let names: Vec<_> = self.signature.active().map(hidden("d")).collect();
        let lent: Vec<_> = self.signature.active().map(hidden("lent")).collect();
        let references = self.references();
        let (buffer, zero_tangent) = (self.of_types("buffer"), self.of_types("zero_tangent"));
        let (lend, finish) = (self.of_types("lend"), self.of_types("finish"));
        let shadow = associated(output, krate, "shadow");
        let again = self.again();
        let forward = self.forward();
        let shadows = self.shadows();
        let result = one_or_tuple(names.iter().map(ToTokens::to_token_stream));
        quote_spanned! {self.signature.here()=>
            /// The value, and a pullback that may be called many times.
            pub #header {
                let (value, pullback) = #forward;
                (value, #krate::Vjp::new(move |cotangent: #cotangent| {
                    #(let mut #names = #zero_tangent(#references);)*
                    #(let #lent = #lend(
                        #references,
                        #buffer(&mut #names),
                    );)*
                    let cotangent = #shadow(cotangent);
                    pullback(cotangent, #again, #shadows);
                    #(#finish(#lent);)*
                    #result
                }))
            }
        }
    }

    /// An associated item of each active argument's type.
    fn of_types(&self, name: &str) -> Vec<TokenStream> {
        let krate = &self.context.krate;
        let of_type = |param: &Param| associated(&param.pointee, krate, name);
        self.signature.active().map(of_type).collect()
    }

    /// The active arguments, each behind a reference.
    fn references(&self) -> Vec<TokenStream> {
        let reference = |param: &Param| {
            let name = &param.name;
            match param.passing {
                Passing::Owned => quote!(&#name),
                Passing::Shared => quote!(#name),
                Passing::Unique => quote!(&*#name),
            }
        };
        self.signature.active().map(reference).collect()
    }

    fn forward(&self) -> TokenStream {
        let generics = generic_names(&self.signature.generics);
        let arguments = tuple(self.signature.params.iter().map(cloned));
        let keep = self.changes();
        quote_spanned!(self.signature.here()=> Self::rrule::<#(#generics,)* _>(#keep, #arguments))
    }

    /// The arguments as the pullback gets them.
    fn again(&self) -> TokenStream {
        let krate = &self.context.krate;
        let again = |param: &Param| match (param.active, param.passing) {
            (true, Passing::Owned) => {
                let name = &param.name;
                quote!(#krate::again(&#name))
            }
            _ => cloned(param),
        };
        tuple(self.signature.params.iter().map(again))
    }

    /// The shadows lent to the pullback.
    fn shadows(&self) -> TokenStream {
        let shadow = |param: &Param| {
            let lent = hidden("lent")(param);
            match (param.active, param.passing) {
                (false, _) => quote!(::core::option::Option::None),
                (true, Passing::Unique) => quote!(::core::option::Option::Some(&mut *#lent)),
                (true, _) => quote!(::core::option::Option::Some(&*#lent)),
            }
        };
        tuple(self.signature.params.iter().map(shadow))
    }
}

/// References as they are, owned arguments as copies.
fn cloned(param: &Param) -> TokenStream {
    let name = &param.name;
    match param.passing {
        Passing::Owned => quote!(::core::clone::Clone::clone(&#name)),
        Passing::Shared => quote!(#name),
        Passing::Unique => quote!(&mut *#name),
    }
}

/// A name that belongs to an argument and cannot meet a user's.
fn hidden(what: &'static str) -> impl Fn(&Param) -> Ident {
    move |param| {
        Ident::new(
            &format!("{what}_{}", param.name.unraw()),
            Span::mixed_site(),
        )
    }
}
