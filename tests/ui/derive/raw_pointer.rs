use pullback::Differentiable;

#[derive(Differentiable)]
struct View {
    data: *const f64,
    len: usize,
}

fn main() {}
