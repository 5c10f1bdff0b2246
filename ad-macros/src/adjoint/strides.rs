//! How places move from one iteration of a loop to the next.
//!
//! Receives a place and a loop; promises how far apart in memory two iterations find it, and whether they
//! are certain to find different cells.
//!
//! ```text
//! for i in 0..n { … x[i + 1] … m[i][j] … y[k] … p[q[i]] … }
//!
//! x[i + 1]: one cell further      m[i][j]: another row
//! y[k]: the same cell             p[q[i]]: nothing is known
//! ```

use crate::analysis::affine::{Definitions, Stride};
use crate::analysis::plan::Analyses;
use crate::ir::*;

pub(crate) struct Strides<'f> {
    a: &'f Analyses<'f>,
    definitions: Definitions<'f>,
}

impl<'f> Strides<'f> {
    pub(crate) fn of(a: &'f Analyses<'f>) -> Self {
        let definitions = Definitions::of(a.f);
        Strides { a, definitions }
    }

    /// How far the place moves with the variable of the loop `stmt` while those of other loops stand still.
    pub(crate) fn stride(&self, place: &Place, stmt: &Stmt, var: Local, still: &[Local]) -> Stride {
        if self.is_inside(place.root, stmt) {
            return Stride::Far;
        }
        let moves = |local| !still.contains(&local) && self.is_inside(local, stmt);
        let indices = place.selectors().into_iter();
        let strides = indices.map(|index| self.definitions.stride(index, var, &moves));
        let mut strides: Vec<Stride> = strides.collect();
        let last = strides.pop().unwrap_or(Stride::None);
        match strides.iter().all(|stride| *stride == Stride::None) {
            true => last,
            false => Stride::Far,
        }
    }

    /// The same of the storage that views lead to.
    pub(crate) fn stride_behind_views(
        &self,
        place: &Place,
        stmt: &Stmt,
        var: Local,
        still: &[Local],
    ) -> Stride {
        match self.definitions.behind_views(place) {
            Some(behind) => self.stride(&behind, stmt, var, still),
            None => self.stride(place, stmt, var, still),
        }
    }

    /// Whether no two iterations of the loop find the same cell.
    pub(crate) fn is_distinct(&self, place: &Place, stmt: &Stmt, var: Local) -> bool {
        let moves = |local| self.is_inside(local, stmt);
        let one = |index: &Operand| {
            let stride = self.definitions.stride(index, var, &moves);
            matches!(stride, Stride::One | Stride::Back)
        };
        let Some(place) = self.definitions.behind_views(place) else {
            return false;
        };
        !self.is_inside(place.root, stmt)
            && place.path.iter().all(Step::is_plain)
            && place.selectors().into_iter().any(one)
    }

    fn is_inside(&self, local: Local, stmt: &Stmt) -> bool {
        self.a.flow.home[local.0].contains(&stmt.id)
    }
}
