//! Functions that are kept in arrays and vectors, chosen at run time, and returned.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn cube(x: f64) -> f64 {
    x * square(x)
}

#[differentiable]
fn array_of_pointers(x: f64, a: f64) -> f64 {
    let basis: [fn(f64) -> f64; 4] = [f64::sin, square, |t| t * t.exp(), |_| 1.0];
    let mut s = 0.0;
    for (i, phi) in basis.iter().enumerate() {
        s += a.powi(i as i32) * phi(x);
    }
    for phi in basis {
        s += phi(a) * phi(2.0);
    }
    let second = basis[1];
    s * second(x) + basis[0](x * a) + basis.iter().map(|f| f(x + a)).sum::<f64>()
}
check!(array_of_pointers_checks, array_of_pointers(0.7, 1.3));

#[differentiable]
fn types_that_are_not_written(x: f64) -> f64 {
    let mut s = 0.0;
    for f in [square, cube] {
        s += f(x);
    }
    for f in &[f64::sin, square, f64::cos] {
        s *= f(x);
    }
    let named = [("up", square as fn(f64) -> f64), ("down", cube)];
    for (name, f) in named.iter() {
        if *name == "up" { s += f(x) } else { s -= f(s) }
    }
    for f in vec![|t: f64| t + 1.0, |t: f64| t * t] {
        s += f(x);
    }
    s + [f64::exp, f64::tanh].iter().map(|f| f(x)).sum::<f64>()
}
check!(
    types_that_are_not_written_check,
    types_that_are_not_written(0.7)
);

#[differentiable]
fn boxes_with_captures(x: f64, k: f64, w: &[f64]) -> f64 {
    let mut stages: Vec<Box<dyn Fn(f64) -> f64>> =
        vec![Box::new(move |v| k * v), Box::new(f64::tanh)];
    for (i, &c) in w.iter().enumerate() {
        let scaled = c * k;
        stages.push(Box::new(move |v| v + scaled * (v * i as f64).cos()));
    }
    let shift = |v: f64| v - k * w[0];
    stages.insert(1, Box::new(shift));
    let mut y = x;
    for stage in &stages {
        y = stage(y);
    }
    y + stages.iter().fold(k, |v, stage| stage(v)) + stages[0](2.0)
}
check!(
    boxes_with_captures_check,
    boxes_with_captures(0.4, 1.2, &[0.3, -0.8])
);

#[differentiable]
fn a_vector_is_captured(w: &[f64], x: f64) -> f64 {
    let doubled: Vec<f64> = w.iter().map(|v| 2.0 * v).collect();
    let fs: [Box<dyn Fn(&[f64]) -> f64>; 2] = [
        Box::new(move |v| v.iter().zip(&doubled).map(|(a, b)| a * b).sum()),
        Box::new(|v| v[0].exp()),
    ];
    fs[0](w) * fs[1](&[x, x * x])
}
check!(
    a_vector_is_captured_checks,
    a_vector_is_captured(&[0.3, -0.4, 1.2], 0.8)
);

#[differentiable]
fn pairs_with_names(x: f64, k: f64) -> f64 {
    let ops: [(&str, &dyn Fn(f64, f64) -> f64); 3] = [
        ("plus", &|a, b| a + b),
        ("times", &|a, b| a * b * k),
        ("max", &f64::max),
    ];
    let mut s = x;
    for (name, op) in &ops {
        if name.len() > 3 {
            s = op(s, k);
        }
    }
    s
}
check!(pairs_with_names_check, pairs_with_names(0.7, 1.3));

#[differentiable]
fn assigned_up_to<const N: usize>(x: f64, k: f64) -> f64 {
    let mut f: Box<dyn Fn(f64) -> f64> = Box::new(|v| v);
    let mut g: fn(f64) -> f64 = square;
    let mut s = x;
    for i in 0..N {
        s = f(s) + 0.1 * g(s);
        let slope = s * k;
        if i % 2 == 0 {
            f = Box::new(move |v| v * slope.sin());
            g = f64::sin;
        } else {
            g = cube;
        }
    }
    f(s) + g(s)
}

#[differentiable]
fn assigned(x: f64, k: f64) -> f64 {
    assigned_up_to::<0>(x, k) + assigned_up_to::<5>(x, k)
}
check!(assigned_checks, assigned(0.7, 1.3));

#[differentiable]
fn line(slope: f64, offset: f64) -> impl Fn(f64) -> f64 {
    move |x| slope * x + offset
}

#[differentiable]
fn activation(kind: usize, a: f64) -> Box<dyn Fn(f64) -> f64> {
    match kind {
        0 => Box::new(move |x| a * x),
        1 => Box::new(square),
        _ => {
            if a > 1.0 {
                return Box::new(line(a, 1.0));
            }
            Box::new(move |x| (x * a).cos())
        }
    }
}

#[differentiable]
fn pointer(kind: usize) -> fn(f64) -> f64 {
    match kind {
        0 => f64::sin,
        1 => square,
        _ => |x| x * x.exp(),
    }
}

#[differentiable]
fn compose<F, G>(f: F, g: G) -> impl Fn(f64) -> f64
where
    F: Fn(f64) -> f64,
    G: Fn(f64) -> f64,
{
    move |x| g(f(x))
}

#[differentiable]
fn returned(a: f64, x: f64) -> f64 {
    let l = line(a, a * a);
    let m = compose(&l, |v| v * v * a);
    let mut s = l(x) * l(l(x)) + m(x);
    for kind in 0..3 {
        let f = activation(kind, s);
        s += f(x) + pointer(kind)(s);
    }
    let constant = line(2.0, 1.0);
    s + activation(2, a)(x) + constant(x)
}
check!(returned_checks, returned(0.7, 0.3), returned(1.7, -0.3));

#[differentiable]
fn polynomial(w: &[f64]) -> impl Fn(f64) -> f64 + '_ {
    move |x| w.iter().rev().fold(0.0, |s, c| s * x + c)
}

#[differentiable]
fn a_slice_is_returned_in_a_function(w: &[f64], x: f64) -> f64 {
    let p = polynomial(w);
    p(x) * p(w[0])
}
check!(
    a_slice_is_returned_in_a_function_checks,
    a_slice_is_returned_in_a_function(&[0.3, -0.4, 1.2], 0.8)
);

#[differentiable]
fn through(stages: &[Box<dyn Fn(f64) -> f64>], x: f64) -> f64 {
    stages.iter().fold(x, |v, stage| stage(v))
}

#[differentiable]
fn sum_of(fs: &[fn(f64) -> f64], x: f64) -> f64 {
    fs.iter().map(|f| f(x)).sum()
}

#[differentiable]
fn maybe(f: Option<Box<dyn Fn(f64) -> f64>>, x: f64) -> f64 {
    match f {
        Some(f) => f(x),
        None => x,
    }
}

#[differentiable]
fn passed_on(a: f64, x: f64) -> f64 {
    let stages: Vec<Box<dyn Fn(f64) -> f64>> = vec![
        Box::new(move |v| a * v),
        Box::new(square),
        Box::new(f64::tanh),
    ];
    let optional: Option<Box<dyn Fn(f64) -> f64>> = Some(Box::new(move |v| v * a.sin()));
    through(&stages, x)
        + sum_of(&[square, cube, f64::exp], x * a)
        + maybe(optional, x * x)
        + maybe(None, a)
}
check!(passed_on_checks, passed_on(0.7, 1.3));

type Control = fn(f64, f64) -> f64;
type Stage = Box<dyn Fn(f64) -> f64>;

#[differentiable]
fn bang(x: f64, v: f64) -> f64 {
    if x + v > 0.0 { -x * v } else { 1.0 }
}

#[differentiable]
fn linear(x: f64, v: f64) -> f64 {
    -1.5 * x - 1.2 * v
}

#[differentiable]
fn step(control: Control, x: f64) -> f64 {
    control(x, 2.0 * x)
}

#[differentiable]
fn stage(s: &Stage, x: f64) -> f64 {
    s(x)
}

#[differentiable]
fn other_names_of_types(x: f64, k: f64) -> f64 {
    let mut s = step(linear, x) + step(|a, b| a * b.sin(), x);
    for control in [bang as Control, linear] {
        s += step(control, x);
    }
    let controls: [Control; 2] = [bang, linear];
    let second = controls[1];
    let scale: Box<dyn Fn(f64) -> f64> = Box::new(move |v| k * v);
    s + second(x, k) + stage(&scale, x)
}
check!(other_names_of_types_check, other_names_of_types(0.7, 1.3));

#[differentiable]
fn integrate<F: Fn(f64) -> f64>(f: F, a: f64, b: f64) -> f64 {
    (f(a) + f(b)) * (b - a) / 2.0
}

#[differentiable]
fn total<F: Fn(f64) -> f64>(fs: &[F], first: Option<F>, x: f64) -> f64 {
    let mut s = match first {
        Some(f) => f(x),
        None => x,
    };
    for f in fs {
        s += f(x);
    }
    s + fs[0](2.0)
}

#[differentiable]
fn elements_are_passed_on(k: f64, x: f64) -> f64 {
    let fs: Vec<Box<dyn Fn(f64) -> f64>> = vec![Box::new(move |v| k * v), Box::new(f64::sin)];
    let mut s = integrate(&fs[0], 1.0, x) + integrate(&*fs[1], 1.0, 2.0 * x);
    for f in &fs {
        s += integrate(f, 0.0, k);
    }
    for (i, f) in fs.iter().enumerate() {
        s += integrate(f, i as f64, x);
    }
    s += fs.iter().map(|f| integrate(f, 0.0, 1.0)).sum::<f64>();
    s + total(&fs, None, x)
}
check!(
    elements_are_passed_on_check,
    elements_are_passed_on(0.7, 1.3)
);

/// Nothing but the captures carries a derivative.
#[differentiable]
fn called_with_constants(k: f64) -> f64 {
    let fs: Vec<Box<dyn Fn(f64) -> f64>> = vec![Box::new(move |v| k * v), Box::new(move |v| v + k)];
    let pair: (Box<dyn Fn(f64) -> f64>, f64) = (Box::new(move |v| k * v * v), 2.0);
    let mut s = fs.first().unwrap()(2.0) + (pair.0)(pair.1);
    s += fs.iter().map(|f| f(2.0)).sum::<f64>();
    let second = &fs[1];
    s += second(1.0);
    if let Some(f) = fs.last() {
        s += f(3.0);
    }
    s += fs.iter().rev().fold(1.0, |v, f| f(v));
    while s < 10.0 {
        s += fs[0](0.1) + 1.0;
    }
    let values: Vec<f64> = fs.iter().map(|f| f(1.5)).collect();
    s + values[0] * values[1]
}
check!(called_with_constants_check, called_with_constants(0.7));

#[differentiable]
trait Force {
    fn at(&self, x: f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Hooke {
    k: f64,
}

#[differentiable]
impl Force for Hooke {
    fn at(&self, x: f64) -> f64 {
        -self.k * x
    }
}

#[differentiable]
fn work(force: &dyn Force, x: f64) -> f64 {
    force.at(x) * x
}

#[differentiable]
fn trait_objects_as_arguments(k: f64, x: f64) -> f64 {
    let spring = Hooke { k };
    work(&spring, x) + work(&Hooke { k: x * x }, k)
}
check!(
    trait_objects_as_arguments_check,
    trait_objects_as_arguments(0.7, 1.3)
);
