//! Generic, const-generic and lifetime-annotated functions.

use pullback::{Differentiable, Real, differentiable};
use pullback_tests::{check, check_in_place, check_vjp};

#[differentiable]
fn norm<T: Real>(x: &[T]) -> T {
    let mut s = T::ZERO;
    for &v in x {
        s += v * v;
    }
    s.sqrt()
}
check!(
    norm_checks,
    norm(&[1.0, 2.0, -0.5]),
    norm(&[1.0f32, 2.0, -0.5])
);

#[test]
fn instantiated_by_turbofish() {
    assert_eq!(norm::gradient::<f32>(&[0.0, -4.0]), [0.0f32, -1.0]);
    assert_eq!(norm::gradient::<f64>(&[0.0, -4.0]), [0.0f64, -1.0]);
}

#[differentiable]
fn generic_polynomial<T>(x: T, c: &[T]) -> T
where
    T: Real,
{
    let mut p = T::from_f64(0.0);
    for &a in c.iter().rev() {
        p = p * x + a;
    }
    p
}
check!(
    generic_polynomial_checks,
    generic_polynomial(0.7, &[1.0, 2.0, 3.0]),
    generic_polynomial(0.7f32, &[1.0f32, 2.0])
);

#[differentiable]
fn generic_elementary<T: Real>(x: T, y: T) -> T {
    let two = T::from_f64(2.0);
    let z = (x * two).sin() + y.exp() / (T::ONE + x * x);
    z.max(x).tanh() - z.powi(2) * T::PI
}
check!(
    generic_elementary_checks,
    generic_elementary(0.7, 0.2),
    generic_elementary(0.7f32, 0.2)
);

#[differentiable]
fn generic_branch<T: Real>(x: T, low: T) -> T {
    if x < low {
        low * x
    } else if x > T::from_f64(3.0) {
        -x
    } else {
        x * x
    }
}
check!(
    generic_branch_checks,
    generic_branch(0.7, 1.0),
    generic_branch(1.7, 1.0),
    generic_branch(3.7f32, 1.0)
);

#[differentiable]
fn generic_in_place<T: Real>(y: &mut [T], a: T) {
    for v in y.iter_mut() {
        *v = *v * *v + a;
    }
}
check_in_place!(
    generic_in_place_checks,
    generic_in_place(&mut vec![0.7, 1.0], 0.3),
    generic_in_place(&mut vec![0.7f32], 0.3)
);

#[differentiable]
fn generic_vector<T: Real>(x: T, n: usize) -> Vec<T> {
    let mut out = Vec::with_capacity(n);
    let mut p = T::ONE;
    for _ in 0..n {
        out.push(p);
        p *= x;
    }
    out
}
check_vjp!(
    generic_vector_checks,
    generic_vector(0.7, fixed(4)),
    generic_vector(0.7f32, fixed(3))
);

#[differentiable]
fn generic_helper_called<T: Real>(x: &[T], k: T) -> T {
    norm(x) * k + generic_polynomial(k, x) + norm::<T>(&[k, x[0]])
}
check!(
    generic_helper_called_checks,
    generic_helper_called(&[1.0, 2.0], 0.4)
);

#[differentiable]
fn concrete_calls_generic(x: &[f64], y: f32) -> f64 {
    norm(x) * generic_branch(y, 0.5) as f64 + norm::<f32>(&[y, 2.0]) as f64
}
check!(
    concrete_calls_generic_checks,
    concrete_calls_generic(&[1.0, 2.0], 0.7)
);

#[differentiable]
fn generic_recursion<T: Real>(x: T, n: u32) -> T {
    if n == 0 {
        T::ONE
    } else {
        generic_recursion(x, n - 1) * x + x
    }
}
check!(
    generic_recursion_checks,
    generic_recursion(0.7, fixed(4)),
    generic_recursion(0.7f32, fixed(2))
);

#[differentiable]
fn fixed_size<const N: usize>(x: &[f64; N]) -> f64 {
    let mut s = 0.0;
    for i in 0..N {
        s += x[i] * x[N - 1 - i] / N as f64;
    }
    s
}
check!(
    fixed_size_checks,
    fixed_size(&[1.0, 2.0, 3.0]),
    fixed_size(&[4.0])
);

#[differentiable]
fn fixed_matrix<T: Real, const N: usize, const M: usize>(a: &[[T; M]; N], x: &[T; M]) -> [T; N] {
    let mut y = [T::ZERO; N];
    for i in 0..N {
        for j in 0..M {
            y[i] += a[i][j] * x[j];
        }
    }
    y
}
check_vjp!(
    fixed_matrix_checks,
    fixed_matrix(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], &[0.5, -0.5, 1.0]),
    fixed_matrix(&[[1.0f32], [4.0]], &[0.5]),
);

#[differentiable]
fn constant_argument_by_value<const N: usize>(x: [f64; N], k: f64) -> f64 {
    let mut p = k;
    for v in x {
        p *= v;
    }
    p
}
check!(
    constant_argument_by_value_checks,
    constant_argument_by_value([1.0, 2.0, 3.0], 0.5)
);

#[differentiable]
fn fixed_power<const DEGREE: usize>(x: f64) -> f64 {
    let mut p = 1.0;
    for _ in 0..DEGREE {
        p *= x;
    }
    p
}

#[differentiable]
fn calls_const_generic(x: f64) -> f64 {
    fixed_power::<3>(x) + fixed_power::<0>(x) + fixed_size(&[x, 2.0])
}
check!(calls_const_generic_checks, calls_const_generic(0.7));

#[differentiable]
fn explicit_lifetime<'a>(x: &'a [f64], y: &'a [f64]) -> f64 {
    x[0] * y[1] - x[1] * y[0]
}
check!(
    explicit_lifetime_checks,
    explicit_lifetime(&[1.0, 2.0], &[0.3, 0.4])
);

#[differentiable]
fn several_lifetimes<'long: 'short, 'short, T: Real + 'long>(x: &'long [T], y: &'short mut [T]) -> T
where
    T: PartialOrd,
{
    for i in 0..y.len() {
        y[i] *= x[i];
    }
    y[0] + y[y.len() - 1]
}
check!(
    several_lifetimes_checks,
    several_lifetimes(&[1.0, 2.0], &mut vec![0.3, 0.4])
);

#[differentiable]
fn unused_type_parameter<K: Copy>(x: f64, #[constant] _key: K) -> f64 {
    x * x
}
check!(
    unused_type_parameter_checks,
    unused_type_parameter(0.7, fixed("anything")),
    unused_type_parameter(0.7, fixed(3u8))
);

#[differentiable]
fn passes_a_value_through<P: Differentiable>(x: f64, p: P) -> (f64, P) {
    (x * 2.0, p)
}
check_vjp!(
    passes_a_value_through_checks,
    passes_a_value_through(0.7, 0.3),
    passes_a_value_through(0.7, [0.3, 0.4])
);

/// A user's own trait with `Real` as its supertrait.
trait Scalar: Real {
    fn half() -> Self;
}

impl Scalar for f64 {
    fn half() -> Self {
        0.5
    }
}

impl Scalar for f32 {
    fn half() -> Self {
        0.5
    }
}

#[differentiable]
fn users_trait<T: Scalar>(x: T) -> T {
    let h = T::half();
    h * x * x
}
check!(users_trait_checks, users_trait(0.7), users_trait(0.7f32));

#[differentiable]
fn generic_mixture<T: Real>(x: &[T], means: &[T], log_sd: T) -> T {
    let mut total = T::ZERO;
    for &v in x {
        let mut s = T::ZERO;
        for &m in means {
            let z = (v - m) / log_sd.exp();
            s += (-(z * z) / T::from_f64(2.0)).exp();
        }
        total += s.ln() - log_sd;
    }
    total
}
check!(
    generic_mixture_checks,
    generic_mixture(&[0.1, 1.2], &[0.0, 1.0], -0.3),
    generic_mixture(&[0.1f32, 1.2], &[0.0f32, 1.0], -0.3)
);

#[derive(Clone, Differentiable)]
struct Polyline<T> {
    knots: Vec<T>,
    values: Vec<T>,
}

#[differentiable]
fn lerp<T: Real>(a: T, b: T, t: T) -> T {
    a + (b - a) * t
}

// Whose types are seen nowhere is called under a branch.
#[differentiable]
impl<T: Real> Polyline<T> {
    fn at(&self, t: T) -> T {
        match self.knots.iter().position(|k| *k > t) {
            Some(0) => self.values[0],
            Some(i) => {
                let (a, b) = (self.knots[i - 1], self.knots[i]);
                lerp(self.values[i - 1], self.values[i], (t - a) / (b - a))
            }
            None => self.values[self.values.len() - 1],
        }
    }
}

#[differentiable]
fn along_a_polyline<T: Real>(values: &[T], t: T) -> T {
    let line = Polyline {
        knots: vec![T::ZERO, T::ONE],
        values: values.to_vec(),
    };
    line.at(t) * t
}
check!(
    along_a_polyline_checks,
    along_a_polyline(&[0.7, 1.2], -0.5),
    along_a_polyline(&[0.7, 1.2], 0.3),
    along_a_polyline(&[0.7, 1.2], 1.5),
    along_a_polyline(&[0.7f32, 1.2], 0.3f32)
);
