//! Functions that return a part of their arguments, and the index operators of users' types.

use pullback::{Differentiable, differentiable};
use pullback_tests::{check, check_in_place};
use std::ops::{Index, IndexMut, Range};

#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        assert!(i < self.rows && j < self.cols, "no such entry");
        &self.data[i * self.cols + j]
    }
}

#[differentiable]
impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        let at = i * self.cols + j;
        &mut self.data[at]
    }
}

/// A row.
#[differentiable]
impl Index<usize> for Matrix {
    type Output = [f64];
    fn index(&self, i: usize) -> &Self::Output {
        self.row(i)
    }
}

#[differentiable]
impl IndexMut<usize> for Matrix {
    fn index_mut(&mut self, i: usize) -> &mut Self::Output {
        self.row_mut(i)
    }
}

#[differentiable]
impl Matrix {
    fn new(rows: usize, data: &[f64]) -> Self {
        Matrix {
            rows,
            cols: data.len() / rows,
            data: data.to_vec(),
        }
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        let (start, end) = (i * self.cols, (i + 1) * self.cols);
        &mut self.data[start..end]
    }

    fn at(&self, i: usize, j: usize) -> &f64 {
        &self[(i, j)]
    }

    fn at_mut(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self[(i, j)]
    }

    /// The last entry of the diagonal, wherever that is.
    fn corner(&self) -> &f64 {
        let k = self.rows.min(self.cols) - 1;
        if k == 0 {
            return &self.data[0];
        }
        &self.row(k)[k]
    }

    fn entries(&self) -> &Vec<f64> {
        &self.data
    }

    fn times(&self, other: &Matrix) -> Matrix {
        let mut out = Matrix::new(self.rows, &vec![0.0; self.rows * other.cols]);
        for i in 0..self.rows {
            for j in 0..other.cols {
                for k in 0..self.cols {
                    out[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        out
    }

    fn trace(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.rows {
            sum += self[(i, i)];
        }
        sum
    }

    fn scale_row(&mut self, i: usize, k: f64) {
        for j in 0..self.cols {
            self[(i, j)] *= k;
        }
        *self.at_mut(i, 0) += k * k;
    }
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

#[differentiable]
fn scale(v: &mut [f64], k: f64) {
    for x in v.iter_mut() {
        *x *= k;
    }
}

#[differentiable]
fn read_by_pairs(x: &[f64]) -> f64 {
    let m = Matrix::new(2, x);
    m[(0, 1)] * m[(0, 1)] + m[(1, 0)].sin() / m[(1, 1)]
}
check!(read_by_pairs_checks, read_by_pairs(&[0.5, 0.3, 1.2, 0.7]));

#[differentiable]
fn written_by_pairs(x: &[f64]) -> f64 {
    let mut m = Matrix::new(2, x);
    m[(0, 1)] = m[(1, 0)] * m[(1, 1)];
    m[(0, 0)] += m[(0, 1)] * 2.0;
    m[(1, 1)] *= m[(0, 0)];
    m[(1, 0)] -= m[(1, 1)] * m[(1, 0)];
    m[(1, 0)] /= m[(0, 1)];
    dot(m.entries(), m.entries())
}
check!(
    written_by_pairs_checks,
    written_by_pairs(&[0.5, 0.3, 1.2, 0.7])
);

#[differentiable]
fn trace_of_cube(x: &[f64], n: usize) -> f64 {
    let m = Matrix::new(n, x);
    m.times(&m).times(&m).trace()
}
check!(
    trace_of_cube_checks,
    trace_of_cube(&[0.5, 1.0, -0.3, 0.2, 0.8, 0.1, -0.7, 0.4, 1.1], fixed(3)),
    trace_of_cube(&[0.7], fixed(1))
);

#[differentiable]
fn shape_changes_between(x: &[f64]) -> f64 {
    let mut m = Matrix::new(2, x);
    let mut sum = m[(1, 0)] * m[(0, 1)];
    m[(0, 1)] = sum * m[(1, 1)];
    m.cols = 1;
    sum += m[(1, 0)] * m[(0, 0)];
    m[(1, 0)] *= sum;
    m.cols = 2;
    sum * m[(0, 1)] * m[(1, 0)]
}
check!(
    shape_changes_between_checks,
    shape_changes_between(&[0.5, 0.3, 1.2, 0.7])
);

#[differentiable]
fn rows_by_index(x: &[f64]) -> f64 {
    let mut m = Matrix::new(3, x);
    m[1][0] = m[0][1] * m[2][1];
    m[2][1] *= m[1][0];
    dot(&m[1], &m[2]) + m[1][1]
}
check!(
    rows_by_index_checks,
    rows_by_index(&[0.5, 0.3, 1.2, 0.7, -0.4, 0.9])
);

#[differentiable]
fn rows_as_arguments(x: &[f64]) -> f64 {
    let m = Matrix::new(2, x);
    let mut sum = 0.0;
    for i in 0..m.rows {
        for k in 0..=i {
            sum += dot(m.row(i), m.row(k)) * (i + 1) as f64;
        }
    }
    sum
}
check!(
    rows_as_arguments_checks,
    rows_as_arguments(&[0.5, 0.3, 1.2, 0.7, -0.4, 0.9])
);

#[differentiable]
fn a_row_by_name(x: &[f64], i: usize) -> f64 {
    let m = Matrix::new(2, x);
    let row = m.row(i);
    let other = m.row(1 - i);
    row[0] * row[1] * other[1] + dot(row, other)
}
check!(
    a_row_by_name_checks,
    a_row_by_name(&[0.5, 0.3, 1.2, 0.7], fixed(0)),
    a_row_by_name(&[0.5, 0.3, 1.2, 0.7], fixed(1))
);

#[differentiable]
fn rows_after_changes(x: &[f64], k: f64) -> f64 {
    let mut m = Matrix::new(2, x);
    let before = dot(m.row(0), m.row(1));
    m.scale_row(0, k);
    let between = m.row(0)[1] * before;
    m[(1, 1)] = between * k;
    dot(m.row(0), m.row(1)) + between
}
check!(
    rows_after_changes_checks,
    rows_after_changes(&[0.5, 0.3, 1.2, 0.7], 1.3)
);

#[differentiable]
fn floats_by_reference(x: &[f64]) -> f64 {
    let m = Matrix::new(2, x);
    let first = *m.at(0, 0);
    let second: f64 = *m.at(0, 1);
    first * second + m.at(1, 0) * 2.0 + m.at(1, 1) * m.at(0, 0) + m.corner().exp()
}
check!(
    floats_by_reference_checks,
    floats_by_reference(&[0.5, 0.3, 1.2, 0.7])
);

#[differentiable]
fn ways_out(x: &[f64], rows: usize) -> f64 {
    let m = Matrix::new(rows, x);
    m.corner() * m.corner() + m.at(0, 0) * 3.0
}
check!(
    ways_out_checks,
    ways_out(&[0.5, 0.3, 1.2, 0.7], fixed(1)),
    ways_out(&[0.5, 0.3, 1.2, 0.7], fixed(2)),
    ways_out(&[0.5, 0.3, 1.2, 0.7], fixed(4))
);

#[differentiable]
fn through_unique_references(x: &[f64], k: f64) -> f64 {
    let mut m = Matrix::new(2, x);
    *m.at_mut(0, 1) *= k;
    *m.at_mut(1, 1) = m[(0, 1)] * m[(0, 0)];
    m.row_mut(1)[0] -= k * k;
    for x in m.row_mut(0) {
        *x *= k;
    }
    scale(m.row_mut(1), k);
    let row = m.row_mut(1);
    row[1] *= row[0];
    dot(m.row(0), m.row(1))
}
check!(
    through_unique_references_checks,
    through_unique_references(&[0.5, 0.3, 1.2, 0.7], 1.3)
);

#[differentiable]
fn in_place(x: &mut [f64; 4], k: f64) {
    let mut m = Matrix::new(2, &x[..]);
    for _ in 0..2 {
        m.scale_row(1, k);
        *m.at_mut(0, 0) *= m[(1, 1)];
    }
    x[0] = m[(0, 0)];
    x[3] *= m[(1, 0)];
}
check_in_place!(in_place_checks, in_place(&mut [0.5, 0.3, 1.2, 0.7], 1.3));

#[differentiable]
fn longest<'a>(a: &'a [f64], b: &'a [f64]) -> &'a [f64] {
    if a.len() > b.len() { a } else { b }
}

#[differentiable]
fn of_two_arguments(x: &[f64], y: &[f64]) -> f64 {
    let long = longest(x, y);
    dot(long, long) * x[0] + longest(y, x)[1] * y[0]
}
check!(
    of_two_arguments_checks,
    of_two_arguments(&[0.5, 0.3, 1.2], &[0.7, -0.4]),
    of_two_arguments(&[0.5, 0.3], &[0.7, -0.4, 0.9]),
    of_two_arguments(&[0.5, 0.3], &[0.7, -0.4])
);

#[differentiable]
fn largest(x: &[f64]) -> &f64 {
    let mut at = 0;
    for i in 1..x.len() {
        if x[i] > x[at] {
            at = i;
        }
    }
    &x[at]
}

#[differentiable]
fn normalised(x: &[f64]) -> f64 {
    let top = largest(x);
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] / top).exp();
    }
    sum
}
check!(
    normalised_checks,
    normalised(&[0.5, 0.3, 1.2]),
    normalised(&[1.5, 0.3, 1.2])
);

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vec3([f64; 3]);

#[differentiable]
impl Index<usize> for Vec3 {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

#[differentiable]
impl IndexMut<usize> for Vec3 {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

#[differentiable]
impl Vec3 {
    fn cross(&self, other: &Vec3) -> Vec3 {
        let mut out = Vec3([0.0; 3]);
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            out[i] = self[j] * other[k] - self[k] * other[j];
        }
        out
    }
}

#[differentiable]
fn triple_product(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> f64 {
    let (a, b, c) = (Vec3(a), Vec3(b), Vec3(c));
    let n = a.cross(&b);
    n[0] * c[0] + n[1] * c[1] + n[2] * c[2]
}
check!(
    triple_product_checks,
    triple_product([0.5, 0.3, 1.2], [0.7, -0.4, 0.9], [0.2, 0.8, -0.1])
);

#[derive(Clone, Debug, Differentiable)]
struct Cloud {
    points: Vec<Vec3>,
    spare: Vec3,
}

#[differentiable]
impl Cloud {
    fn point(&self, i: usize) -> &Vec3 {
        match i {
            _ if i < self.points.len() => &self.points[i],
            _ => &self.spare,
        }
    }

    fn coordinate(&self, i: usize, axis: usize) -> &f64 {
        &self.point(i)[axis]
    }

    fn coordinate_mut(&mut self, i: usize, axis: usize) -> &mut f64 {
        if i < self.points.len() {
            &mut self.points[i][axis]
        } else {
            &mut self.spare.0[axis]
        }
    }
}

#[differentiable]
fn parts_of_parts(x: [f64; 3], y: [f64; 3], k: f64) -> f64 {
    let mut cloud = Cloud {
        points: vec![Vec3(x), Vec3(y)],
        spare: Vec3([k, 1.0, 2.0]),
    };
    *cloud.coordinate_mut(0, 1) *= k;
    *cloud.coordinate_mut(5, 2) += k * k;
    cloud.points[1][2] *= cloud.points[0][1];
    let mut sum = 0.0;
    for i in 0..3 {
        sum += cloud.coordinate(i, 2) * cloud.point(i)[1];
        sum *= cloud.point(i).cross(cloud.point(0))[0] + 1.0;
    }
    sum
}
check!(
    parts_of_parts_checks,
    parts_of_parts([0.5, 0.3, 1.2], [0.7, -0.4, 0.9], 1.3)
);

#[derive(Clone, Debug, Differentiable)]
struct Series {
    data: Vec<f64>,
    start: i32,
}

#[differentiable]
impl Index<i32> for Series {
    type Output = f64;
    fn index(&self, year: i32) -> &f64 {
        &self.data[(year - self.start) as usize]
    }
}

#[differentiable]
impl IndexMut<i32> for Series {
    fn index_mut(&mut self, year: i32) -> &mut f64 {
        &mut self.data[(year - self.start) as usize]
    }
}

#[differentiable]
impl Index<Range<i32>> for Series {
    type Output = [f64];
    fn index(&self, years: Range<i32>) -> &[f64] {
        let (from, to) = (years.start - self.start, years.end - self.start);
        &self.data[from as usize..to as usize]
    }
}

#[differentiable]
fn by_years(x: &[f64], growth: f64) -> f64 {
    let mut s = Series {
        data: x.to_vec(),
        start: 1990,
    };
    for year in 1991..1993 {
        s[year] += growth * s[year - 1];
    }
    s[1993] *= s[1990];
    dot(&s[1991..1993], &s[1992..1994]) / s[1990]
}
check!(by_years_checks, by_years(&[1.5, 2.0, 1.4, 0.3], 0.3));

#[derive(Clone, Debug, Differentiable)]
struct Mat<const R: usize, const C: usize> {
    m: [[f64; C]; R],
}

#[differentiable]
impl<const R: usize, const C: usize> Index<[usize; 2]> for Mat<R, C> {
    type Output = f64;
    fn index(&self, [i, j]: [usize; 2]) -> &f64 {
        &self.m[i][j]
    }
}

#[differentiable]
impl<const R: usize, const C: usize> IndexMut<[usize; 2]> for Mat<R, C> {
    fn index_mut(&mut self, [i, j]: [usize; 2]) -> &mut f64 {
        &mut self.m[i][j]
    }
}

#[differentiable]
fn const_sizes(a: [[f64; 2]; 3], k: f64) -> f64 {
    let mut m = Mat { m: a };
    m[[0, 1]] *= k;
    m[[2, 0]] = m[[0, 0]] - m[[1, 1]];
    let mut sum = 0.0;
    for i in 0..3 {
        sum += m[[i, 0]] * m[[i, 1]];
    }
    sum
}
check!(
    const_sizes_checks,
    const_sizes([[0.3, 1.0], [-0.7, 0.4], [2.0, 0.9]], 1.3)
);

#[derive(Clone, Debug, Differentiable)]
struct Window {
    nested: Vec<Vec<f64>>,
    boxed: Box<[f64; 2]>,
}

#[differentiable]
fn fields_of_the_standard_library(x: &[f64]) -> f64 {
    let mut w = Window {
        nested: vec![vec![x[2]], x.to_vec()],
        boxed: Box::new([x[1], x[2]]),
    };
    w.nested[0].push(x[0]);
    w.nested[1][2] *= w.nested[0][1];
    w.boxed[0] *= x[1];
    w.boxed[1] * w.nested[1][2] + w.boxed[0] * w.nested[0][0]
}
check!(
    fields_of_the_standard_library_checks,
    fields_of_the_standard_library(&[0.5, 0.3, 1.2])
);

#[differentiable]
fn chosen_by_a_branch(x: &[f64], left: bool) -> f64 {
    let m = Matrix::new(2, x);
    let mut sum = 1.0;
    for i in 0..2 {
        if left == (i == 0) {
            sum *= m.row(i)[0] * m[(i, 1)];
        } else {
            let row = m.row(i);
            sum += dot(row, m.row(0));
        }
    }
    sum
}
check!(
    chosen_by_a_branch_checks,
    chosen_by_a_branch(&[0.5, 0.3, 1.2, 0.7], fixed(true)),
    chosen_by_a_branch(&[0.5, 0.3, 1.2, 0.7], fixed(false))
);

#[differentiable]
fn while_rows_last(x: &[f64]) -> f64 {
    let m = Matrix::new(3, x);
    let (mut i, mut sum) = (0, 0.1);
    while i < m.rows && sum < 2.0 {
        sum += m.row(i)[0] * m[(i, 1)] * sum;
        i += 1;
    }
    sum * m[(i - 1, 0)]
}
check!(
    while_rows_last_checks,
    while_rows_last(&[0.5, 0.3, 1.2, 0.7, 2.4, 0.9])
);
