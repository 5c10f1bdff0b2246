use pullback::differentiable;

#[differentiable]
fn rounded(x: f64) -> f64 {
    let text = format!("{x:.3}");
    let y: f64 = text.parse().unwrap_or(0.0);
    x.to_string().parse::<f64>().unwrap() * y
}

fn main() {}
