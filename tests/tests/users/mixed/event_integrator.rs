use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Ball {
    h: f64,
    v: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Event {
    Bounce { at: f64, speed: f64 },
    Apex { at: f64 },
    Stop,
}

#[differentiable]
impl Ball {
    fn next_event(&self, g: f64) -> Event {
        if self.v > 0.0 {
            return Event::Apex { at: self.v / g };
        }
        let disc = self.v * self.v + 2.0 * g * self.h;
        match disc {
            d if d > 1e-6 => Event::Bounce {
                at: (self.v + d.sqrt()) / g,
                speed: d.sqrt(),
            },
            _ => Event::Stop,
        }
    }
}

#[differentiable]
fn time_of(n: usize, h0: f64, g: f64, restitution: f64) -> f64 {
    let mut b = Ball { h: h0, v: 0.0 };
    let mut t = 0.0;
    let mut bounces = 0;
    loop {
        match b.next_event(g) {
            Event::Bounce { at, speed } => {
                t += at;
                bounces += 1;
                if bounces == n {
                    break t;
                }
                b = Ball {
                    h: 0.0,
                    v: restitution * speed,
                };
            }
            Event::Apex { at } => {
                t += at;
                b.h += b.v * at - 0.5 * g * at * at;
                b.v = 0.0;
            }
            Event::Stop => break t,
        }
    }
}

#[test]
fn gradient_is_right() {
    let v = [2.0, 9.81, 0.8];
    let (a, b, c) = time_of::gradient(4, v[0], v[1], v[2]);
    assert_grad(|v| time_of(4, v[0], v[1], v[2]), &v, &[a, b, c]);
}
