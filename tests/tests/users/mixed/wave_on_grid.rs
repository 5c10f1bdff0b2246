use crate::assert_grad;
use pullback::differentiable;

struct Grid {
    nx: usize,
    ny: usize,
}

impl Grid {
    fn idx(&self, i: usize, j: usize) -> usize {
        i + self.nx * j
    }
    fn interior(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (1..self.ny - 1).flat_map(move |j| (1..self.nx - 1).map(move |i| (i, j)))
    }
}

#[differentiable]
fn wave(source: &[f64], speed: f64, #[constant] g: &Grid) -> f64 {
    let n = g.nx * g.ny;
    let (mut prev, mut cur) = (vec![0.0; n], vec![0.0; n]);
    let c2 = speed * speed * 0.1;
    let mut energy = 0.0;
    for &s in source {
        let mut next = vec![0.0; n];
        for j in 1..g.ny - 1 {
            for i in 1..g.nx - 1 {
                let k = g.idx(i, j);
                let lap = cur[k - 1] + cur[k + 1] + cur[k - g.nx] + cur[k + g.nx] - 4.0 * cur[k];
                next[k] = 2.0 * cur[k] - prev[k] + c2 * lap;
            }
        }
        next[g.idx(2, 2)] += s;
        prev = cur;
        cur = next;
        energy += cur.iter().map(|u| u * u).sum::<f64>();
    }
    energy
}

#[test]
fn gradient_is_right() {
    let g = Grid { nx: 6, ny: 5 };
    let s = [1.0, 0.5, -0.3, 0.0, 0.2];
    let (ds, dc) = wave::gradient(&s, 1.3, &g);
    assert_grad(|s| wave(s, 1.3, &g), &s, &ds);
    assert_grad(|c| wave(&s, c[0], &g), &[1.3], &[dc]);
}
