//! The small operations of emitted code on values whose types it does not name.

use ad_core::__private::traits::*;
use ad_core::__private::{deposit, place};
use ad_core::Real;
use std::cell::Cell;

#[test]
fn deposits_convert_to_the_float_of_the_shadow() {
    let (double, single) = (Cell::new(1.0_f64), Cell::new(1.0_f32));
    deposit(&double, 0.5_f64);
    deposit(&double, 0.25_f32);
    deposit(&single, 0.5_f64);
    deposit(&single, 0.25_f32);
    deposit(&(), 0.5_f64);
    assert_eq!((double.get(), single.get()), (1.75, 1.75));
}

#[test]
fn deposits_keep_the_sign_of_zero() {
    let shadow = Cell::new(-0.0_f32);
    deposit(&shadow, -0.0_f64);
    assert!(shadow.get().is_sign_negative());
}

#[test]
fn generic_code_deposits_its_own_float() {
    fn add<T: Real>(shadow: &Cell<T>, x: T) -> T {
        deposit(shadow, x);
        deposit(shadow, 2.0);
        shadow.get()
    }
    assert_eq!(add(&Cell::new(1.0_f32), 0.1), 1.0 + 0.1 + 2.0);
    assert_eq!(add(&Cell::new(1.0_f64), 0.1), 1.0 + 0.1 + 2.0);
}

#[test]
fn the_callee_says_whether_it_shares() {
    fn shared(content: &[f64], shadow: Option<&[Cell<f64>]>) -> f64 {
        content[0] + shadow.map_or(0.0, |shadow| shadow[0].get())
    }
    fn unique(content: &mut [f64], shadow: Option<&mut [Cell<f64>]>) {
        content[0] += 1.0;
        *shadow.expect("one is lent")[0].get_mut() += 10.0;
    }
    let (mut content, mut shadow) = ([1.0, 2.0], [(); 2].map(|()| Cell::new(3.0)));
    let (content, shadow) = (&mut content[..], &mut shadow[..]);
    unique(place(content), shadow.__lent());
    assert_eq!(shared(place(content), shadow.__lent()), 2.0 + 13.0);
}
