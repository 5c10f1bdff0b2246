use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Team {
    Red,
    Blue,
}

#[derive(Clone, Debug, Differentiable)]
struct Agent {
    pos: [f64; 2],
    vel: [f64; 2],
    health: f64,
    #[constant]
    team: Team,
}

#[derive(Clone, Debug, Differentiable)]
struct Rules {
    cohesion: f64,
    damage: f64,
    reach: f64,
}

#[differentiable]
fn distance(a: &Agent, b: &Agent) -> f64 {
    a.pos
        .iter()
        .zip(b.pos)
        .map(|(p, q)| (p - q) * (p - q))
        .sum::<f64>()
        .sqrt()
}

#[derive(Clone, Debug, Differentiable)]
struct Arena {
    agents: Vec<Agent>,
    rules: Rules,
    tick: u32,
}

#[differentiable]
impl Arena {
    fn centre(&self, team: Team) -> Option<[f64; 2]> {
        let members: Vec<&Agent> = self.agents.iter().filter(|a| a.team == team).collect();
        if members.is_empty() {
            return None;
        }
        let n = members.len() as f64;
        Some([0, 1].map(|d| members.iter().map(|a| a.pos[d]).sum::<f64>() / n))
    }
    fn step(&mut self, dt: f64) {
        for i in 0..self.agents.len() {
            let team = self.agents[i].team;
            if let Some(c) = self.centre(team) {
                let agent = &mut self.agents[i];
                for d in 0..2 {
                    agent.vel[d] += self.rules.cohesion * (c[d] - agent.pos[d]) * dt;
                    agent.pos[d] += agent.vel[d] * dt;
                }
            }
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (i, a) in self.agents.iter().enumerate() {
            let hit: f64 = self
                .agents
                .iter()
                .enumerate()
                .filter(|(j, b)| *j != i && b.team != a.team)
                .map(|(_, b)| self.rules.damage / (self.rules.reach + distance(a, b)))
                .sum();
            if a.team == Team::Red {
                left.push(hit)
            } else {
                right.push(hit)
            }
        }
        left.extend(right);
        let mut hits = left.into_iter();
        for team in [Team::Red, Team::Blue] {
            for a in self.agents.iter_mut().filter(|a| a.team == team) {
                if let Some(h) = hits.next() {
                    a.health -= h * dt;
                }
            }
        }
        self.agents.retain(|a| a.health > 0.0);
        self.tick += 1;
    }
}

#[differentiable]
fn outcome(x: &[f64]) -> f64 {
    let agent = |px: f64, py: f64, team| Agent {
        pos: [px, py],
        vel: [0.1, -0.2],
        health: 1.0,
        team,
    };
    let mut arena = Arena {
        agents: vec![
            agent(x[0], 0.0, Team::Red),
            agent(1.0, x[1], Team::Red),
            agent(2.0, 1.0, Team::Blue),
            agent(0.3, 2.0, Team::Blue),
        ],
        rules: Rules {
            cohesion: x[2],
            damage: x[3],
            reach: 0.5,
        },
        tick: 0,
    };
    while arena.tick < 3 {
        arena.step(0.2);
    }
    arena
        .agents
        .iter()
        .map(|a| match a.team {
            Team::Red => a.health,
            Team::Blue => -0.5 * a.health + a.pos[0],
        })
        .sum()
}

#[test]
fn gradient_is_right() {
    for x in [[0.1, 0.5, 0.8, 0.9], [0.4, -0.5, 0.2, 3.5]] {
        assert_grad(outcome, &x, &outcome::gradient(&x));
    }
}
