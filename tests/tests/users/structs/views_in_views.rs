use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Copy, Differentiable)]
struct Image<'a> {
    pixels: &'a [f64],
    width: usize,
    height: usize,
}
#[derive(Clone, Copy, Differentiable)]
struct Window<'a> {
    image: Image<'a>,
    x0: usize,
    y0: usize,
    size: usize,
}
#[differentiable]
impl<'a> Image<'a> {
    fn at(&self, x: usize, y: usize) -> f64 {
        self.pixels[y * self.width + x]
    }
    fn sample(&self, u: f64, v: f64) -> f64 {
        let x = u.clamp(0.0, (self.width - 1) as f64);
        let y = v.clamp(0.0, (self.height - 1) as f64);
        let (x0, y0) = (x.floor() as usize, y.floor() as usize);
        let (x1, y1) = ((x0 + 1).min(self.width - 1), (y0 + 1).min(self.height - 1));
        let (fx, fy) = (x - x0 as f64, y - y0 as f64);
        let top = self.at(x0, y0) * (1.0 - fx) + self.at(x1, y0) * fx;
        let bottom = self.at(x0, y1) * (1.0 - fx) + self.at(x1, y1) * fx;
        top * (1.0 - fy) + bottom * fy
    }
    fn window(self, x0: usize, y0: usize, size: usize) -> Window<'a> {
        Window {
            image: self,
            x0,
            y0,
            size,
        }
    }
}
#[differentiable]
impl Window<'_> {
    fn mean(&self) -> f64 {
        let mut s = 0.0;
        for dy in 0..self.size {
            for dx in 0..self.size {
                s += self.image.at(self.x0 + dx, self.y0 + dy);
            }
        }
        s / (self.size * self.size) as f64
    }
    fn variance(&self) -> f64 {
        let m = self.mean();
        (0..self.size * self.size)
            .map(|k| {
                self.image
                    .at(self.x0 + k % self.size, self.y0 + k / self.size)
                    - m
            })
            .map(|d| d * d)
            .sum::<f64>()
    }
}
#[differentiable]
fn objective(p: &[f64]) -> f64 {
    let image = Image {
        pixels: &p[..9],
        width: 3,
        height: 3,
    };
    let w = image.window(1, 1, 2);
    image.sample(p[9], p[10]) + w.variance() * w.mean()
}
#[test]
fn views_in_views() {
    check(
        objective,
        |x| objective::gradient(x),
        &[&[0.3, 1.5, 0.4, 0.2, 0.9, 1.1, 0.6, 0.3, 0.8, 1.2, 0.7]],
    );
}
