use pullback::differentiable;

#[differentiable]
fn scaled(x: f64, k: u32) -> f64 {
    let below = |k: u32| Some(k.checked_sub(1)? as i32);
    let Some(power) = below(k) else {
        return x;
    };
    x.powi(power)
}

fn main() {}
