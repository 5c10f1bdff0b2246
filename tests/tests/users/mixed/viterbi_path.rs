use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn viterbi(trans: &[[f64; 2]; 2], emit: &[[f64; 2]]) -> (f64, Vec<usize>) {
    let mut score = emit[0];
    let mut back: Vec<[usize; 2]> = Vec::new();
    for e in &emit[1..] {
        let mut next = [0.0; 2];
        let mut from = [0; 2];
        for j in 0..2 {
            let (a, b) = (score[0] + trans[0][j], score[1] + trans[1][j]);
            if a >= b {
                next[j] = a + e[j];
            } else {
                next[j] = b + e[j];
                from[j] = 1;
            }
        }
        back.push(from);
        score = next;
    }
    let mut state = if score[0] >= score[1] { 0 } else { 1 };
    let best = score[state];
    let mut path = vec![state];
    for from in back.iter().rev() {
        state = from[state];
        path.push(state);
    }
    path.reverse();
    (best, path)
}

#[differentiable]
fn best_score(trans: &[[f64; 2]; 2], emit: &[[f64; 2]]) -> f64 {
    let (score, path) = viterbi(trans, emit);
    score * (1.0 + path.iter().sum::<usize>() as f64)
}

#[test]
fn gradient_is_right() {
    let t = [[-0.2, -1.1], [-0.9, -0.4]];
    let e = [[-0.5, -1.0], [-1.4, -0.3], [-0.2, -0.8], [-1.7, -0.1]];
    let (dt, de) = best_score::gradient(&t, &e);
    assert_grad(
        |v| best_score(&[[v[0], v[1]], [v[2], v[3]]], &e),
        &t.concat(),
        &dt.concat(),
    );
    assert_grad(
        |v| best_score(&t, &v.chunks(2).map(|c| [c[0], c[1]]).collect::<Vec<_>>()),
        &e.concat(),
        &de.concat(),
    );
}
