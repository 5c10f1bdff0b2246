//! Functions as arguments.

use pullback::{Differentiable, Real, differentiable};
use pullback_tests::{check, check_vjp};

#[differentiable]
fn integrate<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut s = 0.5 * (f(a) + f(b));
    for i in 1..n {
        s += f(a + i as f64 * h);
    }
    s * h
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn closure_with_capture(k: f64, upper: f64) -> f64 {
    integrate(|x| (k * x).sin() / (1.0 + x), 0.0, upper, 16)
}
check!(closure_with_capture_checks, closure_with_capture(1.4, 2.0));

#[differentiable]
fn function_by_name(lower: f64, upper: f64) -> f64 {
    integrate(square, lower, upper, 8) * integrate(f64::exp, lower, upper, 8)
}
check!(function_by_name_checks, function_by_name(0.3, 1.7));

#[differentiable]
fn captured_slice(w: &[f64], upper: f64) -> f64 {
    integrate(
        |x| {
            let mut p = 0.0;
            for c in w.iter().rev() {
                p = p * x + c;
            }
            p
        },
        0.0,
        upper,
        6,
    )
}
check!(
    captured_slice_checks,
    captured_slice(&[0.3, -0.4, 1.2], 1.5)
);

#[differentiable]
fn captured_vector(x: &[f64], k: f64) -> f64 {
    let mut w = Vec::new();
    for v in x {
        w.push(v * k);
    }
    w[0] += k;
    let a = integrate(|t| t * w[0] + w[1].sin() * w.len() as f64, k, 2.0, 4);
    w[0] *= 2.0;
    a * integrate(|t| t * w[0] + w[1], 0.0, k, 3)
}
check!(captured_vector_checks, captured_vector(&[0.3, -0.4], 0.8));

#[differentiable]
fn captured_changing_variable(x: f64) -> f64 {
    let mut k = x;
    let mut s = 0.0;
    for i in 0..4 {
        k = k * x + 0.1 * i as f64;
        s += integrate(|t| t * k, 0.0, 1.0 + x, 3);
    }
    s
}
check!(
    captured_changing_variable_checks,
    captured_changing_variable(0.7)
);

#[differentiable]
fn under_conditions(x: f64, y: f64) -> f64 {
    if x > y {
        integrate(|t| t * x, y, x, 3)
    } else if integrate(|t| t * x, 0.0, 1.0, 3) > 0.1 {
        integrate(|t| t.exp() * y, x, y, 4)
    } else {
        integrate(square, x, y, 4)
    }
}
check!(under_conditions_checks, under_conditions(1.7, 0.2));
check!(under_conditions_else_checks, under_conditions(0.7, 1.2));
check!(under_conditions_last_checks, under_conditions(0.1, 1.2));

#[differentiable]
fn named_closure(k: f64, b: f64) -> f64 {
    let g = |x: f64| k * x.cos() + b;
    integrate(&g, 0.0, b, 5) + g(b) + integrate(g, b, 1.0, 5)
}
check!(named_closure_checks, named_closure(1.3, 0.4));

#[differentiable]
fn bounds_in_a_clause<F>(f: F, x: f64) -> f64
where
    F: Fn(f64, f64) -> f64,
{
    f(x, f(x, 2.0 * x))
}

#[differentiable]
fn two_arguments(x: f64, k: f64) -> f64 {
    bounds_in_a_clause(|a, b| a * b + k * b.sin(), x) * bounds_in_a_clause(f64::hypot, x)
}
check!(two_arguments_checks, two_arguments(0.8, 1.7));

#[differentiable]
fn by_impl(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * f(x + 1.0)
}

#[differentiable]
fn by_reference_to_impl(f: &impl Fn(f64) -> f64, x: f64) -> f64 {
    by_impl(f, x) + f(x)
}

#[differentiable]
fn by_trait_object(f: &dyn Fn(f64) -> f64, xs: &[f64]) -> f64 {
    let mut s = 0.0;
    for x in xs {
        s += f(*x);
    }
    s + by_reference_to_impl(&f, s)
}

#[differentiable]
fn by_pointer(f: fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn by_reference_to_parameter<F: Fn(f64) -> f64>(f: &F, x: f64) -> f64 {
    integrate(f, 0.0, x, 4) * integrate(&f, 0.5, x, 2) + f(x)
}

#[differentiable]
fn ways_to_declare(k: f64, xs: &[f64]) -> f64 {
    by_impl(|x| x * k, xs[0])
        + by_reference_to_impl(&|x: f64| x + k, xs[1])
        + by_trait_object(&|x| k * x * x, xs)
        + by_pointer(square, k)
        + by_reference_to_parameter(&|x| x.sin() + k, xs[2])
}
check!(
    ways_to_declare_checks,
    ways_to_declare(0.6, &[0.3, 0.9, -0.4])
);

#[differentiable]
fn in_both<F: Fn(f64) -> f64, G: Fn(f64) -> f64>(f: F, g: G, x: f64) -> f64 {
    f(g(x)) - g(f(x))
}

#[differentiable]
fn two_functions(a: f64, b: f64) -> f64 {
    in_both(|x| x.sin() * a, |x| x.exp() + a * b, b)
}
check!(two_functions_checks, two_functions(0.8, 0.3));

#[differentiable]
fn closure_in_closure(a: f64, b: f64) -> f64 {
    integrate(|x| integrate(|y| x * y.sin() * a + b, 0.0, x, 3), 0.0, b, 3)
}
check!(closure_in_closure_checks, closure_in_closure(0.8, 1.3));

#[differentiable]
fn composed<F: Fn(f64) -> f64>(f: F, k: f64, x: f64) -> f64 {
    integrate(|t| f(t * k) + f(t), 0.0, x, 3) * f(k)
}

#[differentiable]
fn function_captured_by_closure(a: f64, x: f64) -> f64 {
    composed(|t| t * t * a, a.sin(), x)
}
check!(
    function_captured_by_closure_checks,
    function_captured_by_closure(0.8, 1.3)
);

#[differentiable]
fn adaptive<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, depth: usize) -> f64 {
    let m = 0.5 * (a + b);
    let coarse = (b - a) * f(m);
    let fine = 0.5 * (b - a) * (f(0.5 * (a + m)) + f(0.5 * (m + b)));
    if depth == 0 || (coarse - fine).abs() < 1e-3 {
        fine
    } else {
        adaptive(f, a, m, depth - 1) + adaptive(f, m, b, depth - 1)
    }
}

#[differentiable]
fn recursion(k: f64, b: f64) -> f64 {
    adaptive(&|x| (k * x * x).sin() / (0.1 + x), 0.0, b, 6)
}
check!(recursion_checks, recursion(1.3, 2.2));

#[differentiable]
fn euler(rhs: impl Fn(f64, &[f64]) -> Vec<f64>, y0: &[f64], t1: f64, n: usize) -> Vec<f64> {
    let h = t1 / n as f64;
    let mut y = y0.to_vec();
    for i in 0..n {
        let dy = rhs(i as f64 * h, &y);
        for j in 0..y.len() {
            y[j] += h * dy[j];
        }
    }
    y
}

#[differentiable]
fn ode(p: &[f64; 3], y0: &[f64]) -> Vec<f64> {
    let [a, b, c] = *p;
    euler(
        |t, y| vec![a * y[0] - b * y[0] * y[1] + t, c * y[0] * y[1]],
        y0,
        1.5,
        7,
    )
}
check_vjp!(ode_checks, ode(&[1.1, 0.4, 0.3], &[2.0, 1.0]));

#[differentiable]
fn fixed_point<F>(f: F, x0: [f64; 2], n: usize) -> [f64; 2]
where
    F: Fn([f64; 2]) -> [f64; 2],
{
    let mut x = x0;
    for _ in 0..n {
        x = f(x);
    }
    x
}

#[differentiable]
fn arrays(a: f64, b: f64) -> f64 {
    let [x, y] = fixed_point(|[x, y]| [0.5 * (a * y).cos(), 0.3 * x + b], [0.1, b], 5);
    let z = fixed_point(|v| [v[1] * a, v[0].sin()], [x, y], 2);
    x * y + z[0] * z[1]
}
check!(arrays_checks, arrays(0.9, 0.4));

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    stiffness: f64,
    rest: Vec<f64>,
}

#[differentiable]
impl Spring {
    fn total<F: Fn(f64) -> f64>(&self, f: F) -> f64 {
        let mut s = 0.0;
        for i in 0..self.rest.len() {
            s += f(self.rest[i] * self.stiffness);
        }
        s
    }

    fn make(f: impl Fn(f64) -> f64, x: f64) -> Spring {
        Spring {
            stiffness: f(x),
            rest: vec![f(x + 1.0), x],
        }
    }
}

#[differentiable]
fn methods(x: f64, k: f64) -> f64 {
    let spring = Spring::make(|t| t * t * k, x);
    spring.total(|r| r.sin() * k) + spring.total(square)
}
check!(methods_checks, methods(0.9, 0.4));

#[differentiable]
fn captured_struct(x: f64, k: f64) -> f64 {
    let spring = Spring::make(|t| t.cos() * k, x);
    let at = 1;
    integrate(|t| t * spring.stiffness + spring.rest[at] * t, 0.0, k, 4)
}
check!(captured_struct_checks, captured_struct(0.9, 0.4));

#[differentiable]
fn of_structs(f: impl Fn(&Spring) -> f64, spring: &Spring) -> f64 {
    f(spring) * spring.stiffness
}

#[differentiable]
fn struct_arguments(spring: &Spring, k: f64) -> f64 {
    of_structs(|s: &Spring| s.stiffness * k + s.rest[0], spring)
}
#[test]
fn struct_arguments_checks() {
    let spring = Spring {
        stiffness: 2.0,
        rest: vec![3.0],
    };
    let (d, dk) = struct_arguments::gradient(&spring, 0.5);
    assert_eq!((d.stiffness, d.rest[0], dk), (5.0, 2.0, 4.0));
}

#[differentiable]
fn generic_float<T: Real, F: Fn(T) -> T>(f: F, x: T) -> T {
    f(f(x) * x)
}

#[differentiable]
fn at_f64(x: f64, k: f64) -> f64 {
    generic_float(|t: f64| t * k, x) + generic_float(square, x)
}
check!(at_f64_checks, at_f64(0.9, 0.4));

#[differentiable]
fn inert_results(f: impl Fn(f64) -> bool, g: impl Fn(usize) -> f64, x: f64) -> f64 {
    if f(x) { x * g(2) } else { g(1) }
}

#[differentiable]
fn inert(x: f64, w: &[f64]) -> f64 {
    let n = w.len();
    inert_results(|t| t > 0.5, |i: usize| w[i] * n as f64, x)
}
check!(inert_checks, inert(0.9, &[0.4, 0.2, 0.7]));

#[differentiable]
fn constant_call(x: f64) -> f64 {
    let c = integrate(|t| t * t, 0.0, 1.0, 4);
    x * c
}
check!(constant_call_checks, constant_call(0.9));

#[differentiable]
fn chosen_function(x: f64, pick: usize) -> f64 {
    let g: fn(f64) -> f64 = if pick == 0 { square } else { f64::sin };
    let h = match pick {
        0 => |t: f64| t.exp(),
        _ => |t: f64| t * t * t,
    };
    by_pointer(g, x) + integrate(h, 0.0, x, 3)
}
check!(
    chosen_function_checks,
    chosen_function(0.9, fixed(0)),
    chosen_function(0.9, fixed(1))
);

#[differentiable]
trait Knots {
    fn knot(&self, i: usize) -> f64;

    fn average<F: Fn(f64) -> f64>(&self, f: F, n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += f(self.knot(i));
        }
        s / n as f64
    }

    fn applied(&self, f: impl Fn(f64, f64) -> f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Uniform {
    low: f64,
    high: f64,
}

#[differentiable]
impl Knots for Uniform {
    fn knot(&self, i: usize) -> f64 {
        self.low + i as f64 * self.high
    }

    fn applied(&self, f: impl Fn(f64, f64) -> f64) -> f64 {
        f(self.low, self.high)
    }
}

#[differentiable]
fn trait_methods(low: f64, high: f64, k: f64) -> f64 {
    let u = Uniform { low, high };
    u.average(|x| (k * x).exp(), 3) - u.average(f64::sin, 2) * u.applied(|a, b| a * b * k)
}
check!(trait_methods_checks, trait_methods(0.1, 1.3, 0.8));

#[differentiable]
fn over_knots<K: Knots + Differentiable + Clone, F: Fn(f64) -> f64>(knots: &K, f: F) -> f64 {
    knots.average(&f, 2) * knots.applied(|a, b| f(a) * b)
}

#[differentiable]
fn generic_methods(low: f64, high: f64) -> f64 {
    let u = Uniform { low, high };
    over_knots(&u, |x| x.sin() * high)
}
check!(generic_methods_checks, generic_methods(0.1, 1.3));

#[differentiable]
fn mapped(f: impl Fn(f64) -> f64, xs: &[f64]) -> f64 {
    let mut s = 0.0;
    for y in xs.iter().map(|&x| f(x)) {
        s += y * y;
    }
    s
}

#[differentiable]
fn mapped_by_closure(xs: &[f64], k: f64) -> f64 {
    mapped(|x| x * k, xs)
}
check!(
    mapped_by_closure_checks,
    mapped_by_closure(&[0.1, 1.3], 0.4)
);

#[differentiable]
fn option_inside(x: f64, k: f64) -> f64 {
    let shift = if k > 0.0 { Some(k) } else { None };
    integrate(
        |t| match shift {
            Some(s) => t * s,
            None => t.sin(),
        },
        0.0,
        x,
        3,
    )
}
check!(
    option_inside_checks,
    option_inside(0.7, 1.2),
    option_inside(0.7, -0.3)
);

#[differentiable]
fn early_return_inside(x: f64, k: f64) -> f64 {
    integrate(
        |t| {
            if t > 0.5 {
                return t * k;
            }
            let mut s = 0.0;
            for i in 0..3 {
                s += k * t.powi(i);
            }
            s
        },
        0.0,
        x,
        5,
    )
}
check!(early_return_inside_checks, early_return_inside(1.3, 0.7));

#[differentiable]
fn calls_inside(x: f64, k: f64) -> f64 {
    integrate(|t| square(t * k) + closure_with_capture(t, k), 0.1, x, 2)
}
check!(calls_inside_checks, calls_inside(1.3, 0.7));

#[differentiable]
fn returning_tuples<F: Fn(f64) -> (f64, f64)>(f: F, x: f64) -> f64 {
    let mut x = x;
    for _ in 0..3 {
        let (value, slope) = f(x);
        x -= value / slope;
    }
    x
}

#[differentiable]
fn newton(a: f64, guess: f64) -> f64 {
    returning_tuples(|x| (x * x * x - a, 3.0 * x * x), guess)
}
check!(newton_checks, newton(2.5, 1.2));

#[differentiable]
fn single(f: impl Fn(f32) -> f32, x: f32) -> f32 {
    f(x) * x
}

#[differentiable]
fn single_precision(x: f32, k: f32) -> f32 {
    single(|t| t.sin() * k, x) + single(|t| t * k, x)
}
check!(single_precision_checks, single_precision(0.5, 2.0));

mod elsewhere {
    use pullback::differentiable;

    #[differentiable]
    pub fn halved(x: f64) -> f64 {
        x / 2.0
    }

    #[differentiable]
    pub fn thrice(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
        let y = f(x);
        let z = f(y);
        f(z)
    }

    #[differentiable]
    pub fn once(f: impl FnOnce(Vec<f64>) -> f64, x: &[f64]) -> f64 {
        let v = x.to_vec();
        f(v)
    }
}

#[differentiable]
fn by_path(x: f64, k: f64) -> f64 {
    elsewhere::thrice(elsewhere::halved, x)
        * elsewhere::thrice(|t| t * k, x)
        * elsewhere::once(|v: Vec<f64>| v[0] * k + v[1], &[x, k])
}
check!(by_path_checks, by_path(0.5, 2.0));

#[test]
fn closures_may_be_used_many_times() {
    for i in 0..50 {
        let k = 0.1 * i as f64;
        let (dk, _) = closure_with_capture::gradient(k, 1.0);
        let (dk_again, _) = closure_with_capture::gradient(k, 1.0);
        assert_eq!(dk, dk_again);
    }
}

#[derive(Differentiable)]
struct Gains<T> {
    unused: T,
    gain: f64,
    weights: Vec<f64>,
    at: (f64, usize),
}

#[differentiable]
fn twice_each<F: Fn(f64) -> f64>(y: [f64; 2], f: F) -> [f64; 2] {
    [f(y[0]), f(f(y[1]))]
}

#[differentiable]
impl<T: Differentiable> Gains<T> {
    /// The whole of `self` could not be cloned.
    fn fields_are_captured_alone(&self, y: [f64; 2], z: f64) -> f64 {
        let u = twice_each(y, |d| d * self.gain + self.weights[1] * self.at.0);
        let k = self.gain * z;
        let v = twice_each(y, |d| {
            d * k * self.weights.iter().sum::<f64>() + self.at.1 as f64
        });
        u[0] * v[1] + u[1] * v[0]
    }
}

#[differentiable]
fn captured_fields(a: f64, b: f64) -> f64 {
    let gains = Gains {
        unused: vec![1.0],
        gain: a,
        weights: vec![b, a * b],
        at: (b * 2.0, 1),
    };
    gains.fields_are_captured_alone([a, b], b)
}
check!(captured_fields_checks, captured_fields(0.8, 0.6));
