//! Lists of counts, flags and texts in structs that are arguments, whose elements are changed.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{HashMap, VecDeque};

#[derive(Clone, Differentiable)]
struct Bandit {
    rate: f64,
    pulls: Vec<usize>,
    open: Vec<Vec<bool>>,
    names: Vec<String>,
    last: Option<Vec<u8>>,
    both: (usize, Vec<bool>),
}

#[differentiable]
impl Bandit {
    fn pull(&mut self, k: usize, reward: f64) -> f64 {
        self.pulls[k] += 1;
        self.open[k][0] = !self.open[k][0];
        self.both.1[0] = false;
        self.both.0 += 1;
        self.names[0].push('x');
        if let Some(last) = &mut self.last {
            last[0] += 1;
        }
        let share = reward / self.pulls[k] as f64;
        if self.open[k][0] {
            self.rate * share
        } else {
            self.rate * self.rate * share + self.both.0 as f64 * reward
        }
    }
}

#[differentiable]
fn all(bandits: &mut [Bandit], reward: f64) -> f64 {
    let mut total = 0.0;
    for bandit in bandits.iter_mut() {
        bandit.pulls[0] += 1;
        total += bandit.pull(1, reward) * bandit.pull(0, total + 1.0);
    }
    total
}

#[derive(Clone, Differentiable)]
enum Part {
    On { level: f64, hits: Vec<u32> },
    Off(Vec<bool>),
    Pure(f64),
}

#[derive(Clone, Differentiable)]
struct Log {
    seen: Vec<usize>,
    count: usize,
}

#[derive(Clone, Differentiable)]
struct Plant {
    rate: f64,
    log: Log,
    queue: VecDeque<usize>,
    by_name: HashMap<String, usize>,
    part: Part,
    flags: [[bool; 2]; 2],
    boxed: Box<[usize]>,
}

#[differentiable]
impl Plant {
    fn step(&mut self, k: usize, x: f64) -> f64 {
        self.log.seen[k] += 2;
        self.log.seen.push(4);
        self.log.count += 1;
        self.queue.push_back(3);
        self.queue[0] = 7;
        *self.by_name.entry("a".to_string()).or_insert(0) += 1;
        self.flags[1][0] = true;
        self.boxed[1] += 1;
        let level = match &mut self.part {
            Part::On { level, hits } => {
                hits[0] += 1;
                *level * hits[0] as f64
            }
            Part::Off(flags) => {
                flags[1] = true;
                2.0
            }
            Part::Pure(level) => *level,
        };
        self.rate * x * level * self.log.seen[k] as f64 + self.queue[0] as f64 * x
    }
}

fn bandit(rate: f64) -> Bandit {
    Bandit {
        rate,
        pulls: vec![0, 1],
        open: vec![vec![true], vec![false]],
        names: vec!["a".into()],
        last: Some(vec![1]),
        both: (1, vec![true]),
    }
}

fn plant(rate: f64, part: Part) -> Plant {
    Plant {
        rate,
        log: Log {
            seen: vec![1, 2],
            count: 0,
        },
        queue: VecDeque::from([1, 2]),
        by_name: HashMap::new(),
        part,
        flags: [[false; 2]; 2],
        boxed: Box::new([1, 2]),
    }
}

#[test]
fn gradients_are_right() {
    for k in 0..2 {
        check(
            |x| bandit(x[0]).pull(k, x[1]),
            |x| {
                let (by_bandit, by_reward) = bandit(x[0]).pull_gradient(k, x[1]);
                vec![by_bandit.rate, by_reward]
            },
            &[&[0.3, 1.7]],
        );
    }
    check(
        |x| all(&mut [bandit(x[0]), bandit(x[1])], x[2]),
        |x| {
            let (by_each, by_reward) = all::gradient(&mut [bandit(x[0]), bandit(x[1])], x[2]);
            vec![by_each[0].rate, by_each[1].rate, by_reward]
        },
        &[&[0.3, 1.7, 0.9]],
    );
    let parts: [fn(f64) -> Part; 3] = [
        |level| Part::On {
            level,
            hits: vec![3],
        },
        |_| Part::Off(vec![true, false]),
        Part::Pure,
    ];
    for part in parts {
        check(
            |x| plant(x[0], part(x[1])).step(1, x[2]),
            |x| {
                let (by_plant, by_x) = plant(x[0], part(x[1])).step_gradient(1, x[2]);
                let by_level = match by_plant.part {
                    PartTangent::On { level, .. } | PartTangent::Pure(level) => level,
                    PartTangent::Off(..) => 0.0,
                };
                vec![by_plant.rate, by_level, by_x]
            },
            &[&[0.3, 1.7, 0.9]],
        );
    }
}

#[derive(Clone, Differentiable)]
struct Average {
    value: Vec<f64>,
    visits: Vec<usize>,
}

#[differentiable]
fn visit(average: &mut Average, k: usize, x: f64) {
    average.visits[k] += 1;
    average.value[k] += (x - average.value[k]) / average.visits[k] as f64;
}

#[differentiable]
fn visit_each(averages: &mut [Average], x: f64) {
    for average in averages.iter_mut() {
        average.visits[0] += 1;
        average.value[0] *= x;
    }
}

/// Of counts, a cotangent of the final content tells nothing.
#[test]
fn pullbacks_of_final_contents() {
    let mut average = Average {
        value: vec![0.1, 0.5],
        visits: vec![0, 3],
    };
    let ct = |value: [f64; 2]| AverageTangent {
        value: value.to_vec(),
    };
    let (_, pullback) = visit::vjp(&mut average, 1, 0.7);
    let (by_average, by_x) = pullback.call(ct([1.0, 2.0]));
    assert_eq!((by_average.value, by_x), (vec![1.0, 1.5], 0.5));
    let mut two = [average.clone(), average];
    let (_, pullback) = visit_each::vjp(&mut two, 0.5);
    let (by_each, by_x) = pullback.call(vec![ct([1.0, 2.0]), ct([3.0, 0.0])]);
    assert_eq!((&by_each[0].value, by_x), (&vec![0.5, 2.0], 0.4));
    assert_eq!(by_each[1].value, [1.5, 0.0]);
}
