use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pixel {
    r: f32,
    g: f32,
    b: f32,
}

#[differentiable]
fn luminance(p: &Pixel) -> f32 {
    0.2126 * p.r + 0.7152 * p.g + 0.0722 * p.b
}

#[differentiable]
fn contrast(a: f64, b: f64) -> f64 {
    let p = Pixel {
        r: a as f32,
        g: 0.5,
        b: b as f32,
    };
    let q = Pixel {
        r: 0.1,
        g: b as f32 * 0.5,
        ..p
    };
    ((luminance(&p) - luminance(&q)) as f64) * a
}

#[test]
fn gradient_is_right() {
    let g = luminance::gradient(&Pixel {
        r: 0.2,
        g: 0.3,
        b: 0.4,
    });
    assert!(
        (g.r - 0.2126).abs() < 1e-6 && (g.g - 0.7152).abs() < 1e-6 && (g.b - 0.0722).abs() < 1e-6
    );
    let (a, b) = (0.7, 0.4);
    let (da, db) = contrast::gradient(a, b);
    // contrast = a * (0.2126 (a - 0.1) + 0.7152 (0.5 - b / 2))
    let ea = 2.0 * 0.2126 * a - 0.02126 + 0.7152 * (0.5 - b / 2.0);
    let eb = -0.3576 * a;
    assert!(
        (da - ea).abs() < 1e-5 && (db - eb).abs() < 1e-5,
        "{da} {ea} {db} {eb}"
    );
}
