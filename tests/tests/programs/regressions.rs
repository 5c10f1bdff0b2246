//! Shapes that once went wrong, most of them found by random programs and reduced.

use pullback::{Differentiable, Real, differentiable};
use pullback_tests::{check, check_both};

#[differentiable]
fn power<T: Real>(x: T, n: usize) -> T {
    let mut p = T::ONE;
    for _ in 0..n {
        p *= x;
    }
    p
}

#[differentiable]
fn pair(a: f64, b: f64) -> (f64, f64) {
    if a > b { (a * b, a) } else { (b.sin(), a - b) }
}

#[differentiable]
fn powers(x: f64, n: usize) -> Vec<f64> {
    let mut v = Vec::new();
    let mut p = x;
    for _ in 0..n {
        v.push(p);
        p = p * x + 0.1;
    }
    v
}

#[differentiable]
fn shake(v: &mut [f64], k: f64) -> f64 {
    let old = v[0];
    for i in 0..v.len() {
        v[i] = (v[i] * k).sin() + old;
    }
    old * k
}

#[differentiable]
fn nudge(v: &mut f64, k: f64) {
    *v = *v * k + k.cos();
    if *v > 1.0 {
        *v = v.sin();
    }
}

#[differentiable]
fn call_kept_over_a_return(x: f64, n: usize) -> f64 {
    let v = power(x, 2);
    if n % 2 == 1 {
        return x;
    }
    let t = v;
    x * 0.7 + t
}
check!(
    call_kept_over_a_return_checks,
    call_kept_over_a_return(0.6, fixed(0)),
    call_kept_over_a_return(0.6, fixed(1)),
);

#[differentiable]
fn call_dropped_over_a_return(x: f64, n: usize, ys: &mut [f64]) -> f64 {
    let h = shake(ys, x);
    if n % 2 == 1 {
        match n % 4 {
            1 => {
                return x;
            }
            _ => {}
        }
    }
    let x = h;
    x * 0.7 + ys[0]
}
check_both!(
    call_dropped_over_a_return_checks,
    call_dropped_over_a_return(0.6, fixed(0), &mut vec![0.2, -0.5]),
    call_dropped_over_a_return(0.6, fixed(1), &mut vec![0.2, -0.5]),
    call_dropped_over_a_return(0.6, fixed(3), &mut vec![0.2, -0.5]),
);

#[differentiable]
fn copied_call_result(x: f64, n: usize, flag: bool, ys: &[f64]) -> f64 {
    let (p, q) = (if n % 3 == 1 { x } else { ys[n % 3] }, power(x, 2));
    let mut v = q;
    let acc = v;
    if x > 1.0 || flag {
        return acc;
    }
    v = x;
    acc * 0.7 + v * p
}
check!(
    copied_call_result_checks,
    copied_call_result(0.6, fixed(1), fixed(false), &[0.2, 0.3, 0.4]),
    copied_call_result(0.6, fixed(2), fixed(true), &[0.2, 0.3, 0.4]),
    copied_call_result(1.6, fixed(2), fixed(false), &[0.2, 0.3, 0.4]),
);

#[differentiable]
fn halves_of_pairs(x: f64) -> f64 {
    let mut acc = x;
    let (p, mut q) = pair(x, 1.0);
    let t = (-f64::atan(q), p);
    let (_, s) = pair(t.1, x);
    acc *= f64::atan(s);
    let mut k = 0;
    while q > 0.3 && k < 4 {
        q = q * 0.9;
        k += 1;
    }
    acc + q
}
check!(
    halves_of_pairs_checks,
    halves_of_pairs(0.6),
    halves_of_pairs(1.8)
);

#[differentiable]
fn iterates_over_a_call_result(x: f64, xs: &[f64]) -> f64 {
    let a = powers(x, 3);
    let mut s = 0.0;
    for &e in a.iter() {
        s = s * 0.5 + e;
    }
    for (&u, &v) in xs.iter().zip(a.iter()) {
        s += u * v;
    }
    s
}
check!(
    iterates_over_a_call_result_checks,
    iterates_over_a_call_result(0.6, &[0.2, 0.3, 0.4])
);

#[differentiable]
fn nudged_in_a_branch(x: f64, mode: usize) -> f64 {
    let mut acc = 0.5;
    if mode > 0 {
        nudge(&mut acc, x);
    }
    match mode {
        2 => nudge(&mut acc, 1.5),
        _ => {}
    }
    acc * x
}
check!(
    nudged_in_a_branch_checks,
    nudged_in_a_branch(0.6, fixed(0)),
    nudged_in_a_branch(0.6, fixed(1)),
    nudged_in_a_branch(0.6, fixed(2)),
);

#[differentiable]
fn shaken_in_both_branches(x: f64, flag: bool, n: usize) -> f64 {
    let mut list = vec![0.5];
    if flag {
        let _h = shake(&mut list, 0.5);
    } else {
        let _h = shake(&mut list, x);
    }
    list[n % 1] *= if n % 2 == 0 { x } else { x * x };
    x * 0.7 + list[0]
}
check!(
    shaken_in_both_branches_checks,
    shaken_in_both_branches(0.6, fixed(true), fixed(0)),
    shaken_in_both_branches(0.6, fixed(false), fixed(1)),
);

#[differentiable]
fn value_of_a_loop_that_may_return(x: f64, n: usize) -> f64 {
    let v = loop {
        if n == 1 {
            return x;
        }
        break x * x;
    };
    v * x
}
check!(
    value_of_a_loop_that_may_return_checks,
    value_of_a_loop_that_may_return(0.6, fixed(0)),
    value_of_a_loop_that_may_return(0.6, fixed(1)),
);

#[differentiable]
fn constant_weights(x: f64) -> f64 {
    const WEIGHTS: [f64; 3] = [-0.7, 0.0, 0.7];
    let mut s = 0.0;
    for w in WEIGHTS.iter() {
        s += w * (x + w).sin();
    }
    s
}
check!(constant_weights_checks, constant_weights(0.6));

#[differentiable]
fn exchanged_in_a_loop(x: f64, n: usize) -> f64 {
    let (mut h, mut c) = (1.0, x);
    for _ in 0..n {
        (h, c) = pair(c + x, h * 0.5);
        (h, c) = (c, h + c * x);
    }
    h + c
}
check!(
    exchanged_in_a_loop_checks,
    exchanged_in_a_loop(0.6, fixed(1)),
    exchanged_in_a_loop(0.6, fixed(3)),
);

/// Methods that are named as those of iterators are, and compute with floats.
#[derive(Clone, Debug, Differentiable)]
struct Body {
    at: f64,
    speed: f64,
}

#[differentiable]
impl Body {
    fn position(&self) -> f64 {
        self.at * self.at
    }

    fn all(&self) -> f64 {
        self.at * self.speed
    }

    fn contains(&self) -> f64 {
        self.speed.sin()
    }
}

#[differentiable]
fn methods_named_as_iterators_are(at: f64, speed: f64) -> f64 {
    let body = Body { at, speed };
    let mut sum = 0.0;
    for i in 0..3 {
        if body.all() > 0.0 {
            sum += body.position() * i as f64 + body.all();
        }
    }
    sum * body.contains()
}
check!(
    methods_named_as_iterators_are_checks,
    methods_named_as_iterators_are(0.5, 1.3),
    methods_named_as_iterators_are(-0.5, 1.3)
);

/// The right side of `&&` begins with what becomes a block.
#[differentiable]
fn compared_sums(x: &[f64], a: f64, n: usize) -> f64 {
    let mut s = a;
    for i in 0..x.len() {
        let body = Body { at: x[i], speed: s };
        let mut k = 0;
        while k < n && x.iter().map(|t| t * body.at).sum::<f64>() < body.speed {
            s = s * a + x[i];
            k += 1;
        }
    }
    s
}
check!(
    compared_sums_checks,
    compared_sums(&vec![0.2, 0.3, -0.4], 0.8, fixed(2)),
    compared_sums(&vec![0.2, 0.3, 0.4], 0.1, fixed(2)),
);

/// What calls give, of a type that is not written, changed through references.
#[differentiable]
fn changed_behind(x: &[f64], a: f64) -> f64 {
    let mut b = power(a, 2);
    let mut c = loop {
        break power(b, 3) * a;
    };
    let r = &mut b;
    *r *= x[1];
    *r += 1.0;
    let r = if a > 0.0 { &mut b } else { &mut c };
    *r = r.sin() + *r * x[0];
    b * c.exp()
}
check!(
    changed_behind_checks,
    changed_behind(&vec![0.4, 1.3], 0.7),
    changed_behind(&vec![0.4, 1.3], -0.7),
);

#[differentiable]
fn squared_by(v: &f64, b: f64) -> f64 {
    v * b * v
}

#[differentiable]
fn twice_of<F: Fn(f64) -> f64>(f: F, t: f64) -> f64 {
    f(t) + f(0.5 * t)
}

/// What a call gave is lent to others, and captured, before it changes.
#[differentiable]
fn lent_and_changed(a: f64, b: f64, n: usize) -> f64 {
    let mut v = power(a * b, 2);
    for _ in 0..n {
        let w = squared_by(&v, b);
        v *= w;
        v /= 1.5 + twice_of(|t| t * v, b).cos();
    }
    let r = &v;
    let w = squared_by(r, *r) + r.sin();
    v *= w;
    v
}
check!(
    lent_and_changed_checks,
    lent_and_changed(0.7, 0.4, fixed(0)),
    lent_and_changed(0.7, 0.4, fixed(1)),
    lent_and_changed(-0.7, 0.9, fixed(2)),
);

/// Floats that are known for some exchange contents with floats that are not.
#[differentiable]
fn exchanged_kinds(a: f64, b: f64) -> f64 {
    let mut called = power(a * b, 2);
    let mut known = a * b + 1.0;
    let u = squared_by(&called, b);
    for _ in 0..3 {
        std::mem::swap(&mut known, &mut called);
        called *= 0.9;
    }
    u * known + squared_by(&called, b)
}
check!(
    exchanged_kinds_checks,
    exchanged_kinds(0.7, 0.4),
    exchanged_kinds(-0.7, 0.4),
);

#[differentiable]
fn exchanged_behind(a: f64, b: f64) -> f64 {
    let mut list = vec![a, b * a];
    let mut called = power(a * b, 2);
    let r = &mut called;
    *r *= list[0];
    for i in 0..2 {
        list[i] *= called.sin();
        std::mem::swap(&mut list[i], &mut called);
    }
    called * list[0] + list[1] * squared_by(&called, a)
}
check!(
    exchanged_behind_checks,
    exchanged_behind(0.7, 0.4),
    exchanged_behind(0.7, -0.4),
);

/// Names bound inside a macro's arguments that are those of locals around it.
#[differentiable]
fn bound_in_macros(x: &[f64], p: f64, t: f64) -> f64 {
    let ends = vec![
        0.5,
        match x {
            [p, .., q] if *p > 0.3 => p * q,
            [p, ..] => p + t,
            _ => t,
        },
        x.iter().map(|t| t * t).sum::<f64>(),
    ];
    let scaled = vec![Some(x[0]).map(|t| t * p).unwrap_or(0.3); 2];
    assert!(x.iter().all(|t| t.is_finite()), "{t} and {p:?}");
    p * ends[1] + ends.iter().sum::<f64>() + t * scaled[1]
}
check!(
    bound_in_macros_checks,
    bound_in_macros(&vec![0.7, 0.4, -0.2], 0.9, -0.3),
    bound_in_macros(&vec![0.2, 0.4, -0.2], 0.9, -0.3),
    bound_in_macros(&vec![0.7], 0.9, -0.3),
);

/// Adds to what it is lent, and gives what that was.
#[differentiable]
fn raised(value: &mut f64, by: f64) -> f64 {
    let old = *value;
    *value = old * by + 0.1;
    old - by
}

/// Numbers passed on by the names of references to them.
#[differentiable]
fn passed_on(x: &[f64], a: f64, n: usize) -> f64 {
    let mut b = a;
    let r = &mut b;
    let mut s = raised(r, x[0]) * raised(&mut *r, a);
    for t in x {
        if *r > 0.4 {
            *r *= t;
        } else if r.is_sign_negative() {
            s += raised(r, *t) * r.sin();
        }
    }
    let q = &mut *r;
    *q += s;
    raised(q, 0.7);
    assert!(q.is_finite(), "{}", q);
    *r *= 2.0;
    let (mut c, mut d) = (a * s, x[1]);
    let (first, second) = (&mut c, &mut d);
    std::mem::swap(first, second);
    *first += 1.0;
    let mut total = squared_by(&s, 1.0);
    let t = &mut total;
    *t *= 0.5;
    *t = t.sin();
    if n > 1 {
        total = n as f64 * a;
    }
    let sum = &mut s;
    x.iter().for_each(|t| *sum += t * a);
    let before = std::mem::replace(sum, a);
    b * c * d * d + total + s * before
}
check!(
    passed_on_checks,
    passed_on(&vec![0.7, 0.4, -0.3], 0.9, fixed(0)),
    passed_on(&vec![0.7, 0.4, -0.3], 0.9, fixed(2)),
    passed_on(&vec![-0.7, 0.4, 1.3], 0.2, fixed(1)),
    passed_on(&vec![-0.7, -0.4, 1.3], -0.4, fixed(3)),
);

/// What a call gave, behind a reference and set to a number without a derivative afterwards.
#[differentiable]
fn reset_behind(a: f64, n: usize) -> f64 {
    let mut b = squared_by(&a, 1.0);
    let r = &mut b;
    *r *= 0.5 + a;
    let kept = *r;
    for i in 0..n {
        b = i as f64;
    }
    b * kept + kept
}
check!(
    reset_behind_checks,
    reset_behind(0.7, fixed(0)),
    reset_behind(0.7, fixed(2)),
);

#[differentiable]
fn biggest(v: &[f64]) -> &f64 {
    let mut best = &v[0];
    for t in v {
        if t > best {
            best = t;
        }
    }
    best
}

#[differentiable]
fn by_biggest(x: &[f64], a: f64) -> f64 {
    let scaled: Vec<f64> = x.iter().map(|t| t * a).collect();
    biggest(x) * biggest(&scaled) + biggest(&x[..2]).sin()
}
check!(
    by_biggest_checks,
    by_biggest(&vec![0.7, 0.4, -0.3], 0.9),
    by_biggest(&vec![-0.7, 0.4, 1.3], 0.2),
    by_biggest(&vec![-0.7, -0.4, -1.3], -0.4),
);

#[differentiable]
fn first_above(x: &[f64], limit: f64) -> Option<f64> {
    x.iter().find(|v| **v > limit).copied()
}

/// References to what is matched, gone over and called through.
#[differentiable]
fn behind_names(x: &[f64], a: f64) -> f64 {
    let mut found = first_above(x, 0.3);
    let r = &mut found;
    if let Some(t) = r {
        *t *= a;
    }
    let taken = r.take().unwrap_or(a);
    let mut kept: Vec<f64> = x.iter().map(|v| v * a).collect();
    let list = &mut kept;
    for t in list.iter_mut() {
        *t *= a;
    }
    list.push(taken);
    let mut level = Some(a);
    let open = &mut level;
    while let Some(t) = open {
        *t *= 0.5;
        if *t < 0.3 {
            *open = None;
        } else {
            list.push(*t);
        }
    }
    let products = kept.windows(2).map(|w| w[0] * w[1]);
    products.sum::<f64>() + found.unwrap_or(a)
}
check!(
    behind_names_checks,
    behind_names(&vec![0.7, 0.4, -0.3], 0.9),
    behind_names(&vec![0.1, 0.2, -0.3], 1.7),
    behind_names(&vec![0.2, 0.5, -0.3], -0.7),
);

// Two indices of which one adds a number and the other one a variable.
#[differentiable]
fn basis(i: usize, k: usize, t: &[f64], x: f64) -> f64 {
    if k == 0 {
        let inside = t[i] <= x && x < t[i + 1];
        return if inside { 1.0 } else { 0.0 };
    }
    let term = |num: f64, den: f64, j: usize| {
        if den == 0.0 {
            0.0
        } else {
            num / den * basis(j, k - 1, t, x)
        }
    };
    term(x - t[i], t[i + k] - t[i], i) + term(t[i + k + 1] - x, t[i + k + 1] - t[i + 1], i + 1)
}
check!(
    basis_checks,
    basis(fixed(1), fixed(0), &vec![0.0, 0.5, 1.1, 2.0, 3.2, 4.0], 0.9),
    basis(fixed(1), fixed(1), &vec![0.0, 0.5, 1.1, 2.0, 3.2, 4.0], 1.4),
    basis(fixed(1), fixed(2), &vec![0.0, 0.5, 1.1, 2.0, 3.2, 4.0], 1.4),
    basis(fixed(0), fixed(3), &vec![0.0, 0.5, 1.1, 2.0, 3.2, 4.0], 1.6),
);
