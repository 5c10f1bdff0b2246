use pullback::Differentiable;

#[derive(Differentiable)]
struct Model<T> {
    weights: Vec<T>,
}

struct Opaque;

fn needs<P: Differentiable>(_: P) {}

fn call(model: Model<Opaque>) {
    needs(model);
}

fn main() {}
