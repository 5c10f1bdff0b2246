//! Lengths, indices and conditions that are read through a view of what changes afterwards.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn len_of_ref(p: &[f64]) -> f64 {
    let mut v = p.to_vec();
    let mut s = 0.0;
    {
        let r = &v;
        for x in r.iter() {
            s += x;
        }
    }
    v.push(s * p[0]);
    v.truncate(2);
    s * v[0] + v[1]
}

#[differentiable]
fn len_in_loop(p: &[f64]) -> f64 {
    let mut v = vec![p[0]];
    let mut s = 0.0;
    for k in 0..4 {
        let r = &v;
        let n = r.len();
        for i in 0..n {
            s += r[i];
        }
        s += p[n % 3];
        v.push(s * p[k % 2]);
    }
    s
}

#[differentiable]
fn raw_len(p: &[f64]) -> f64 {
    let mut v = vec![p[0]];
    let mut s = 0.0;
    for k in 0..4 {
        let r = &v;
        let n = (r.len() * 2 + 1) % 3;
        s += p[n] * s + r[r.len() - 1];
        v.push(p[k % 2]);
    }
    s
}

#[differentiable]
fn rest_len(p: &[f64]) -> f64 {
    let mut rest = p;
    let mut s = 0.0;
    while rest.len() > 1 {
        let (a, b) = rest.split_at(rest.len() / 2);
        let n = a.len();
        s += p[n];
        for x in a {
            s += x;
        }
        rest = b;
    }
    s
}

#[differentiable]
fn row_swap(p: &[f64]) -> f64 {
    let a = p[..2].to_vec();
    let b = p[..3].to_vec();
    let mut cur = &a;
    let mut other = &b;
    let mut s = 0.0;
    for _ in 0..3 {
        let n = cur.len();
        for i in 0..n {
            s += cur[i];
        }
        s += p[n - 1] * s;
        std::mem::swap(&mut cur, &mut other);
    }
    s
}

#[derive(Clone, Differentiable)]
struct View<'a> {
    data: &'a [f64],
}
#[derive(Clone, Differentiable)]
struct Own {
    data: Vec<f64>,
    other: Vec<Vec<f64>>,
}
#[differentiable]
impl Own {
    fn row(&self, i: usize) -> &[f64] {
        &self.other[i]
    }
    fn grow(&mut self, x: f64) {
        self.data.push(x);
        self.other[0].push(x);
    }
}
#[differentiable]
fn total(x: &[f64]) -> f64 {
    x.iter().sum()
}
#[differentiable]
fn use_of_use(p: &[f64]) -> f64 {
    let mut v = p.to_vec();
    let mut s = 0.0;
    for k in 0..3 {
        let r = &v;
        let q = r;
        for x in q {
            s += x;
        }
        if q.len() > 4 {
            s *= p[q.len() - 4];
        }
        v.pop();
        v[0] += s * p[k];
    }
    s
}
#[differentiable]
fn in_struct(p: &[f64]) -> f64 {
    let mut v = p.to_vec();
    let mut s = 0.0;
    for k in 0..3 {
        {
            let w = View { data: &v };
            for x in w.data.iter() {
                s += x;
            }
            s += p[w.data.len() % 5] * s;
        }
        v.pop();
        v[0] += s * p[k];
    }
    s
}
#[differentiable]
fn fields(p: &[f64]) -> f64 {
    let mut o = Own {
        data: p.to_vec(),
        other: vec![p.to_vec(), p[1..].to_vec()],
    };
    let mut s = 0.0;
    for k in 0..3 {
        let Own { data, other } = &o;
        for x in data {
            s += x;
        }
        for r in other {
            for x in r {
                s += x;
            }
            s *= p[r.len() % 5];
        }
        let m = o.row(0);
        for x in m {
            s += x;
        }
        let n = m.len();
        s += s * p[n % 5];
        o.grow(s * p[k]);
    }
    s
}
#[differentiable]
fn by_param(u: &mut Vec<f64>, k: f64) -> f64 {
    let r = &*u;
    let mut s = 0.0;
    for x in r {
        s += x;
    }
    let n = r.len();
    u.truncate(1);
    for _ in 0..n {
        s *= k;
    }
    u.push(s);
    s
}
#[differentiable]
fn cond_view(p: &[f64]) -> f64 {
    let mut v = p.to_vec();
    let mut s = 1.0;
    for k in 0..4 {
        let r = &v;
        if r[0] > 0.6 {
            s += p[1] * s;
        } else {
            s -= p[2] * s;
        }
        let big = r[k] > 0.0;
        v[0] = 1.1 - v[0];
        v[k] -= 1.0;
        if big {
            s *= p[0];
        }
    }
    s + total(&v)
}
#[differentiable]
fn match_len(p: &[f64]) -> f64 {
    let mut st: Vec<f64> = vec![];
    let mut s = 1.0;
    for k in 0..5 {
        match st.len() {
            0 => st.push(p[k] * s),
            1 | 2 => {
                s += st[0] * p[k];
                st.push(s);
            }
            _ => {
                s += st.iter().sum::<f64>();
                st.clear();
            }
        }
    }
    s
}
#[differentiable]
fn rows_resized(p: &[f64]) -> f64 {
    let mut m = vec![p.to_vec(), p[..2].to_vec(), p[..3].to_vec()];
    let mut s = 0.0;
    for k in 0..4 {
        let r = &m[k % 3];
        for x in r.iter() {
            s += x;
        }
        let n = r.len();
        s += p[n % 5];
        m.swap(k % 3, (k + 1) % 3);
        m[0].push(s * 0.1);
    }
    s
}
#[differentiable]
fn taken_len(p: &[f64]) -> f64 {
    let mut m = vec![p.to_vec(), p[..2].to_vec()];
    let mut s = 0.0;
    for k in 0..4 {
        {
            let r = &m[0];
            for i in 0..r.len() {
                s += r[i];
            }
        }
        let t = std::mem::take(&mut m[0]);
        for x in &t {
            s += x * x;
        }
        m[0] = m[1].clone();
        m[1] = t[k % t.len()..].to_vec();
    }
    s
}

#[test]
fn gradients_are_right() {
    let p = [0.5, 1.2, -0.7, 0.3, 0.9];
    let functions = [
        (
            len_of_ref as fn(&[f64]) -> f64,
            len_of_ref::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            len_in_loop as fn(&[f64]) -> f64,
            len_in_loop::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            raw_len as fn(&[f64]) -> f64,
            raw_len::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            rest_len as fn(&[f64]) -> f64,
            rest_len::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            row_swap as fn(&[f64]) -> f64,
            row_swap::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            use_of_use as fn(&[f64]) -> f64,
            use_of_use::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            in_struct as fn(&[f64]) -> f64,
            in_struct::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            fields as fn(&[f64]) -> f64,
            fields::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            cond_view as fn(&[f64]) -> f64,
            cond_view::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            match_len as fn(&[f64]) -> f64,
            match_len::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            rows_resized as fn(&[f64]) -> f64,
            rows_resized::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            taken_len as fn(&[f64]) -> f64,
            taken_len::gradient as fn(&[f64]) -> Vec<f64>,
        ),
    ];
    for (f, gradient) in functions {
        assert_grad(f, &p, &gradient(&p));
        assert_grad(f, &p, &gradient(&p));
    }
    let (by_u, by_k) = by_param::gradient(&mut p[1..].to_vec(), p[0]);
    let expected = [vec![by_k], by_u].concat();
    assert_grad(|p| by_param(&mut p[1..].to_vec(), p[0]), &p, &expected);
}
