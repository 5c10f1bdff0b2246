use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Level {
    Low,
    Mid,
    High,
}

/// Holds what has a derivative; but not every function reads it.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Shape {
    Hidden,
    Disc(f64),
}

#[differentiable]
fn tax(level: Level, income: f64) -> f64 {
    let rate = match level {
        Level::High => 0.5,
        _ => 0.2,
    };
    if level >= Level::Mid || matches!(level, Level::Low if income > 100.0) {
        rate * income * income
    } else {
        rate * income * (level as usize as f64 + 1.0)
    }
}

#[differentiable]
fn relief(level: &Level, income: f64) -> f64 {
    let Level::Low = level else {
        return income.sqrt();
    };
    if let Level::Low = *level {
        income.sin()
    } else {
        0.0
    }
}

#[differentiable]
fn net(incomes: &[f64]) -> f64 {
    let level = |x: f64| match x {
        x if x < 1.0 => Level::Low,
        x if x < 2.0 => Level::Mid,
        _ => Level::High,
    };
    incomes
        .iter()
        .map(|&x| x - tax(level(x), x) + relief(&level(x), x))
        .sum()
}

#[differentiable]
fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Hidden => 0.0,
        Shape::Disc(r) => r * r,
    }
}

#[differentiable]
fn visible(shape: &Shape, light: f64) -> f64 {
    match shape {
        Shape::Hidden => 0.0,
        _ => light,
    }
}

/// Asked first, and read later.
#[differentiable]
fn shaded(shape: Shape, light: f64) -> f64 {
    if shape == Shape::Hidden {
        return 0.0;
    }
    area(&shape) * light
}

#[differentiable]
fn scene(r: f64, light: f64) -> f64 {
    let shapes = [Shape::Disc(r), Shape::Hidden, Shape::Disc(r * light)];
    let each = shapes.iter().map(|s| area(s) * visible(s, light));
    each.sum::<f64>() + shaded(shapes[2], light)
}

#[test]
fn gradient_is_right() {
    for level in [Level::Low, Level::Mid, Level::High] {
        let g = tax::gradient(level, 1.3);
        assert_grad(|x| tax(level, x[0]), &[1.3], &[g]);
    }
    let x = [0.4, 1.5, 3.0];
    assert_grad(net, &x, &net::gradient(&x));
}

#[test]
fn what_is_asked_for_its_variant_alone_has_no_gradient() {
    assert_eq!(visible::gradient(&Shape::Disc(2.0), 3.0), 1.0);
    let (shape, light) = shaded::gradient(Shape::Disc(2.0), 3.0);
    assert!(matches!(shape, ShapeTangent::Disc(r) if r == 12.0));
    assert_eq!(light, 4.0);
    let (r, light) = scene::gradient(0.7, 1.2);
    assert_grad(|x| scene(x[0], x[1]), &[0.7, 1.2], &[r, light]);
}
