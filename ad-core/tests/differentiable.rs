//! Shadows, tangents and buffers of all kinds of primals.

use ad_core::__private::{Accumulate, Blank, Inactive, Loan, again, scalar, shape_of, take, zeros};
use ad_core::check::CountingAllocator;
use ad_core::{Differentiable, Real};
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::num::{NonZeroU8, Wrapping};
use std::panic::catch_unwind;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn allocations<R>(call: impl FnOnce() -> R) -> u64 {
    let before = CountingAllocator::allocations();
    drop(call());
    CountingAllocator::allocations() - before
}

/// A tangent goes through a shadow unchanged, alone, doubled and cleared, and by way of a buffer.
fn round_trip<P>(primal: P, tangent: P::Tangent, double: P::Tangent)
where
    P: Differentiable<Shadow: Sized, Tangent: Clone + PartialEq + Debug>,
{
    let shadow = P::shadow(tangent.clone());
    assert_eq!(P::tangent(&shadow), tangent);
    shadow.accumulate(&P::shadow(tangent.clone()));
    assert_eq!(P::tangent(&shadow), double);
    shadow.clear();
    assert_eq!(P::tangent(&shadow), primal.zero_tangent());

    let fresh = zeros(&shape_of(&primal));
    assert_eq!(P::tangent(&fresh), primal.zero_tangent());

    let mut gradient = double.clone();
    primal.check_tangent(&gradient, "x");
    primal.check_buffer(P::buffer(&mut gradient), "x");
    let mut lent = primal.lend(P::buffer(&mut gradient));
    lent.accumulate(&P::shadow(tangent.clone()));
    let _: &mut P::Shadow = &mut lent;
    P::finish(lent);
    assert_eq!(gradient, tangent);
}

#[test]
fn tangents_go_through_shadows() {
    round_trip(0.0_f64, 1.5, 3.0);
    round_trip(0.0_f32, 1.5, 3.0);
    round_trip(7_usize, (), ());
    round_trip("text", (), ());
    round_trip((), (), ());
    round_trip([1.0, 2.0], [3.0, 4.0], [6.0, 8.0]);
    round_trip(
        [[1.0_f32; 2]; 2],
        [[1.0, 2.0], [3.0, 4.0]],
        [[2.0, 4.0], [6.0, 8.0]],
    );
    round_trip([0.0_f64; 0], [], []);
    round_trip(vec![0.0, 0.0], vec![1.0, 2.0], vec![2.0, 4.0]);
    round_trip(
        vec![vec![0.0], vec![]],
        vec![vec![1.0], vec![]],
        vec![vec![2.0], vec![]],
    );
    round_trip(
        vec![[0.0; 2]; 2],
        vec![[1.0, 2.0], [3.0, 4.0]],
        vec![[2.0, 4.0], [6.0, 8.0]],
    );
    round_trip(
        [vec![0.0], vec![]],
        [vec![1.0], vec![]],
        [vec![2.0], vec![]],
    );
    round_trip((0.0, 1_i32, [0.0_f32]), (1.0, (), [2.0]), (2.0, (), [4.0]));
    round_trip(vec![(0.0, true)], vec![(1.0, ())], vec![(2.0, ())]);
    round_trip(Some(0.0), Some(1.0), Some(2.0));
    round_trip(None::<f64>, None, None);
    round_trip(Box::new([0.0]), Box::new([1.0]), Box::new([2.0]));
    round_trip(Ok::<_, u8>(0.0), Ok(1.0), Ok(2.0));
    round_trip(Err::<f64, _>(0.0_f32), Err(()), Err(()));
    round_trip(VecDeque::from([0.0, 0.0]), vec![1.0, 2.0], vec![2.0, 4.0]);
}

#[test]
fn what_is_referred_to_has_a_shadow_of_its_own() {
    round_trip(&0.0, 1.0, 2.0);
    round_trip(&[0.0, 0.0][..], vec![1.0, 2.0], vec![2.0, 4.0]);
    round_trip(&&vec![0.0], vec![1.0], vec![2.0]);
    round_trip(Some(&[0.0][..]), Some(vec![1.0]), Some(vec![2.0]));
    round_trip(
        Box::<[f64]>::from([0.0]),
        Box::new(vec![1.0]),
        Box::new(vec![2.0]),
    );
    round_trip(Rc::new(0.0), Box::new(1.0), Box::new(2.0));
    round_trip(
        Arc::<[f64]>::from([0.0]),
        Box::new(vec![1.0]),
        Box::new(vec![2.0]),
    );
    round_trip(Arc::<str>::from("name"), Box::new(()), Box::new(()));
    assert_eq!(*again(&&2.0), 2.0);
}

#[test]
fn without_a_float_there_is_no_shadow() {
    fn inert<P>(primal: P)
    where
        P: Differentiable<Shadow = (), Tangent = (), Owned = ()> + Inactive,
    {
        round_trip(primal, (), ());
    }
    inert(Ordering::Less);
    inert(Duration::from_secs(1));
    inert(NonZeroU8::MIN);
    inert(Wrapping(1_u32));
    inert(0..2_usize);
    inert('a'..='z');
    inert(..);
    inert(PhantomData::<f64>);
    inert(HashMap::from([("one".to_owned(), vec![1])]));
    inert(BTreeMap::from([(1, 'a')]));
    inert(HashSet::from([1]));
    inert(BTreeSet::from([Some(1)]));
    assert_eq!(again(&(1..3_usize)), 1..3);
}

#[test]
fn the_length_of_an_empty_shadow_does_not_matter() {
    vec![(), ()].accumulate(&Vec::blank());
    Vec::<()>::blank().accumulate(&vec![(), ()]);
    <Option<()>>::blank().accumulate(&Some(()));
    <Option<()>>::blank().accumulate(&None);
    None::<()>.accumulate(&Option::blank());
    <Option<((), ())>>::blank().accumulate(&None);
    Ok::<Cell<f64>, ()>(Cell::new(1.0)).accumulate(&Err(()));
    let blank = <[(Vec<()>, Box<Option<()>>, VecDeque<()>); 40]>::blank();
    assert!(
        blank
            .iter()
            .all(|(vec, option, deque)| vec.is_empty() && option.is_some() && deque.is_empty())
    );
}

#[test]
#[should_panic(expected = "cotangent of another variant")]
fn results_of_two_kinds_do_not_add() {
    Ok(Cell::new(1.0)).accumulate(&Err(Cell::new(1.0)));
}

fn is_positive_zero(x: &f64) -> bool {
    x.to_bits() == 0
}

#[test]
fn no_user_sees_a_negative_zero() {
    let (x, mut dx) = (vec![1.0_f64; 5], vec![9.0; 5]);
    let shadow = zeros::<Vec<f64>>(&shape_of(&x));
    assert!(
        shadow
            .iter()
            .all(|cell| cell.get().to_bits() == (-0.0_f64).to_bits())
    );
    assert!(Vec::<f64>::tangent(&shadow).iter().all(is_positive_zero));
    let lent = x[..].lend(&mut dx);
    assert!(
        lent.iter()
            .all(|cell| cell.get().to_bits() == (-0.0_f64).to_bits())
    );
    <[f64]>::finish(lent);
    assert!(dx.iter().all(is_positive_zero));
    let mut dx = [9.0];
    <[f64; 1]>::finish([1.0].lend(&mut dx));
    assert!(is_positive_zero(&dx[0]));
    let mut dx = 9.0;
    f64::finish(1.0.lend(&mut dx));
    assert!(is_positive_zero(&dx));
    let cell = Cell::new(2.0_f64);
    assert_eq!(take(&cell), 2.0);
    assert_eq!(cell.get().to_bits(), (-0.0_f64).to_bits());
}

#[test]
fn floats_are_lent_in_place() {
    let mut dx = [[0.0; 2]; 3];
    let address = dx.as_ptr().addr();
    let lent = [[1.0; 2]; 3][..].lend(&mut dx);
    assert!(matches!(&lent, Loan::InPlace(shadow) if shadow.as_ptr().addr() == address));
    let mut pairs = [(0.0, 0.0)];
    assert!(matches!([(1.0, 2.0)][..].lend(&mut pairs), Loan::Owned(..)));
}

#[test]
fn the_second_loan_allocates_nothing() {
    let (x, mut dx) = (vec![1.0; 100], vec![0.0; 100]);
    let mut vector = || {
        let mut lent = x.lend(&mut dx);
        lent.pop();
        lent.push(Cell::new(2.0));
        Vec::<f64>::finish(lent);
    };
    vector();
    assert_eq!(allocations(vector), 0);
    assert_eq!(dx[99], 2.0);
    assert_eq!(allocations(|| <[f64]>::finish(x[..].lend(&mut dx))), 0);
    assert_eq!(allocations(|| shape_of(&x)), 0);
    let (pairs, mut gradient) = ([(1.0, 2_u8); 9], [(0.0, ()); 9]);
    let mut slice = || <[(f64, u8)]>::finish(pairs[..].lend(&mut gradient));
    slice();
    assert_eq!(allocations(slice), 0);
}

#[test]
fn a_lent_vector_may_outgrow_its_memory() {
    let (x, mut dx) = (vec![1.0; 3], vec![0.0; 3]);
    let mut lent = x.lend(&mut dx);
    lent.extend((0..100).map(|i| Cell::new(f64::from(i))));
    lent.truncate(3);
    Vec::<f64>::finish(lent);
    let mut lent = x.lend(&mut dx);
    *lent = vec![Cell::new(1.0), Cell::new(2.0), Cell::new(3.0)];
    Vec::<f64>::finish(lent);
    assert_eq!(dx, [1.0, 2.0, 3.0]);
}

#[test]
fn owned_tangents_become_shadows_without_allocation() {
    let tangent = vec![1.0; 1000];
    let mut shadow = Vec::new();
    assert_eq!(allocations(|| shadow = Vec::<f64>::shadow(tangent)), 0);
    assert_eq!(shadow.len(), 1000);
}

#[test]
fn a_buffer_of_the_wrong_size_is_named() {
    let message = |call: fn()| {
        *catch_unwind(call)
            .unwrap_err()
            .downcast::<String>()
            .unwrap()
    };
    assert_eq!(
        message(|| [1.0; 4][..].check_buffer(&[0.0; 3], "weights")),
        "gradient buffer for argument `weights`: its length is 3, that of the argument is 4"
    );
    assert_eq!(
        message(|| vec![vec![1.0]].check_buffer(&[vec![0.0; 2]], "rows")),
        "gradient buffer for argument `rows`: its length is 2, that of the argument is 1"
    );
    assert_eq!(
        message(|| (1.0, vec![1.0]).check_buffer(&(0.0, vec![]), "pair")),
        "gradient buffer for argument `pair`: its length is 0, that of the argument is 1"
    );
}

#[test]
#[should_panic(expected = "shadows of different lengths")]
fn shadows_of_different_lengths_do_not_add() {
    vec![Cell::new(1.0)].accumulate(&vec![]);
}

#[test]
#[should_panic(expected = "cotangent for a `None`")]
fn none_takes_no_cotangent() {
    None.accumulate(&Some(Cell::new(1.0)));
}

#[test]
fn what_comes_again() {
    assert_eq!(again(&2.0), 2.0);
    assert_eq!(again(&(1_u8, [2.0])), (1, [2.0]));
    assert_eq!(again(&Some((3.0, 'a'))), Some((3.0, 'a')));
    let () = again(&vec![1.0]);
    let () = again("text");
}

#[test]
fn generic_code_reads_like_code_for_floats() {
    fn mean<T: Real>(values: &[T]) -> T {
        let sum: T = values.iter().sum();
        sum / T::from_f64(values.len() as f64)
    }
    fn twice<T: Real>(x: &T) -> T {
        scalar(x) + scalar(*x)
    }
    assert_eq!(mean(&[1.0_f32, 2.0]), 1.5);
    assert_eq!(twice(&2.5), 5.0);
    assert_eq!(Real::sin_cos(f64::FRAC_PI_2), f64::FRAC_PI_2.sin_cos());
    assert_eq!(<f32 as Real>::PI.to_f64(), f64::from(std::f32::consts::PI));
    assert_eq!(Real::max(1.0_f64, <f64 as Real>::NAN), 1.0);
    assert_eq!(Real::clamp(5.0_f32, 0.0, 2.0), 2.0);
}
