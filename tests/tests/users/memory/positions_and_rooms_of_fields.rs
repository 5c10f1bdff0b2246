use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone, Debug)]
struct Matrix {
    n: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    /// Gauss elimination with pivots; what is exchanged stands at positions that fields say.
    fn determinant(&self) -> Option<f64> {
        let n = self.n;
        let mut a = self.clone();
        let mut product = 1.0;
        for c in 0..n {
            let size = |r: usize| a.data[r * n + c].abs();
            let pivot = (c..n).max_by(|&i, &j| size(i).total_cmp(&size(j)))?;
            if pivot != c {
                product = -product;
                for j in 0..n {
                    a.data.swap(pivot * a.n + j, c * self.n + j);
                }
            }
            product *= a.data[c * n + c];
            for r in c + 1..n {
                let k = a.data[r * n + c] / a.data[c * n + c];
                for j in c..n {
                    a.data[r * n + j] -= k * a.data[c * n + j];
                }
            }
        }
        Some(product)
    }

    fn minor(&self, skip: usize) -> Matrix {
        let mut data = Vec::with_capacity((self.n - 1) * (self.n - 1));
        for row in self.data.chunks(self.n).skip(1) {
            data.extend(
                row.iter()
                    .enumerate()
                    .filter(|(j, _)| *j != skip)
                    .map(|(_, x)| *x),
            );
        }
        Matrix {
            n: self.n - 1,
            data,
        }
    }
}

#[differentiable]
fn weight(word: &str, x: f64) -> f64 {
    x.powi(word.len() as i32)
}

/// A text that changes after it was lent.
#[differentiable]
fn growing(p: &[f64]) -> f64 {
    let mut word = String::from("a");
    let mut total = 0.0;
    for x in p {
        total += weight(&word, *x) * x;
        word.push('b');
    }
    total * weight(&word, p[0])
}

#[differentiable]
fn f(p: &[f64]) -> f64 {
    let m = Matrix {
        n: 3,
        data: p.to_vec(),
    };
    m.determinant().unwrap_or(0.0) * m.minor(1).determinant().unwrap_or(1.0) + growing(&p[..3])
}

#[test]
fn gradient_is_right() {
    let points = [
        [0.2, 0.5, -1.0, 0.3, 1.7, 0.9, 1.2, -0.6, 1.1],
        [2.0, 0.1, 0.4, -0.3, 0.2, 0.9, 0.5, 1.6, -1.1],
    ];
    for p in points {
        for _ in 0..2 {
            assert_grad(f, &p, &f::gradient(&p));
        }
    }
}
