use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Debug, Clone, Differentiable)]
struct Grid<T> {
    width: usize,
    height: usize,
    cells: Vec<T>,
}
#[differentiable]
impl<T: Clone + Differentiable> Grid<T> {
    fn filled(width: usize, height: usize, value: T) -> Self {
        Grid {
            width,
            height,
            cells: vec![value; width * height],
        }
    }
    fn get(&self, x: usize, y: usize) -> Option<&T> {
        if x < self.width && y < self.height {
            self.cells.get(y * self.width + x)
        } else {
            None
        }
    }
    fn set(&mut self, x: usize, y: usize, value: T) {
        self.cells[y * self.width + x] = value;
    }
    fn row(&self, y: usize) -> &[T] {
        &self.cells[y * self.width..(y + 1) * self.width]
    }
    fn iter(&self) -> impl Iterator<Item = &T> {
        self.cells.iter()
    }
}
#[differentiable]
fn diffuse(g: &Grid<f64>, rate: f64) -> Grid<f64> {
    let mut out = g.clone();
    for y in 0..g.height {
        for x in 0..g.width {
            let here = g.row(y)[x];
            let mut sum = 0.0;
            let mut n = 0;
            for (dx, dy) in [(0i32, 1i32), (1, 0), (0, -1), (-1, 0)] {
                let (nx, ny) = (x as i32 + dx, y as i32 + dy);
                if nx < 0 || ny < 0 {
                    continue;
                }
                if let Some(v) = g.get(nx as usize, ny as usize) {
                    sum += v;
                    n += 1;
                }
            }
            out.set(x, y, here + rate * (sum - n as f64 * here));
        }
    }
    out
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut g = Grid::filled(3, 2, x[0]);
    g.set(1, 1, x[1] * 4.0);
    for _ in 0..3 {
        g = diffuse(&g, x[2]);
    }
    g.iter().map(|v| v * v).sum::<f64>() + g.row(1)[2] * g.get(0, 0).copied().unwrap_or(0.0)
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[1.0, 2.0, 0.05], &[0.3, 0.5, 0.1]],
    );
}
