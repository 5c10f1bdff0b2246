use crate::assert_grad;
use pullback::differentiable;

#[derive(Debug, Clone)]
struct Graph {
    edges: Vec<(usize, usize)>,
    nodes: usize,
}
impl Graph {
    fn out_degree(&self, n: usize) -> usize {
        self.edges.iter().filter(|(a, _)| *a == n).count()
    }
    fn neighbors(&self, n: usize) -> Vec<usize> {
        self.edges
            .iter()
            .filter(|(a, _)| *a == n)
            .map(|&(_, b)| b)
            .collect()
    }
}
#[differentiable]
fn pagerank(#[constant] g: &Graph, damping: f64, personalization: &[f64]) -> f64 {
    let mut rank = vec![1.0 / g.nodes as f64; g.nodes];
    for _ in 0..6 {
        let mut next: Vec<f64> = personalization
            .iter()
            .map(|p| (1.0 - damping) * p)
            .collect();
        for n in 0..g.nodes {
            let degree = g.out_degree(n);
            if degree == 0 {
                continue;
            }
            let share = damping * rank[n] / degree as f64;
            for m in g.neighbors(n) {
                next[m] += share;
            }
        }
        rank = next;
    }
    rank.iter().map(|r| r * r).sum()
}
#[test]
fn gradient_is_right() {
    let g = Graph {
        edges: vec![(0, 1), (1, 2), (2, 0), (0, 2)],
        nodes: 4,
    };
    let p = [0.1, 0.4, 0.3, 0.2];
    let (dd, dp) = pagerank::gradient(&g, 0.85, &p);
    assert_grad(|d| pagerank(&g, d[0], &p), &[0.85], &[dd]);
    assert_grad(|p| pagerank(&g, 0.85, p), &p, &dp);
}
