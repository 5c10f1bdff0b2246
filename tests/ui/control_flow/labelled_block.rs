use pullback::differentiable;

#[differentiable]
fn choose(x: f64) -> f64 {
    let y = 'found: {
        if x > 0.0 {
            break 'found x * x;
        }
        x
    };
    y * 2.0
}

fn main() {}
