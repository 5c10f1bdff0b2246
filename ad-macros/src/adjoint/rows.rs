//! Cells of one array that are in different rows of a matrix.
//!
//! Receives two places and a loop; promises whether none of its iterations finds at the one what any finds at
//! the other. Indices are taken for sums of products; what the bounds of the loops around say of their
//! variables tells rows apart.
//!
//! ```text
//! for k in 0..n { for i in k + 1..n { for j in k + 1..n {
//!     m[i * n + j] -= f * m[k * n + j];      apart: i > k, and j < n stays in its row
//!     m[i][j] -= f * m[k][j];                apart: i > k
//!     m[i * n + j] -= f * m[k * w + j];      nobody knows
//! }}}
//! ```

use crate::analysis::affine::Definitions;
use crate::analysis::plan::Analyses;
use crate::ir::*;
use crate::tables::HashMap;
use quote::ToTokens;
use std::collections::BTreeMap;

/// Longer sums are not looked at.
const LONGEST: usize = 12;

/// What an index is made of that cannot be taken apart: a local, a constant by its name, or the length of what a
/// local refers to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    Local(Local),
    Const(String),
    Length(Local),
}

/// A sum of products, each with its factor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum(BTreeMap<Vec<Atom>, i64>);

impl Sum {
    fn constant(value: i64) -> Self {
        Sum(BTreeMap::from([(Vec::new(), value)])).trimmed()
    }

    fn atom(atom: Atom) -> Self {
        Sum(BTreeMap::from([(vec![atom], 1)]))
    }

    fn trimmed(mut self) -> Self {
        self.0.retain(|_, factor| *factor != 0);
        self
    }

    fn plus(mut self, other: &Sum, times: i64) -> Option<Self> {
        for (product, factor) in &other.0 {
            let sum = self.0.entry(product.clone()).or_insert(0);
            *sum = sum.checked_add(factor.checked_mul(times)?)?;
        }
        (self.0.len() <= LONGEST).then(|| self.trimmed())
    }

    fn times(&self, other: &Sum) -> Option<Self> {
        let mut result = Sum::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut product: Vec<Atom> = a.iter().chain(b).cloned().collect();
                product.sort();
                let term = Sum(BTreeMap::from([(product, x.checked_mul(*y)?)]));
                result = result.plus(&term, 1)?;
            }
        }
        Some(result)
    }

    fn value(&self) -> Option<i64> {
        match self.0.iter().next() {
            None => Some(0),
            Some((product, factor)) => (self.0.len() == 1 && product.is_empty()).then_some(*factor),
        }
    }

    /// What computes it, if it is one atom or a constant.
    fn as_op(&self) -> Option<Op> {
        let constant = |text: &str| Some(Operand::Const(text.parse().ok()?, Ty::Int));
        let mut products = self.0.iter();
        let (Some((product, factor)), None) = (products.next(), products.next()) else {
            return None;
        };
        match (product.as_slice(), factor) {
            ([], factor) => Some(Op::Use(constant(&factor.to_string())?)),
            ([Atom::Local(local)], 1) => Some(Op::Use(Operand::Local(*local))),
            ([Atom::Const(name)], 1) => Some(Op::Use(constant(name)?)),
            ([Atom::Length(of)], 1) => Some(Op::Len(Place::of(*of), false)),
            _ => None,
        }
    }

    fn mentions(&self, atom: &Atom) -> bool {
        self.0.keys().any(|product| product.contains(atom))
    }

    /// The factor of an atom that stands alone or not at all, and what is left without it.
    fn without(&self, atom: &Atom) -> Option<(i64, Sum)> {
        let mut rest = self.clone();
        let factor = rest.0.remove(std::slice::from_ref(atom)).unwrap_or(0);
        (!rest.mentions(atom)).then_some((factor, rest))
    }

    /// What an atom is multiplied with in all of the sum.
    fn factor(&self, atom: &Atom) -> Option<Sum> {
        let with = self.0.iter().filter(|(product, _)| product.contains(atom));
        let factor = Sum(with.map(|(p, f)| (p.clone(), *f)).collect()).over(atom)?;
        (!factor.mentions(atom)).then_some(factor)
    }

    /// The sum divided by what is in all of its products.
    fn over(&self, atom: &Atom) -> Option<Sum> {
        let quotients = self.0.iter().map(|(product, factor)| {
            let at = product.iter().position(|a| a == atom)?;
            let mut left = product.clone();
            left.remove(at);
            Some((left, *factor))
        });
        quotients.collect::<Option<_>>().map(Sum)
    }
}

/// The rows that cells are in.
pub(super) struct Row {
    pub(super) width: Op,
    /// The view of the row, if one is lent.
    pub(super) view: Option<Local>,
}

pub(crate) struct Rows<'f> {
    a: &'f Analyses<'f>,
    definitions: Definitions<'f>,
    /// What each loop's variable runs over.
    heads: HashMap<Local, &'f Range>,
    /// How long vectors are made.
    lengths: HashMap<Local, &'f Operand>,
}

impl<'f> Rows<'f> {
    pub(crate) fn of(a: &'f Analyses<'f>) -> Self {
        let definitions = Definitions::of(a.f);
        let (mut heads, mut lengths) = (HashMap::default(), HashMap::default());
        a.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Loop(Loop {
                kind: LoopKind::Range { var, head },
                ..
            }) => {
                heads.insert(*var, head);
            }
            StmtKind::Let { dst, op } => {
                let made = match op {
                    Op::Use(Operand::Local(made)) => definitions.get(*made),
                    op => Some(op),
                };
                if let Some(Op::VecRepeat(_, length)) = made {
                    lengths.insert(*dst, length);
                }
            }
            _ => {}
        });
        Rows {
            a,
            definitions,
            heads,
            lengths,
        }
    }

    /// Whether no two iterations of the loop `stmt` find the same cell at `x` and at `y`.
    pub(super) fn apart(&self, x: &Place, y: &Place, stmt: &Stmt, var: Local) -> bool {
        let behind = |place| self.definitions.behind_views(place);
        let (Some(x), Some(y)) = (behind(x), behind(y)) else {
            return false;
        };
        let is_inside = |local: Local| self.a.flow.home[local.0].contains(&stmt.id);
        if x.root != y.root || x.path.len() != y.path.len() || is_inside(x.root) {
            return false;
        }
        let mut differ = false;
        for steps in x.path.iter().zip(&y.path) {
            match steps {
                (Step::Deref, Step::Deref) => {}
                (Step::Field(a), Step::Field(b)) if a == b => {}
                (Step::Index(a), Step::Index(b)) => {
                    let still = |l: Local| l == var || !is_inside(l);
                    let sums = [a, b].map(|index| self.sum(index, &still));
                    if let [Some(a), Some(b)] = sums {
                        differ |= self.differ(&a, &b, var).unwrap_or(false);
                    }
                }
                _ => return false,
            }
        }
        differ
    }

    /// Whether no two iterations of some loops, from the innermost to the outermost, find the same cell at a place.
    ///
    /// Indices are read as numbers are: a digit is a loop's variable, and is worth what all digits before it can
    /// count, or more.
    pub(super) fn are_all_apart(&self, place: &Place, around: &[(&Stmt, &Loop)]) -> bool {
        let Some((outermost, _)) = around.last() else {
            return true;
        };
        let variables: Option<Vec<Local>> = around.iter().map(|(_, l)| l.variable()).collect();
        let (Some(mut digits), Some(place)) = (variables, self.definitions.behind_views(place))
        else {
            return false;
        };
        let is_inside = |local: Local| self.a.flow.home[local.0].contains(&outermost.id);
        let all = digits.clone();
        let still = |l: Local| all.contains(&l) || !is_inside(l);
        for step in &place.path {
            if let Step::Index(index) = step
                && let Some(sum) = self.sum(index, &still)
            {
                self.read_digits(&sum, &mut digits, &still);
            }
        }
        digits.is_empty() && !is_inside(place.root)
    }

    /// Takes out the variables of loops that an index tells.
    fn read_digits(&self, index: &Sum, digits: &mut Vec<Local>, still: &impl Fn(Local) -> bool) {
        let mut left = digits.clone();
        let mut worth = Some(Sum::constant(1));
        while let Some(least) = worth.take() {
            // By how much a digit is worth more than it needs to be.
            let excess = |var: &Local| {
                let factor = index.factor(&Atom::Local(*var))?;
                let excess = factor.plus(&least, -1)?.value()?;
                (excess >= 0).then_some(excess)
            };
            let next = left.iter().enumerate();
            let next = next.filter_map(|(at, var)| Some((excess(var)?, at)));
            let Some((_, at)) = next.min() else {
                break;
            };
            let var = left.remove(at);
            worth = self.heads.get(&var).and_then(|head| {
                let end = self.sum(&head.hi, still)?;
                let counted = end.plus(&Sum::constant(i64::from(head.inclusive)), 1)?;
                index.factor(&Atom::Local(var))?.times(&counted)
            });
        }
        let tells = |var: &Local| index.mentions(&Atom::Local(*var));
        if !left.iter().any(tells) {
            *digits = left;
        }
    }

    /// What a value was made by.
    pub(super) fn definition(&self, local: Local) -> Option<&'f Op> {
        self.definitions.get(local)
    }

    /// The row that a place is in, if the row stands at `by_row` times its width, and `by_cell` runs over it from its
    /// first cell on: over all of it, unless there is a view of it, whose rest can be told.
    pub(super) fn in_row(
        &self,
        place: &Place,
        by_row: Local,
        by_cell: Local,
        head: &Range,
    ) -> Option<Row> {
        let sum = |index: &Operand| self.sum(index, &|_| true);
        let (row, cell) = (Atom::Local(by_row), Sum::atom(Atom::Local(by_cell)));
        let behind = self.definitions.behind_rows(place);
        let starts = self.is_zero(&head.lo);
        match behind.path.as_slice() {
            [Step::Index(index)] if starts => {
                let before = Sum::atom(row).times(&sum(&head.hi)?)?;
                (sum(index)?.plus(&before, -1)? == cell).then(|| Row {
                    width: Op::Use(head.hi.clone()),
                    view: None,
                })
            }
            [Step::Range(Some(lo), Some(hi), false), Step::Index(index)]
                if starts && sum(index)? == cell =>
            {
                let (start, width) = (sum(lo)?, sum(lo)?.factor(&row)?);
                let whole = start == Sum::atom(row).times(&width)?;
                let ends = self.ends(hi, &start.plus(&width, 1)?, behind.root);
                (whole && ends).then_some(Row {
                    width: width.as_op()?,
                    view: Some(self.row_view(place)?),
                })
            }
            _ => None,
        }
    }

    /// Whether an operand is an index, or where a sequence ends before that.
    fn ends(&self, operand: &Operand, at: &Sum, of: Local) -> bool {
        let is_there = |o: &Operand| self.sum(o, &|_| true).as_ref() == Some(at);
        let made = operand.local().and_then(|l| self.definitions.get(l));
        match made {
            Some(Op::Integer("min", a, b)) => is_there(a) && self.is_length(b, of),
            _ => is_there(operand),
        }
    }

    /// The view of a part that a place leads through.
    fn row_view(&self, place: &Place) -> Option<Local> {
        let mut views = self.definitions.views(place);
        views.find_map(|(view, of)| matches!(of.path.last(), Some(Step::Range(..))).then_some(view))
    }

    /// How many views a place leads through.
    pub(super) fn views(&self, place: &Place) -> usize {
        self.definitions.views(place).count()
    }

    /// Whether an operand is the length of a vector that keeps the one it is made with.
    pub(crate) fn is_length(&self, operand: &Operand, of: Local) -> bool {
        let whole = |place: &Place| {
            let place = self.definitions.behind_views(place);
            place.is_some_and(|place| place.root == of && place.path.is_empty())
        };
        match operand
            .local()
            .and_then(|local| self.definitions.get(local))
        {
            Some(Op::Len(place, _)) => whole(place),
            Some(Op::Raw(raw)) if asks_for_length(raw) => {
                raw.reads.iter().all(|local| whole(&Place::of(*local)))
            }
            _ => {
                let of_all = |_| true;
                let length = self.sum(operand, &of_all);
                let made = self
                    .lengths
                    .get(&of)
                    .and_then(|made| self.sum(made, &of_all));
                length.is_some() && length == made
            }
        }
    }

    pub(crate) fn is_zero(&self, operand: &Operand) -> bool {
        let sum = self.sum(operand, &|_| true);
        sum.is_some_and(|sum| sum.value() == Some(0))
    }

    /// Whether two operands are the same number.
    pub(crate) fn are_equal(&self, a: &Operand, b: &Operand) -> bool {
        let sum = |operand| self.sum(operand, &|_| true);
        sum(a).is_some_and(|a| Some(a) == sum(b))
    }

    /// Whether an index counts from zero through all of a list in loops over these variables, from the innermost to the
    /// outermost: each is a digit, worth as much as all digits before it can count.
    pub(crate) fn run_through(
        &self,
        index: &Operand,
        digits: &[Local],
        outermost: &Stmt,
        list: Local,
        length: &Operand,
    ) -> bool {
        let is_inside = |local: Local| self.a.flow.home[local.0].contains(&outermost.id);
        let run_through = || {
            let mut left = self.sum(index, &|l| digits.contains(&l) || !is_inside(l))?;
            let (mut worth, mut all) = (Sum::constant(1), false);
            for var in digits {
                let (head, digit) = (self.heads.get(var)?, Atom::Local(*var));
                let fits = self.is_zero(&head.lo) && left.factor(&digit)? == worth;
                fits.then_some(())?;
                left = left.plus(&worth.times(&Sum::atom(digit))?, -1)?;
                worth = worth.times(&self.sum(&head.hi, &|l| !is_inside(l))?)?;
                all = digits.len() == 1 && self.is_length(&head.hi, list);
            }
            let all = all || worth == self.sum(length, &|_| true)?;
            Some(left.value()? == 0 && all)
        };
        run_through().unwrap_or(false)
    }

    /// Whether two indices are different, each in whichever iteration of the loop.
    fn differ(&self, x: &Sum, y: &Sum, var: Local) -> Option<bool> {
        let var_atom = Atom::Local(var);
        let ((of_x, x_rest), (of_y, y_rest)) = (x.without(&var_atom)?, y.without(&var_atom)?);
        match (of_x, of_y) {
            (0, _) | (_, 0) => Some(self.is_never_zero(&x.clone().plus(y, -1)?)),
            (1, 1) => {
                let width = self.width(var)?;
                let rows = x_rest.plus(&y_rest, -1)?.over(&width)?;
                Some(self.is_never_zero(&rows))
            }
            _ => None,
        }
    }

    /// What the variable of a loop is certain to be less than, by its name.
    fn width(&self, var: Local) -> Option<Atom> {
        let head = self.heads.get(&var)?;
        let end = self.sum(&head.hi, &|_| true)?;
        let mut atoms = end.0.iter().filter(|(product, _)| !product.is_empty());
        let ((product, 1), None) = (atoms.next()?, atoms.next()) else {
            return None;
        };
        let beyond = end.0.get(&Vec::new()).copied().unwrap_or(0) + i64::from(head.inclusive);
        match product.as_slice() {
            [atom] if beyond <= 0 => Some(atom.clone()),
            _ => None,
        }
    }

    /// Whether a sum is always more, or always less, than zero: by the bounds of one loop's variable.
    fn is_never_zero(&self, sum: &Sum) -> bool {
        if let Some(value) = sum.value() {
            return value != 0;
        }
        self.heads.iter().any(|(var, head)| {
            let within = || {
                let (factor, rest) = sum.without(&Atom::Local(*var))?;
                let least = self.sum(&head.lo, &|_| true)?;
                let most = self.sum(&head.hi, &|_| true)?;
                let most = most.plus(&Sum::constant(i64::from(head.inclusive) - 1), 1)?;
                let (low, high) = match factor {
                    1 => (least, most),
                    -1 => (most, least),
                    _ => return None,
                };
                let at = |bound: &Sum| rest.clone().plus(bound, factor)?.value();
                Some(at(&low).is_some_and(|low| low > 0) || at(&high).is_some_and(|high| high < 0))
            };
            within().unwrap_or(false)
        })
    }

    /// An index as a sum of products, none if it cannot be one of what stands still.
    fn sum(&self, index: &Operand, still: &impl Fn(Local) -> bool) -> Option<Sum> {
        let local = match index {
            Operand::Local(local) => *local,
            Operand::Const(tokens, _) => return of_constant(&syn::parse2(tokens.clone()).ok()?),
        };
        let of = |operand: &Operand| self.sum(operand, still);
        match self.definitions.get(local) {
            Some(Op::Use(a)) => return of(a),
            Some(Op::Integer("+", a, b)) => return of(a)?.plus(&of(b)?, 1),
            Some(Op::Integer("-", a, b)) => return of(a)?.plus(&of(b)?, -1),
            Some(Op::Integer("*", a, b)) => return of(a)?.times(&of(b)?),
            Some(Op::Integer("min", a, b)) if of(a).is_some_and(|a| Some(a) == of(b)) => {
                return of(a);
            }
            Some(Op::Raw(raw)) => {
                if let Ok(expr) = syn::parse2(raw.tokens.clone())
                    && let Some(sum) = self.of_expression(&expr, raw, still)
                {
                    return Some(sum);
                }
            }
            Some(Op::Len(place, changes)) => {
                let place = self.definitions.behind_views(place)?;
                let whole = place.path.is_empty();
                if whole && !changes && self.keeps_length(place.root) {
                    return Some(Sum::atom(Atom::Length(place.root)));
                }
                if whole && let Some(made) = self.made_length(place.root) {
                    return of(made);
                }
            }
            _ => {}
        }
        let fixed = !self.a.f.info(local).mutable && still(local);
        fixed.then(|| Sum::atom(Atom::Local(local)))
    }

    fn of_expression(
        &self,
        expr: &syn::Expr,
        raw: &Raw,
        still: &impl Fn(Local) -> bool,
    ) -> Option<Sum> {
        let inner = |e: &syn::Expr| self.of_expression(e, raw, still);
        match expr {
            syn::Expr::Paren(e) => inner(&e.expr),
            syn::Expr::Group(e) => inner(&e.expr),
            syn::Expr::Path(path) => {
                let named = |l: &&Local| path.path.is_ident(&self.a.f.info(**l).name);
                match raw.reads.iter().find(named) {
                    Some(local) => self.sum(&Operand::Local(*local), still),
                    None => of_constant(expr),
                }
            }
            syn::Expr::Binary(e) => match e.op {
                syn::BinOp::Add(_) => inner(&e.left)?.plus(&inner(&e.right)?, 1),
                syn::BinOp::Sub(_) => inner(&e.left)?.plus(&inner(&e.right)?, -1),
                syn::BinOp::Mul(_) => inner(&e.left)?.times(&inner(&e.right)?),
                _ => None,
            },
            syn::Expr::MethodCall(call) => {
                let variable = length_of(call)?;
                let named = |l: &&Local| self.a.f.info(**l).name == *variable;
                let of = raw.reads.iter().find(named).copied()?;
                let kept = self.keeps_length(of);
                kept.then(|| Sum::atom(Atom::Length(of)))
            }
            other => of_constant(other),
        }
    }

    /// How long a vector is made whose length never changes.
    fn made_length(&self, local: Local) -> Option<&'f Operand> {
        let flow = &self.a.flow;
        let mut writes = self.a.mutation.writes.iter();
        let resized = writes
            .any(|w| w.resizes && w.storage == flow.storage(local) && w.at != flow.def[local.0]);
        self.lengths.get(&local).copied().filter(|_| !resized)
    }

    /// Whether a variable is a shared reference to a sequence, which is as long wherever it is asked.
    fn keeps_length(&self, local: Local) -> bool {
        let (info, ty) = (self.a.f.info(local), self.a.f.ty(local));
        let shared = |of: &Ty| matches!(of, Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_));
        !info.mutable && matches!(ty, Ty::Ref(false, of) if shared(of))
    }
}

/// Whether a value is the length of a variable.
fn asks_for_length(raw: &Raw) -> bool {
    let call: Result<syn::ExprMethodCall, _> = syn::parse2(raw.tokens.clone());
    call.is_ok_and(|call| length_of(&call).is_some() && raw.reads.len() == 1)
}

/// The variable whose length is asked for.
fn length_of(call: &syn::ExprMethodCall) -> Option<&syn::Ident> {
    match &*call.receiver {
        syn::Expr::Path(path) if call.method == "len" && call.args.is_empty() => {
            path.path.get_ident()
        }
        _ => None,
    }
}

/// A small integer, or a constant by its name.
fn of_constant(expr: &syn::Expr) -> Option<Sum> {
    match expr {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(int),
            ..
        }) => int
            .base10_parse()
            .ok()
            .filter(|value: &i64| *value < 1 << 16)
            .map(Sum::constant),
        // Constants and const parameters; locals are known.
        syn::Expr::Path(path) => {
            let name = path.to_token_stream().to_string();
            Some(Sum::atom(Atom::Const(name)))
        }
        _ => None,
    }
}
