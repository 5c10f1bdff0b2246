//! Local closures: captures, state, references to them, early returns, closures of closures, adaptors.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn captured_constant(a: f64, b: f64, y: f64) -> f64 {
    let k = a * b;
    let f = |x: f64| k * x.sin();
    f(1.0) + f(y)
}
check!(captured_constant_checks, captured_constant(0.8, 1.3, 0.4));

#[differentiable]
fn without_annotation(x: f64) -> f64 {
    let square = |v| v * v;
    square(x) + square(2.0 * x + 1.0)
}
check!(without_annotation_checks, without_annotation(0.7));

#[differentiable]
fn two_parameters(x: f64, y: f64) -> f64 {
    let hypotenuse = |a: f64, b: f64| (a * a + b * b).sqrt();
    hypotenuse(x, y) * hypotenuse(y, 3.0)
}
check!(two_parameters_checks, two_parameters(0.7, -1.2));

#[differentiable]
fn stated_result(x: f64) -> f64 {
    let sigmoid = |v: f64| -> f64 { 1.0 / (1.0 + (-v).exp()) };
    sigmoid(x) * sigmoid(-2.0 * x)
}
check!(
    stated_result_checks,
    stated_result(0.3),
    stated_result(-1.1)
);

#[differentiable]
fn block_body(x: f64, w: f64) -> f64 {
    let layer = |input: f64| {
        let z = w * input + 0.1;
        let t = z.tanh();
        t * (1.0 - 0.5 * t)
    };
    layer(layer(layer(x)))
}
check!(block_body_checks, block_body(0.4, 1.7));

#[differentiable]
fn accumulates(xs: &[f64]) -> f64 {
    let mut total = 0.0;
    let mut add = |x: f64| total += x * x;
    add(xs[0]);
    add(xs[1]);
    for &x in xs {
        add(x.sin());
    }
    total.sqrt()
}
check!(accumulates_checks, accumulates(&[0.5, -0.3, 1.2]));

#[differentiable]
fn accumulates_in_block(xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut count = 0;
    let mut push = |x: f64| {
        sum += x;
        count += 1;
    };
    for x in xs.iter() {
        push(*x * 2.0);
    }
    push(1.0);
    sum / count as f64
}
check!(
    accumulates_in_block_checks,
    accumulates_in_block(&[0.5, -0.3, 1.2])
);

#[differentiable]
fn running_value(x: f64) -> f64 {
    let mut state = x;
    let mut step = |gain: f64| {
        state = state * gain + 0.1;
        state
    };
    let first = step(0.9);
    let second = step(1.1);
    first * second + step(x)
}
check!(running_value_checks, running_value(0.6));

#[differentiable]
fn moved_snapshot(x: f64) -> f64 {
    let mut c = x * x;
    let f = move |v: f64| c * v;
    c += 10.0;
    f(2.0) + f(x) * c
}
check!(moved_snapshot_checks, moved_snapshot(0.6));

#[differentiable]
fn moved_state(x: f64) -> f64 {
    let mut c = x;
    let mut next = move || {
        c *= x;
        c
    };
    let a = next();
    let b = next();
    a * b + c
}
check!(moved_state_checks, moved_state(1.3));

#[differentiable]
fn early_return(x: f64) -> f64 {
    let root = |v: f64| {
        if v < 0.0 {
            return 0.5 * v;
        }
        let r = v.sqrt();
        r + 1.0
    };
    root(x) * root(1.0 - x)
}
check!(
    early_return_checks,
    early_return(0.3),
    early_return(-0.5),
    early_return(2.0)
);

#[differentiable]
fn several_returns(x: f64) -> f64 {
    let smooth = |v: f64| -> f64 {
        if v < -1.0 {
            return -v;
        } else if v > 1.0 {
            return v;
        }
        let q = v * v;
        if q < 0.01 {
            return 0.5;
        }
        0.5 * (q + 1.0)
    };
    smooth(x) + 2.0 * smooth(x * x)
}
check!(
    several_returns_checks,
    several_returns(0.05),
    several_returns(0.5),
    several_returns(1.5),
    several_returns(-1.5),
);

#[differentiable]
fn return_from_loop(xs: &[f64], threshold: f64) -> f64 {
    let first_above = |t: f64| {
        for &x in xs {
            if x > t {
                return x * x;
            }
        }
        t
    };
    first_above(threshold) + first_above(threshold + 1.0) * 0.5
}
check!(
    return_from_loop_checks,
    return_from_loop(&[0.5, 1.2, 2.5], 0.9),
    return_from_loop(&[0.5, 1.2, 2.5], 2.0),
    return_from_loop(&[0.5, 1.2, 2.5], 5.0),
);

#[differentiable]
fn breaks_inside(xs: &[f64]) -> f64 {
    let prefix = |limit: f64| {
        let mut s = 0.0;
        for &x in xs {
            if s > limit {
                break;
            }
            if x < 0.0 {
                continue;
            }
            s += x;
        }
        s
    };
    prefix(1.0) * prefix(3.0)
}
check!(
    breaks_inside_checks,
    breaks_inside(&[0.7, -1.0, 0.8, 2.0, 5.0])
);

#[differentiable]
fn called_in_loop_with_breaks(xs: &[f64]) -> f64 {
    let classify = |x: f64| {
        let mut k = 0.0;
        while k < 10.0 {
            if k > x {
                return k * x;
            }
            k += 1.0;
        }
        -x
    };
    let mut s = 0.0;
    for &x in xs {
        if x > 100.0 {
            break;
        }
        if x < 0.0 {
            continue;
        }
        s += classify(x);
    }
    s
}
check!(
    called_in_loop_with_breaks_checks,
    called_in_loop_with_breaks(&[0.5, -2.0, 3.5, 20.0, 200.0, 1.0])
);

#[differentiable]
fn closure_calls_closure(x: f64, k: f64) -> f64 {
    let scaled = |v: f64| k * v;
    let shifted = |v: f64| scaled(v) + 1.0;
    let both = |v: f64| shifted(scaled(v)) * scaled(shifted(v));
    both(x)
}
check!(
    closure_calls_closure_checks,
    closure_calls_closure(0.7, 1.4)
);

#[differentiable]
fn nested_definition(x: f64) -> f64 {
    let outer = |a: f64| {
        let b = a * x;
        let inner = |c: f64| c * b + a;
        inner(a) * inner(2.0)
    };
    outer(x) + outer(0.5)
}
check!(nested_definition_checks, nested_definition(1.1));

#[differentiable]
fn defined_in_loop(xs: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, &x) in xs.iter().enumerate() {
        let weight = 1.0 / (1.0 + i as f64);
        let term = |p: f64| weight * x * p;
        s += term(1.0) * term(x);
    }
    s
}
check!(defined_in_loop_checks, defined_in_loop(&[0.5, -0.3, 1.2]));

#[differentiable]
fn defined_in_branch(x: f64) -> f64 {
    if x > 0.0 {
        let f = |v: f64| v.ln() * x;
        f(x) + f(2.0)
    } else {
        let f = |v: f64| v.exp() * x;
        f(x) - f(1.0)
    }
}
check!(
    defined_in_branch_checks,
    defined_in_branch(0.5),
    defined_in_branch(-0.5)
);

#[differentiable]
fn called_immediately(x: f64) -> f64 {
    let y = (|v: f64| v * v + 1.0)(x);
    y * (|| x.sin())()
}
check!(called_immediately_checks, called_immediately(0.4));

#[differentiable]
fn aliased(x: f64) -> f64 {
    let f = |v: f64| v * v * x;
    let g = &f;
    let h = f;
    g(1.5) + h(x) * (&f)(2.0)
}
check!(aliased_checks, aliased(0.4));

#[differentiable]
fn boxed(x: f64) -> f64 {
    let f: Box<dyn Fn(f64) -> f64> = Box::new(move |v| v * x + v.cos());
    f(0.5) * f(x)
}
check!(boxed_checks, boxed(0.4));

#[differentiable]
fn trait_object(x: f64) -> f64 {
    let f: &dyn Fn(f64) -> f64 = &|v| v * x + v.cos();
    f(0.5) * (*f)(x)
}
check!(trait_object_checks, trait_object(0.4));

#[differentiable]
fn function_pointer(x: f64) -> f64 {
    let f: fn(f64) -> f64 = |v| v * v * v;
    f(x) + f(x + 1.0)
}
check!(function_pointer_checks, function_pointer(0.4));

#[differentiable]
fn named_function(x: f64) -> f64 {
    let wave = f64::sin;
    let damp: fn(f64) -> f64 = f64::exp;
    wave(3.0 * x) * damp(-x)
}
check!(named_function_checks, named_function(0.4));

#[differentiable]
fn chosen(x: f64, soft: bool) -> f64 {
    let activation: fn(f64) -> f64 = if soft { |v| v.tanh() } else { |v| v.abs() };
    activation(x) + activation(2.0 * x)
}
check!(
    chosen_checks,
    chosen(0.4, fixed(true)),
    chosen(-0.4, fixed(false))
);

#[differentiable]
fn chosen_by_match(x: f64, kind: u8) -> f64 {
    let scale = x * 2.0;
    let f: Box<dyn Fn(f64) -> f64> = match kind {
        0 => Box::new(|v| v * scale),
        1 | 2 => Box::new(move |v: f64| v.exp() - scale),
        _ => Box::new(|_| 1.0),
    };
    f(x) * f(0.5)
}
check!(
    chosen_by_match_checks,
    chosen_by_match(0.4, fixed(0)),
    chosen_by_match(0.4, fixed(2)),
    chosen_by_match(0.4, fixed(7)),
);

#[differentiable]
fn higher_order(x: f64, k: f64) -> f64 {
    let twice = |f: &dyn Fn(f64) -> f64, v: f64| f(f(v));
    let g = |v: f64| v * k + 0.5;
    twice(&g, x) + twice(&|v| v.sin() * k, x)
}
check!(higher_order_checks, higher_order(0.4, 1.3));

#[differentiable]
fn block_valued(x: f64) -> f64 {
    let f = {
        let k = x.exp();
        let offset = k * 0.5;
        move |v: f64| k * v + offset
    };
    f(1.0) * f(x)
}
check!(block_valued_checks, block_valued(0.4));

#[differentiable]
fn pair_of_closures(x: f64) -> f64 {
    let (f, g) = (|v: f64| v * x, |v: f64| v + x);
    f(g(2.0)) - g(f(3.0))
}
check!(pair_of_closures_checks, pair_of_closures(0.4));

#[differentiable]
fn tuple_parameter(x: f64, y: f64) -> f64 {
    let cross = |(a, b): (f64, f64), (c, d): (f64, f64)| a * d - b * c;
    cross((x, y), (y * y, 1.0)) + cross((1.0, 2.0), (x, y))
}
check!(tuple_parameter_checks, tuple_parameter(0.4, 1.3));

#[differentiable]
fn tuple_result(x: f64) -> f64 {
    let polar = |r: f64, t: f64| (r * t.cos(), r * t.sin());
    let (a, b) = polar(x, 0.3);
    let (c, d) = polar(2.0, x);
    a * d - b * c
}
check!(tuple_result_checks, tuple_result(0.4));

#[differentiable]
fn array_parameter(x: f64) -> f64 {
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    dot([x, x * x, 1.0], [2.0, x, x.sin()])
}
check!(array_parameter_checks, array_parameter(0.4));

#[differentiable]
fn slice_parameter(xs: &[f64], ys: &[f64]) -> f64 {
    let norm = |v: &[f64]| {
        let mut s = 0.0;
        for e in v {
            s += e * e;
        }
        s.sqrt()
    };
    norm(xs) * norm(&ys[1..])
}
check!(
    slice_parameter_checks,
    slice_parameter(&[0.5, -0.3, 1.2], &[1.0, 2.0, 0.3])
);

#[differentiable]
fn reference_pattern(xs: &[f64]) -> f64 {
    let cube = |&v: &f64| v * v * v;
    cube(&xs[0]) + cube(&xs[1])
}
check!(reference_pattern_checks, reference_pattern(&[0.5, -0.3]));

#[differentiable]
fn index_closure(a: &[f64], n: usize) -> f64 {
    let at = |r: usize, c: usize| r * n + c;
    let mut s = 0.0;
    for i in 0..n {
        for j in 0..n {
            s += a[at(i, j)] * a[at(j, i)] + a[at(0, j)];
        }
    }
    s
}
check!(
    index_closure_checks,
    index_closure(&[0.5, -0.3, 1.2, 0.8], fixed(2))
);

#[differentiable]
fn element_closure(a: &[f64], n: usize) -> f64 {
    let m = |i: usize, j: usize| a[i * n + j];
    let mut trace = 0.0;
    for i in 0..n {
        trace += m(i, i) * m(i, n - 1 - i);
    }
    trace
}
check!(
    element_closure_checks,
    element_closure(&[0.5, -0.3, 1.2, 0.8], fixed(2))
);

#[differentiable]
fn clamped_index(a: &[f64]) -> f64 {
    let wrap = |i: isize| -> usize {
        let n = a.len() as isize;
        (((i % n) + n) % n) as usize
    };
    let mut s = 0.0;
    for i in 0..a.len() as isize {
        s += a[wrap(i - 1)] * a[wrap(i + 1)] * a[wrap(i)];
    }
    s
}
check!(clamped_index_checks, clamped_index(&[0.5, -0.3, 1.2, 0.8]));

#[differentiable]
fn predicate(xs: &[f64], lo: f64, hi: f64) -> f64 {
    let inside = |v: f64| v > lo && v < hi;
    let mut s = 0.0;
    for &x in xs {
        if inside(x) {
            s += x * x;
        } else if !inside(x * 0.5) {
            s -= x;
        }
    }
    s
}
check!(
    predicate_checks,
    predicate(&[0.5, -0.3, 1.2, 3.0], 0.0, 1.0)
);

#[differentiable]
fn condition_of_while(x: f64) -> f64 {
    let residual = |v: f64| v * v - x;
    let mut v = x;
    while residual(v).abs() > 1e-13 {
        v -= residual(v) / (2.0 * v);
    }
    v
}
check!(condition_of_while_checks, condition_of_while(2.0));

#[differentiable]
fn returning_predicate(xs: &[f64]) -> f64 {
    let positive_until = |n: usize| {
        for i in 0..n {
            if xs[i] < 0.0 {
                return false;
            }
        }
        true
    };
    let mut s = 1.0;
    for i in 0..xs.len() {
        if positive_until(i + 1) {
            s *= xs[i];
        } else {
            s += xs[i];
        }
    }
    s
}
check!(
    returning_predicate_checks,
    returning_predicate(&[0.5, 2.3, -1.2, 3.0])
);

#[differentiable]
fn mapped(xs: &[f64], k: f64) -> f64 {
    let f = |x: &f64| k * x * x;
    xs.iter().map(f).sum::<f64>() + xs.iter().map(&f).sum::<f64>()
}
check!(mapped_checks, mapped(&[0.5, -0.3, 1.2], 1.3));

#[differentiable]
fn called_in_map(xs: &[f64], k: f64) -> f64 {
    let f = |x: f64| (k * x).exp();
    let total: f64 = xs.iter().map(|&x| f(x)).sum();
    total.ln() + f(0.1)
}
check!(called_in_map_checks, called_in_map(&[0.5, -0.3, 1.2], 1.3));

#[differentiable]
fn folded(xs: &[f64]) -> f64 {
    let horner = |acc: f64, c: &f64| acc * 0.7 + c;
    xs.iter().fold(0.0, horner)
}
check!(folded_checks, folded(&[0.5, -0.3, 1.2]));

#[differentiable]
fn runge_kutta(y0: f64, k: f64) -> f64 {
    let f = |t: f64, y: f64| -k * y + t.sin();
    let h = 0.1;
    let mut y = y0;
    let mut t = 0.0;
    for _ in 0..5 {
        let k1 = f(t, y);
        let k2 = f(t + 0.5 * h, y + 0.5 * h * k1);
        let k3 = f(t + 0.5 * h, y + 0.5 * h * k2);
        let k4 = f(t + h, y + h * k3);
        y += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        t += h;
    }
    y
}
check!(runge_kutta_checks, runge_kutta(1.0, 0.8));

macro_rules! function_with_closure {
    ($name:ident, $factor:expr, $x:ident => $body:expr) => {
        #[differentiable]
        fn $name(y: f64) -> f64 {
            let x = y * $factor;
            let inner = |$x: f64| $body + x;
            inner(x) * inner(y)
        }
    };
}
function_with_closure!(written_by_a_macro, 2.0 + 1.0, x => x * x);
check!(written_by_a_macro_checks, written_by_a_macro(0.6));
