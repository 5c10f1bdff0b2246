use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug)]
struct Node {
    t: f64,
    id: usize,
}
#[derive(Clone, Debug, Differentiable)]
struct Floating {
    spread: f64,
    #[constant]
    dates: Vec<f64>,
    #[constant]
    nodes: Vec<Node>,
    #[constant]
    grid: [[f64; 2]; 3],
}
#[differentiable]
impl Floating {
    fn between(&self, c: f64) -> f64 {
        let mut pv = 0.0;
        for d in self.dates.windows(2) {
            if let [a, b] = d {
                pv += (c + self.spread) * (b - a) * c.powf(*b);
            }
        }
        pv
    }

    fn between_nodes(&self, c: f64) -> f64 {
        let mut pv = 0.0;
        for d in self.nodes.windows(2) {
            if let [a, b] = d {
                pv += (c + self.spread) * (b.t - a.t) * c.powf(b.t);
            }
        }
        pv
    }

    fn by_chunks(&self, c: f64) -> f64 {
        let mut pv = 0.0;
        for d in self.dates.chunks(2) {
            pv += match d {
                [a, b] => c * (b - a),
                &[a] => a * c * self.spread,
                _ => unreachable!(),
            }
        }
        pv
    }

    fn in_pairs(&self, c: f64) -> f64 {
        let mut pv = 0.0;
        for [a, b] in &self.grid {
            pv += c * (b - a) * self.spread;
        }
        pv
    }

    fn matched(&self, c: f64) -> f64 {
        self.nodes
            .windows(2)
            .map(|d| match d {
                [Node { t: a, .. }, Node { t: b, id }] if *id > 1 => c * (b - a),
                [a, _] => a.t * c * self.spread,
                _ => 0.0,
            })
            .sum()
    }

    fn ends(&self, c: f64) -> f64 {
        match &self.dates[..] {
            [] => 0.0,
            [first, .., last] => c * (last - first) * self.spread,
            [one] => c * one,
        }
    }

    fn from_first(&self, c: f64) -> f64 {
        let [first, rest @ ..] = self.dates.as_slice() else {
            return 0.0;
        };
        rest.iter().map(|d| (d - first) * c).sum::<f64>() * self.spread
    }

    fn halves(&self, c: f64) -> f64 {
        let (head, tail) = self.dates.split_at(1);
        head[0] * c + tail.iter().map(|d| d * self.spread).sum::<f64>()
    }
}

fn leg(spread: f64) -> Floating {
    let node = |id, t| Node { t, id };
    Floating {
        spread,
        dates: vec![0.1, 0.5, 1.2],
        nodes: vec![node(0, 0.1), node(1, 0.6), node(2, 1.3)],
        grid: [[0.1, 0.5], [1.0, 0.2], [0.0, 0.3]],
    }
}

macro_rules! checked {
    ($($f:ident $gradient:ident),*) => {$(
        check(
            |x| leg(x[0]).$f(x[1]),
            |x| {
                let (d_leg, d_c) = leg(x[0]).$gradient(x[1]);
                vec![d_leg.spread, d_c]
            },
            &[&[0.3, 0.7], &[-0.4, 1.6]],
        );
    )*};
}

#[test]
fn patterns_take_lists_apart_that_constant_fields_hold() {
    checked!(
        between between_gradient,
        between_nodes between_nodes_gradient,
        by_chunks by_chunks_gradient,
        in_pairs in_pairs_gradient,
        matched matched_gradient,
        ends ends_gradient,
        from_first from_first_gradient,
        halves halves_gradient
    );
}
