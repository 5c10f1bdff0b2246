//! The adjoint of a call: its pullback, with the arguments again and their shadows.
//!
//! Receives a call of what has a rule; promises that the shadows it adds to have begun. It is left out where neither its
//! result got a cotangent nor an argument is changed.
//!
//! ```text
//! t = norm(&x, k)         d_k = -0.0; pullback(d_t, (&x, k), (d_x, d_k))
//! ```

use super::sweep::Sweeper;
use super::{Rev, is_plain};
use crate::ir::*;

impl<'f> Sweeper<'f> {
    /// A call whose result got no cotangent still carries back those of its `&mut` arguments.
    pub(super) fn call(&mut self, stmt: &'f Stmt, dst: Local, call: &'f Call) {
        let result = self.is_active(dst) && (!is_plain(self.f, dst) || self.started.contains(&dst));
        let written = call.changes_arguments();
        if !result && !written {
            return;
        }
        if is_plain(self.f, dst) && self.started.insert(dst) {
            self.out.push(Rev::Fresh(dst));
        }
        for arg in &call.args {
            let local = match arg {
                Arg::Value(v) => v.local(),
                Arg::Ref { place, .. } => Some(place.root),
            };
            let scalar = local.filter(|l| is_plain(self.f, *l) && self.is_active(*l));
            if let Some(scalar) = scalar.filter(|s| self.started.insert(*s)) {
                if let Some(&doubt) = self.unsure.get(&dst) {
                    self.unsure.insert(scalar, doubt);
                }
                self.out.push(Rev::Fresh(scalar));
            }
        }
        let granted = self.a.flow.granted.get(&stmt.id).copied();
        self.out.push(Rev::Call {
            stmt,
            dst,
            call,
            granted,
        });
    }
}
