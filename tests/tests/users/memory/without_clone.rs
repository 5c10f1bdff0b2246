//! Types that derive `Differentiable` and nothing else: what the reverse sweep copies needs no `Clone`.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;
use std::rc::Rc;

#[derive(Differentiable)]
enum Shape {
    Disc(f64),
    Sheet { w: f64, h: [f64; 2] },
    Point,
}

#[derive(Differentiable)]
enum Mode {
    Fast,
    Slow,
}

#[derive(Differentiable)]
struct Body {
    mass: f64,
    at: [f64; 2],
    shape: Shape,
    more: (Option<Box<Shape>>, Vec<Shape>),
    mode: Mode,
    name: String,
    #[constant]
    unit: f64,
}

#[differentiable]
fn body(mass: f64, x: f64, mode: Mode) -> Body {
    Body {
        mass,
        at: [x, 1.5],
        shape: Shape::Disc(x),
        more: (
            Some(Box::new(Shape::Sheet { w: x, h: [mass, x] })),
            vec![Shape::Point, Shape::Disc(mass)],
        ),
        mode,
        name: String::from("moon"),
        unit: 2.0,
    }
}

#[differentiable]
impl Shape {
    fn area(self) -> f64 {
        match self {
            Shape::Disc(r) => 3.0 * r * r,
            Shape::Sheet { w, h } => w * h[0] * h[1],
            Shape::Point => 0.25,
        }
    }
}

#[differentiable]
impl Body {
    fn kick(&mut self, f: f64) {
        self.at[0] += f / self.mass;
        self.at[1] *= f;
        if let Shape::Disc(r) = &mut self.shape {
            *r *= self.at[0];
        }
    }

    fn heavier(mut self, by: f64) -> Self {
        self.mass *= by * self.unit;
        self.kick(by);
        self
    }

    fn energy(self) -> f64 {
        let speed = match self.mode {
            Mode::Fast => 2.0,
            Mode::Slow => 0.5,
        };
        let inside: f64 = self.more.1.into_iter().map(|s| s.area()).sum();
        let held = match self.more.0 {
            Some(held) => held.area(),
            None => 1.0,
        };
        speed * self.mass * self.at[0] * self.at[0] + self.at[1] * self.shape.area() + inside * held
    }
}

#[differentiable]
fn drift(b: &mut Body, f: f64) {
    b.kick(f);
    b.at[1] *= b.at[0];
    if f > 1.0 {
        b.shape = Shape::Sheet { w: f, h: b.at };
    }
    b.mass += b.name.len() as f64 * f;
}

#[differentiable]
fn through(b: &mut Body, f: f64) -> f64 {
    drift(b, f);
    for _ in 0..2 {
        drift(b, f * f);
    }
    b.at[0] * b.at[1] + b.mass
}

#[differentiable]
fn owned(b: Body, f: f64) -> f64 {
    b.heavier(f).heavier(f * f).energy()
}

#[differentiable]
fn in_a_slice(bodies: &mut [Body], f: f64) -> f64 {
    for b in bodies.iter_mut() {
        drift(b, f);
    }
    bodies.swap(0, 1);
    through(&mut bodies[0], f) * bodies[1].mass
}

#[differentiable]
fn in_a_vector(bodies: &mut Vec<Body>, f: f64) -> f64 {
    let mut total: f64 = 0.0;
    for i in 0..bodies.len() {
        total += through(&mut bodies[i], f * total.cos());
    }
    while let Some(b) = bodies.pop() {
        total = total * 0.1 + b.heavier(f).energy();
    }
    total
}

#[differentiable]
fn through_of(m: f64, x: f64, f: f64) -> f64 {
    let mut b = body(m, x, Mode::Slow);
    through(&mut b, f) + b.energy()
}
check!(
    through_checks,
    through_of(2.0, 0.7, 0.8),
    through_of(2.0, 0.7, 1.2)
);

#[differentiable]
fn owned_of(m: f64, x: f64, f: f64) -> f64 {
    owned(body(m, x, Mode::Fast), f)
}
check!(
    owned_checks,
    owned_of(2.0, 0.7, 0.8),
    owned_of(2.0, 0.7, 1.2)
);

#[differentiable]
fn in_a_slice_of(m: f64, x: f64, f: f64) -> f64 {
    let mut bodies = [body(m, x, Mode::Fast), body(x, m, Mode::Slow)];
    in_a_slice(&mut bodies, f)
}
check!(
    in_a_slice_checks,
    in_a_slice_of(2.0, 0.7, 0.8),
    in_a_slice_of(2.0, 0.7, 1.2)
);

#[differentiable]
fn in_a_vector_of(m: f64, x: f64, f: f64) -> f64 {
    let mut bodies = vec![body(m, x, Mode::Fast)];
    bodies.push(body(x, m, Mode::Slow));
    in_a_vector(&mut bodies, f)
}
check!(
    in_a_vector_checks,
    in_a_vector_of(2.0, 0.7, 0.8),
    in_a_vector_of(2.0, 0.7, 1.2)
);

#[differentiable]
fn counted(x: f64) -> f64 {
    let b = Rc::new(body(x, x * x, Mode::Fast));
    let (c, d) = (Rc::clone(&b), b.clone());
    b.mass * c.at[0] * d.unit + d.mass
}
check!(counted_checks, counted(1.3));

/// The public calls change nothing and agree with those of what takes floats.
#[test]
fn public_calls_take_copies() {
    let (m, x, f) = (2.0, 0.7, 1.2);
    let mut b = body(m, x, Mode::Slow);
    let (value, (d_b, d_f)) = through::value_and_gradient(&mut b, f);
    assert_eq!((b.mass, b.at), (m, [x, 1.5]));
    assert!(matches!(b.shape, Shape::Disc(r) if r == x));
    assert_eq!((b.more.1.len(), &*b.name, b.unit), (2, "moon", 2.0));
    let h = 1e-6;
    let at = |m: f64, f: f64| through(&mut body(m, x, Mode::Slow), f);
    assert_eq!(value, at(m, f));
    let d_value = (at(m, f + h) - at(m, f - h)) / (2.0 * h);
    assert!(
        (d_f - d_value).abs() < 1e-5 * d_value.abs().max(1.0),
        "{d_f} {d_value}"
    );

    let (mut into_b, mut into_f) = (d_b, 7.0);
    let again = through::value_and_gradient_into(&mut b, f, &mut into_b, &mut into_f);
    assert_eq!((again, into_f, b.mass), (value, d_f, m));
}

#[derive(Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn turn(p: &mut Point, others: &mut [Point], a: f64) {
    let x = p.x * a.cos() - p.y * a.sin();
    p.y = p.x * a.sin() + p.y * a.cos();
    p.x = x * p.y;
    others[1].x *= p.x;
}

#[test]
fn pullbacks_keep_copies_of_final_contents() {
    let point = |x, y| Point { x, y };
    let (mut p, mut others) = (point(0.3, 0.4), [point(1.0, 2.0), point(3.0, 4.0)]);
    let ((), pullback) = turn::vjp(&mut p, &mut others, 0.5);
    let last = others[1].x;
    assert_eq!(last, 3.0 * p.x);
    let ct = || PointTangent { x: 0.0, y: 0.0 };
    let seed = || vec![ct(), PointTangent { x: 1.0, y: 0.0 }];
    for _ in 0..2 {
        let (d_p, d_others, _) = pullback.call((ct(), seed()));
        let h = 1e-6;
        let at = |x: f64| {
            let (mut p, mut others) = (point(x, 0.4), [point(1.0, 2.0), point(3.0, 4.0)]);
            turn(&mut p, &mut others, 0.5);
            others[1].x
        };
        assert!((d_p.x - (at(0.3 + h) - at(0.3 - h)) / (2.0 * h)).abs() < 1e-7);
        assert!((d_others[1].x - p.x).abs() < 1e-12);
    }
    assert_eq!(others[1].x, last);
}

/// What no copy is taken of may hold what cannot be copied.
struct Handle(usize);

#[derive(Differentiable)]
struct Sensor {
    gain: f64,
    #[constant]
    handle: Handle,
}

#[differentiable]
impl Sensor {
    fn read(&self, x: f64) -> f64 {
        self.gain * x * self.gain
    }
}

#[test]
fn fields_without_copies_are_errors_of_copies_alone() {
    let sensor = Sensor {
        gain: 3.0,
        handle: Handle(1),
    };
    let (d_sensor, d_x) = sensor.read_gradient(2.0);
    assert_eq!((d_sensor.gain, d_x, sensor.handle.0), (12.0, 9.0, 1));
}

#[derive(Differentiable)]
struct Scaled<T> {
    factor: f64,
    inner: T,
    parts: Vec<Box<T>>,
}

#[differentiable]
fn rescale<T: Differentiable>(s: &mut Scaled<T>, by: f64) {
    s.factor *= by;
    s.factor *= s.factor;
}

#[differentiable]
fn scaled_of(x: f64) -> f64 {
    let mut s = Scaled {
        factor: x,
        inner: Point { x, y: x * x },
        parts: vec![Box::new(Point { x, y: 2.0 })],
    };
    rescale(&mut s, 3.0 * x);
    let t = s.inner.y * s.factor;
    s.inner = Point { x: t, y: t };
    rescale(&mut s, t);
    s.factor * s.inner.x + s.parts[0].x
}
check!(scaled_checks, scaled_of(0.7));

#[differentiable]
trait Law {
    fn applied(self, x: f64) -> f64;
    fn stiffen(&mut self, by: f64);
}

#[differentiable]
impl Law for Point {
    fn applied(self, x: f64) -> f64 {
        self.x * x + self.y
    }
    fn stiffen(&mut self, by: f64) {
        self.x *= by * self.x;
    }
}

#[differentiable]
fn by_law<L: Law + Differentiable>(mut law: L, x: f64) -> f64 {
    law.stiffen(x);
    law.stiffen(x);
    law.applied(x * x)
}

#[differentiable]
fn law_of(x: f64, y: f64) -> f64 {
    by_law(Point { x, y }, x * y)
}
check!(law_checks, law_of(0.7, 1.2));
