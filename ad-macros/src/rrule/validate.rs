//! The gate: what passes here is emitted without further questions.

use syn::spanned::Spanned;
use syn::{Expr, FnArg, Type};

use super::messages;
use super::signature::{Passing, Signature};
use super::syntax::{Derivative, Forward, Pullback, Rule};

pub(super) fn rule(
    rule: &Rule,
    signature: &Signature,
    partials: bool,
    errors: &mut Vec<syn::Error>,
) {
    let bare =
        matches!(rule.derivative, Derivative::Partials { .. }) && rule.head.existing.is_none();
    if partials && !bare {
        errors.push(syn::Error::new(
            signature.name.span(),
            messages::PARTIALS_ONLY,
        ));
    }
    if let (Derivative::None { body: None }, None) = (&rule.derivative, &rule.head.existing) {
        errors.push(syn::Error::new(
            signature.name.span(),
            messages::BODY_WITHOUT_RULE,
        ));
    }
    derivative(rule, signature, partials, errors);
}

pub(super) fn method(
    rule: &Rule,
    signature: &Signature,
    partials: bool,
    errors: &mut Vec<syn::Error>,
) {
    if partials {
        errors.push(syn::Error::new(
            signature.name.span(),
            messages::PARTIALS_ONLY,
        ));
    }
    if let Some(path) = &rule.head.existing {
        errors.push(syn::Error::new_spanned(path, messages::METHOD_OF_PATH));
    }
    if let Derivative::None { body: Some(body) } = &rule.derivative {
        errors.push(syn::Error::new(
            body.brace_token.span.open(),
            messages::METHOD_BODY,
        ));
    }
    derivative(rule, signature, partials, errors);
}

fn derivative(rule: &Rule, signature: &Signature, partials: bool, errors: &mut Vec<syn::Error>) {
    match &rule.derivative {
        Derivative::Partials { points, .. } => {
            scalar_signature(rule, signature, partials, errors);
            check_points(points, signature, errors);
        }
        Derivative::Sweeps {
            forward,
            pullback,
            points,
        } => {
            sweeps(forward, pullback, signature, errors);
            check_points(points, signature, errors);
        }
        Derivative::None { .. } => no_derivative(signature, errors),
    }
}

fn scalar_signature(
    rule: &Rule,
    signature: &Signature,
    partials: bool,
    errors: &mut Vec<syn::Error>,
) {
    if let Type::Tuple(results) = &signature.output {
        let message = match (results.elems.is_empty(), partials) {
            (true, _) => Some(messages::NO_RESULT),
            (false, false) => Some(messages::NO_FLOAT_RESULT),
            (false, true) => (signature.active().count() > 1).then_some(messages::ONE_ARGUMENT),
        };
        let at = |message| syn::Error::new(rule.head.output.span(), message);
        errors.extend(message.map(at));
    }
    for param in signature
        .active()
        .filter(|param| param.passing != Passing::Owned)
    {
        errors.push(syn::Error::new(
            param.ty.span(),
            messages::REFERENCE_IN_PARTIALS,
        ));
    }
    if signature.active().next().is_none() {
        errors.push(syn::Error::new(
            rule.head.parens.span.join(),
            messages::NO_ACTIVE_ARGUMENT,
        ));
    }
}

fn sweeps(
    forward: &Forward,
    pullback: &Pullback,
    signature: &Signature,
    errors: &mut Vec<syn::Error>,
) {
    let changed = signature
        .active()
        .find(|param| param.passing == Passing::Unique);
    if let (Some(param), None) = (changed, &forward.keep) {
        errors.push(syn::Error::new(
            forward.keyword,
            messages::no_keep(&param.name),
        ));
    }
    let expected = pullback_parameters(signature);
    if expected.len() != pullback.inputs.len() {
        let message = messages::pullback_parameters(
            &expected.join(", "),
            expected.len(),
            pullback.inputs.len(),
        );
        errors.push(syn::Error::new(pullback.parens.span.join(), message));
    }
    for input in &pullback.inputs {
        if let FnArg::Receiver(receiver) = input {
            errors.push(syn::Error::new(receiver.self_token.span, messages::PATTERN));
        }
    }
}

/// What a pullback is given, in words.
fn pullback_parameters(signature: &Signature) -> Vec<String> {
    let name = |param: &super::signature::Param| match param.receiver {
        true => "self".to_owned(),
        false => param.name.to_string(),
    };
    let mut expected = vec!["the residual".to_owned(), "the cotangent".to_owned()];
    expected.extend(
        signature
            .params
            .iter()
            .map(|param| format!("`{}` again", name(param))),
    );
    expected.extend(
        signature
            .active()
            .map(|param| format!("the shadow of `{}`", name(param))),
    );
    expected
}

/// A rule and its check points are neighbours: a rule without them does not compile.
fn check_points(points: &[Expr], signature: &Signature, errors: &mut Vec<syn::Error>) {
    if points.is_empty() {
        let message = messages::no_check_points(&signature.name);
        errors.push(syn::Error::new(signature.name.span(), message));
    }
    let expected = signature.params.len();
    for point in points {
        match point {
            Expr::Tuple(tuple) if tuple.elems.len() == expected => {}
            Expr::Tuple(tuple) if expected != 1 => errors.push(syn::Error::new(
                tuple.paren_token.span.join(),
                messages::point_size(expected, tuple.elems.len()),
            )),
            _ if expected == 1 => {}
            other => errors.push(syn::Error::new(
                other.span(),
                messages::point_size(expected, 1),
            )),
        }
    }
}

fn no_derivative(signature: &Signature, errors: &mut Vec<syn::Error>) {
    for param in signature
        .active()
        .filter(|param| param.passing == Passing::Unique)
    {
        let message = messages::changes_without_derivative(&param.name);
        errors.push(syn::Error::new(param.ty.span(), message));
    }
}
