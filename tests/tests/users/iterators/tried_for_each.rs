//! `try_for_each` with options and results.

mod changing {
    use crate::assert_grad;
    use pullback::differentiable;
    #[differentiable]
    fn step(i: usize, v: f64, acc: &mut f64) -> Result<(), String> {
        if v < -5.0 {
            return Err(format!("{i}"));
        }
        *acc *= 1.0 + v * v;
        Ok(())
    }
    #[differentiable]
    fn guarded(x: &[f64]) -> Result<f64, String> {
        let mut acc = 1.0;
        x.iter().enumerate().try_for_each(|(i, v)| {
            if *v < -5.0 {
                return Err(format!("{i}"));
            }
            acc *= 1.0 + v * v;
            Ok(())
        })?;
        for (i, v) in x.iter().enumerate() {
            step(i, *v, &mut acc)?;
        }
        x.iter().try_for_each(|v| {
            if *v > 50.0 {
                Err("large".to_string())
            } else {
                acc += v;
                Ok(())
            }
        })?;
        Ok(acc)
    }
    #[differentiable]
    fn optional(x: &[f64]) -> Option<f64> {
        let mut acc = x[0];
        (1..x.len()).try_for_each(|i| {
            acc = acc * x.get(i)? + 1.0;
            if acc > 100.0 { None } else { Some(()) }
        })?;
        let done = x.iter().try_for_each(|v| {
            if *v < 3.0 {
                acc += v * v;
                Some(())
            } else {
                None
            }
        });
        Some(if done.is_some() { acc } else { acc * acc })
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        guarded(x).unwrap_or(x[1]) + optional(x).unwrap_or(x[0])
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [0.5, -6.9, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [10.5, 69.0, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [0.5, 1.0, 3.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod sums {
    use crate::assert_grad;
    use pullback::differentiable;
    #[differentiable]
    fn checked_ln(v: f64) -> Option<f64> {
        (v > 0.0).then(|| v.ln())
    }
    #[differentiable]
    fn all(x: &[f64]) -> Option<f64> {
        let total: f64 = x.iter().map(|&v| checked_ln(v)).sum::<Option<f64>>()?;
        let product: Option<f64> = x.iter().map(|&v| checked_ln(v + 1.0)).product();
        Some(total * product?)
    }
    #[differentiable]
    fn some(x: &[f64]) -> f64 {
        x.iter().map(|&v| checked_ln(v)).flatten().sum::<f64>()
            + x.iter().filter_map(|&v| checked_ln(v)).count() as f64 * x[0]
    }
    #[differentiable]
    fn guarded(x: &[f64]) -> Result<f64, String> {
        let mut acc = 1.0;
        x.iter().enumerate().try_for_each(|(i, v)| {
            if *v < -5.0 {
                return Err(format!("{i}"));
            }
            acc *= 1.0 + v * v;
            Ok(())
        })?;
        Ok(acc)
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        all(x).unwrap_or(0.5 * x[0]) + some(x) + guarded(x).unwrap_or(x[1])
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [0.5, -0.9, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [0.5, -6.9, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}
