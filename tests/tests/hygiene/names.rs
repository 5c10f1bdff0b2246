//! Names of the user that a generator of code would like for itself.

/// Variables with the names a generator of code would like for itself.
mod variables {
    use pullback::differentiable;

    #[differentiable]
    fn named_like_generated(dx: f64, tape: f64, ct: &[f64], d_x: f64, state: f64) -> f64 {
        let rule = dx * tape;
        let value = rule + ct[0];
        let pb = value.sin();
        let r0 = pb * d_x;
        let mut shadow = r0 + state;
        let (gradient, keep) = (shadow * shadow, dx);
        for site in 0..3 {
            let rows = site as f64;
            shadow += rows * gradient;
        }
        let result = if keep > 0.0 { shadow } else { keep };
        let cotangent = result * ct[1];
        let pullback = cotangent + tape;
        pullback * result
    }

    #[differentiable]
    fn more_names(args: f64, again: f64, out: f64, self_: f64, x: f64, y: f64, t: f64) -> f64 {
        let (a, b, v, s, p, q) = (args + again, out, self_, x, y, t);
        let mut n = 0;
        let mut acc = a * b;
        while n < 2 {
            let i = n;
            let len = i + 1;
            acc = acc * v + s * len as f64;
            n += 1;
        }
        let tangent = acc * p;
        let primal = tangent.exp();
        let residual = primal / (1.0 + q * q);
        let branch = residual > 1.0;
        let ret = match (branch, n) {
            (true, _) => residual.ln(),
            (false, k) => residual * k as f64,
        };
        ret
    }

    #[differentiable]
    fn raw_identifiers(r#type: f64, r#fn: &[f64]) -> f64 {
        let r#let = r#type * r#fn[0];
        r#let + r#fn[1]
    }

    #[differentiable]
    fn unicode(ψ: f64, größe: f64) -> f64 {
        let δ = ψ - größe;
        δ * δ
    }

    #[differentiable]
    #[allow(clippy::just_underscores_and_digits)]
    fn underscores(_x: f64, __y: f64, _0: f64) -> f64 {
        let _z = _x * __y;
        _z * _0
    }

    #[differentiable]
    fn labels(x: f64) -> f64 {
        let mut y = x;
        'body: for i in 0..3 {
            'exit: loop {
                y *= x;
                if y > 4.0 {
                    break 'body;
                }
                if i > 0 {
                    continue 'body;
                }
                break 'exit;
            }
        }
        y
    }

    pullback_tests::check!(
        names,
        named_like_generated(0.5, 0.3, &[0.2, 0.9], 1.1, 0.4),
        named_like_generated(-0.5, 0.3, &[0.2, 0.9], 1.1, 0.4),
        more_names(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7),
        more_names(1.1, 1.2, 1.3, 1.4, 0.5, 0.6, 0.7),
        raw_identifiers(0.5, &[0.2, 0.9]),
        unicode(0.5, 0.2),
        underscores(0.5, 0.2, 0.4),
        labels(1.3),
        labels(3.0),
        labels(0.5),
    );

    #[test]
    #[should_panic(expected = "`type`")]
    fn raw_arguments_are_named_plainly() {
        let mut d_fn = [0.0; 2];
        raw_identifiers::value_and_gradient_into(0.5, &[0.2, 0.9], &mut 0.0, &mut d_fn);
        panic!("`type` and `fn` have the right sizes");
    }
}

/// Items with such names: constants are worst, a pattern of that name would match them.
#[allow(non_upper_case_globals, dead_code, non_camel_case_types)]
mod items {
    use pullback::differentiable;

    const dx: f64 = 2.0;
    const value: f64 = 3.0;
    const pullback_: f64 = 5.0;
    const cotangent: i32 = 1;
    const keep: bool = true;
    const x: usize = 4;
    const p: u8 = 0;
    const y: u8 = 0;
    static state: f64 = 7.0;
    static shadow: f64 = 11.0;
    struct residual;
    struct args;

    fn add(a: usize, b: usize) -> usize {
        a + b
    }

    fn zeros(n: usize) -> usize {
        n
    }

    fn drop(n: usize) -> usize {
        n
    }

    #[differentiable]
    pub(super) fn uses_items(z: f64, zs: &[f64]) -> f64 {
        let mut s = z * dx + value * pullback_;
        for i in 0..add(zeros(1), drop(1)) {
            s += (z * zs[i]).sin() * state - shadow * zs[i] * s;
            if s > 100.0 {
                break;
            }
        }
        s
    }
}

pullback_tests::check!(constants_and_functions, items::uses_items(0.5, &[0.2, 0.3]));

/// Functions named like the public calls.
mod functions {
    use ::pullback::differentiable;

    #[differentiable]
    fn gradient(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    fn rrule(x: f64) -> f64 {
        gradient(x) * x
    }

    #[differentiable]
    fn vjp(x: f64) -> f64 {
        rrule(x) + gradient(x)
    }

    #[differentiable]
    fn pullback(x: f64) -> f64 {
        vjp(x).sin()
    }

    #[differentiable]
    fn value_and_gradient_into(x: f64) -> f64 {
        pullback(x) + core(x)
    }

    #[differentiable]
    fn core(x: f64) -> f64 {
        x + 1.0
    }

    pullback_tests::check!(
        named_like_the_public_calls,
        gradient(0.5),
        rrule(0.5),
        vjp(0.5),
        value_and_gradient_into(0.5),
    );
}

/// Functions named like macros, which calls in their arguments still find.
mod macros {
    use ::pullback::differentiable;

    macro_rules! square {
        ($x:expr) => {
            $x * $x
        };
    }

    const NINE: i32 = square!(3);

    #[differentiable]
    fn square(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    fn line(at: f64, slope: f64) -> f64 {
        slope * at + 1.0
    }

    #[differentiable]
    fn vec(x: f64) -> Vec<f64> {
        vec![x, x * x]
    }

    #[differentiable]
    fn r#match(x: f64) -> f64 {
        debug_assert!(x.is_finite(), "in line {}", line!());
        line(square(x), square(x + 1.0)) + f64::from(NINE) * vec(vec(x)[1])[1]
    }

    #[differentiable]
    fn assert(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x) * r#match(x)
    }

    #[differentiable]
    fn in_closures(x: f64) -> f64 {
        let write = |y: f64| line(y, x);
        let format = |y: f64| {
            assert!(y.is_finite());
            write(square(y)) * [y, x].iter().sum::<f64>()
        };
        assert(|y| square(y) + format(y), x) + assert(square, x)
    }

    pullback_tests::check!(
        named_like_macros,
        line(0.5, 0.3),
        r#match(0.5),
        in_closures(0.5)
    );
}
