//! The gradient of a function with a loop and a branch, beside finite differences.
//!
//! ```text
//! cargo run --example quickstart
//! ```

use pullback::differentiable;

/// Huber's loss of the line `slope * x + intercept`: quadratic near the line, linear far from it.
#[differentiable]
fn huber(line: &[f64; 2], #[constant] points: &[(f64, f64)], width: f64) -> f64 {
    let mut total = 0.0;
    for &(x, y) in points {
        let distance = (line[0] * x + line[1] - y).abs();
        if distance < width {
            total += 0.5 * distance * distance;
        } else {
            total += width * (distance - 0.5 * width);
        }
    }
    total / points.len() as f64
}

fn main() {
    let points = [(0.0, 1.1), (1.0, 2.9), (2.0, 5.2), (3.0, 12.0)];
    let (line, width) = ([1.5, 0.5], 1.0);

    // The function is still an ordinary function, and its derivatives have its name.
    let value = huber(&line, &points, width);
    let (again, (d_line, d_width)) = huber::value_and_gradient(&line, &points, width);
    assert_eq!(value, again);

    println!("huber = {value:.6}");
    println!("{:>12} {:>12} {:>20}", "", "gradient", "finite difference");
    let at = |slope, intercept, width| huber(&[slope, intercept], &points, width);
    let [a, b] = line;
    report("slope", d_line[0], difference(|h| at(a + h, b, width)));
    report("intercept", d_line[1], difference(|h| at(a, b + h, width)));
    report("width", d_width, difference(|h| at(a, b, width + h)));
}

fn report(name: &str, gradient: f64, difference: f64) {
    println!("{name:>12} {gradient:>12.8} {difference:>20.8}");
}

/// Central difference of `f` at zero.
fn difference(f: impl Fn(f64) -> f64) -> f64 {
    let h = 1e-5;
    (f(h) - f(-h)) / (2.0 * h)
}
