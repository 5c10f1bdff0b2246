//! Values that refer to others: structs with fields that borrow locals, arrays of references, and what is
//! done with them.

use pullback::{Differentiable, differentiable};
use pullback_tests::{check, check_vjp};

#[derive(Differentiable)]
struct Oscillator<'a> {
    frequency: &'a f64,
    gain: f64,
}

#[differentiable]
impl Oscillator<'_> {
    fn at(&self, t: f64) -> f64 {
        (*self.frequency * t).sin() * self.gain
    }
}

#[differentiable]
fn louder(o: &Oscillator<'_>, by: f64) -> f64 {
    o.gain * by + *o.frequency
}

#[differentiable]
fn borrows_a_number(x: f64) -> f64 {
    let frequency = x * x;
    let o = Oscillator {
        frequency: &frequency,
        gain: x,
    };
    let mut w = x.exp();
    w *= x;
    let changed = Oscillator {
        frequency: &w,
        gain: x.sin(),
    };
    o.at(2.0) + *o.frequency * changed.at(0.5) * louder(&changed, x)
}
#[test]
fn what_borrows_has_a_gradient_of_its_own() {
    let o = Oscillator {
        frequency: &3.0,
        gain: 2.0,
    };
    let (d_o, d_by) = louder::gradient(&o, 5.0);
    assert_eq!((d_o.frequency, d_o.gain, d_by), (1.0, 5.0, 2.0));
}
check!(borrows_a_number_checks, borrows_a_number(0.7));

#[differentiable]
fn borrows_a_number_in_a_loop(x: f64) -> f64 {
    let mut frequency = x;
    let mut sum = 0.0;
    for i in 0..4 {
        if i != 2 {
            let o = Oscillator {
                frequency: &frequency,
                gain: x + sum,
            };
            sum += o.at(i as f64) * *o.frequency;
        }
        frequency = frequency * x + 0.1 * sum;
        let scaled = frequency.sin();
        let o = Oscillator {
            frequency: &scaled,
            gain: frequency,
        };
        sum += o.at(x);
    }
    sum
}
check!(
    borrows_a_number_in_a_loop_checks,
    borrows_a_number_in_a_loop(0.7)
);

#[derive(Clone, Debug, Differentiable)]
struct Mesh {
    vertices: Vec<[f64; 3]>,
    faces: Vec<[usize; 3]>,
}

#[differentiable]
impl Mesh {
    fn corners(&self, face: usize) -> [&[f64; 3]; 3] {
        self.faces[face].map(|i| &self.vertices[i])
    }

    fn weight(&self) -> f64 {
        (0..self.faces.len())
            .map(|f| {
                let [a, b, c] = self.corners(f);
                a[0] * b[1] * c[2] - a[2] * b[0].sin() * c[1]
            })
            .sum()
    }
}

#[differentiable]
fn maps_indices_to_references(flat: &[f64]) -> f64 {
    let mesh = Mesh {
        vertices: flat.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect(),
        faces: vec![[0, 2, 1], [1, 0, 0], [2, 1, 0]],
    };
    mesh.weight().powi(3) / flat[4]
}
check!(
    maps_indices_to_references_checks,
    maps_indices_to_references(&[0.3, 1.2, 0.7, 1.4, 0.9, 0.2, 0.6, 1.1, 0.5])
);

type Matrix = [[f64; 2]; 3];

#[differentiable]
fn fills_rows(a: Matrix, s: f64) -> Matrix {
    std::array::from_fn(|i| {
        let k = s * i as f64;
        std::array::from_fn(|j| a[i][j] * k + a[0][1 - j])
    })
}
check_vjp!(
    fills_rows_checks,
    fills_rows([[0.3, 1.2], [0.7, 1.4], [0.9, 0.2]], 1.3)
);

#[derive(Clone, Debug, Differentiable)]
struct Square<const N: usize>([[f64; N]; N]);

#[differentiable]
impl<const N: usize> Square<N> {
    fn times(&self, other: &Self) -> Self {
        Square(std::array::from_fn(|i| {
            std::array::from_fn(|j| (0..N).map(|k| self.0[i][k] * other.0[k][j]).sum())
        }))
    }
}

#[differentiable]
fn fills_rows_of_unknown_length(v: &[f64]) -> f64 {
    let a = Square([[v[0], v[1]], [v[2], v[0] * v[1]]]);
    let cube = a.times(&a).times(&a);
    let corners: [[f64; 2]; 2] = std::array::from_fn(|i| [cube.0[i][0], cube.0[1][i] * v[i]]);
    corners[0][1] * corners[1][0] + corners[1][1].sin()
}
check!(
    fills_rows_of_unknown_length_checks,
    fills_rows_of_unknown_length(&[0.3, 1.2, 0.7])
);

#[derive(Clone, Debug, Differentiable)]
struct Grid<'a> {
    data: &'a [f64],
    columns: usize,
}

#[differentiable]
impl<'a> Grid<'a> {
    fn new(data: &'a [f64], columns: usize) -> Self {
        Grid { data, columns }
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.columns + j]
    }

    fn narrowed(&self) -> Grid<'a> {
        Grid::new(self.data, self.columns / 2)
    }

    fn scaled(&self) -> (&'a [f64], f64) {
        (self.data, self.data[0] * 2.0)
    }

    fn both(&self) -> (&'a [f64], &'a [f64]) {
        (self.data, &self.data[self.columns..])
    }
}

#[differentiable]
fn passes_fields_on(x: &[f64]) -> f64 {
    let wide = Grid::new(x, 4);
    let mut sum = 0.0;
    for i in 0..2 {
        let narrow = wide.narrowed();
        let (all, rest) = narrow.both();
        let (same, scale) = wide.scaled();
        sum += narrow.at(1, i) * wide.at(0, 1) + all[i + 1] * rest[0].sin();
        sum *= same[i] + scale;
    }
    sum
}
check!(
    passes_fields_on_checks,
    passes_fields_on(&[0.3, 1.2, 0.7, 1.4])
);

#[differentiable]
fn entry<'a>(x: &'a [f64], i: usize) -> Result<&'a f64, String> {
    x.get(i).ok_or_else(|| format!("no entry {i}"))
}

#[differentiable]
fn asks_results(x: &[f64]) -> f64 {
    let squares: Vec<f64> = x.iter().map(|v| v * v).collect();
    let mut sum = 0.0;
    for i in 0..4 {
        match entry(&squares, i) {
            Ok(found) if *found > 1.0 => sum += found * x[0],
            Ok(found) => sum += found.sin() * entry(x, i).unwrap(),
            Err(text) => sum *= x[1] * text.len() as f64,
        }
        if let Ok(other) = entry(x, 2 * i) {
            sum *= other;
        }
    }
    sum
}
check!(asks_results_checks, asks_results(&[0.3, 1.2, 0.7]));
