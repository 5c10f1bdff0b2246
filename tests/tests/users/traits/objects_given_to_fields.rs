//! Boxes that become objects of a trait where a field holds objects, also in options and lists; and what is put into
//! lists and options of types without `Clone`.
use crate::check;
use pullback::{Differentiable, differentiable};
#[differentiable]
trait Layer {
    fn at(&self, x: f64) -> f64;
    fn step(&mut self, x: f64) -> f64;
}
#[derive(Differentiable)]
struct Dense {
    w: f64,
    b: Vec<f64>,
}
#[differentiable]
impl Layer for Dense {
    fn at(&self, x: f64) -> f64 {
        self.w * x + self.b[0]
    }
    fn step(&mut self, x: f64) -> f64 {
        self.w += x;
        self.w
    }
}
#[derive(Differentiable)]
struct Relu;
#[differentiable]
impl Layer for Relu {
    fn at(&self, x: f64) -> f64 {
        x.max(0.0)
    }
    fn step(&mut self, x: f64) -> f64 {
        x
    }
}
#[derive(Differentiable)]
struct Net {
    layers: Vec<Box<dyn Layer>>,
    head: Option<Box<dyn Layer>>,
    tail: Box<dyn Layer>,
}
#[differentiable]
impl Net {
    fn new() -> Self {
        Net {
            layers: Vec::new(),
            head: None,
            tail: Box::new(Relu),
        }
    }
    fn with(w: f64) -> Self {
        Net {
            layers: Vec::new(),
            head: Some(Box::new(Dense { w, b: vec![w] })),
            tail: Box::new(Relu),
        }
    }
    fn add(&mut self, l: Box<dyn Layer>) -> &mut Self {
        self.layers.push(l);
        self
    }
    fn add_dense(&mut self, w: f64, b: f64) {
        self.layers.push(Box::new(Dense { w, b: vec![b] }));
        self.layers.push(Box::new(Relu));
    }
    fn set_head(&mut self, w: f64) {
        self.head = Some(Box::new(Dense { w, b: vec![w * w] }));
    }
    fn set_tail(&mut self, w: f64) {
        self.tail = Box::new(Dense { w, b: vec![w * w] });
    }
    fn eval(&self, x: f64) -> f64 {
        let mut y = x;
        for l in &self.layers {
            y = l.at(y);
        }
        if let Some(h) = &self.head {
            y = h.at(y);
        }
        match &self.head {
            Some(h) => y += h.at(x),
            None => y *= 2.0,
        }
        if let Some(h) = self.head.as_ref() {
            y = h.at(y);
        }
        self.tail.at(y)
    }
}
#[differentiable]
fn f(p: &[f64]) -> f64 {
    let mut net = Net::new();
    net.add_dense(p[0], p[1]);
    let mut s = net.eval(p[2]);
    net.set_head(p[1]);
    s += net.eval(p[2]);
    net.set_tail(p[2]);
    net.add(Box::new(Dense {
        w: p[0],
        b: vec![0.3],
    }));
    s *= net.eval(p[2]);
    let n2 = Net::with(p[0]);
    s * n2.eval(p[1])
}
#[differentiable]
fn g(p: &[f64]) -> f64 {
    let mut layers: Vec<Box<dyn Layer>> = Vec::new();
    for i in 0..3 {
        if i % 2 == 0 {
            layers.push(Box::new(Dense {
                w: p[i],
                b: p.to_vec(),
            }));
        } else {
            layers.push(Box::new(Relu));
        }
    }
    layers.insert(
        0,
        Box::new(Dense {
            w: p[1],
            b: vec![0.1],
        }),
    );
    let mut y = p[0];
    for l in layers.iter_mut() {
        y = l.step(y) + l.at(y);
    }
    y
}
#[differentiable]
fn h(p: &[f64]) -> f64 {
    let mut net = Net::new();
    net.head = Some(Box::new(Dense {
        w: p[0],
        b: vec![p[1]],
    }));
    net.tail = Box::new(Dense {
        w: p[1],
        b: vec![p[1]],
    });
    net.layers = vec![
        Box::new(Dense {
            w: p[1],
            b: vec![p[1]],
        }),
        Box::new(Relu),
    ];
    net.layers.push(Box::new(Dense {
        w: p[2],
        b: vec![p[1]],
    }));
    let mut s = net.eval(p[2]);
    if let Some(old) = net.head.take() {
        s += old.at(p[0]);
    }
    s += net.eval(p[1]);
    net.head.replace(Box::new(Relu));
    s + net.eval(p[0])
}
#[differentiable]
fn make(kind: usize, w: f64) -> Option<Box<dyn Layer>> {
    match kind {
        0 => Some(Box::new(Dense { w, b: vec![w] })),
        1 => Some(Box::new(Relu)),
        _ => None,
    }
}
#[differentiable]
fn make_all(p: &[f64]) -> Vec<Box<dyn Layer>> {
    let mut v: Vec<Box<dyn Layer>> = Vec::with_capacity(2);
    v.push(Box::new(Dense {
        w: p[0],
        b: p.to_vec(),
    }));
    v.push(Box::new(Relu));
    v
}
#[differentiable]
fn k(p: &[f64]) -> f64 {
    let ls = make_all(p);
    let mut y = p[1];
    for l in ls.iter() {
        y = l.at(y);
    }
    let ms: Vec<Box<dyn Layer>> = (0..3).filter_map(|i| make(i, p[i])).collect();
    ms.iter().fold(y, |y, m| m.at(y))
}
#[differentiable]
fn branches(p: &[f64]) -> f64 {
    let mut net = Net::new();
    net.layers = vec![
        Box::new(Dense {
            w: p[1],
            b: vec![p[1]],
        }),
        Box::new(Relu),
        Box::new(Dense {
            w: p[0],
            b: vec![p[2]],
        }),
    ];
    net.tail = if p[0] > 0.25 {
        Box::new(Dense {
            w: p[1],
            b: vec![p[2]],
        })
    } else {
        Box::new(Relu)
    };
    net.head = match p.len() {
        3 => Some(Box::new(Dense {
            w: p[2],
            b: vec![p[2]],
        })),
        2 => Some(Box::new(Relu)),
        _ => None,
    };
    net.eval(p[0]) * net.eval(p[2])
}

#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[&[0.3, 0.7, 0.9], &[0.2, 0.4, 0.5]];
    check(f, |x| f::gradient(x), points);
    check(g, |x| g::gradient(x), points);
    check(h, |x| h::gradient(x), points);
    check(k, |x| k::gradient(x), points);
    check(branches, |x| branches::gradient(x), points);
}

mod without_clone {
    use super::check;
    use pullback::{Differentiable, differentiable};
    #[derive(Differentiable)]
    pub struct Particle {
        x: f64,
        v: Vec<f64>,
    }
    #[differentiable]
    impl Particle {
        fn energy(&self) -> f64 {
            self.x * self.x * self.v.iter().sum::<f64>()
        }
    }
    #[derive(Differentiable)]
    pub struct World {
        particles: Vec<Particle>,
        chosen: Option<Particle>,
        queue: std::collections::VecDeque<Particle>,
        g: f64,
    }
    #[differentiable]
    fn energy(w: &World) -> f64 {
        w.particles.iter().map(|p| p.energy()).sum::<f64>() * w.g
            + w.queue.iter().map(|p| p.x).sum::<f64>()
    }
    #[differentiable]
    fn change(w: &mut World, p: &[f64]) -> f64 {
        let mut s = energy(w);
        w.particles.push(Particle {
            x: p[0],
            v: p.to_vec(),
        });
        w.particles.insert(
            0,
            Particle {
                x: p[1],
                v: vec![p[0], p[2]],
            },
        );
        s += energy(w);
        if let Some(last) = w.particles.pop() {
            s += last.energy();
        }
        w.particles.push(Particle {
            x: s,
            v: p.to_vec(),
        });
        w.particles.swap(0, 1);
        s *= energy(w);
        let gone = w.particles.remove(0);
        s += gone.energy() * energy(w);
        w.queue.push_back(Particle {
            x: s,
            v: p.to_vec(),
        });
        w.queue.push_front(Particle {
            x: p[2],
            v: p.to_vec(),
        });
        s += energy(w);
        if let Some(q) = w.queue.pop_front() {
            s += q.energy();
        }
        w.chosen.replace(Particle {
            x: p[0] * p[1],
            v: vec![p[2]],
        });
        if let Some(c) = w.chosen.take() {
            s += c.energy();
        }
        if w.chosen.is_none() {
            s *= 1.1;
        }
        w.particles.truncate(1);
        s + energy(w)
    }
    #[differentiable]
    fn lists(p: &[f64]) -> f64 {
        let mut w = World {
            particles: vec![Particle {
                x: p[2],
                v: vec![p[1]],
            }],
            chosen: None,
            queue: Default::default(),
            g: p[0],
        };
        let mut s = 0.0;
        for _ in 0..2 {
            s += (change(&mut w, p) * 0.1).sin();
            s += energy(&w);
        }
        s
    }
    #[test]
    fn gradients_are_right() {
        check(
            lists,
            |x| lists::gradient(x),
            &[&[0.3, 0.7, 0.9], &[0.2, -0.4, 0.5]],
        );
    }
}
