//! Local closures in algorithms, over slices and vectors, chosen, made by closures.

use pullback::differentiable;
use pullback_tests::{check, check_in_place, check_vjp};

#[differentiable]
fn simpson(a: f64, b: f64) -> f64 {
    let f = |x: f64| (-x * x).exp();
    let n = 6;
    let h = (b - a) / n as f64;
    let mut s = f(a) + f(b);
    for i in 1..n {
        let x = a + i as f64 * h;
        s += if i % 2 == 0 { 2.0 * f(x) } else { 4.0 * f(x) };
    }
    s * h / 3.0
}
check!(simpson_checks, simpson(0.2, 1.4));

#[differentiable]
fn newton(c: f64) -> f64 {
    let f = |x: f64| x * x * x - c;
    let df = |x: f64| 3.0 * x * x;
    let mut x = c;
    for _ in 0..20 {
        x -= f(x) / df(x);
    }
    x
}
check!(newton_checks, newton(2.0));

#[differentiable]
fn unique_reference(x: f64) -> f64 {
    let bump = |v: &mut f64, by: f64| *v += by * x;
    let mut a = x;
    let mut b = 1.0;
    bump(&mut a, 2.0);
    bump(&mut b, a);
    a * b
}
check!(unique_reference_checks, unique_reference(0.7));

#[differentiable]
fn writes_slice(y: &mut [f64], x: &[f64]) {
    let mut set = |i: usize, v: f64| y[i] = v * y[i];
    set(0, x[0]);
    set(1, x[1] * x[0]);
    set(0, 2.0);
}
check_in_place!(
    writes_slice_checks,
    writes_slice(&mut vec![0.5, 1.5], &[0.3, -0.8])
);

#[differentiable]
fn slice_in_place(y: &mut [f64], k: f64) {
    let scale = |v: &mut [f64]| {
        for e in v.iter_mut() {
            *e *= k;
        }
    };
    scale(&mut y[1..]);
    scale(y);
}
check_in_place!(
    slice_in_place_checks,
    slice_in_place(&mut vec![0.5, 1.5, -0.2], 0.3)
);

#[differentiable]
fn vector_result(x: f64, n: usize) -> Vec<f64> {
    let basis = |k: usize| x.powi(k as i32) / (1.0 + k as f64);
    let mut v = Vec::new();
    for k in 0..n {
        v.push(basis(k));
    }
    v
}
check_vjp!(vector_result_checks, vector_result(0.7, fixed(4)));

#[differentiable]
fn argument_order(x: f64) -> f64 {
    let mut n = x;
    let sub = |a: f64, b: f64| a - 3.0 * b;
    sub(
        {
            n *= 2.0;
            n
        },
        {
            n += 1.0;
            n
        },
    )
}
check!(argument_order_checks, argument_order(0.7));

#[differentiable]
fn shadowing(x: f64) -> f64 {
    let f = |x: f64| x * 2.0;
    let y = f(x);
    let f = |x: f64| f(x) + y;
    let x = f(x);
    f(x)
}
check!(shadowing_checks, shadowing(0.7));

#[differentiable]
fn ignored_parameters(x: f64) -> f64 {
    let constant = |_: f64, _unused: usize| x * 3.0;
    constant(x, 3) * constant(1.0, 0)
}
check!(ignored_parameters_checks, ignored_parameters(0.7));

#[differentiable]
fn never_called(x: f64) -> f64 {
    let _f = |v: f64| v * x;
    x.sin()
}
check!(never_called_checks, never_called(0.7));

#[differentiable]
fn in_macros(x: f64) -> f64 {
    let f = |v: f64| v * x;
    assert!(f(1.0) < 100.0, "too large: {}", f(2.0));
    let v = vec![f(1.0), f(x)];
    let w = vec![f(2.0); 3];
    v[0] * v[1] + w[2]
}
check!(in_macros_checks, in_macros(0.7));

#[differentiable]
fn inert_closures(xs: &[f64]) -> f64 {
    let n = xs.len();
    let next = |i: usize| if i + 1 < n { i + 1 } else { 0 };
    let mut visits = 0;
    let mut visit = || {
        visits += 1;
        visits
    };
    let mut s = 0.0;
    for i in 0..n {
        s += xs[i] * xs[next(i)] * visit() as f64;
    }
    s
}
check!(inert_closures_checks, inert_closures(&[0.5, -0.3, 1.2]));

#[differentiable]
fn matching_body(x: f64, kind: usize) -> f64 {
    let f = |v: f64, k: usize| match k {
        0 => v,
        1 => v * v,
        _ => {
            let w = v.sin();
            w * w
        }
    };
    f(x, kind) + f(x, kind + 1)
}
check!(
    matching_body_checks,
    matching_body(0.7, fixed(0)),
    matching_body(0.7, fixed(1)),
    matching_body(0.7, fixed(2)),
);

#[differentiable]
fn deep_composition(x: f64) -> f64 {
    let f = |v: f64| v * 0.5 + 1.0;
    let g = |v: f64| f(f(v));
    let h = |v: f64| g(g(v)) * x;
    h(h(x))
}
check!(deep_composition_checks, deep_composition(0.7));

#[differentiable]
fn iterates_inside(xs: &[f64], ys: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let norm = |a: &[f64]| dot(a, a).sqrt();
    dot(xs, ys) / (norm(xs) * norm(&ys[..2]))
}
check!(
    iterates_inside_checks,
    iterates_inside(&[0.5, 1.5, 0.2], &[0.3, 0.7, -0.2])
);

#[differentiable]
fn mean_and_variance(data: &[f64]) -> f64 {
    let mean = |v: &[f64]| -> f64 { v.iter().sum::<f64>() / v.len() as f64 };
    let m = mean(data);
    let mut squares = Vec::new();
    for x in data {
        squares.push((x - m) * (x - m));
    }
    mean(&squares) + m
}
check!(
    mean_and_variance_checks,
    mean_and_variance(&[0.5, 1.5, 0.2])
);

#[differentiable]
fn rows(m: &[f64], n: usize) -> f64 {
    let row = |i: usize| &m[i * n..(i + 1) * n];
    let mut s = 0.0;
    for i in 0..n {
        for v in row(i) {
            s += v * v;
        }
        s += row(i)[0] * row(n - 1)[i];
        let r = row(i);
        s *= r[n - 1];
    }
    s
}
check!(rows_checks, rows(&[0.5, 1.5, 0.2, 0.8], fixed(2)));

#[differentiable]
fn closure_factory(x: f64) -> f64 {
    let adder = |a: f64| move |v: f64| v * a + x;
    let two = adder(2.0);
    two(x) * adder(x)(3.0)
}
check!(closure_factory_checks, closure_factory(0.7));

#[differentiable]
fn composed(x: f64, k: f64) -> f64 {
    let f = |v: f64| v.sin() * k;
    let g = |v: f64| v * v + k;
    let h = |v| f(g(v));
    let compose = |a: &dyn Fn(f64) -> f64, b: &dyn Fn(f64) -> f64, v: f64| a(b(v));
    h(x) + compose(&f, &g, x) + compose(&g, &|v| v * k, x)
}
check!(composed_checks, composed(0.7, 1.2));

#[differentiable]
fn central_differences(q: &[f64]) -> f64 {
    let energy = |p: &[f64; 2]| -> f64 { (p[0] * p[1]).sin() + p[0] * p[0] };
    let h = 0.5;
    let slope = |i: usize| {
        let mut up = [q[0], q[1]];
        let mut down = [q[0], q[1]];
        up[i] += h;
        down[i] -= h;
        (energy(&up) - energy(&down)) / (2.0 * h)
    };
    slope(0) * slope(1)
}
check!(central_differences_checks, central_differences(&[0.5, 1.5]));

#[differentiable]
fn generic_closure<T: pullback::Real>(x: T, n: usize) -> T {
    let square = |v: T| v * v;
    let mut y = x;
    for _ in 0..n {
        y = square(y) + x;
    }
    square(y)
}
check!(generic_closure_checks, generic_closure(0.4f64, fixed(2)));

#[differentiable]
fn mutable_parameter(x: f64) -> f64 {
    let halve = |mut v: f64| {
        while v > 1.0 {
            v *= 0.5;
        }
        v
    };
    halve(x * 5.0) + halve(x)
}
check!(
    mutable_parameter_checks,
    mutable_parameter(0.7),
    mutable_parameter(1.7)
);

#[differentiable]
fn matrix_vector(a: &[f64], x: &[f64], y: &mut [f64]) {
    let n = x.len();
    let at = |i: usize, j: usize| a[i * n + j];
    let mut put = |i: usize, v: f64| y[i] += v;
    for i in 0..n {
        for j in 0..n {
            put(i, at(i, j) * x[j]);
        }
    }
}
check_in_place!(
    matrix_vector_checks,
    matrix_vector(&[0.5, 1.5, 0.2, 0.8], &[1.0, 2.0], &mut vec![0.3, 0.4])
);

#[differentiable]
fn stencil(u: &[f64], steps: usize) -> f64 {
    let n = u.len();
    let mut v = u.to_vec();
    for _ in 0..steps {
        let old = v.clone();
        let at = |i: isize| old[((i + n as isize) % n as isize) as usize];
        for i in 0..n {
            let k = i as isize;
            v[i] = 0.25 * at(k - 1) + 0.5 * at(k) + 0.25 * at(k + 1) * at(k);
        }
    }
    v.iter().sum()
}
check!(stencil_checks, stencil(&[0.5, 1.5, 0.2, 0.8], fixed(2)));

#[differentiable]
fn softplus_network(w: &[f64], x: f64) -> f64 {
    let softplus = |z: f64| if z > 20.0 { z } else { (1.0 + z.exp()).ln() };
    let neuron = |i: usize, v: f64| softplus(w[2 * i] * v + w[2 * i + 1]);
    let mut y = x;
    for layer in 0..2 {
        y = neuron(layer, y) - neuron(1 - layer, x);
    }
    y
}
check!(
    softplus_network_checks,
    softplus_network(&[0.5, 1.5, 0.2, 0.8], 0.3),
    softplus_network(&[0.5, 50.0, 0.2, 0.8], 0.3)
);

#[differentiable]
fn bisection(c: f64) -> f64 {
    let f = |x: f64| x * x - c;
    let (mut lo, mut hi) = (0.0, 4.0);
    let mut shrink = |keep_left: bool, mid: f64| {
        if keep_left {
            hi = mid;
        } else {
            lo = mid;
        }
    };
    for _ in 0..3 {
        let mid = 1.3 * c.sqrt();
        shrink(f(mid) > 0.0, mid);
    }
    0.5 * (lo + hi)
}
check!(bisection_checks, bisection(2.0));

#[differentiable]
fn nested_accumulators(xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut squares = 0.0;
    let mut record = |x: f64| {
        let mut add = |v: f64| sum += v;
        add(x);
        add(0.5);
        squares += x * x;
    };
    for x in xs {
        record(*x);
    }
    sum * squares
}
check!(
    nested_accumulators_checks,
    nested_accumulators(&[0.5, 1.5, 0.2])
);

#[differentiable]
fn guard_clauses(x: f64, y: f64) -> f64 {
    let safe_ratio = |a: f64, b: f64| -> f64 {
        if b == 0.0 {
            return 0.0;
        }
        if a < 0.0 && b < 0.0 {
            let r = a / b;
            return r * r;
        }
        for k in 1..5 {
            if a > k as f64 * b {
                return a * k as f64;
            }
        }
        a / b
    };
    safe_ratio(x, y) + safe_ratio(y, x) * safe_ratio(-x, -y)
}
check!(
    guard_clauses_checks,
    guard_clauses(0.7, 1.3),
    guard_clauses(2.9, 1.3),
    guard_clauses(-2.9, 1.3),
);

#[differentiable]
fn early_return_through_match(x: f64, n: usize) -> f64 {
    let term = |k: usize| {
        let c = match k {
            0 => return x,
            1 => 2.0 * x,
            _ if x > 1.0 => return 1.0,
            _ => x * x,
        };
        c * (k as f64 + x)
    };
    let mut s = 0.0;
    for k in 0..n {
        s += term(k);
    }
    s
}
check!(
    early_return_through_match_checks,
    early_return_through_match(0.7, fixed(4)),
    early_return_through_match(1.7, fixed(4)),
);

#[differentiable]
fn consumes_once(x: &[f64]) -> f64 {
    let v = x.to_vec();
    let finish = move || {
        let mut s = 0.0;
        for e in &v {
            s += e * e;
        }
        s
    };
    finish()
}
check!(consumes_once_checks, consumes_once(&[0.5, 1.5]));

#[differentiable]
fn shared_counter(x: f64) -> f64 {
    let mut calls = 0;
    let mut f = |v: f64| {
        calls += 1;
        v * calls as f64
    };
    let a = f(x);
    let b = f(a);
    let c = if b > 1.0 { f(b) } else { f(x * x) };
    c * calls as f64
}
check!(
    shared_counter_checks,
    shared_counter(0.4),
    shared_counter(1.5)
);

#[differentiable]
fn units_in_branches(xs: &[f64], signs: &[i32]) -> f64 {
    let mut up = 0.0;
    let mut down = 1.0;
    let mut raise = |v: f64| up += v;
    let mut lower = |v: f64| down *= v;
    for (x, s) in xs.iter().zip(signs) {
        match s {
            0 => raise(*x),
            1 | 2 => lower(*x),
            _ => {
                raise(x * x);
                lower(0.5)
            }
        }
        if *s > 1 { raise(1.0) } else { lower(*x) }
    }
    up * down
}
check!(
    units_in_branches_checks,
    units_in_branches(&[0.5, 1.5, 0.7, 0.9], fixed(&[0, 1, 2, 3]))
);

#[differentiable]
fn index_on_the_left(m: &mut [f64], n: usize) {
    let at = |i: usize, j: usize| i * n + j;
    let folded = |i: usize| if i < n { i } else { 2 * n - 1 - i };
    for i in 0..n {
        for j in 0..n {
            m[at(i, j)] *= m[at(j, i)];
        }
        m[folded(i + 1)] += m[at(i, 0)];
    }
}
check_in_place!(
    index_on_the_left_checks,
    index_on_the_left(&mut vec![0.5, 1.5, 0.7, 0.9], fixed(2))
);

#[differentiable]
fn chosen_names(x: f64, soft: bool, kind: usize) -> f64 {
    let smooth = |v: f64| v * v / (1.0 + v * v);
    let hard = |v: f64| if v > 0.0 { v } else { 0.0 };
    let act: &dyn Fn(f64) -> f64 = if soft { &smooth } else { &hard };
    let op: fn(f64, f64) -> f64 = if kind == 0 {
        f64::max
    } else if kind == 1 {
        f64::atan2
    } else {
        |a, b| a * b
    };
    op(act(x), smooth(2.0 * x))
}
check!(
    chosen_names_checks,
    chosen_names(0.7, fixed(true), fixed(0)),
    chosen_names(0.7, fixed(false), fixed(1)),
    chosen_names(0.7, fixed(true), fixed(2)),
);

#[differentiable]
fn owned_parameter(x: &[f64]) -> f64 {
    let last_times = |v: Vec<f64>, k: f64| v[v.len() - 1] * k;
    last_times(x.to_vec(), x[0]) + last_times(vec![x[0], x[1] * 2.0], 3.0)
}
check!(owned_parameter_checks, owned_parameter(&[0.5, 1.5]));

#[differentiable]
fn reference_result(m: &[f64], n: usize) -> f64 {
    let row = |i: usize| -> &[f64] { &m[i * n..(i + 1) * n] };
    let a = row(0);
    let b = row(1);
    a[0] * b[1] - a[1] * b[0]
}
check!(
    reference_result_checks,
    reference_result(&[0.5, 1.5, 0.2, 0.8], fixed(2))
);

#[differentiable]
fn named_like_fields(p: (f64, f64), scale: f64) -> f64 {
    let first = |v: f64| v * p.0;
    let sin = |v: f64| v.sin() * scale;
    sin(first(p.1)) + scale.sin()
}
check!(named_like_fields_checks, named_like_fields((0.5, 1.5), 0.3));

#[differentiable]
fn adaptive_step(y0: f64) -> f64 {
    let f = |y: f64| -y * y;
    let mut y = y0;
    let mut h = 0.4;
    let mut step = |h: f64| {
        let full = y + h * f(y);
        let half = y + 0.5 * h * f(y);
        let two = half + 0.5 * h * f(half);
        if (full - two).abs() > 0.01 {
            return false;
        }
        y = two;
        true
    };
    let mut n = 0;
    while n < 6 {
        if step(h) {
            n += 1;
        } else {
            h *= 0.5;
        }
    }
    y
}
check!(adaptive_step_checks, adaptive_step(1.3));

#[differentiable]
fn escapes_by_label(xs: &[f64]) -> f64 {
    let mut s = 0.0;
    'outer: for i in 0..xs.len() {
        let settle = |v: f64| {
            let mut v = v;
            'inner: loop {
                for k in 0..4 {
                    v *= 0.7;
                    if v < 0.3 {
                        break 'inner;
                    }
                    if k == 3 && v > 50.0 {
                        return v;
                    }
                }
                v -= 0.05;
            }
            v * 2.0
        };
        for j in 0..=i {
            if settle(xs[j]) > 60.0 {
                break 'outer;
            }
            if settle(xs[i]) < 0.45 {
                continue 'outer;
            }
            s += settle(xs[i]) * settle(xs[j]);
        }
    }
    s
}
check!(
    escapes_by_label_checks,
    escapes_by_label(&[0.9, 0.35, 1.7, 400.0, 2.0])
);
