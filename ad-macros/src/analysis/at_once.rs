//! Calls of the function itself whose partial derivatives are taken as they run.
//!
//! Receives a function, where its locals are and which are active; promises the calls whose pullbacks may be run at
//! once, with a cotangent of one. Such a call leaves its partial derivatives behind, as an elementary function does,
//! instead of a residual that holds those of all calls below it.
//!
//! ```text
//! if n == 0 { 1.0 } else { x * power(x, n - 1) }    t, p = power(x, n - 1), ∂power/∂x
//!                                                   d_x += d_t * p
//! ```
//!
//! That pays where partial derivatives cost no more than what the call is given: scalars, and what was made for it
//! in the same region. A part of a parameter it would cost its whole length at each call.

use super::activity::Activity;
use super::flow::Flow;
use crate::ir::*;
use crate::tables::HashSet;

pub(crate) fn calls(f: &Function, flow: &Flow, activity: &Activity) -> HashSet<usize> {
    let mut found = HashSet::default();
    // What is declared in the body might have the function's name.
    if !is_primitive(&f.ret) || !f.items.is_empty() || !f.params.iter().all(|p| is_plain(f, p)) {
        return found;
    }
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            dst,
            op: Op::Call(call),
        } = &stmt.kind
            && call.is_of(f)
            && activity.is_active(*dst)
            && call.args.len() == f.params.len()
        {
            let mut given = f.params.iter().zip(&call.args);
            if given.all(|(param, arg)| is_made_for(f, flow, param, arg, *dst)) {
                found.insert(stmt.id);
            }
        }
    });
    found
}

/// Whether partial derivatives by a parameter are numbers of the result's type side by side, or there are none.
fn is_plain(f: &Function, param: &Param) -> bool {
    let ty = f.ty(param.local);
    let is_number = |ty: &Ty| match (ty, &f.ret) {
        (Ty::Float(own), Ty::Float(result)) => own == result,
        _ => false,
    };
    match (param.passing, ty) {
        (Passing::RefMut, _) => false,
        _ if param.constant || ty.is_inert() => {
            param.is_given_again(f) && !param.foreign && !param.unsure
        }
        (Passing::Value, ty) => is_number(ty),
        (Passing::Ref, Ty::Ref(false, behind)) => {
            matches!(&**behind, Ty::Slice(of) | Ty::Vec(of) | Ty::Array(of) if is_number(of))
        }
        (Passing::Ref, _) => false,
    }
}

fn is_primitive(ty: &Ty) -> bool {
    matches!(ty, Ty::Float(Float::F64 | Float::F32))
}

/// Whether an argument costs no partial derivatives, or is a scalar, or belongs to the region in which the call's
/// result is.
fn is_made_for(f: &Function, flow: &Flow, param: &Param, arg: &Arg, result: Local) -> bool {
    let costs = !param.constant && !f.ty(param.local).is_inert();
    match (param.passing, arg) {
        (Passing::Value, Arg::Value(_)) => true,
        (Passing::Ref, _) if !costs => true,
        (
            Passing::Ref,
            Arg::Ref {
                place,
                mutable: false,
            },
        ) => {
            let root = place.root;
            let is_own = flow.storage(root) == root && !f.ty(root).is_ref() && flow.def[root.0] > 0;
            is_own && place.path.is_empty() && flow.home[root.0] == flow.home[result.0]
        }
        _ => false,
    }
}
