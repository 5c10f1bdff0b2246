use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone)]
struct Bias {
    a: f64,
    b: f64,
}
#[derive(Differentiable, Clone)]
struct Node {
    w: f64,
    bias: Option<f64>,
    extra: Option<Vec<f64>>,
    more: Option<Bias>,
}
#[differentiable]
fn of_each_node(nodes: &[Node], x: f64) -> f64 {
    let mut s = x;
    for n in nodes {
        s *= n.w;
        for b in n.bias.as_ref() {
            s += b;
        }
        for e in n.extra.as_ref() {
            s += e[0] * e[1];
        }
        for e in n.extra.as_deref() {
            s += e[0] * e[1].sin();
        }
        for m in n.more.as_ref() {
            if m.a > 2.0 {
                continue;
            }
            s += m.a * m.b;
        }
    }
    s
}
#[differentiable]
fn in_pipelines(nodes: &[Node]) -> f64 {
    nodes.iter().flat_map(|n| n.bias.as_ref()).sum::<f64>()
        + nodes
            .iter()
            .filter_map(|n| n.bias.as_ref())
            .map(|v| v.sin())
            .sum::<f64>()
        + nodes
            .iter()
            .filter_map(|n| n.extra.as_ref())
            .map(|v| v[0] * v[1])
            .sum::<f64>()
        + nodes
            .iter()
            .flat_map(|n| n.more.as_ref().into_iter())
            .map(|v| v.a * v.b)
            .sum::<f64>()
        + nodes[0]
            .more
            .as_ref()
            .into_iter()
            .chain(nodes[1].more.as_ref())
            .map(|m| m.a + m.b * m.b)
            .sum::<f64>()
}
fn mkn(p: &[f64]) -> Vec<Node> {
    vec![
        Node {
            w: p[0],
            bias: None,
            extra: Some(vec![p[1], p[2]]),
            more: Some(Bias { a: p[0], b: p[1] }),
        },
        Node {
            w: p[2],
            bias: Some(p[3]),
            extra: None,
            more: None,
        },
    ]
}
fn back(n: &[NodeTangent]) -> Vec<f64> {
    let m = n[0].more.as_ref().unwrap();
    let e = n[0].extra.as_ref().unwrap();
    vec![n[0].w + m.a, e[0] + m.b, e[1] + n[1].w, n[1].bias.unwrap()]
}
#[differentiable]
fn of_variables(p: f64, x: f64) -> f64 {
    let o = if p > 0.0 {
        Some(Bias { a: p * x, b: x })
    } else {
        None
    };
    let q = if x > 0.0 { Some(p * x) } else { None };
    let mut s = x;
    for v in &o {
        s += v.a * x * v.b;
    }
    for v in o.iter() {
        s += v.a.sin();
    }
    s += o.iter().map(|v| v.a).sum::<f64>();
    for v in &q {
        s *= v;
    }
    s += q.iter().sum::<f64>();
    s += q.iter().copied().map(|v| v * v).sum::<f64>();
    s += [x, p].iter().chain(&q).map(|v| v * v).sum::<f64>();
    s
}
#[differentiable]
fn of_arguments(o: &Option<Vec<f64>>, b: Option<Bias>, r: Result<f64, String>) -> f64 {
    let mut s = 1.0;
    for v in o {
        s += v[0] * v[1];
    }
    for v in o.iter().flatten() {
        s += v * v;
    }
    for v in &b {
        s *= v.a * v.b;
    }
    for v in b.iter() {
        s += v.a * v.b;
    }
    for v in r.ok() {
        s *= v;
    }
    s
}
#[test]
fn gradients_are_right() {
    check(
        |p| of_each_node(&mkn(p), p[4]),
        |p| {
            let g = of_each_node::gradient(&mkn(p), p[4]);
            let mut v = back(&g.0);
            v.push(g.1);
            v
        },
        &[&[1.5, 2.0, 0.3, 0.7, 1.2], &[2.5, 2.0, 0.3, 0.7, 1.2]],
    );
    check(
        |p| in_pipelines(&mkn(p)),
        |p| back(&in_pipelines::gradient(&mkn(p))),
        &[&[1.5, 2.0, 0.3, 0.7]],
    );
    let g = |g: (f64, f64)| vec![g.0, g.1];
    check(
        |p| of_variables(p[0], p[1]),
        |p| g(of_variables::gradient(p[0], p[1])),
        &[
            &[1.5, 2.0],
            &[-2.0, 1.41421356],
            &[2.0, -0.3],
            &[-2.0, -0.3],
        ],
    );
    check(
        |p| {
            of_arguments(
                &Some(vec![p[0], p[1]]),
                Some(Bias { a: p[2], b: p[3] }),
                Ok(p[4]),
            )
        },
        |p| {
            let g = of_arguments::gradient(
                &Some(vec![p[0], p[1]]),
                Some(Bias { a: p[2], b: p[3] }),
                Ok(p[4]),
            );
            let (v, b) = (g.0.unwrap(), g.1.unwrap());
            vec![v[0], v[1], b.a, b.b, g.2.unwrap()]
        },
        &[&[1.5, 2.0, 0.3, 0.7, 1.2], &[2.5, 2.0, 0.3, 0.7, 1.2]],
    );
}
