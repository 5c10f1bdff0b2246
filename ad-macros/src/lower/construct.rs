//! Values of users' types, from their parts.
//!
//! ```text
//! Point { x: a * b, ..p }          t1 = a * b
//!                                  t2 = Point { x: t1, ..p }
//! ```

use super::Lowerer;
use crate::ir::*;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    pub(crate) fn struct_expression(&mut self, s: &syn::ExprStruct) -> Option<Operand> {
        let fields: Option<Vec<(syn::Member, Operand)>> = s
            .fields
            .iter()
            .map(|f| Some((f.member.clone(), self.part_value(&f.expr)?)))
            .collect();
        let base = match &s.rest {
            Some(base) => Some(self.part_value(base)?),
            None => None,
        };
        let construct = Construct {
            path: s.path.clone(),
            fields: fields?,
            base,
            braces: true,
        };
        Some(self.bind(Op::Construct(construct), Ty::Unknown, s.span()))
    }

    /// `Pair(a, b)`, `Shape::Disc(r)`, `Some(x)`.
    pub(crate) fn constructor(
        &mut self,
        path: &syn::Path,
        call: &syn::ExprCall,
    ) -> Option<Operand> {
        let values: Option<Vec<Operand>> = match self.error_payload(path, call) {
            Some(payload) => Some(vec![payload]),
            None => call.args.iter().map(|e| self.part_value(e)).collect(),
        };
        let fields = values?.into_iter().enumerate().map(|(i, value)| {
            let member = syn::Member::Unnamed(syn::Index {
                index: i as u32,
                span: call.span(),
            });
            (member, value)
        });
        let construct = Construct {
            path: path.clone(),
            fields: fields.collect(),
            base: None,
            braces: false,
        };
        Some(self.bind(Op::Construct(construct), Ty::Unknown, call.span()))
    }

    /// `Err(e)`: an error carries no derivative, so what makes it stays as written.
    fn error_payload(&mut self, path: &syn::Path, call: &syn::ExprCall) -> Option<Operand> {
        let error = path.segments.last().is_some_and(|s| s.ident == "Err");
        let payload = call
            .args
            .first()
            .filter(|_| error && call.args.len() == 1)?;
        let raw = self.payload(payload)?;
        Some(self.bind(Op::Raw(raw), Ty::Inert, payload.span()))
    }

    fn part_value(&mut self, expr: &Expr) -> Option<Operand> {
        self.value(expr, None)
    }
}
