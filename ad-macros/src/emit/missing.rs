//! What calls resolve to whose callees have no rule, so that rustc says that and not which name of
//! emitted code it did not find; and, found in the same way, the rules of methods of boxed objects.
//!
//! ```text
//! foo(x)          mod no_rule_for_foo { … }          a glob import of it, under the import of `foo`
//! s.energy(x)     trait DerivativeRule { … }         implemented for types that there are none of
//! Shape::Disc(r)  trait Payload { … }                the same, for the shadows of enums
//! ```

mod payloads;

use super::function::helper_name;
use super::rule_call::associated_rule;
use super::{
    bare, inert_results, linked, made_functions, named_operators, names, unruled, witness,
};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::lower::is_associated;
use crate::segments;
use crate::tables::HashMap;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

pub(super) use payloads::payloads;

/// The module of what stands in for a function's missing companion.
pub(super) fn module_of(path: &syn::Path) -> Ident {
    let name = segments::last(path);
    names::plain(&format!("no_rule_for_{}", name.trim_start_matches("r#")))
}

/// What a function declares for calls of methods, which the closures in it see as well.
#[derive(Default)]
pub(crate) struct Declared {
    methods: Vec<Ident>,
    changing: Vec<Ident>,
    bare: Vec<Ident>,
    unruled: Vec<Ident>,
    links: Vec<Ident>,
    operators: Vec<Ident>,
}

impl Declared {
    /// With what is declared around the function.
    pub(super) fn within(mut self, around: &Declared) -> Self {
        self.methods.extend(around.methods.iter().cloned());
        self.changing.extend(around.changing.iter().cloned());
        self.bare.extend(around.bare.iter().cloned());
        self.unruled.extend(around.unruled.iter().cloned());
        self.links.extend(around.links.iter().cloned());
        self.operators.extend(around.operators.iter().cloned());
        self
    }
}

/// What a function declares for calls of methods.
pub(super) fn declared(f: &Function) -> Declared {
    let mut members = Members {
        may_be_unruled: unruled::found(f),
        ..Members::default()
    };
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        {
            members.add(f, call);
        }
    });
    Declared {
        methods: members.methods,
        changing: members.changing,
        bare: members.bare,
        unruled: members.unruled,
        links: members.links,
        operators: members.operators,
    }
}

/// For each callee, what its rule resolves to if it has none: an error that says so.
pub(super) fn fallbacks(f: &Function, core: &TokenStream) -> TokenStream {
    fallbacks_within(f, &Declared::default(), core)
}

/// The same in a closure: what is declared around it twice would be found twice.
pub(super) fn fallbacks_within(f: &Function, around: &Declared, core: &TokenStream) -> TokenStream {
    let mut modules = Vec::<Ident>::new();
    let mut members = Members {
        may_be_unruled: unruled::found(f),
        ..Members::default()
    };
    let mut code = TokenStream::new();
    let (asked, makers) = (inert_results::functions(f), made_functions::makers(f));
    f.body.walk(&mut |stmt| {
        let call = match &stmt.kind {
            StmtKind::Let {
                op: Op::Choose { step, .. },
                ..
            } => return members.add_choice(step),
            StmtKind::Let {
                op: Op::Call(call), ..
            } => call,
            _ => return,
        };
        members.add(f, call);
        for path in paths_of(call) {
            let module = module_of(&path.path);
            if !modules.contains(&module) {
                let text = inert_results::name_of(path);
                let made = makers.contains(&text);
                let made = made.then(|| made_functions::stand_in(&path.path, core));
                code.extend(match asked.contains(&text) {
                    true => inert_results::stand_in(&module, &path.path, core, made),
                    false => function(&module, &path.path, call, core, made),
                });
                modules.push(module);
            }
        }
    });
    members.leave_out(around);
    code.extend(members.fallback(f, core));
    code.extend(witness::unsaid(f, core));
    code
}

/// The functions that a call mentions by their paths.
fn paths_of(call: &Call) -> impl Iterator<Item = &syn::ExprPath> {
    let callee = match &call.callee {
        Callee::Path(path) => Some(path),
        _ => None,
    };
    let passed = call.functions.iter().filter_map(|f| match &f.value {
        FunctionValue::Item(path) => Some(path).filter(|p| !is_associated(p)),
        FunctionValue::Closure(_) => None,
    });
    callee.into_iter().chain(passed)
}

/// The companion of the function of `std::mem` that a call by a name alone may be of.
pub(super) fn of_mem(path: &syn::Path, call: &Call) -> Option<Ident> {
    let lends: Vec<bool> = call.args.iter().map(Arg::is_unique).collect();
    let companion = match (path.get_ident()?.to_string().as_str(), lends.as_slice()) {
        ("swap", [true, true]) => "MemSwap",
        ("replace", [true, false]) => "MemReplace",
        ("take", [true]) => "MemTake",
        _ => return None,
    };
    Some(Ident::new(companion, Span::mixed_site()))
}

fn function(
    module: &Ident,
    path: &syn::Path,
    call: &Call,
    core: &TokenStream,
    made: Option<TokenStream>,
) -> TokenStream {
    if let Some(companion) = of_mem(path, call) {
        return quote!(mod #module { pub use #core::#companion as rule; });
    }
    let name = path
        .segments
        .last()
        .map_or_else(|| names::plain("function"), |s| s.ident.clone());
    let helpers = call.functions.iter().map(|f| {
        let helper = helper_name(f, None);
        match f.state {
            Some(_) => {
                quote!(pub fn #helper<T, S, E, F, R>(_: T, _: S, _: E, _: F) -> R { loop {} })
            }
            None => quote!(pub fn #helper<T, E, F, R>(_: T, _: E, _: F) -> R { loop {} }),
        }
    });
    let rule = names::changing(&names::rule_at(0, Span::mixed_site()), &call.changing);
    let asked = match call.functions.is_empty() {
        true => quote!(#core::Call<A>),
        false => quote!(#core::CallWithFunctions<A>),
    };
    quote! {
        mod #module {
            mod named {
                pub enum #name {}
            }
            #made
            pub struct rule;
            impl rule {
                #(#helpers)*
                pub fn #rule<K, A, R, P>(_: K, _: A) -> (R, P)
                where
                    #asked: #core::HasRule<named::#name>,
                {
                    loop {}
                }
            }
        }
    }
}

/// Whether a method's receiver may be a boxed object, by its type.
fn may_be_object(f: &Function, call: &Call) -> bool {
    match call.args.first() {
        Some(Arg::Ref { place, .. }) => matches!(place_ty(f, place).peeled(), Ty::Unknown),
        _ => false,
    }
}

/// The rule of a method of an object: found where the receiver is what points to it, before what is behind it is
/// looked at; a method that changes the object borrows its box uniquely, and is found after one that does not.
fn of_object(method: &Ident, changes: bool, core: &TokenStream) -> TokenStream {
    let (rule, number) = (names::method_rule(method), names::number(method));
    let (kind, bound) = match changes {
        false => ("RuleOfBoxed", quote!(#core::FindsMethod<#number, W>)),
        true => (
            "RuleOfChangedBox",
            quote!(#core::FindsChangingMethod<#number, W>),
        ),
    };
    let name = method.to_string();
    let name = names::plain(&format!("{kind}_{}", name.trim_start_matches("r#")));
    let of_object = quote!(<T as #bound>);
    let arguments = quote!(#of_object::Arguments as #core);
    let (unique, again, shadows, found) = match changes {
        false => (
            quote!(),
            quote!(<#arguments::Arguments>::Again),
            quote!(<#arguments::Arguments>::Shadows),
            quote!(rule_of_boxed),
        ),
        true => (
            quote!(mut),
            quote!(<#arguments::ChangingArguments>::AgainUnique),
            quote!(<#arguments::ChangingArguments>::ShadowsUnique),
            quote!(rule_of_changed),
        ),
    };
    let signature = |pointer: &TokenStream, owner: TokenStream| {
        quote! {
            fn #rule<K: #core::Keep>(&#unique self, keep: K, arguments: <#arguments::Arguments>::Given<'_>) -> (
                #of_object::Output,
                impl ::core::ops::Fn(
                    <#of_object::Carrier as #core::Differentiable>::Shadow,
                    #again<'_, #pointer>,
                    #shadows<'_, #core::Box<#core::AnyShadow>>,
                ) + use<#owner T, W, K>,
            )
        }
    };
    let parameters = quote!(T: #bound + ?::core::marker::Sized + 'static, W);
    let declared = signature(&quote!(Self), quote!(Self,));
    // Each by itself, as rustc would list what other types lack for being one of them. What is shared is changed by
    // nobody.
    let pointers = match changes {
        false => vec![quote!(Box), quote!(Rc), quote!(Arc)],
        true => vec![quote!(Box)],
    };
    let implemented = pointers.iter().map(|pointer| {
        let pointer = quote!(#core::#pointer<T>);
        let signature = signature(&pointer, TokenStream::new());
        let object = if changes { quote!(T) } else { pointer.clone() };
        quote! {
            impl<#parameters> #name<T, W> for #pointer {
                #signature {
                    #core::#found::<#number, #object, W>(self, #core::Keep::wanted(keep), arguments)
                }
            }
        }
    });
    // `W` says which supertrait has the method.
    quote! {
        trait #name<#parameters>: ::core::marker::Sized + 'static { #declared; }
        #(#implemented)*
    }
}

/// What the rule of a method resolves to that changes a boxed object and has none.
fn of_changed_object(method: &Ident, core: &TokenStream) -> TokenStream {
    let (rule, number) = (names::method_rule(method), names::number(method));
    let name = method.to_string();
    let name = names::plain(&format!("RuleOfChanged_{}", name.trim_start_matches("r#")));
    let of_object = of_object(method, true, core);
    quote! {
        #of_object
        trait #name {
            fn #rule<A, B, R>(&mut self, _: A, _: B) -> R
            where
                #core::Call<B>: #core::HasObjectRule,
            {
                loop {}
            }
        }
        impl<T: #core::ChangesObject<#number> + ?::core::marker::Sized> #name for #core::Box<T> {}
    }
}

/// What the rules of methods resolve to that a trait without rules declares, and that are called on values whose
/// type is a parameter bound by it: of such types, rustc would say which name it did not find. What takes its
/// receiver unique is found last, and what a bound promises before anything else.
fn of_trait(
    (i, own): (usize, &OwnTrait),
    rules: &[Ident],
    associated: &[Ident],
    core: &TokenStream,
) -> TokenStream {
    let name = names::numbered("RuleOfTrait", i);
    let (path, consts) = (&own.path, &own.consts);
    let given = consts.iter().map(|p| &p.ident);
    quote! {
        trait #name<#(#consts),*> {
            #(fn #rules<A, B, R>(&mut self, _: A, _: B) -> R
            where
                (): #core::HasTraitRule<Self>,
            {
                loop {}
            })*
            #(fn #associated<A, B, R>(_: A, _: B) -> R
            where
                (): #core::HasTraitRule<Self>,
            {
                loop {}
            })*
        }
        impl<#(#consts,)* T: #path + ?::core::marker::Sized> #name<#(#given),*> for T {}
    }
}

/// The rules of methods and of associated functions that are asked for, and what makes function values
/// of the closures passed to them.
#[derive(Default)]
struct Members {
    seen: Vec<Ident>,
    code: TokenStream,
    /// The rules of methods.
    rules: Vec<Ident>,
    /// The rules of associated functions.
    associated: Vec<Ident>,
    /// The methods that are called.
    methods: Vec<Ident>,
    /// Those of them whose receivers can be changed.
    changing: Vec<Ident>,
    /// The rules of methods whose receivers need not be differentiable.
    bare: Vec<Ident>,
    /// The same of receivers that may change, and their calls.
    unruled: Vec<Ident>,
    may_be_unruled: HashMap<Local, unruled::Gives>,
    /// The methods whose values are links of chains.
    links: Vec<Ident>,
    /// The methods of operators that are called by their names.
    operators: Vec<Ident>,
    /// The methods that are lent an argument.
    lending: Vec<Ident>,
    /// Whether a function value is called.
    values: bool,
}

impl Members {
    fn add(&mut self, f: &Function, call: &Call) {
        for function in &call.functions {
            if let FunctionValue::Item(path) = &function.value
                && let Some(last) = path.path.segments.last().filter(|_| is_associated(path))
            {
                named_operators::add(&mut self.operators, &last.ident);
                self.declare(names::associated_rule(&last.ident), &None);
            }
        }
        if let Callee::Method(method) = &call.callee
            && call.chain.goes_on
        {
            add_once(&mut self.links, method);
        }
        if let Callee::Method(method) = &call.callee
            && call.functions.is_empty()
            && may_be_object(f, call)
        {
            add_once(&mut self.methods, method);
            if call.args.first().is_some_and(Arg::is_unique) {
                add_once(&mut self.changing, method);
            }
        }
        let (rule, name, receiver) = match &call.callee {
            Callee::Method(method) => (names::method_rule(method), method, Some(quote!(&self,))),
            Callee::Associated(path) => match path.path.segments.last() {
                Some(last) => {
                    let rule = associated_rule(f, &last.ident, &call.args);
                    (rule, &last.ident, None)
                }
                None => return,
            },
            Callee::Value => {
                self.values = true;
                return;
            }
            _ => return,
        };
        named_operators::add(&mut self.operators, name);
        if named_operators::is_lent_operand(f, call) {
            add_once(&mut self.lending, name);
        }
        let rule = names::changing(&rule, &call.changing);
        if bare::is_without_derivatives(f, call) && !self.bare.contains(&rule) {
            self.bare.push(rule.clone());
        }
        if self.may_be_unruled.contains_key(&call.pullback) && !self.unruled.contains(&rule) {
            self.unruled.push(rule.clone());
        }
        if receiver.is_some() && !self.rules.contains(&rule) {
            self.rules.push(rule.clone());
        }
        if receiver.is_none() {
            add_once(&mut self.associated, &rule);
        }
        self.declare(rule, &receiver);
        for function in &call.functions {
            let receiver = match (function.state, &receiver) {
                (Some(_), Some(_)) => Some(quote!(&self, _: impl ::core::marker::Sized,)),
                (Some(_), None) => {
                    Some(quote!(_: impl ::core::marker::Sized, _: impl ::core::marker::Sized,))
                }
                (None, None) => Some(quote!(_: impl ::core::marker::Sized,)),
                (None, receiver) => receiver.clone(),
            };
            self.declare(helper_name(function, Some(name)), &receiver);
        }
    }

    /// Leaves out what is declared around.
    fn leave_out(&mut self, around: &Declared) {
        self.methods.retain(|name| !around.methods.contains(name));
        self.changing.retain(|name| !around.changing.contains(name));
        self.bare.retain(|name| !around.bare.contains(name));
        self.unruled.retain(|name| !around.unruled.contains(name));
        self.links.retain(|name| !around.links.contains(name));
        self.operators
            .retain(|name| !around.operators.contains(name));
    }

    /// The choice of what a method lends.
    fn add_choice(&mut self, step: &Step) {
        if let Step::Project { method, .. } = step {
            let name = crate::projection::choice_name(method);
            if !self.seen.contains(&name) {
                self.code
                    .extend(quote!(fn #name<A, R>(&self, _: A) -> R { loop {} }));
                self.seen.push(name);
            }
        }
    }

    fn declare(&mut self, name: Ident, receiver: &Option<TokenStream>) {
        if !self.seen.contains(&name) {
            self.code
                .extend(quote!(fn #name<A, B, R>(#receiver _: A, _: B) -> R { loop {} }));
            self.seen.push(name);
        }
    }

    /// Method resolution passes over a trait whose bound does not hold, whatever else there is to be
    /// found; where nothing is, it says what the bound says.
    fn fallback(&self, f: &Function, core: &TokenStream) -> Option<TokenStream> {
        let (name, code) = (names::plain("DerivativeRule"), &self.code);
        let methods = (!code.is_empty()).then(|| {
            quote! {
                trait #name { #code }
                impl<T: #core::HasMethodRule + ?::core::marker::Sized> #name for T {}
            }
        });
        let name = names::plain("FunctionRule");
        let values = self.values.then(|| {
            quote! {
                trait #name {
                    fn __call<A, R>(&self, _: A) -> R { loop {} }
                    fn derivative_rule_of___call<A, B, R>(&self, _: A, _: B) -> R { loop {} }
                }
                impl<T: #core::HasFunctionRule + ?::core::marker::Sized> #name for T {}
            }
        });
        let objects = self.methods.iter();
        let objects = objects.map(|method| of_object(method, false, core));
        let changed = self.changing.iter().map(|m| of_changed_object(m, core));
        let objects: TokenStream = objects.chain(changed).collect();
        let traits = f.traits.iter().enumerate();
        let traits = traits.filter(|_| !self.rules.is_empty() || !self.associated.is_empty());
        let traits: TokenStream = traits
            .map(|t| of_trait(t, &self.rules, &self.associated, core))
            .collect();
        let bare = bare::rules(&self.bare, core);
        let unruled = unruled::rules(&self.unruled, core);
        let links = linked::fallback(&self.links, core);
        let operators = named_operators::rules(&self.operators, &self.lending, core);
        Some(quote!(#methods #values #objects #traits #bare #unruled #links #operators))
            .filter(|code| !code.is_empty())
    }
}

fn add_once(methods: &mut Vec<Ident>, method: &Ident) {
    let rule = names::method_rule(method);
    if methods.iter().all(|m| names::method_rule(m) != rule) {
        methods.push(method.clone());
    }
}
