use pullback::differentiable;

struct Layer<F> {
    act: F,
}

#[differentiable]
fn forward(x: f64, w: f64) -> f64 {
    let layer = Layer { act: |y| y * w };
    (layer.act)(x)
}

fn main() {}
