//! Closures that change what they captured, passed to functions.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[differentiable]
fn each<F: FnMut(f64)>(xs: &[f64], mut f: F) {
    for x in xs {
        f(*x);
    }
}

#[differentiable]
fn sum_of_products(xs: &[f64], k: f64) -> f64 {
    let mut s = 1.0;
    each(xs, |x| s += s * k * x);
    s
}
check!(
    sum_of_products_checks,
    sum_of_products(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn sum_and_count(xs: &[f64], k: f64) -> f64 {
    let mut s = 1.0;
    let mut n = 0;
    each(xs, |x| {
        s *= k + x;
        n += 1;
    });
    s / n as f64
}
check!(sum_and_count_checks, sum_and_count(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn pushed(xs: &[f64], k: f64) -> f64 {
    let mut v = Vec::new();
    each(xs, |x| v.push(x * k));
    v[0] * v[1] + v.iter().sum::<f64>()
}
check!(pushed_checks, pushed(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn into_slice(xs: &[f64], out: &mut [f64], k: f64) {
    let mut i = 0;
    each(xs, |x| {
        out[i] = out[i] * x * k;
        i += 1;
    });
}

#[differentiable]
fn slices_change(xs: &[f64], k: f64) -> f64 {
    let mut o = vec![1.5; xs.len()];
    into_slice(xs, &mut o, k);
    into_slice(xs, &mut o, k);
    o.iter().map(|v| v * v).sum()
}
check!(slices_change_checks, slices_change(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn indexed(n: usize, f: &mut dyn FnMut(usize, f64)) {
    for i in 0..n {
        f(i, i as f64 * 0.5);
    }
}

#[differentiable]
fn behind_dyn(xs: &[f64]) -> f64 {
    let mut best = 0.0;
    indexed(xs.len(), &mut |i, h| {
        if xs[i] * h > best {
            best = xs[i] * h * xs[0];
        }
    });
    best * best
}
check!(behind_dyn_checks, behind_dyn(&[0.5, 0.8, 1.3]));

#[differentiable]
fn stored_first(xs: &[f64], k: f64) -> f64 {
    let mut t = 0.5;
    let mut add = |x: f64| t = t * x + k;
    each(xs, &mut add);
    add(k);
    t
}
check!(stored_first_checks, stored_first(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn passed<F: FnMut(f64)>(xs: &[f64], n: usize, f: &mut F) {
    if n == 0 {
        return;
    }
    each(xs, &mut *f);
    f(2.0);
    passed(&xs[1..], n - 1, f);
}

#[differentiable]
fn handed_down(xs: &[f64], k: f64) -> f64 {
    let mut t = 0.5;
    passed(xs, 2, &mut |x| t = t * x + k);
    t
}
check!(handed_down_checks, handed_down(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn two_handed_down(xs: &[f64], k: f64) -> f64 {
    let mut t = 0.5;
    let mut c = 1.0;
    passed(xs, 2, &mut |x| {
        t = t * x + k * c;
        c *= x;
    });
    t * c
}
check!(
    two_handed_down_checks,
    two_handed_down(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn closures_in_closures(xs: &[f64], k: f64) -> f64 {
    let mut t = 0.5;
    let mut n = 0.0;
    each(xs, |x| {
        let mut inner = 0.0;
        each(xs, |y| {
            inner += x * y * k;
            n += y;
            t *= 1.0 + 0.1 * y;
        });
        t += inner * inner;
    });
    t * n
}
check!(
    closures_in_closures_checks,
    closures_in_closures(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn call_twice<R, F: FnMut(f64) -> R>(mut f: F, x: f64) -> (R, R) {
    let a = f(x);
    let b = f(2.0 * x);
    (a, b)
}

#[differentiable]
fn with_results(x: f64, k: f64) -> f64 {
    let mut calls = 0.0;
    let mut last = k;
    let (a, b) = call_twice(
        |v| {
            calls += v;
            last = last * v;
            last + calls
        },
        x,
    );
    a * b * last
}
check!(with_results_checks, with_results(0.7, 0.9));

#[differentiable]
fn both(mut f: impl FnMut(f64) -> f64, mut g: impl FnMut(f64), x: f64) -> f64 {
    let y = f(x);
    g(y);
    let z = f(y);
    g(z);
    z
}

#[differentiable]
fn one_of_two_changes(x: f64, k: f64) -> f64 {
    let mut s = 1.0;
    let r = both(|v| v * v * k, |v| s += v * s, x);
    r * s
}
check!(one_of_two_changes_checks, one_of_two_changes(0.7, 0.9));

#[differentiable]
fn both_change(x: f64, k: f64) -> f64 {
    let mut s = 1.0;
    let mut q = k;
    let r = both(
        |v| {
            q *= v;
            q
        },
        |v| s += v * s,
        x,
    );
    r * s * q
}
check!(both_change_checks, both_change(0.7, 0.9));

#[differentiable]
fn the_other_changes(x: f64, k: f64) -> f64 {
    let mut q = k;
    let r = both(
        |v| {
            q *= v;
            q
        },
        |_| {},
        x,
    );
    r * q
}
check!(the_other_changes_checks, the_other_changes(0.7, 0.9));

#[derive(Clone, Differentiable)]
struct Gauge {
    total: f64,
    gain: f64,
    seen: Vec<f64>,
}

#[differentiable]
impl Gauge {
    fn walk(&self, n: usize, mut f: impl FnMut(f64, usize)) {
        for i in 0..n {
            f(self.gain * i as f64, i);
        }
    }
    fn add(&mut self, xs: &[f64]) {
        each(xs, |x| {
            self.total += x * self.gain;
            self.seen.push(x * self.total);
        });
    }
    fn own(n: usize, mut f: impl FnMut(f64)) {
        for i in 0..n {
            f(i as f64);
        }
    }
}

#[differentiable]
fn methods_of_all_kinds(xs: &[f64], k: f64) -> f64 {
    let a = Gauge {
        total: k,
        gain: k * 0.7,
        seen: vec![],
    };
    let mut s = 1.0;
    a.walk(xs.len(), |g, i| s += g * xs[i] * s);
    let mut b = Gauge {
        total: s,
        gain: k,
        seen: vec![k],
    };
    b.add(xs);
    Gauge::own(3, |g| {
        b.total *= g + k;
    });
    b.total * b.seen[0] * b.seen[1] + b.seen.len() as f64
}
check!(
    methods_of_all_kinds_checks,
    methods_of_all_kinds(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn called_in_a_loop(xs: &[f64], k: f64) -> f64 {
    let mut s = 1.0;
    let mut hist = vec![0.0; 4];
    for r in 0..3 {
        if r == 1 {
            continue;
        }
        each(xs, |x| {
            s = s * x + k;
            hist[r] += s * s;
        });
        s *= 0.5;
    }
    s + hist[0] * hist[2]
}
check!(
    called_in_a_loop_checks,
    called_in_a_loop(&[0.5, 0.8, 1.3], 0.9)
);
