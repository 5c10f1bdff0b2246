use pullback::differentiable;

#[differentiable]
fn penalty(x: &[f64]) -> f64 {
    let valid = x.iter().try_for_each(|&v| if v < 0.0 { Err(v) } else { Ok(()) });
    match valid {
        Ok(()) => x[0],
        Err(worst) => 2.0 * worst,
    }
}

enum Fault {
    Low(f64),
    Missing,
}

#[differentiable]
fn of_a_fault(x: &[f64]) -> f64 {
    let fault = |v: f64| -> Result<usize, Fault> {
        if v < 0.0 {
            return Err(Fault::Low(v));
        }
        x.iter().position(|w| *w > v).ok_or(Fault::Missing)
    };
    match fault(x[0]) {
        Ok(i) => x[i],
        Err(Fault::Low(v)) => v,
        Err(Fault::Missing) => 0.0,
    }
}

fn main() {}
