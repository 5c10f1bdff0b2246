use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Grid {
    w: usize,
    h: usize,
    cells: Vec<f64>,
}

#[differentiable]
impl Grid {
    fn at(&self, x: isize, y: isize) -> f64 {
        let x = x.rem_euclid(self.w as isize) as usize;
        let y = y.rem_euclid(self.h as isize) as usize;
        self.cells[y * self.w + x]
    }

    fn laplacian(&self, x: usize, y: usize) -> f64 {
        let (x, y) = (x as isize, y as isize);
        let mut s = -4.0 * self.at(x, y);
        for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            s += self.at(x + dx, y + dy);
        }
        s
    }
}

/// Gray-Scott reaction-diffusion
#[differentiable]
fn react(u0: &[f64], feed: f64, kill: f64, steps: usize) -> f64 {
    let (w, h) = (3, u0.len() / 3);
    let mut u = Grid {
        w,
        h,
        cells: u0.to_vec(),
    };
    let mut v = Grid {
        cells: u0.iter().map(|x| 0.5 * x * x).collect(),
        ..u.clone()
    };
    for _ in 0..steps {
        let (mut nu, mut nv) = (u.clone(), v.clone());
        for y in 0..h {
            for x in 0..w {
                let i = y * w + x;
                let uvv = u.cells[i] * v.cells[i] * v.cells[i];
                nu.cells[i] += 0.1 * u.laplacian(x, y) - uvv + feed * (1.0 - u.cells[i]);
                nv.cells[i] += 0.05 * v.laplacian(x, y) + uvv - (feed + kill) * v.cells[i];
            }
        }
        u = nu;
        v = nv;
    }
    u.cells.iter().zip(v.cells.iter()).map(|(a, b)| a * b).sum()
}

#[test]
fn gradient_is_right() {
    let u = [0.9, 0.2, 0.5, 0.7, 1.0, 0.3];
    let (du, df, dk) = react::gradient(&u, 0.04, 0.06, 4);
    assert_grad(|u| react(u, 0.04, 0.06, 4), &u, &du);
    assert_grad(|v| react(&u, v[0], v[1], 4), &[0.04, 0.06], &[df, dk]);
}
