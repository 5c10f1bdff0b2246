use pullback::Differentiable;

struct Kind;

struct Opaque;

#[derive(Differentiable)]
struct Layer<'a> {
    kind: Kind,
    data: &'a mut [f64],
    other: Option<Opaque>,
}

fn main() {}
