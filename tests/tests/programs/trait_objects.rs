//! Objects of annotated traits.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[differentiable]
trait Force {
    fn at(&self, x: f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Hooke {
    k: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Drag {
    c: f64,
    p: f64,
}

#[differentiable]
impl Force for Hooke {
    fn at(&self, x: f64) -> f64 {
        -self.k * x
    }
}

#[differentiable]
impl Force for Drag {
    fn at(&self, x: f64) -> f64 {
        -self.c * x.abs().powf(self.p)
    }
}

#[differentiable]
fn total_force(forces: &[Box<dyn Force>], x: f64) -> f64 {
    forces.iter().map(|f| f.at(x)).sum()
}

#[differentiable]
fn two_forces(k: f64, c: f64, x: f64) -> f64 {
    let forces: Vec<Box<dyn Force>> = vec![Box::new(Hooke { k }), Box::new(Drag { c, p: 1.5 })];
    total_force(&forces, x).powi(2)
}
check!(two_forces_checks, two_forces(0.8, 1.3, 0.5));

impl Clone for Box<dyn Shape> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

#[differentiable]
trait Shape {
    fn copy(&self) -> Box<dyn Shape>;
    fn area(&self) -> f64;
    fn scaled(&self, k: f64, by: &[f64], n: usize) -> Vec<f64>;
    fn label(&self) -> usize;
}

#[derive(Clone, Debug, Differentiable)]
struct Disc {
    r: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct Poly {
    xs: Vec<f64>,
    h: f64,
}
#[differentiable]
impl Shape for Disc {
    fn copy(&self) -> Box<dyn Shape> {
        Box::new(self.clone())
    }
    fn area(&self) -> f64 {
        3.0 * self.r * self.r
    }
    fn scaled(&self, k: f64, by: &[f64], n: usize) -> Vec<f64> {
        by.iter().map(|b| b * k * self.r + n as f64).collect()
    }
    fn label(&self) -> usize {
        1
    }
}

#[differentiable]
impl Shape for Poly {
    fn copy(&self) -> Box<dyn Shape> {
        Box::new(self.clone())
    }
    fn area(&self) -> f64 {
        self.xs.iter().map(|x| x * self.h).sum()
    }
    fn scaled(&self, k: f64, by: &[f64], n: usize) -> Vec<f64> {
        by.iter().map(|b| b.sin() * k + self.xs[n]).collect()
    }
    fn label(&self) -> usize {
        2
    }
}

#[derive(Clone, Differentiable)]
struct Union {
    parts: Vec<Box<dyn Shape>>,
    weight: f64,
}
#[differentiable]
impl Shape for Union {
    fn copy(&self) -> Box<dyn Shape> {
        Box::new(self.clone())
    }
    fn area(&self) -> f64 {
        self.parts.iter().map(|p| p.area()).sum::<f64>() * self.weight
    }
    fn scaled(&self, k: f64, by: &[f64], n: usize) -> Vec<f64> {
        let mut s = self.parts[0].scaled(k, by, n);
        for p in &self.parts {
            let q = p.scaled(k * self.weight, by, n);
            for i in 0..s.len() {
                s[i] += q[i] * p.area();
            }
        }
        s
    }
    fn label(&self) -> usize {
        3
    }
}

#[differentiable]
fn make(kind: usize, r: f64) -> Box<dyn Shape> {
    if kind == 0 {
        Box::new(Disc { r })
    } else {
        Box::new(Poly {
            xs: vec![r, r * r],
            h: 2.0,
        })
    }
}

#[differentiable]
fn made_by_a_function(x: f64, k: f64) -> f64 {
    let s = make(0, x);
    let t = make(1, k);
    s.area() * t.area()
}
check!(made_by_a_function_checks, made_by_a_function(0.7, 0.9));

#[differentiable]
fn objects_in_objects(x: f64, k: f64) -> f64 {
    let inner: Vec<Box<dyn Shape>> = vec![make(1, x), Box::new(Disc { r: k })];
    let u: Box<dyn Shape> = Box::new(Union {
        parts: inner,
        weight: k,
    });
    let v = u.scaled(x, &[k, x, 1.0], 1);
    let mut total = 0.0;
    for (i, y) in v.iter().enumerate() {
        total += y * u.area() * (i + u.label()) as f64;
    }
    total
}
check!(objects_in_objects_checks, objects_in_objects(0.7, 0.9));

#[differentiable]
fn pushed_and_looped_over(x: f64, k: f64) -> f64 {
    let mut shapes: Vec<Box<dyn Shape>> = Vec::new();
    for i in 0..4 {
        if i % 2 == 0 {
            shapes.push(Box::new(Disc { r: x * i as f64 }));
        } else {
            shapes.push(make(i, k));
        }
    }
    shapes.push(Box::new(Disc { r: k }) as Box<dyn Shape>);
    let mut s = 0.0;
    for shape in &shapes {
        s += shape.area() * s + k * shape.area();
    }
    for i in 0..shapes.len() {
        s *= 1.0 + 0.1 * shapes[i].area();
    }
    s
}
check!(
    pushed_and_looped_over_checks,
    pushed_and_looped_over(0.7, 0.9)
);

#[differentiable]
fn largest(shapes: &[Box<dyn Shape>]) -> f64 {
    let mut best = 0.0;
    for s in shapes.iter() {
        if s.area() > best {
            best = s.area();
        }
    }
    best
}

#[differentiable]
fn largest_of_three(x: f64, k: f64) -> f64 {
    let shapes: Vec<Box<dyn Shape>> = vec![make(0, x), make(1, k), make(0, k)];
    largest(&shapes) * shapes.len() as f64
}
check!(largest_of_three_checks, largest_of_three(0.7, 0.9));

#[differentiable]
fn scene(u: &Union, k: f64) -> f64 {
    let mut t = 0.0;
    for p in u.parts.iter() {
        t += p.area() * k;
    }
    t * u.area()
}

#[differentiable]
fn in_a_field(x: f64, k: f64) -> f64 {
    let u = Union {
        parts: vec![make(0, x), make(1, k)],
        weight: x,
    };
    scene(&u, k)
}
check!(in_a_field_checks, in_a_field(0.7, 0.9));

#[differentiable]
fn owned(s: Box<dyn Shape>, k: f64) -> f64 {
    s.area() * k
}

#[differentiable]
fn passed_by_value(x: f64, k: f64) -> f64 {
    owned(make(0, x), k) + {
        let o: Box<dyn Shape> = Box::new(Disc { r: k });
        owned(o, x)
    }
}
check!(passed_by_value_checks, passed_by_value(0.7, 0.9));

#[differentiable]
fn in_an_option(x: f64, k: f64) -> f64 {
    let s: Option<Box<dyn Shape>> = if x > 0.0 {
        Some(Box::new(Disc { r: x }))
    } else {
        None
    };
    match &s {
        Some(s) => s.area() * k,
        None => k,
    }
}
check!(in_an_option_checks, in_an_option(0.7, 0.9));

fn two_parts(r: f64) -> Union {
    let poly = Poly {
        xs: vec![1.0, 2.0],
        h: 0.5,
    };
    Union {
        parts: vec![Box::new(Disc { r }), Box::new(poly)],
        weight: 1.5,
    }
}

#[test]
fn gradients_of_objects_made_outside_are_found_by_their_types() {
    let (du, dk) = scene::gradient(&two_parts(2.0), 0.7);
    let d_disc = du.parts[0].tangent_of::<Disc>().expect("a disc");
    let h = 1e-6;
    let by_r = (scene(&two_parts(2.0 + h), 0.7) - scene(&two_parts(2.0 - h), 0.7)) / (2.0 * h);
    let by_k = (scene(&two_parts(2.0), 0.7 + h) - scene(&two_parts(2.0), 0.7 - h)) / (2.0 * h);
    assert!((d_disc.r - by_r).abs() < 1e-5 * by_r.abs());
    assert!((dk - by_k).abs() < 1e-5 * by_k.abs());
    assert!(du.parts[0].tangent_of::<Poly>().is_none());
}

#[differentiable]
trait Kernel {
    fn eval(&self, a: f64, b: f64) -> f64;

    fn diagonal(&self, a: f64) -> f64 {
        self.eval(a, a) + a
    }

    fn diagonals(&self, xs: &[f64]) -> Vec<f64> {
        xs.iter().map(|&x| self.diagonal(x)).collect()
    }
}

#[derive(Clone, Differentiable)]
struct Decay {
    rate: f64,
}

#[differentiable]
impl Kernel for Decay {
    fn eval(&self, a: f64, b: f64) -> f64 {
        (-self.rate * (a - b + 1.0).powi(2)).exp()
    }
}

#[derive(Clone, Differentiable)]
struct Polynomial<const N: usize>([f64; N]);

#[differentiable]
impl<const N: usize> Kernel for Polynomial<N> {
    fn eval(&self, a: f64, b: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |s, c| s * a * b + c)
    }

    fn diagonal(&self, a: f64) -> f64 {
        self.0[0] * a.sin()
    }
}

#[derive(Clone, Differentiable)]
struct Sum<A, B>(A, B);

#[differentiable]
impl<A: Kernel + Differentiable, B: Kernel + Differentiable> Kernel for Sum<A, B> {
    fn eval(&self, a: f64, b: f64) -> f64 {
        self.0.eval(a, b) * self.1.diagonal(b)
    }
}

#[differentiable]
fn objects_keep_what_their_traits_give(x: &[f64], a: f64) -> f64 {
    let kernels: Vec<Box<dyn Kernel>> = vec![
        Box::new(Decay { rate: x[0] }),
        Box::new(Polynomial([x[1], x[2], a])),
        Box::new(Sum(Decay { rate: x[2] }, Polynomial([x[0], a]))),
        Box::new(Sum(
            Polynomial([x[0]]),
            Sum(Decay { rate: a }, Decay { rate: x[1] }),
        )),
    ];
    let mut s = 0.0;
    for (i, k) in kernels.iter().enumerate() {
        s += k.eval(a, x[i % 3]) * k.diagonal(x[0]);
        s += k.diagonals(&x[1..]).iter().product::<f64>();
    }
    s
}
check!(
    objects_keep_what_their_traits_give_checks,
    objects_keep_what_their_traits_give(&[0.7, 0.4, 1.1], 0.9)
);
