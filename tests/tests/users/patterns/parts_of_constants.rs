//! Patterns that take apart what constants' methods give: by value or by reference, as its type says.

use crate::assert_grad;
use pullback::differentiable;

struct Spring {
    from: usize,
    to: usize,
    stiffness: f64,
}

#[derive(Clone, Copy)]
struct Sample(f64, f64, usize);

/// Neither it nor its springs can be copied.
struct Mesh {
    springs: Vec<Spring>,
    samples: Vec<Sample>,
    weights: Vec<(usize, f64)>,
}

impl Mesh {
    fn len(&self) -> usize {
        self.springs.len()
    }

    fn spring(&self, i: usize) -> &Spring {
        &self.springs[i]
    }

    fn first(&self) -> Option<&Spring> {
        self.springs.first()
    }

    fn sample(&self, i: usize) -> Sample {
        self.samples[i]
    }

    fn weight(&self, i: usize) -> &(usize, f64) {
        &self.weights[i]
    }

    fn weight_of(&self, i: usize) -> (usize, f64) {
        self.weights[i]
    }

    fn corners(&self) -> [usize; 3] {
        [0, 1, 2]
    }

    fn all(&self) -> (Sample, &[Sample]) {
        (self.samples[0], &self.samples)
    }
}

#[differentiable]
fn by_reference(u: &[f64], #[constant] mesh: &Mesh) -> f64 {
    let mut energy = 0.0;
    for i in 0..mesh.len() {
        let Spring {
            from,
            to,
            stiffness,
        } = mesh.spring(i);
        let d = u[*to] - u[*from];
        energy += 0.5 * stiffness * d * d;
    }
    energy
}

#[differentiable]
fn named_before(u: &[f64], #[constant] mesh: &Mesh) -> f64 {
    let mut energy = 0.0;
    for i in 0..mesh.len() {
        let spring = mesh.spring(i);
        let Spring {
            from,
            to,
            stiffness: k,
        } = spring;
        let d = u[*to] - u[*from];
        if *k > 2.5 {
            energy += 0.5 * k * d * d;
        } else {
            energy -= k.abs() * d.sin();
        }
    }
    let Some(Spring { from, .. }) = mesh.first() else {
        return energy;
    };
    energy * u[*from]
}

#[differentiable]
fn by_value(u: &[f64], #[constant] mesh: &Mesh) -> f64 {
    let mut s = 0.0;
    for i in 0..2 {
        let Sample(x, y, k) = mesh.sample(i);
        let (j, w) = mesh.weight(i);
        let (n, v) = mesh.weight_of(i);
        let [a, b, _] = mesh.corners();
        let (Sample(first, ..), samples) = mesh.all();
        let Sample(mut shifted, _, _) = mesh.sample(1);
        shifted += 1.0;
        s += x * u[k] + y * u[*j] * w + v * u[n].sin();
        s += u[a] * u[b] * first * shifted * samples[0].1;
    }
    s
}

#[test]
fn gradients_are_right() {
    let spring = |from, to, stiffness| Spring {
        from,
        to,
        stiffness,
    };
    let mesh = Mesh {
        springs: vec![spring(0, 1, 2.0), spring(1, 2, 3.0)],
        samples: vec![Sample(1.0, 2.0, 1), Sample(0.5, 1.5, 2)],
        weights: vec![(0, 0.3), (2, 0.7)],
    };
    let none = Mesh {
        springs: Vec::new(),
        samples: mesh.samples.clone(),
        weights: mesh.weights.clone(),
    };
    let u = [0.3, -0.5, 0.9];
    for mesh in [&mesh, &none] {
        macro_rules! check {
            ($($f:ident),*) => {$(
                assert_grad(|u| $f(u, mesh), &u, &$f::gradient(&u, mesh));
                assert_grad(|u| $f(u, mesh), &u, &$f::gradient(&u, mesh));
            )*};
        }
        check!(by_reference, named_before, by_value);
    }
}
