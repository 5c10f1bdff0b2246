use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, Differentiable)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl V3 {
    fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }
    fn dot(&self, o: &V3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn normalized(self) -> V3 {
        self * (1.0 / self.dot(&self).sqrt())
    }
}

#[differentiable]
impl Add for V3 {
    type Output = V3;
    fn add(self, o: V3) -> V3 {
        V3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
#[differentiable]
impl Sub for V3 {
    type Output = V3;
    fn sub(self, o: V3) -> V3 {
        V3::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
#[differentiable]
impl Mul<f64> for V3 {
    type Output = V3;
    fn mul(self, k: f64) -> V3 {
        V3::new(self.x * k, self.y * k, self.z * k)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Ray {
    origin: V3,
    dir: V3,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Sphere {
    center: V3,
    radius: f64,
}

#[differentiable]
impl Sphere {
    fn hit(&self, ray: &Ray) -> Option<f64> {
        let oc = ray.origin - self.center;
        let b = oc.dot(&ray.dir);
        let c = oc.dot(&oc) - self.radius * self.radius;
        let disc = b * b - c;
        if disc < 0.0 {
            return None;
        }
        let t = -b - disc.sqrt();
        (t > 0.0).then_some(t)
    }
}

#[differentiable]
fn shade(center: [f64; 3], radius: f64, px: f64, py: f64) -> f64 {
    let sphere = Sphere {
        center: V3::new(center[0], center[1], center[2]),
        radius,
    };
    let ray = Ray {
        origin: V3::new(0.0, 0.0, 0.0),
        dir: V3::new(px, py, 1.0).normalized(),
    };
    if let Some(t) = sphere.hit(&ray) {
        let p = ray.origin + ray.dir * t;
        let n = (p - sphere.center) * (1.0 / sphere.radius);
        n.dot(&V3::new(0.3, 0.5, -0.8)).max(0.0)
    } else {
        0.1 + 0.2 * py
    }
}

#[test]
fn gradient_is_right() {
    for (px, py) in [(0.05, 0.02), (0.9, 0.7)] {
        let c = [0.1, -0.2, 4.0];
        let (dc, dr, dx, dy) = shade::gradient(c, 1.0, px, py);
        assert_grad(
            |v| shade([v[0], v[1], v[2]], v[3], v[4], v[5]),
            &[c[0], c[1], c[2], 1.0, px, py],
            &[dc[0], dc[1], dc[2], dr, dx, dy],
        );
    }
}
