use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::iter::{Product, Sum};
use std::ops::Add;

#[derive(Differentiable, Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for Point {
    type Output = Point;
    fn add(self, o: Point) -> Point {
        Point {
            x: self.x + o.x,
            y: self.y + o.y,
        }
    }
}

#[differentiable]
impl<'a> Sum<&'a Point> for Point {
    fn sum<I: Iterator<Item = &'a Point>>(iter: I) -> Point {
        iter.fold(Point { x: 0.0, y: 0.0 }, |a, b| a + *b)
    }
}

#[differentiable]
impl Sum for Point {
    fn sum<I: Iterator<Item = Point>>(iter: I) -> Point {
        iter.fold(Point { x: 0.0, y: 0.0 }, |a, b| a + b)
    }
}

#[derive(Differentiable, Clone, Debug)]
struct Series<T> {
    terms: Vec<T>,
}

#[differentiable]
impl<'a> Product<&'a Series<f64>> for Series<f64> {
    fn product<I>(iter: I) -> Self
    where
        I: Iterator<Item = &'a Self>,
    {
        let mut out = Series {
            terms: vec![1.0, 1.0],
        };
        for series in iter {
            for (o, t) in out.terms.iter_mut().zip(&series.terms) {
                *o *= t;
            }
        }
        out
    }
}

#[differentiable]
fn centroid(points: &[Point]) -> Point {
    let sum: Point = points.iter().sum();
    Point {
        x: sum.x / points.len() as f64,
        y: sum.y / points.len() as f64,
    }
}

#[differentiable]
fn spread(x: &[f64]) -> f64 {
    let points = vec![
        Point { x: x[0], y: x[1] },
        Point {
            x: x[1] * x[2],
            y: 1.0,
        },
    ];
    let middle = centroid(&points);
    let by_value: Point = points.iter().copied().sum();
    middle.x * middle.y + points.iter().sum::<Point>().x * by_value.y
}

#[differentiable]
fn product(x: &[f64]) -> f64 {
    let all = [
        Series {
            terms: vec![x[0], x[1]],
        },
        Series {
            terms: vec![x[1], x[2]],
        },
    ];
    let product: Series<f64> = all.iter().product();
    product.terms[0] + product.terms[1] * 2.0
}

type Metres = f64;

#[differentiable]
fn by_another_name(x: &[f64]) -> f64 {
    let sum: Metres = x.iter().sum();
    sum * x.iter().product::<Metres>()
}

#[test]
fn gradients_are_right() {
    for x in [[1.3, 0.7, 2.1], [-0.4, 0.9, 0.2]] {
        for _ in 0..2 {
            assert_grad(spread, &x, &spread::gradient(&x));
            assert_grad(product, &x, &product::gradient(&x));
            assert_grad(by_another_name, &x, &by_another_name::gradient(&x));
        }
    }
}
