use pullback::Differentiable;

#[derive(Differentiable)]
struct View<'a> {
    data: &'a mut [f64],
    index: Option<&'a mut usize>,
}

fn main() {}
