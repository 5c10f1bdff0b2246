use crate::check;
use pullback::{Differentiable, Real, differentiable};

#[differentiable]
fn cubic<T: Real>(x: T) -> T {
    x * x * x
}

#[differentiable]
fn rosen<T: Real>(x: &[T]) -> T {
    (x[1] - x[0] * x[0]).powi(2) + (T::ONE - x[0]).powi(2)
}

#[differentiable]
fn norm<const N: usize>(x: [f64; N]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[differentiable]
fn scale<T, const N: usize>(x: &[T; N], k: T) -> [T; N]
where
    T: Real,
{
    x.map(|v| v * k)
}

#[differentiable]
fn lerp<T: Real + std::fmt::Debug>(a: T, b: T, t: T) -> T {
    a + (b - a) * t
}

#[differentiable]
fn apply<T: Real>(f: impl Fn(T) -> T, x: T) -> T {
    f(x) + T::ONE
}

#[differentiable]
fn on(f: &dyn Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
    f(x) * x[0]
}

#[differentiable]
fn on_array<F>(f: F, x: f64) -> f64
where
    F: Fn([f64; 2]) -> f64,
{
    f([x, 2.0])
}

#[differentiable]
fn blend(f: impl Fn(f64, f64, f64) -> f64, x: f64) -> f64 {
    f(x, 2.0, x * x)
}

#[differentiable]
fn fill(f: fn(&[f64; 2], f64) -> [f64; 2], x: f64) -> f64 {
    let v = f(&[x, 1.0], x);
    v[0] + v[1]
}

#[differentiable]
fn narrow(x: f64) -> f64 {
    apply(cubic::<f32>, x as f32) as f64
}

#[differentiable]
fn by_what_it_is_given(x: f64) -> f64 {
    apply(cubic, x) * apply(cubic::<f64>, x)
}

#[differentiable]
fn of_slices(x: f64) -> f64 {
    on(&rosen::<f64>, &[x, 2.0]) + on(&rosen, &[2.0, x])
}

#[differentiable]
fn of_arrays_and_several(x: f64) -> f64 {
    on_array(norm, x)
        + on_array(norm::<2>, x)
        + blend(lerp, x)
        + blend(lerp::<f64>, x)
        + fill(scale, x)
}

#[derive(Differentiable)]
struct Layer<F> {
    act: F,
    w: f64,
}

#[differentiable]
impl<F: Fn(f64) -> f64> Layer<F> {
    fn new(act: F, w: f64) -> Self {
        Layer { act, w }
    }
    fn out(&self, x: f64) -> f64 {
        (self.act)(self.w * x)
    }
}

#[differentiable]
fn kept(x: f64) -> f64 {
    Layer::new(cubic, x).out(x) + Layer::new(cubic::<f64>, 2.0).out(x)
}

#[differentiable]
fn called_here(x: f64) -> f64 {
    let f = cubic;
    let g: &dyn Fn(f64) -> f64 = &cubic;
    f(x) + g(x) + [x, 1.0].map(cubic)[0] + [x, x].iter().map(|v| cubic(*v)).fold(0.0, f64::max)
}

#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[&[1.5], &[-0.7]];
    check(
        |p| by_what_it_is_given(p[0]),
        |p| vec![by_what_it_is_given::gradient(p[0])],
        points,
    );
    check(
        |p| of_slices(p[0]),
        |p| vec![of_slices::gradient(p[0])],
        points,
    );
    check(
        |p| of_arrays_and_several(p[0]),
        |p| vec![of_arrays_and_several::gradient(p[0])],
        points,
    );
    check(|p| kept(p[0]), |p| vec![kept::gradient(p[0])], points);
    check(
        |p| called_here(p[0]),
        |p| vec![called_here::gradient(p[0])],
        points,
    );
    assert_eq!(narrow::gradient(1.5), 6.75);
}
