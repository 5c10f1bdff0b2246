use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Phase {
    Boost { fuel: Vec<f64>, current: usize },
    Coast { since: f64 },
    Landed { height: f64 },
}
#[derive(Clone, Debug, Differentiable)]
struct Rocket {
    phase: Phase,
    h: f64,
}
#[differentiable]
impl Rocket {
    fn burnt(mut self, dt: f64) -> Self {
        self.h -= dt;
        self.phase = match self.phase {
            Phase::Boost { mut fuel, current } => {
                fuel[current] -= dt;
                if fuel[current] > 0.0 {
                    Phase::Boost { fuel, current }
                } else {
                    Phase::Coast { since: self.h }
                }
            }
            Phase::Coast { .. } if self.h < 0.0 => Phase::Landed { height: self.h },
            other => other,
        };
        self
    }
    fn landed(mut self, dt: f64) -> Self {
        self.h -= dt;
        self.phase = match self.phase {
            Phase::Coast { since } => Phase::Landed {
                height: self.h * since,
            },
            other => other,
        };
        self
    }
    fn written_out(mut self, dt: f64) -> Self {
        self.h -= dt;
        self.phase = match self.phase {
            Phase::Boost { mut fuel, current } => {
                fuel[current] -= dt;
                if fuel[current] > 0.0 {
                    Phase::Boost { fuel, current }
                } else {
                    Phase::Coast { since: self.h }
                }
            }
            Phase::Coast { since } => {
                if self.h < 0.0 {
                    Phase::Landed { height: self.h }
                } else {
                    Phase::Coast { since }
                }
            }
            Phase::Landed { height } => Phase::Landed { height },
        };
        self
    }
    fn cloned_on(&mut self, dt: f64) {
        self.h -= dt;
        self.phase = match &self.phase {
            Phase::Coast { since } if self.h < 0.0 => Phase::Landed {
                height: self.h * since,
            },
            other => other.clone(),
        };
    }
    fn replaced(&mut self, dt: f64) {
        self.h -= dt;
        self.phase = match std::mem::replace(&mut self.phase, Phase::Coast { since: 0.0 }) {
            Phase::Coast { since } if self.h < 0.0 => Phase::Landed {
                height: self.h * since,
            },
            other => other,
        };
    }
    fn value(&self) -> f64 {
        self.h
            + match &self.phase {
                Phase::Boost { fuel, current } => fuel[*current] * fuel[0],
                Phase::Coast { since } => since * since,
                Phase::Landed { height } => 3.0 * height,
            }
    }
}
#[differentiable]
fn fa(p: &[f64]) -> f64 {
    let mut r = Rocket {
        phase: Phase::Boost {
            fuel: vec![p[0], p[1]],
            current: 1,
        },
        h: p[2],
    };
    for _ in 0..3 {
        r = r.burnt(0.5 * p[1]);
    }
    r.value()
}
#[differentiable]
fn fb(p: &[f64]) -> f64 {
    let r = Rocket {
        phase: Phase::Coast { since: p[0] },
        h: p[2],
    };
    let r2 = Rocket {
        phase: Phase::Boost {
            fuel: vec![p[0], p[1]],
            current: 1,
        },
        h: p[2],
    };
    r.landed(p[1]).value() * r2.landed(p[0]).value()
}
#[differentiable]
fn fc(p: &[f64]) -> f64 {
    let mut r = Rocket {
        phase: Phase::Boost {
            fuel: vec![p[0], p[1]],
            current: 1,
        },
        h: p[2],
    };
    for _ in 0..3 {
        r = r.written_out(0.5 * p[1]);
    }
    r.value()
}
#[differentiable]
fn fd(p: &[f64]) -> f64 {
    let mut r = Rocket {
        phase: Phase::Coast { since: p[0] },
        h: p[2],
    };
    for _ in 0..3 {
        r.cloned_on(0.5 * p[1]);
    }
    r.value()
}
#[differentiable]
fn fe(p: &[f64]) -> f64 {
    let mut r = Rocket {
        phase: Phase::Coast { since: p[0] },
        h: p[2],
    };
    for _ in 0..3 {
        r.replaced(0.5 * p[1]);
    }
    r.value()
}

#[derive(Clone, Debug, Differentiable)]
enum Mood {
    A(f64),
    B { y: f64, n: usize },
    C,
}
#[derive(Clone, Debug, Differentiable)]
struct Agent {
    state: Mood,
    x: f64,
}
#[differentiable]
fn run(agents: &mut [Agent], k: f64) {
    for a in agents.iter_mut() {
        a.state = match a.state {
            Mood::A(v) => Mood::B { y: v * k, n: 1 },
            Mood::B { y, n } if n < 2 => Mood::B {
                y: y * y + a.x,
                n: n + 1,
            },
            Mood::B { y, .. } => Mood::A(y),
            Mood::C => Mood::C,
        };
        a.x += match &a.state {
            Mood::A(v) => *v,
            Mood::B { y, .. } => 2.0 * y,
            Mood::C => 0.1,
        };
    }
}
#[differentiable]
fn of_others(p: &[f64]) -> f64 {
    let mut v = vec![
        Agent {
            state: Mood::A(p[0]),
            x: p[1],
        },
        Agent {
            state: Mood::C,
            x: p[2],
        },
    ];
    for _ in 0..4 {
        run(&mut v, p[1]);
    }
    v.iter().map(|a| a.x * a.x).sum()
}
#[differentiable]
fn of_locals(p: &[f64]) -> f64 {
    let mut a = Agent {
        state: Mood::A(p[0]),
        x: p[1],
    };
    let mut pair = (Mood::A(p[1]), 0.0);
    for _ in 0..4 {
        a.state = match a.state {
            Mood::A(v) => Mood::B { y: v * p[2], n: 1 },
            Mood::B { y, n } if n < 2 => Mood::B {
                y: y * y + a.x,
                n: n + 1,
            },
            other => other,
        };
        pair.0 = match pair.0 {
            Mood::A(v) => Mood::B { y: v * p[0], n: 1 },
            s => s,
        };
        if let Mood::B { y, .. } = &pair.0 {
            pair.1 += y * y;
        }
    }
    pair.1 * a.x
        + match a.state {
            Mood::B { y, n } => y * n as f64,
            _ => 0.0,
        }
}

#[differentiable]
fn all(p: &[f64]) -> f64 {
    fa(p) + fb(p) + fc(p) + fd(p) + fe(p) + of_others(p) + of_locals(p)
}

#[test]
fn gradients_are_right() {
    check(
        all,
        |p| all::gradient(p),
        &[&[0.5, 1.5, 0.6], &[0.7, 0.3, 2.0]],
    );
}
