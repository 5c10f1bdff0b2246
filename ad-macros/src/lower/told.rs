//! Partial derivatives that results tell.
//!
//! Receives a function in IR; promises the same function, in which elementary functions say how their
//! partial is made again from their result, where that takes a few multiplications or a division: whoever
//! remembers the result need not remember the partial.
//!
//! ```text
//! t = tanh(x), p            t = tanh(x), p or else slope tanh(t)
//! ```

use crate::ir::*;

/// The functions that the rules crate has among its slopes.
const TOLD: [&str; 7] = ["exp", "exp2", "tanh", "tan", "sqrt", "cbrt", "recip"];

pub(super) fn by_results(f: &mut Function) {
    let mut body = std::mem::take(&mut f.body);
    region(f, &mut body);
    f.body = body;
}

fn region(f: &Function, region: &mut Region) {
    for stmt in &mut region.stmts {
        let regions = stmt.regions_mut();
        regions.into_iter().for_each(|inner| self::region(f, inner));
        if let StmtKind::Let { dst, op } = &mut stmt.kind
            && let Op::Elementary { name, told, .. } = op
            && TOLD.iter().any(|known| name == known)
            && !f.info(*dst).mutable
        {
            *told = Some(Box::new(Op::Slope {
                name: name.clone(),
                of: Operand::Local(*dst),
            }));
        }
    }
}
