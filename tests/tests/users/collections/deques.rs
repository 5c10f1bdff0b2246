use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;

#[differentiable]
fn moving_average(xs: &[f64], window: usize) -> f64 {
    let mut q: VecDeque<f64> = VecDeque::with_capacity(window);
    let mut sum = 0.0;
    let mut out = 0.0;
    for &x in xs {
        if q.len() == window {
            sum -= q.pop_front().unwrap();
        }
        q.push_back(x);
        sum += x;
        let avg = sum / q.len() as f64;
        out += (x - avg).powi(2);
    }
    out + q[0] * q.back().unwrap()
}

#[differentiable]
fn both_ends(x: &[f64]) -> f64 {
    let mut q = VecDeque::new();
    for (i, &v) in x.iter().enumerate() {
        if i % 2 == 0 {
            q.push_back(v * v);
        } else {
            q.push_front(v.sin());
        }
    }
    let mut s = 0.0;
    while q.len() > 1 {
        let a = q.pop_front().unwrap();
        if let Some(b) = q.pop_back() {
            s += a * b;
        }
        if s > 10.0 {
            q.push_back(a);
        }
    }
    s + q.front().copied().unwrap_or(2.0) * x[0]
}

#[derive(Clone, Differentiable)]
struct Line {
    delay: VecDeque<f64>,
    gain: f64,
}

#[differentiable]
impl Line {
    fn tick(&mut self, input: f64) -> f64 {
        let out = self.delay.pop_front().unwrap_or(0.0);
        self.delay.push_back(input + self.gain * out);
        out
    }
}

#[differentiable]
fn echo(x: &[f64], gain: f64) -> f64 {
    let mut line = Line {
        delay: VecDeque::from(vec![0.0; 2]),
        gain,
    };
    let mut s = 0.0;
    for &v in x {
        s += line.tick(v).powi(2);
    }
    for (i, d) in line.delay.iter().enumerate() {
        s += (i as f64 + 1.0) * d * v_at(x, i);
    }
    s
}

#[differentiable]
fn v_at(x: &[f64], i: usize) -> f64 {
    x[i]
}

#[differentiable]
fn edited(x: &[f64]) -> f64 {
    let mut q: VecDeque<f64> = x.iter().copied().collect();
    q.insert(1, x[0] * x[1]);
    let gone = q.remove(2);
    q.truncate(4);
    q.swap(0, 3);
    if let Some(last) = q.back_mut() {
        *last *= 3.0;
    }
    q.retain(|v| *v < 5.0);
    let rest = q.split_off(1);
    let mut s = gone.unwrap_or(0.0);
    for (i, v) in rest.iter().enumerate() {
        s += v * v * (i + 1) as f64;
    }
    s * q[0]
}

/// Breadth first: the queue holds no number with a derivative.
#[differentiable]
fn distances(w: &[f64], edges: &[(usize, usize)], n: usize) -> f64 {
    let mut depth = vec![usize::MAX; n];
    let mut queue = VecDeque::from([0usize]);
    depth[0] = 0;
    let mut s = 0.0;
    while let Some(at) = queue.pop_front() {
        for (k, &(a, b)) in edges.iter().enumerate() {
            if a == at && depth[b] == usize::MAX {
                depth[b] = depth[at] + 1;
                queue.push_back(b);
                s += w[k] * w[k] * depth[b] as f64;
            }
        }
    }
    s
}

/// The window is put in order where it stands.
#[differentiable]
fn trimmed(x: &[f64]) -> f64 {
    let mut window = VecDeque::with_capacity(3);
    let mut sum = 0.0;
    for &v in x {
        if window.len() == 3 {
            window.pop_front();
        }
        window.push_back(v);
        sum += window.iter().product::<f64>();
    }
    window.make_contiguous().sort_by(|a, b| a.total_cmp(b));
    sum * window[0] - window[1] * window[1]
}

#[derive(Default, Differentiable)]
struct Waiting {
    waiting: VecDeque<f64>,
    turns: VecDeque<usize>,
}

/// Two of those who wait change places, and so do their turns.
#[differentiable]
impl Waiting {
    fn served(&mut self, x: &[f64]) -> f64 {
        for (i, &v) in x.iter().enumerate() {
            self.waiting.push_back(v * v);
            self.turns.push_back(i);
        }
        let before = self.waiting[0] * self.waiting[2];
        self.waiting.swap(0, 2);
        self.turns.swap(0, 1);
        let mut sum = before;
        for (turn, v) in self.turns.iter().zip(&self.waiting) {
            sum += *turn as f64 * v * self.waiting[0];
        }
        sum
    }
}

#[differentiable]
fn served(x: &[f64]) -> f64 {
    Waiting::default().served(x)
}

#[test]
fn gradients_are_right() {
    let x = [0.3, 1.0, -0.7, 0.8, 0.1];
    assert_grad(
        |x| moving_average(x, 3),
        &x,
        &moving_average::gradient(&x, 3),
    );
    for n in 1..=5 {
        assert_grad(both_ends, &x[..n], &both_ends::gradient(&x[..n]));
    }
    let big = [4.0, 0.3, 5.0, 0.9, 3.0];
    assert_grad(both_ends, &big, &both_ends::gradient(&big));
    let (dx, dg) = echo::gradient(&x, 0.7);
    assert_grad(|v| echo(v, 0.7), &x, &dx);
    assert_grad(|g| echo(&x, g[0]), &[0.7], &[dg]);
    assert_grad(edited, &x, &edited::gradient(&x));
    assert_grad(trimmed, &x, &trimmed::gradient(&x));
    assert_grad(served, &x, &served::gradient(&x));
    let edges = [(0, 1), (0, 2), (2, 3), (1, 3), (3, 4)];
    let w = [0.5, 1.5, -0.3, 2.0, 0.7];
    assert_grad(
        |w| distances(w, &edges, 5),
        &w,
        &distances::gradient(&w, &edges, 5),
    );
}
