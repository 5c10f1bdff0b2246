//! The public calls of a differentiable function: what they take, what they return, when they panic.

// The functions under test are written as users write them.
#![allow(
    clippy::needless_range_loop,
    clippy::ptr_arg,
    clippy::too_many_arguments,
    clippy::type_complexity
)]

use pullback::differentiable;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[differentiable]
fn loss(w: &[f64], x: &[f64], steps: usize) -> f64 {
    let mut s = 0.0;
    for _ in 0..steps {
        for i in 0..w.len() {
            s += w[i] * x[i] * x[i];
        }
    }
    s
}

#[test]
fn the_function_itself_is_untouched() {
    let plain: fn(&[f64], &[f64], usize) -> f64 = loss;
    assert_eq!(plain(&[1.0, 2.0], &[3.0, 4.0], 1), 41.0);
    assert!(std::any::type_name_of_val(&loss).ends_with("public_api::loss"));
}

#[test]
fn one_entry_for_each_active_argument() {
    let (w, x) = (vec![1.0, 2.0], vec![3.0, 4.0]);
    let (dw, dx): (Vec<f64>, Vec<f64>) = loss::gradient(&w, &x, 2);
    assert_eq!((&dw[..], &dx[..]), (&[18.0, 32.0][..], &[12.0, 32.0][..]));
    let (value, gradient) = loss::value_and_gradient(&w, &x, 2);
    assert_eq!((value, gradient), (82.0, (dw, dx)));
}

#[test]
fn buffers_are_overwritten() {
    let (w, x) = ([1.0, 2.0], [3.0, 4.0]);
    let (mut dw, mut dx) = (vec![f64::NAN; 2], [f64::INFINITY; 5]);
    for _ in 0..2 {
        let value = loss::value_and_gradient_into(&w, &x, 1, &mut dw, &mut dx[2..4]);
        assert_eq!(
            (value, &dw[..], &dx[2..4]),
            (41.0, &[9.0, 16.0][..], &[6.0, 16.0][..])
        );
    }
    assert!(dx[..2].iter().chain(&dx[4..]).all(|x| x.is_infinite()));
}

/// The message of the panic of `call`.
fn panic_message<R>(call: impl FnOnce() -> R) -> String {
    let panic = catch_unwind(AssertUnwindSafe(|| drop(call()))).expect_err("no panic");
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast::<&str>().expect("a message").to_string(),
    }
}

fn assert_says(message: &str, words: &[&str]) {
    for word in words {
        assert!(message.contains(word), "`{word}` is not in: {message}");
    }
}

#[differentiable]
fn always_panics(rows: &[f64], columns: &[f64]) -> f64 {
    assert!(rows.len() > 100, "the primal ran");
    rows[0] * columns[0]
}

#[test]
fn a_buffer_of_the_wrong_size_panics_before_any_work() {
    let (rows, columns) = ([1.0; 4], [1.0; 6]);
    let short = panic_message(|| {
        always_panics::value_and_gradient_into(&rows, &columns, &mut [0.0; 3], &mut [0.0; 6])
    });
    assert_says(&short, &["`rows`", "3", "4"]);
    let long = panic_message(|| {
        always_panics::value_and_gradient_into(&rows, &columns, &mut [0.0; 4], &mut [0.0; 7])
    });
    assert_says(&long, &["`columns`", "7", "6"]);
    let primal = panic_message(|| always_panics::gradient(&rows, &columns));
    assert_says(&primal, &["the primal ran"]);
}

#[differentiable]
fn rows_of_vectors(rows: &[Vec<f64>]) -> f64 {
    rows[0][0] * rows[1][1]
}

#[test]
fn inner_sizes_are_checked_too() {
    let rows = [vec![1.0], vec![2.0, 3.0]];
    let mut buffer = [vec![0.0], vec![0.0; 2]];
    assert_eq!(
        rows_of_vectors::value_and_gradient_into(&rows, &mut buffer),
        3.0
    );
    assert_eq!(buffer, [vec![3.0], vec![0.0, 1.0]]);
    buffer[1].pop();
    let message = panic_message(|| rows_of_vectors::value_and_gradient_into(&rows, &mut buffer));
    assert_says(&message, &["`rows`", "1", "2"]);
}

#[differentiable]
fn every_kind(
    a: f64,
    b: &f64,
    c: &[f64],
    d: &Vec<f64>,
    e: Vec<f64>,
    f: [f64; 2],
    g: &[f64; 2],
    h: (f64, f64),
) -> f64 {
    a * b + c[0] * d[1] + e[0] * f[1] + g[0] * h.1 + h.0
}

#[test]
fn gradients_are_plain_owned_data() {
    let (c, d, g) = ([3.0, 1.0], vec![1.0, 4.0], [7.0, 1.0]);
    type Gradient = (
        f64,
        f64,
        Vec<f64>,
        Vec<f64>,
        Vec<f64>,
        [f64; 2],
        [f64; 2],
        (f64, f64),
    );
    let gradient: Gradient =
        every_kind::gradient(1.0, &2.0, &c, &d, vec![5.0], [1.0, 6.0], &g, (9.0, 8.0));
    let expected = (
        2.0,
        1.0,
        vec![4.0, 0.0],
        vec![0.0, 3.0],
        vec![6.0],
        [0.0, 5.0],
        [8.0, 0.0],
        (1.0, 7.0),
    );
    assert_eq!(gradient, expected);
}

#[test]
fn buffers_of_every_kind() {
    let (c, d, g) = ([3.0, 1.0], vec![1.0, 4.0], [7.0, 1.0]);
    let (mut da, mut db, mut dc, mut dd, mut de) = (9.0, 9.0, [9.0; 2], vec![9.0; 2], vec![9.0]);
    let (mut df, mut dg, mut dh) = ([9.0; 2], [9.0; 2], (9.0, 9.0));
    let value = every_kind::value_and_gradient_into(
        1.0,
        &2.0,
        &c,
        &d,
        vec![5.0],
        [1.0, 6.0],
        &g,
        (9.0, 8.0),
        &mut da,
        &mut db,
        &mut dc,
        &mut dd,
        &mut de,
        &mut df,
        &mut dg,
        &mut dh,
    );
    assert_eq!(value, 109.0);
    assert_eq!(
        (da, db, dc, dd, de),
        (2.0, 1.0, [4.0, 0.0], vec![0.0, 3.0], vec![6.0])
    );
    assert_eq!((df, dg, dh), ([0.0, 5.0], [8.0, 0.0], (1.0, 7.0)));
}

#[differentiable]
fn nested_kinds(points: &[[f64; 2]], rows: &Vec<Vec<f64>>, pairs: &[(f64, usize)]) -> f64 {
    points[1][0] * rows[1][0] + pairs[0].0 * pairs[0].1 as f64
}

#[test]
fn gradients_of_nested_data() {
    let gradient: (Vec<[f64; 2]>, Vec<Vec<f64>>, Vec<(f64, ())>) = nested_kinds::gradient(
        &[[1.0, 2.0], [3.0, 4.0]],
        &vec![vec![1.0], vec![5.0, 6.0]],
        &[(0.5, 7)],
    );
    let expected = (
        vec![[0.0, 0.0], [5.0, 0.0]],
        vec![vec![0.0], vec![3.0, 0.0]],
        vec![(7.0, ())],
    );
    assert_eq!(gradient, expected);
}

#[differentiable]
fn inactive_kinds(x: f64, n: i64, flag: bool, letter: char, name: &str, at: &[usize]) -> f64 {
    let scale = if flag && letter == 'a' && name == "twice" {
        2.0
    } else {
        1.0
    };
    x * scale * n as f64 * at[0] as f64
}

#[test]
fn integers_and_the_like_have_no_entry() {
    let dx: f64 = inactive_kinds::gradient(1.0, 3, true, 'a', "twice", &[5]);
    assert_eq!(dx, 30.0);
}

#[differentiable]
fn constants(#[constant] data: &[f64], x: f64, #[constant] scale: f64) -> f64 {
    data[0] * x * scale
}

#[test]
fn constant_arguments_have_no_entry_and_no_buffer() {
    assert_eq!(constants::gradient(&[2.0], 3.0, 5.0), 10.0);
    let mut dx = 0.0;
    assert_eq!(
        constants::value_and_gradient_into(&[2.0], 3.0, 5.0, &mut dx),
        30.0
    );
    assert_eq!(dx, 10.0);
}

#[differentiable]
fn mutating(y: &mut [f64], v: &mut Vec<f64>, a: &mut [f64; 2], x: &mut f64) -> f64 {
    y[0] *= v[0];
    v.push(*x * y[0]);
    a[1] += v[1];
    *x = a[1];
    *x * a[0]
}

#[test]
fn mutable_arguments_hold_what_they_held() {
    let (mut y, mut v, mut a, mut x) = ([2.0], vec![3.0], [5.0, 7.0], 11.0);
    let gradient: (Vec<f64>, Vec<f64>, [f64; 2], f64) =
        mutating::gradient(&mut y, &mut v, &mut a, &mut x);
    assert_eq!(gradient, (vec![165.0], vec![110.0], [73.0, 5.0], 30.0));
    let (value, again) = mutating::value_and_gradient(&mut y, &mut v, &mut a, &mut x);
    assert_eq!((value, again), (365.0, gradient));
    let (mut dy, mut dv, mut da, mut dx) = ([0.0], [0.0], [0.0; 2], 0.0);
    mutating::value_and_gradient_into(
        &mut y, &mut v, &mut a, &mut x, &mut dy, &mut dv, &mut da, &mut dx,
    );
    assert_eq!((dy, dv, da, dx), ([165.0], [110.0], [73.0, 5.0], 30.0));
    assert_eq!((y, v, a, x), ([2.0], vec![3.0], [5.0, 7.0], 11.0));
}

#[test]
fn vjp_calls_back_as_often_as_wanted() {
    let (w, x) = ([1.0, 2.0], [3.0, 4.0]);
    let (value, pullback) = loss::vjp(&w, &x, 1);
    assert_eq!(value, 41.0);
    assert_eq!(pullback.call(1.0), (vec![9.0, 16.0], vec![6.0, 16.0]));
    assert_eq!(
        pullback.call(-2.0),
        (vec![-18.0, -32.0], vec![-12.0, -32.0])
    );
    assert_eq!(pullback.call(0.0), (vec![0.0; 2], vec![0.0; 2]));
    assert_eq!(pullback.call(1.0), loss::gradient(&w, &x, 1));
}

#[differentiable]
fn several_results(x: f64, n: usize) -> (f64, Vec<f64>, [f64; 2], usize) {
    let mut powers = Vec::new();
    let mut p = 1.0;
    for _ in 0..n {
        p *= x;
        powers.push(p);
    }
    (2.0 * x, powers, [x, -x], n)
}

#[test]
fn vjp_of_several_results() {
    let (value, pullback) = several_results::vjp(2.0, 2);
    assert_eq!(value, (4.0, vec![2.0, 4.0], [2.0, -2.0], 2));
    assert_eq!(pullback.call((1.0, vec![0.0, 0.0], [0.0, 0.0], ())), 2.0);
    assert_eq!(pullback.call((0.0, vec![1.0, 10.0], [0.0, 0.0], ())), 41.0);
    assert_eq!(pullback.call((0.0, vec![0.0, 0.0], [5.0, 3.0], ())), 2.0);
}

#[differentiable]
fn in_place(y: &mut [f64], k: f64) {
    for v in y.iter_mut() {
        *v = *v * *v * k;
    }
}

#[test]
fn vjp_leaves_the_final_content_and_does_not_borrow() {
    let mut y = vec![2.0, 3.0];
    let ((), pullback) = in_place::vjp(&mut y, 0.5);
    assert_eq!(y, [2.0, 4.5]);
    y[0] = f64::NAN;
    y.push(1.0);
    drop(y);
    assert_eq!(pullback.call(vec![1.0, 0.0]), (vec![2.0, 0.0], 4.0));
    assert_eq!(pullback.call(vec![0.0, 2.0]), (vec![0.0, 6.0], 18.0));
    assert_eq!(pullback.call(vec![1.0, 0.0]), (vec![2.0, 0.0], 4.0));
}

#[differentiable]
fn result_and_final_content(x: &mut f64, y: &mut [f64]) -> f64 {
    *x *= 3.0;
    y[0] += *x;
    *x * y[0]
}

#[test]
fn vjp_takes_cotangents_of_the_result_and_of_final_contents() {
    let (mut x, mut y) = (2.0, [5.0]);
    let (value, pullback) = result_and_final_content::vjp(&mut x, &mut y);
    assert_eq!((value, x, y), (66.0, 6.0, [11.0]));
    assert_eq!(pullback.call((1.0, 0.0, vec![0.0])), (51.0, vec![6.0]));
    assert_eq!(pullback.call((0.0, 1.0, vec![0.0])), (3.0, vec![0.0]));
    assert_eq!(pullback.call((0.0, 0.0, vec![1.0])), (3.0, vec![1.0]));
}

#[test]
fn a_pullback_may_go_to_another_thread() {
    let (_, pullback) = loss::vjp(&[1.0, 2.0], &[3.0, 4.0], 1);
    let there = std::thread::scope(|scope| scope.spawn(|| pullback.call(1.0)).join().unwrap());
    assert_eq!(there, pullback.call(1.0));
}

mod library {
    pub mod inner {
        use pullback::differentiable;

        #[differentiable]
        pub fn cube(x: f64) -> f64 {
            x * x * x
        }

        #[differentiable]
        pub(crate) fn within_the_crate(x: f64) -> f64 {
            cube(x) + private(x)
        }

        #[differentiable]
        fn private(x: f64) -> f64 {
            x + 1.0
        }
    }
    pub use inner::cube as reexported;
}

#[test]
fn public_calls_follow_imports() {
    use library::inner::within_the_crate;
    use library::reexported as renamed;
    assert_eq!(renamed::gradient(2.0), 12.0);
    assert_eq!(library::reexported::value_and_gradient(2.0), (8.0, 12.0));
    assert_eq!(within_the_crate::gradient(2.0), 13.0);
    let f = renamed;
    assert_eq!(f(2.0), 8.0);
}

#[differentiable]
fn single(x: f32, v: &[f32]) -> f32 {
    x * v[0]
}

#[test]
fn single_precision_stays_single() {
    let (value, (dx, dv)): (f32, (f32, Vec<f32>)) = single::value_and_gradient(2.0, &[3.0]);
    assert_eq!((value, dx, dv), (6.0, 3.0, vec![2.0]));
    let (mut dx, mut dv) = (0.0f32, [0.0f32]);
    let value: f32 = single::value_and_gradient_into(2.0, &[3.0], &mut dx, &mut dv);
    assert_eq!((value, dx, dv), (6.0, 3.0, [2.0]));
}

#[test]
fn gradients_hold_no_negative_zeros() {
    let (dw, dx) = loss::gradient(&[0.0, -1.0], &[1.0, 0.0], 0);
    assert!(
        dw.iter().chain(&dx).all(|d| d.to_bits() == 0),
        "{dw:?} {dx:?}"
    );
    let (_, pullback) = loss::vjp(&[0.0, -1.0], &[1.0, 0.0], 1);
    let (dw, dx) = pullback.call(-0.0);
    assert!(
        dw.iter().chain(&dx).all(|d| d.to_bits() == 0),
        "{dw:?} {dx:?}"
    );
}

/// The module has the function's name, so the companion takes another.
mod taken {
    #[pullback::differentiable(name = taken_rule)]
    pub fn taken(x: f64) -> f64 {
        x * x
    }
}
use taken::{taken, taken_rule};

/// The facade under another name.
mod renamed_facade {
    extern crate pullback as autodiff;

    #[autodiff::differentiable(crate = autodiff)]
    pub fn cube(x: f64) -> f64 {
        let mut y = 1.0;
        for _ in 0..3 {
            y *= x;
        }
        y
    }
}

#[test]
fn options_of_the_attribute() {
    assert_eq!((taken(3.0), taken_rule::gradient(3.0)), (9.0, 6.0));
    assert_eq!(renamed_facade::cube::gradient(2.0), 12.0);
}
