//! Options of unique references, asked one after the other by `and_then`.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Default, Differentiable)]
struct Book {
    pages: Vec<Vec<f64>>,
    margin: Option<Vec<f64>>,
    next: Option<Box<Book>>,
}
#[differentiable]
fn books(x: &[f64]) -> f64 {
    let mut b = Book {
        pages: x.chunks(2).map(|c| c.to_vec()).collect(),
        margin: (x[0] > 0.0).then(|| x.to_vec()),
        next: Some(Box::new(Book {
            pages: vec![vec![x[0]]],
            ..Book::default()
        })),
    };
    if let Some(v) = b.pages.last_mut().and_then(|p| p.first_mut()) {
        *v *= x[0];
    } else {
        return 0.0;
    }
    if let Some(v) = b.margin.as_mut().and_then(|m| m.last_mut())
        && *v > 0.0
    {
        *v += x[0] * x[0];
    }
    if let Some(v) = b
        .next
        .as_mut()
        .and_then(|n| n.pages.first_mut())
        .and_then(|p| p.first_mut())
    {
        *v = v.sin() + 1.0;
    }
    if x.len() > 2
        && let Some(v) = b.pages.get_mut(1).and_then(|p| p.get_mut(0))
    {
        *v = v.cos();
    }
    let mut rounds = 0;
    while let Some(v) = b.margin.as_mut().and_then(|m| m.first_mut()) {
        *v *= 1.1;
        rounds += 1;
        if rounds > 2 {
            break;
        }
    }
    b.pages.iter().flatten().product::<f64>()
        + b.margin.map_or(0.5, |m| m.iter().map(|v| v * v).sum())
            * b.next.map_or(1.0, |n| n.pages[0][0])
}

#[test]
fn test_lent_along() {
    check(
        |x| books(x),
        |x| books::gradient(x),
        &[&[0.4, 1.5, 0.3, 0.8, 2.0], &[1.2, 0.5], &[-5.0, -1.0, 0.3]],
    );
}
