use pullback::Differentiable;

#[derive(Differentiable)]
union Bits {
    float: f64,
    integer: u64,
}

fn main() {}
