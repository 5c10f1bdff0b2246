use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Index, IndexMut};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
enum Part {
    Left,
    Right,
}

#[derive(Clone, Debug, Differentiable)]
struct Stiffness(Vec<[f64; 2]>);

#[differentiable]
impl Index<(usize, Part)> for Stiffness {
    type Output = f64;
    fn index(&self, (row, part): (usize, Part)) -> &f64 {
        &self.0[row][part as usize]
    }
}

#[differentiable]
impl IndexMut<(usize, Part)> for Stiffness {
    fn index_mut(&mut self, (row, part): (usize, Part)) -> &mut f64 {
        &mut self.0[row][part as usize]
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Bar {
    #[constant]
    ends: (usize, usize),
    from: usize,
    area: f64,
}

/// Indices come out of fields, patterns and tuples that hold floats as well.
#[differentiable]
fn assembled(bars: &[Bar]) -> f64 {
    let mut k = Stiffness(vec![[0.0; 2]; 6]);
    for &Bar {
        ends: (i, j), area, ..
    } in bars
    {
        for (p, sign) in [(i, -1.0), (j, 1.0)] {
            for part in [Part::Left, Part::Right] {
                k[(2 * p, part)] += sign * area;
            }
            k[(p + 1, Part::Right)] -= area * area;
        }
    }
    for bar in bars {
        let (i, j) = bar.ends;
        let row = i * 2 + j;
        k[(row, Part::Left)] *= k[(i, Part::Right)] + bar.area;
        k[(bar.from, Part::Left)] += bar.area;
    }
    k.0.iter()
        .map(|row| row[0] * row[0] + row[0] * row[1])
        .sum()
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let ends = [(0, 1), (1, 2), (0, 2)];
    let bars: Vec<Bar> = ends
        .iter()
        .zip(x)
        .map(|(&ends, &area)| Bar {
            ends,
            from: 4,
            area,
        })
        .collect();
    assembled(&bars)
}

#[test]
fn gradient_is_right() {
    let x = [0.5, 1.2, -0.7];
    for _ in 0..2 {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
