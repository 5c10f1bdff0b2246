//! The forward sweep.
//!
//! Receives the IR; promises code that computes what the function computes and yields, beside its
//! value, the residual: a tuple of what the plan stores, region by region (`taken.rs` takes it).
//!
//! ```text
//! let (t3, r7) = if c { let y = …; (y, Branch::Here((y,))) } else { (x, Branch::Else(())) };
//! ```

use super::along::Along;
use super::opened::scrutinee;
use super::reverse::arm_position;
use super::statements::is_field;
use super::{Emitter, names, nested};
use crate::adjoint::residual::Item;
use crate::analysis::plan::How;
use crate::analysis::saves::Save;
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// A region being written, as an early exit inside it sees it.
pub(super) struct Frame<'a> {
    pub(super) items: Vec<Item>,
    pub(super) kind: FrameKind<'a>,
}

pub(super) enum FrameKind<'a> {
    Body,
    Arm {
        stmt: usize,
        index: usize,
        of: usize,
    },
    Iteration {
        stmt: usize,
        looped: &'a Loop,
    },
    Rest {
        stmt: usize,
    },
}

pub(super) struct Forward<'a> {
    pub(super) e: &'a Emitter<'a>,
    /// The loops that are taken back as they run.
    pub(super) along: Option<&'a Along<'a>>,
    pub(super) frames: Vec<Frame<'a>>,
    /// Variables yielded by a rest of their own region, with that region's depth.
    pub(super) escaping: Vec<(Local, usize)>,
    /// Variables moved away already, with what the residual wants of them taken.
    pub(super) taken: HashSet<Local>,
}

impl<'a> Forward<'a> {
    /// `let (value, residual) = 'body: { … };`
    pub(super) fn body(e: &'a Emitter<'a>) -> TokenStream {
        let nested = nested::body(e, false);
        let block = Forward::of(e, None).region(&nested);
        let label = names::lifetime("body", 0);
        let (value, residual) = (names::plain("value"), names::plain("residual"));
        let (sites, witnesses) = (e.sites(|_| true, |_| false), e.witnesses());
        quote! {
            #sites
            #witnesses
            let (#value, #residual) = #label: { #block };
        }
    }

    /// The same in the scope around it, with loops that are taken back as they run.
    /// What may leave the function comes first.
    pub(super) fn along(
        e: &'a Emitter<'a>,
        along: &'a Along<'a>,
        first: &Option<TokenStream>,
    ) -> TokenStream {
        let nested = nested::body(e, true);
        let mut forward = Forward::of(e, Some(along));
        let stmts = forward.stmts(&nested);
        let yields = forward.yields(nested.tail.as_ref(), None);
        let (value, residual) = (names::plain("value"), names::plain("residual"));
        let witnesses = e.witnesses();
        quote!(#witnesses #first #stmts let (#value, #residual) = #yields;)
    }

    /// The statements before such loops once more.
    pub(super) fn before(e: &'a Emitter<'a>, region: &'a Region) -> TokenStream {
        Forward::of(e, None).stmts(region)
    }

    fn of(e: &'a Emitter<'a>, along: Option<&'a Along<'a>>) -> Self {
        let body = Frame {
            items: e.residuals.body_items(),
            kind: FrameKind::Body,
        };
        Forward {
            e,
            along,
            frames: vec![body],
            escaping: Vec::new(),
            taken: HashSet::default(),
        }
    }

    /// The statements of the innermost frame's region, and `(value, residual)`.
    pub(super) fn region(&mut self, region: &'a Region) -> TokenStream {
        let code = self.stmts(region);
        if region.diverges {
            return code;
        }
        if region.ends_in_rest() {
            let value = names::plain("rest_value");
            let residual = self.residual(None);
            return quote!(#code (#value, #residual));
        }
        let yields = self.yields(region.tail.as_ref(), None);
        quote!(#code #yields)
    }

    /// The statements of the innermost frame's region, and its value, where nothing of it is remembered.
    pub(super) fn plain(&mut self, region: &'a Region) -> TokenStream {
        let code = self.stmts(region);
        if region.diverges {
            return code;
        }
        if region.ends_in_rest() {
            let value = region.value().map(|_| names::plain("rest_value"));
            return quote!(#code #value);
        }
        let escape = self.escape(region.tail.as_ref());
        let value = region.tail.as_ref().map(|v| self.e.bare(v));
        quote!(#code #escape #value)
    }

    pub(super) fn stmts(&mut self, region: &'a Region) -> TokenStream {
        let mut code = TokenStream::new();
        for stmt in &region.stmts {
            if matches!(stmt.kind, StmtKind::Rest(_)) {
                code.extend(self.announce_escape(region));
            }
            code.extend(self.before_moves(stmt));
            let (copies, back) = self.given_back(stmt);
            code.extend(copies);
            code.extend(self.e.unkept(stmt));
            code.extend(self.stmt(stmt));
            code.extend(back);
            code.extend(self.after_last_mention(stmt));
        }
        code
    }

    fn stmt(&mut self, stmt: &'a Stmt) -> TokenStream {
        let e = self.e;
        match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Call(call),
            } => e.forward_call(stmt, *dst, call),
            StmtKind::Let { dst, op } => self.definition(*dst, op),
            StmtKind::Declare { dst } => {
                let (name, ty) = (e.name(*dst), e.annotation(*dst));
                quote!(let mut #name #ty;)
            }
            StmtKind::Assign { place, value, how } => self.assign(stmt, place, value, *how),
            StmtKind::Push { place, value } => {
                let (place, value) = (e.place(place), e.bare(value));
                quote!(#place.push(#value);)
            }
            StmtKind::Swap { place, i, j } => {
                let (place, i, j) = (e.place(place), e.bare(i), e.bare(j));
                quote!(#place.swap(#i, #j);)
            }
            StmtKind::Fill { place, value } => {
                let save = self.save_slice(stmt, place);
                let (place, value) = (e.place(place), e.bare(value));
                quote!(#save #place.fill(#value);)
            }
            StmtKind::CopyFrom { place, from } => {
                let save = self.save_slice(stmt, place);
                let (place, from) = (e.place(place), e.place(from));
                quote!(#save #place.copy_from_slice(&#from[..]);)
            }
            StmtKind::Exchange { a, b } => {
                let (a, b) = (e.place(a), e.place(b));
                quote!(::core::mem::swap(&mut #a, &mut #b);)
            }
            StmtKind::Effect { raw } => {
                let tokens = &raw.tokens;
                quote!(#tokens;)
            }
            StmtKind::Panic { raw } => raw.tokens.clone(),
            StmtKind::Branch(b) => self.branch(stmt, b),
            StmtKind::Loop(l) => self.looped(stmt, l),
            StmtKind::Rest(rest) => self.rest(stmt, rest),
            StmtKind::Exit { to, value } => self.exit(stmt, *to, value.as_ref()),
        }
    }

    /// An elementary function without a derivative here is the user's own call.
    fn definition(&self, dst: Local, op: &Op) -> TokenStream {
        if matches!(op, Op::Choose { .. }) && self.e.plan.how[dst.0] == How::Absent {
            return TokenStream::new();
        }
        let (hint, definition) = (self.e.hint(dst, op), self.e.definition(dst, op));
        quote!(#hint #definition)
    }

    fn assign(&self, stmt: &Stmt, place: &Place, value: &Operand, how: Assign) -> TokenStream {
        let e = self.e;
        let core = &e.core;
        let made = matches!(value, Operand::Local(l) if e.a.flow.made.contains(l));
        let of_list = matches!(value, Operand::Local(l) if matches!(e.f.ty(*l), Ty::Vec(item) if !item.is_float()));
        let in_field = place.path.last().is_some_and(is_field);
        let (target, given, value) = (e.place(place), e.given(value), e.bare(value));
        let old = names::numbered("old", stmt.id);
        let items = &self.frames.last().expect("a region is being written").items;
        let shape = items.contains(&Item::OldShape(stmt.id)).then(|| {
            let name = names::numbered("old_shape", stmt.id);
            let refers = place.path.is_empty() && e.a.flow.references.contains(&place.root);
            let shape_of = match refers || e.is_borrower(place) {
                true => {
                    let shape = e.shape_by_parts(place, &target, &|value| e.shape_passed(value));
                    // `None` says less of a variable's type than what is put there.
                    let alike = made.then(|| quote!(#core::alike(&#target, &#value);));
                    quote!({ #alike #shape })
                }
                false => e.shape_by_parts(place, &target, &|value| e.shape_of_value(value)),
            };
            let shape_of = match of_list && in_field {
                true => quote!(#shape_of.__of_list((&&#core::Listed(&#target)).__length())),
                false => shape_of,
            };
            quote!(let #name = #shape_of;)
        });
        let written = match how {
            Assign::Set => quote!(#target = #given;),
            Assign::Add => quote!(#target += #value;),
            Assign::Sub => quote!(#target -= #value;),
        };
        let (save, write) = match (e.plan.saves.get(&stmt.id), how) {
            (Some(Save::IfRead | Save::IfKeptHere), _) => {
                let keep = e.keep_here(stmt);
                let save = quote!(let #old = #core::Old::new(#keep, #target););
                (Some(save), written)
            }
            (None, _) => (None, written),
            (Some(_), Assign::Set) => {
                let replaced = quote!(::core::mem::replace(&mut #target, #given));
                let replaced = match e.is_borrower(place) {
                    true => e.held(place.root, replaced),
                    false => replaced,
                };
                (None, quote!(let #old = #replaced;))
            }
            (Some(_), _) => (Some(quote!(let #old = #target;)), written),
        };
        let for_caller = (e.plan.saves.get(&stmt.id) == Some(&Save::IfKept)).then(|| {
            let (site, keep) = (names::numbered("site", stmt.id), names::plain("keep"));
            quote!(if #core::Keep::wanted(#keep) { #core::Kept::push(&mut #site, #old); })
        });
        quote!(#shape #save #write #for_caller)
    }

    /// Whole slices are saved as slices.
    fn save_slice(&self, stmt: &Stmt, place: &Place) -> Option<TokenStream> {
        let site = names::numbered("site", stmt.id);
        let place = self.e.place(place);
        let core = &self.e.core;
        let keep = names::plain("keep");
        Some(match self.e.plan.saves.get(&stmt.id)? {
            Save::Always | Save::IfRead | Save::IfReadByItself | Save::IfKeptOrReadByItself => {
                quote!(#core::Site::extend_from_slice(&mut #site, &#place[..]);)
            }
            Save::IfKept | Save::IfKeptHere => quote! {
                if #core::Keep::wanted(#keep) { #core::Kept::extend_from_slice(&mut #site, &#place[..]); }
            },
        })
    }

    fn branch(&mut self, stmt: &'a Stmt, b: &'a Branch) -> TokenStream {
        let remembered = self.current_has(Item::Branch(stmt.id));
        let arms = 0..b.arms.len();
        let arms: Vec<TokenStream> = arms.map(|at| self.arm(stmt, b, at, remembered)).collect();
        let choice = self.chosen(b, &arms);
        let gives = b.arms.iter().any(|a| a.body.value().is_some());
        if b.arms.iter().all(|a| a.body.diverges) || !remembered && !gives {
            return choice;
        }
        let way = names::numbered("way", stmt.id);
        let value = b
            .dst
            .map_or(quote!(_), |d| self.e.name(d).to_token_stream());
        // Without the derive, rustc has no type for the pair, and would look for one of its part.
        let made = b.dst.and_then(|d| self.e.made(d, &self.e.name(d)));
        let made = made.map(|made| quote!(let #value = #made;));
        let stated = b.dst.and_then(|d| self.stated(d));
        if remembered {
            quote!(let (#value, #way) = #choice; #made #stated)
        } else {
            quote!(let #value = #choice; #made #stated)
        }
    }

    fn arm(&mut self, stmt: &Stmt, b: &'a Branch, at: usize, remembered: bool) -> TokenStream {
        let arm = &b.arms[at];
        let items = self.e.residuals.items(&arm.body, &arm.binds);
        let (index, of) = arm_position(b, at).unwrap_or((0, 1));
        let stmt = stmt.id;
        self.frames.push(Frame {
            items,
            kind: FrameKind::Arm { stmt, index, of },
        });
        let body = match remembered {
            true => self.region(&arm.body),
            false => self.plain(&arm.body),
        };
        self.frames.pop();
        match remembered && !arm.body.diverges {
            true => self.remembered_arm(body, index, of),
            false => body,
        }
    }

    /// The branch itself, with what its arms do.
    fn chosen(&self, b: &Branch, bodies: &[TokenStream]) -> TokenStream {
        if let Head::If(cond) = &b.head {
            let cond = self.e.bare(cond);
            let (then, otherwise) = (&bodies[0], &bodies[1]);
            return match otherwise.is_empty() {
                true => quote!(if #cond { #then }),
                false => quote!(if #cond { #then } else { #otherwise }),
            };
        }
        let scrutinee = scrutinee(&b.head);
        let arms = b.arms.iter().zip(bodies).map(|(arm, body)| {
            let (errors, unread) = (self.e.parts_of_errors(arm), self.e.unread_payloads(arm));
            let checks = quote!(#errors #unread);
            match &arm.pattern {
                Some((pat, Some(guard))) => quote!(#pat if #guard => { #checks #body }),
                Some((pat, None)) => quote!(#pat => { #checks #body }),
                None => quote!(_ => { #checks #body }),
            }
        });
        // What the user's own match leaves out rustc says of that.
        let otherwise = (!is_complete(b)).then(|| {
            quote! {
                #[allow(unreachable_patterns)]
                _ => ::core::unreachable!(),
            }
        });
        quote!(match #scrutinee { #(#arms)* #otherwise })
    }

    /// Says what the user says of a variable's type, where a pattern binds it.
    pub(super) fn stated(&self, local: Local) -> Option<TokenStream> {
        let ty = self.e.f.info(local).stated.as_ref()?;
        let name = self.e.name(local);
        Some(quote!(let _: &#ty = &#name;))
    }

    /// An arm's value, and the way that it is.
    fn remembered_arm(&self, body: TokenStream, index: usize, of: usize) -> TokenStream {
        let (value, residual) = (names::plain("value"), names::plain("residual"));
        let way = self.e.way(index, of, residual.to_token_stream());
        quote!({ let (#value, #residual) = { #body }; (#value, #way) })
    }

    fn current_has(&self, item: Item) -> bool {
        self.frames.last().is_some_and(|f| f.items.contains(&item))
    }

    fn rest(&mut self, stmt: &'a Stmt, rest: &'a Region) -> TokenStream {
        let remembered = self.current_has(Item::Rest(stmt.id));
        let items = self
            .e
            .residuals
            .items(rest, &self.e.residuals.rest_binds(stmt.id));
        self.frames.push(Frame {
            items,
            kind: FrameKind::Rest { stmt: stmt.id },
        });
        let block = match remembered {
            true => self.region(rest),
            false => self.plain(rest),
        };
        self.frames.pop();
        if rest.diverges {
            return block;
        }
        let (value, residual) = (names::plain("rest_value"), names::numbered("rest", stmt.id));
        if remembered {
            quote!(let (#value, #residual) = { #block }; let #residual = ::core::option::Option::Some(#residual);)
        } else {
            quote!(let #value = { #block };)
        }
    }

    /// Leaves every region up to the target, each one's residual inside the next one's.
    fn exit(&self, exit: &Stmt, to: Exit, value: Option<&Operand>) -> TokenStream {
        let mut code = TokenStream::new();
        let mut partial: Option<(usize, TokenStream)> = None;
        for frame in self.frames.iter().rev() {
            let row = self.tuple(&frame.items, value, partial.take());
            match &frame.kind {
                FrameKind::Body => {
                    let (label, kept) = (names::lifetime("body", 0), names::plain("kept"));
                    let value = value.map_or(quote!(()), |v| self.e.bare(v));
                    return quote!(#code let #kept = #row; break #label (#value, #kept););
                }
                FrameKind::Arm { stmt, index, of } => {
                    partial = Some((*stmt, self.e.way(*index, *of, row)))
                }
                FrameKind::Rest { stmt } => {
                    partial = Some((*stmt, quote!(::core::option::Option::Some(#row))))
                }
                FrameKind::Iteration { stmt, looped } => {
                    let label = names::lifetime("l", looped.label.0);
                    if self.is_taken_back(*stmt) && to == Exit::Continue(looped.label) {
                        let (label, kept) = (names::iteration(looped.label), names::plain("kept"));
                        let left = (!frame.items.is_empty()).then(|| quote!(((), #kept)));
                        let row = left.is_some().then(|| quote!(let #kept = #row;));
                        return quote!(#code #row break #label #left;);
                    }
                    if frame.items.is_empty() {
                        code.extend(self.count_step(*stmt, looped));
                    } else {
                        code.extend(self.push_row(*stmt, looped, row));
                    }
                    let value = value.map(|v| {
                        let value = self.copy_to_leave_with(exit);
                        let value = value.unwrap_or_else(|| self.e.bare(v));
                        quote!((#value))
                    });
                    if to == Exit::Break(looped.label) {
                        return quote!(#code break #label #value;);
                    }
                    if to == Exit::Continue(looped.label) {
                        return quote!(#code continue #label;);
                    }
                    // Outer regions see the loop only by its count, and no rest after it.
                    partial = Some((*stmt, TokenStream::new()));
                }
            }
        }
        code
    }
}

/// Whether the last arm of a branch takes all that is left, as far as a look tells.
fn is_complete(b: &Branch) -> bool {
    match b.arms.last().map(|arm| &arm.pattern) {
        Some(Some((pat, None))) => matches!(pat, syn::Pat::Wild(_) | syn::Pat::Ident(_)),
        Some(Some((_, Some(_)))) => false,
        _ => true,
    }
}

impl Emitter<'_> {
    /// The shape of a value; of one whose type may not be differentiable where no type parameter could
    /// hide that it is.
    pub(super) fn shape_of(&self, local: Local) -> TokenStream {
        self.shape_by(local, self.name(local).to_token_stream())
    }

    /// Parts of errors that a derivative would go to must have none.
    fn parts_of_errors(&self, arm: &Arm) -> TokenStream {
        let core = &self.core;
        let of_error = |l: &&Local| {
            let part = self.f.info(**l).part.as_ref();
            self.a.activity.is_active(**l)
                && part.is_some_and(|part| part.is_of_error(&self.f.locals))
        };
        let checks = arm.binds.iter().filter(of_error).map(|l| {
            let name = self.name(*l);
            quote_spanned!(name.span()=> #core::inactive(&#name);)
        });
        checks.collect()
    }

    /// Whether a local may be a reference, to what a call was given or to what it was assigned, or made
    /// of references.
    pub(super) fn may_borrow(&self, local: Local) -> bool {
        let (ty, flow) = (self.f.ty(local), &self.a.flow);
        // The pullback is given it again, as it is given references.
        if self.f.is_optional_reference(local) {
            return false;
        }
        let unseen = match self.f.info(local).mutable {
            true => matches!(ty, Ty::Unknown) || flow.references.contains(&local),
            false if flow.verbatim.contains(&local) => true,
            false => ty.contains_unknown() && !ty.is_ref() || ty.holds_references(),
        };
        let lent = (unseen || matches!(ty, Ty::Inert))
            && (flow.lent.contains(&local)
                || (self.borrows || self.may_borrow) && !flow.recalled.contains(&local));
        lent || matches!(ty, Ty::Unknown) && self.is_given_unseen(local)
    }

    /// Whether it is a parameter of a closure for which no type is written: it may be a reference.
    fn is_given_unseen(&self, local: Local) -> bool {
        let mut params = self.f.params.iter().filter(|p| p.local == local);
        params.any(|p| matches!(p.ty, syn::Type::Infer(_)))
    }

    /// Whether a place is a local that may borrow, as a whole.
    pub(super) fn is_borrower(&self, place: &Place) -> bool {
        place.path.is_empty() && self.may_borrow(place.root)
    }

    /// What may be a reference, to ask its type.
    pub(super) fn passed(&self, value: &TokenStream) -> TokenStream {
        let core = &self.core;
        match self.generic {
            true => quote!(#core::Certain(&#value)),
            false => quote!(#core::Passed(&#value)),
        }
    }

    /// A value that goes into the residual; of what may be a reference, what is behind it.
    pub(super) fn held(&self, local: Local, value: TokenStream) -> TokenStream {
        if !self.may_borrow(local) {
            return value;
        }
        let core = &self.core;
        quote!((&&#core::Hold::of(#value)).__hold())
    }

    pub(super) fn kept_name(&self, local: Local) -> Ident {
        names::numbered("kept", local.0)
    }

    pub(super) fn shape_name(&self, local: Local) -> Ident {
        names::numbered("shape", local.0)
    }

    /// `Else(Else(Here(residual)))`: the arm `index` of `of`.
    pub(super) fn way(&self, index: usize, of: usize, residual: TokenStream) -> TokenStream {
        let core = &self.core;
        let innermost = if index + 1 == of {
            residual
        } else {
            quote!(#core::Branch::Here(#residual))
        };
        (0..index).fold(innermost, |inner, _| quote!(#core::Branch::Else(#inner)))
    }
}
