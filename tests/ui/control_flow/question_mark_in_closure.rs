use pullback::differentiable;

fn halved(k: u32) -> Option<u32> {
    (k % 2 == 0).then_some(k / 2)
}

#[differentiable]
fn scaled(x: f64, k: u32) -> f64 {
    let quartered = |k: u32| halved(halved(k)?);
    let Some(power) = quartered(k) else {
        return x;
    };
    x.powi(power as i32)
}

fn main() {}
