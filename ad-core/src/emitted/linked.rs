//! Chains of methods of a variable: what each gives may be the variable itself, or another value.
//!
//! A method that gives back its receiver has a mark beside it, and what stands in where there is none says the contrary.
//! So types decide what the next method of the chain is called on, forwards and backwards. The mark also has the rule
//! give back the unique reference, for which there is no cotangent then: the receiver's own shadow has what comes.
//!
//! ```text
//! let e = kf.update(z).error();                    // the user's
//!
//! let mark = kf.derivative_link_of_update();
//! let (link, pb1) = kf.derivative_rule_of_update(mark.__ask(keep), (z,));
//! let (mut link, mut through) = mark.__split(link);
//! let (e, pb2) = (*through.__receiver(&mut link)).derivative_rule_of_error(keep, ());
//!
//! let kind = kind_of(&link);                       // reverse
//! (pb2)(ct, (place(kind.__through(&mut kf, &mut link)),), ((*kind.__through(&mut d_kf, &mut d_link)).__lent(),));
//! (pb1)(d_link, …);
//! ```

use crate::Accumulate;
use crate::keep::Keep;
use std::borrow::Borrow;
use std::marker::PhantomData;

/// The first argument of the rule of a method that gives back its receiver: what it keeps, and how it gives it back.
pub trait Asks: Copy {
    /// What the rule keeps.
    type Keep: Keep;
    /// The receiver as it is given back.
    type Given<'r, T: ?Sized + 'r>;
    /// The cotangent of that, if there is one: `C`.
    type Cotangent<C>;

    /// What the rule keeps.
    fn keep(self) -> Self::Keep;

    /// Gives back the receiver.
    fn given<T: ?Sized>(receiver: &mut T) -> Self::Given<'_, T>;

    /// Adds the cotangent of what was given back to the receiver's shadow.
    fn add<C: Borrow<S>, S: Accumulate + ?Sized>(ct: &Self::Cotangent<C>, shadow: &S);
}

impl<K: Keep> Asks for K {
    type Keep = K;
    type Given<'r, T: ?Sized + 'r> = &'r T;
    type Cotangent<C> = C;

    #[inline(always)]
    fn keep(self) -> K {
        self
    }

    #[inline(always)]
    fn given<T: ?Sized>(receiver: &mut T) -> &T {
        receiver
    }

    #[inline]
    fn add<C: Borrow<S>, S: Accumulate + ?Sized>(ct: &C, shadow: &S) {
        shadow.accumulate(ct.borrow());
    }
}

/// Asks for the unique reference, through which the next method of a chain may change the receiver.
#[derive(Clone, Copy, Debug)]
pub struct Linked<K>(K);

impl<K: Keep> Asks for Linked<K> {
    type Keep = K;
    type Given<'r, T: ?Sized + 'r> = &'r mut T;
    type Cotangent<C> = ();

    #[inline(always)]
    fn keep(self) -> K {
        self.0
    }

    #[inline(always)]
    fn given<T: ?Sized>(receiver: &mut T) -> &mut T {
        receiver
    }

    #[inline(always)]
    fn add<C: Borrow<S>, S: Accumulate + ?Sized>((): &(), _: &S) {}
}

/// Stands beside a method that gives back its receiver.
#[derive(Clone, Copy, Debug)]
pub struct GivesBack;

/// Stands in for methods that give something else.
#[derive(Clone, Copy, Debug)]
pub struct GivesOther;

/// Stands for a receiver that was given back.
#[derive(Clone, Copy, Debug)]
pub struct Back;

crate::__inert! { {} Back => Back, |value| *value; }

/// The receiver that was given back.
pub struct Through<'r, T: ?Sized>(&'r mut T);

impl GivesBack {
    /// What the method's rule is asked.
    #[inline(always)]
    pub fn __ask<K: Keep>(self, keep: K) -> Linked<K> {
        Linked(keep)
    }

    /// The link, and what the next method is called on.
    #[inline(always)]
    pub fn __split<T: ?Sized>(self, receiver: &mut T) -> (Back, Through<'_, T>) {
        (Back, Through(receiver))
    }
}

impl GivesOther {
    /// What the method's rule is asked.
    #[inline(always)]
    pub fn __ask<K: Keep>(self, keep: K) -> K {
        keep
    }

    /// The link, which the next method is called on.
    #[inline(always)]
    pub fn __split<L>(self, link: L) -> (L, GivesOther) {
        (link, self)
    }

    /// What the next method is called on.
    #[inline(always)]
    pub fn __receiver<'x, L>(&'x mut self, link: &'x mut L) -> &'x mut L {
        link
    }
}

impl<T: ?Sized> Through<'_, T> {
    /// What the next method is called on.
    #[inline(always)]
    pub fn __receiver<'x, L>(&'x mut self, _: &'x mut L) -> &'x mut T {
        self.0
    }
}

/// Whether a link stands for the receiver, by its type.
pub struct Kind<L>(PhantomData<fn(&L)>);

/// That of a link.
#[inline(always)]
pub fn kind_of<L>(_: &L) -> Kind<L> {
    Kind(PhantomData)
}

impl Kind<Back> {
    /// The receiver of the method that gave the link.
    #[inline(always)]
    pub fn __through<'x, R: ?Sized, L: ?Sized>(
        &self,
        receiver: &'x mut R,
        _: &'x mut L,
    ) -> &'x mut R {
        receiver
    }
}

/// Found where it is another value.
pub trait ThroughLink {
    /// The link itself.
    #[inline(always)]
    fn __through<'x, R: ?Sized, L: ?Sized>(&self, _: &'x mut R, link: &'x mut L) -> &'x mut L {
        link
    }
}

impl<L> ThroughLink for Kind<L> {}
