use pullback::differentiable;

#[derive(Clone, Copy)]
struct Pose {
    x: f64,
    y: f64,
}

#[differentiable]
impl Pose {
    fn new(x: f64, y: f64) -> Self {
        Pose { x, y }
    }

    fn norm(&self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    fn turn(&mut self, by: f64) {
        self.x -= by * self.y;
        self.y += by * self.x;
    }
}

#[differentiable]
fn distance(p: &Pose, q: f64) -> f64 {
    p.norm() - q
}

#[differentiable]
fn path(x: f64, y: f64) -> f64 {
    let mut pose = Pose::new(x, y);
    pose.turn(x);
    distance(&pose, y)
}

fn main() {
    let _ = path::gradient(1.0, 2.0);
}
