use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Index, IndexMut, Range};

#[derive(Clone, Debug, Differentiable)]
struct Series {
    data: Vec<f64>,
    start: i32,
}

#[differentiable]
impl Index<i32> for Series {
    type Output = f64;
    fn index(&self, year: i32) -> &f64 {
        &self.data[(year - self.start) as usize]
    }
}

#[differentiable]
impl IndexMut<i32> for Series {
    fn index_mut(&mut self, year: i32) -> &mut f64 {
        &mut self.data[(year - self.start) as usize]
    }
}

#[differentiable]
impl Index<Range<i32>> for Series {
    type Output = [f64];
    fn index(&self, r: Range<i32>) -> &[f64] {
        &self.data[(r.start - self.start) as usize..(r.end - self.start) as usize]
    }
}

#[differentiable]
fn f(x: &[f64], growth: f64) -> f64 {
    let mut s = Series {
        data: x.to_vec(),
        start: 1990,
    };
    for y in 1991..1993 {
        s[y] += growth * s[y - 1];
    }
    s[1993] *= s[1990];
    s[1991..1994].iter().map(|v| v * v).sum::<f64>() / s[1990]
}

#[test]
fn gradient_is_right() {
    let x = [1.5, 2.0, 1.4, 0.3];
    let (dx, dg) = f::gradient(&x, 0.3);
    assert_grad(|x| f(x, 0.3), &x, &dx);
    assert_grad(|g| f(&x, g[0]), &[0.3], &[dg]);
}
