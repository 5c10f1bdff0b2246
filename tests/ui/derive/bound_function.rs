use pullback::Differentiable;

#[derive(Differentiable)]
struct Solver<F: Fn(f64) -> f64> {
    f: F,
    steps: usize,
}

#[derive(Differentiable)]
struct Counted<F>
where
    F: Fn(f64) -> f64,
{
    #[constant]
    log: F,
    value: f64,
}

fn main() {}
