//! Functions that come from macros, and functions inside functions.

/// Functions that a user's macro writes: tokens come from several places, some in invisible groups.
mod from_macros {
    use pullback::differentiable;

    macro_rules! activation {
        ($name:ident, $x:ident, $slope:expr, $body:expr) => {
            #[differentiable]
            fn $name($x: f64) -> f64 {
                let y = $x * $slope;
                let mut total = 0.0;
                for i in 0..2 {
                    total += $body * y * i as f64;
                }
                total * 2.0
            }
        };
    }
    activation!(sum_inside, x, 1.0 + 2.0, x + 1.0);
    activation!(same_name_inside, y, 3.0 - 1.0, y.sin() - y);

    macro_rules! with_type {
        ($name:ident, $float:ty, $n:literal) => {
            #[differentiable]
            fn $name(values: &[$float], scale: $float) -> $float {
                let mut s = scale;
                for i in 0..$n {
                    s += values[i] * scale;
                }
                s
            }
        };
    }
    with_type!(double, f64, 2);
    with_type!(single, f32, 3);

    macro_rules! statements {
        ($name:ident($($arg:ident),*) $body:block) => {
            #[differentiable]
            fn $name($($arg: f64),*) -> f64 $body
        };
    }
    statements!(whole_body(a, b) {
        let c = a * b;
        if c > a { c } else { a - b }
    });

    pullback_tests::check!(
        written_by_macros,
        sum_inside(0.5),
        same_name_inside(0.5),
        double(&[0.5, 0.2], 0.3),
        single(&[0.5f32, 0.2, 0.1], 0.3),
        whole_body(0.5, 2.0),
        whole_body(0.5, 0.2),
    );
}

/// Items in blocks, and an attribute named by its path.
mod in_blocks {
    #[test]
    fn inside_a_function() {
        #[pullback::differentiable]
        fn square(x: f64) -> f64 {
            x * x
        }

        #[::pullback::differentiable]
        fn fourth(x: f64) -> f64 {
            square(square(x))
        }

        assert_eq!(fourth::gradient(1.0), 4.0);
    }
}
