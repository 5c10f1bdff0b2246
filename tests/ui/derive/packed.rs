use pullback::Differentiable;

#[derive(Differentiable)]
#[repr(C, packed)]
struct Record {
    tag: u8,
    value: f64,
}

fn main() {}
