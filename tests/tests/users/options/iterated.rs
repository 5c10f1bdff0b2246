use crate::{assert_grad, check};
use pullback::differentiable;

#[differentiable]
fn both(p: Option<f64>, q: Option<f64>) -> f64 {
    p.into_iter().chain(q).sum::<f64>()
}

#[differentiable]
fn made_here(x: f64) -> f64 {
    let p = if x > 0.0 { Some(x * x) } else { None };
    let q: Option<f64> = Some(x);
    let squares = p.into_iter().chain(q).map(|v| v * v);
    squares.sum::<f64>() + q.iter().chain(&q).map(|v| v * *v).sum::<f64>()
}

#[differentiable]
fn beside_lists(o: Option<f64>, x: &[f64]) -> f64 {
    let squares = o.iter().chain(x.iter()).map(|v| v * v);
    let all: Vec<f64> = x.iter().copied().chain(o).collect();
    squares.sum::<f64>() + all.iter().product::<f64>()
}

#[differentiable]
fn lent(o: &Option<f64>, x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in o {
        s += v * v;
    }
    for v in o.iter() {
        s += v;
    }
    x.iter().chain(o).map(|v| v.sin()).sum::<f64>() + s
}

#[differentiable]
fn of_lists(o: Option<Vec<f64>>, x: f64) -> f64 {
    let n = o.as_ref().map_or(0, |v| v.len());
    o.into_iter().flatten().map(|v| v * x).sum::<f64>() * n as f64
}

#[test]
fn gradients_are_right() {
    assert_eq!(both::gradient(Some(2.0), None), (Some(1.0), None));
    let points = [&[0.3][..], &[-0.3]];
    check(
        |x| made_here(x[0]),
        |x| vec![made_here::gradient(x[0])],
        &points,
    );
    let x = [1.0, 2.0];
    for o in [Some(3.0), None] {
        for _ in 0..2 {
            let (by_o, by_x) = beside_lists::gradient(o, &x);
            assert_grad(|x| beside_lists(o, x), &x, &by_x);
            assert_eq!(by_o.is_some(), o.is_some());
            if let Some(by_o) = by_o {
                assert_grad(|o| beside_lists(Some(o[0]), &x), &[3.0], &[by_o]);
            }
            let (by_o, by_x) = lent::gradient(&o, &x);
            assert_grad(|x| lent(&o, x), &x, &by_x);
            if let Some(by_o) = by_o {
                assert_grad(|o| lent(&Some(o[0]), &x), &[3.0], &[by_o]);
            }
        }
    }
    let (by_o, by_x) = of_lists::gradient(Some(vec![1.0, 2.0]), 0.5);
    assert_eq!((by_o, by_x), (Some(vec![1.0, 1.0]), 6.0));
    assert_eq!(of_lists::gradient(None, 0.5), (None, 0.0));
}
