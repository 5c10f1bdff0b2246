use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

#[derive(Clone, Debug, Default, Differentiable)]
struct Window {
    size: usize,
    buffer: VecDeque<f64>,
    seen: HashSet<usize>,
}

#[differentiable]
impl Window {
    fn new(size: usize) -> Self {
        Window {
            size,
            buffer: VecDeque::new(),
            seen: HashSet::new(),
        }
    }
    fn feed(&mut self, xs: &[f64]) -> f64 {
        self.buffer.extend(xs.iter().map(|x| x * x));
        self.seen.extend(0..xs.len());
        let mut out = 0.0;
        while self.buffer.len() > self.size {
            out += self.buffer.pop_front().unwrap() * self.seen.len() as f64;
        }
        for (i, v) in self.buffer.iter_mut().enumerate() {
            *v *= 1.0 + 0.1 * i as f64;
        }
        out
    }
}

#[differentiable]
fn fed(x: &[f64]) -> f64 {
    let mut window = Window::new(3);
    let mut total = 0.0;
    for part in x.chunks(2) {
        total += window.feed(part).sin();
    }
    total + window.buffer.iter().product::<f64>()
}

#[differentiable]
fn ring(x: &[f64]) -> f64 {
    let mut queue: VecDeque<f64> = x.iter().copied().collect();
    let mut seen = BTreeSet::new();
    let mut names: HashMap<usize, usize> = HashMap::new();
    let mut sorted = BTreeMap::new();
    let mut total = 0.0;
    for round in 0..3 {
        let a = queue.pop_front().unwrap();
        let b = queue.pop_back().unwrap();
        queue.extend([a * b, a - b]);
        queue.extend(x.iter().take(round).map(|v| v * a));
        seen.extend([round, 2 * round]);
        names.extend((0..round).map(|k| (k, k + round)));
        sorted.extend(names.iter().map(|(k, v)| (*v, *k)));
        total += queue.iter().map(|v| v * v).sum::<f64>() * seen.len() as f64;
        total += sorted.len() as f64 * a;
    }
    total * queue[1]
}

#[differentiable]
fn lent(queue: &mut VecDeque<f64>, x: f64) -> f64 {
    queue.extend([x, x * x].iter());
    queue[0] * queue[1] * queue[2]
}

#[differentiable]
fn reached(w: &[f64], #[constant] neighbours: &[Vec<usize>]) -> f64 {
    let mut frontier = VecDeque::from([(0, 1.0)]);
    let mut order = VecDeque::from([0]);
    let mut visited = HashSet::from([0]);
    let mut total = 0.0;
    while let Some((node, gain)) = frontier.pop_front() {
        total += gain * w[node] * order.len() as f64;
        let all = neighbours[node].iter().copied();
        let next: Vec<usize> = all.filter(|n| visited.insert(*n)).collect();
        frontier.extend(next.iter().map(|&n| (n, gain * w[node] * 0.5)));
        order.extend(next);
    }
    total
}

#[differentiable]
fn by_name(x: &[f64]) -> f64 {
    let mut v = vec![1.0];
    v.extend(x);
    let mut w = x.to_vec();
    w.extend(&v);
    w.extend(x);
    v[0] * v[1] + w[x.len()] * w[w.len() - 1] * w[x.len() + 1]
}

#[test]
fn gradients_are_right() {
    let x = [1.0, 2.0, 3.0, 4.0, -0.5, 0.7, 1.1];
    check(fed, |x| fed::gradient(x), &[&x]);
    check(ring, |x| ring::gradient(x), &[&x[..4]]);
    let by_x = |x: &[f64]| {
        let (_, by_x) = lent::gradient(&mut VecDeque::from(vec![3.0]), x[0]);
        vec![by_x]
    };
    check(
        |x| lent(&mut VecDeque::from(vec![3.0]), x[0]),
        by_x,
        &[&[1.5]],
    );
    check(by_name, |x| by_name::gradient(x), &[&x[..2]]);
    let neighbours = [vec![1, 2], vec![2, 3], vec![0], vec![1]];
    let by_w = |w: &[f64]| reached::gradient(w, &neighbours);
    check(|w| reached(w, &neighbours), by_w, &[&x[..4]]);
}
