//! Geometry, mechanics and molecular potentials.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

#[differentiable]
fn dot3(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[differentiable]
fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[differentiable]
fn triple_product(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> f64 {
    dot3(&a, &cross(&b, &c))
}
check_vjp!(cross_checks, cross(&[1.0, 2.0, 3.0], &[0.5, -0.4, 0.3]));
check!(
    triple_product_checks,
    triple_product([1.0, 2.0, 3.0], [0.5, -0.4, 0.3], [0.1, 0.9, -1.0])
);

#[differentiable]
fn ray_sphere(origin: &[f64; 3], direction: &[f64; 3], centre: &[f64; 3], radius: f64) -> f64 {
    let oc = [
        origin[0] - centre[0],
        origin[1] - centre[1],
        origin[2] - centre[2],
    ];
    let a = dot3(direction, direction);
    let half_b = dot3(&oc, direction);
    let c = dot3(&oc, &oc) - radius * radius;
    let discriminant = half_b * half_b - a * c;
    if discriminant < 0.0 {
        return -1.0;
    }
    let root = discriminant.sqrt();
    let near = (-half_b - root) / a;
    if near > 0.0 {
        near
    } else {
        (-half_b + root) / a
    }
}
check!(
    ray_sphere_checks,
    ray_sphere(&[0.0, 0.0, -3.0], &[0.1, 0.05, 1.0], &[0.2, 0.1, 0.3], 1.0),
    ray_sphere(&[0.0, 0.0, 0.1], &[0.1, 0.05, 1.0], &[0.2, 0.1, 0.3], 1.0),
    ray_sphere(&[0.0, 0.0, -3.0], &[1.0, 0.05, 0.1], &[0.2, 0.1, 0.3], 1.0),
);

#[differentiable]
fn lennard_jones(positions: &[f64], epsilon: f64, sigma: f64) -> f64 {
    let n = positions.len() / 3;
    let mut energy = 0.0;
    for i in 0..n {
        for j in (i + 1)..n {
            let mut r2 = 0.0;
            for k in 0..3 {
                let d = positions[3 * i + k] - positions[3 * j + k];
                r2 += d * d;
            }
            let s2 = sigma * sigma / r2;
            let s6 = s2 * s2 * s2;
            energy += 4.0 * epsilon * (s6 * s6 - s6);
        }
    }
    energy
}
check!(
    lennard_jones_checks,
    lennard_jones(&[0.0, 0.0, 0.0, 1.1, 0.2, 0.1, 0.3, 1.2, -0.2], 0.8, 1.0),
);

#[differentiable]
fn rodrigues(rotation: &[f64; 3], point: &[f64; 3]) -> [f64; 3] {
    let theta2 = dot3(rotation, rotation);
    if theta2 > 1e-12 {
        let theta = theta2.sqrt();
        let (s, c) = theta.sin_cos();
        let axis = [
            rotation[0] / theta,
            rotation[1] / theta,
            rotation[2] / theta,
        ];
        let w = cross(&axis, point);
        let t = dot3(&axis, point) * (1.0 - c);
        [
            point[0] * c + w[0] * s + axis[0] * t,
            point[1] * c + w[1] * s + axis[1] * t,
            point[2] * c + w[2] * s + axis[2] * t,
        ]
    } else {
        let w = cross(rotation, point);
        [point[0] + w[0], point[1] + w[1], point[2] + w[2]]
    }
}
check_vjp!(
    rodrigues_checks,
    rodrigues(&[0.3, -0.2, 0.5], &[1.0, 2.0, 3.0]),
    rodrigues(&[0.0; 3], &[1.0, 2.0, 3.0])
);

#[differentiable]
fn reprojection_error(camera: &[f64; 8], point: &[f64; 3], #[constant] seen: (f64, f64)) -> f64 {
    let rotated = rodrigues(&[camera[0], camera[1], camera[2]], point);
    let x = rotated[0] + camera[3];
    let y = rotated[1] + camera[4];
    let z = rotated[2] + camera[5];
    let (u, v) = (x / z, y / z);
    let r2 = u * u + v * v;
    let distortion = 1.0 + camera[7] * r2;
    let (du, dv) = (
        camera[6] * distortion * u - seen.0,
        camera[6] * distortion * v - seen.1,
    );
    du * du + dv * dv
}
check!(
    reprojection_error_checks,
    reprojection_error(
        &[0.3, -0.2, 0.5, 0.1, 0.2, 4.0, 1.5, 0.05],
        &[1.0, 0.5, 2.0],
        fixed((0.2, 0.3))
    ),
);

#[differentiable]
fn quaternion_product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let [w, x, y, z] = a;
    let [p, q, r, s] = b;
    [
        w * p - x * q - y * r - z * s,
        w * q + x * p + y * s - z * r,
        w * r - x * s + y * p + z * q,
        w * s + x * r - y * q + z * p,
    ]
}
check_vjp!(
    quaternion_product_checks,
    quaternion_product([1.0, 0.2, 0.3, 0.4], [0.5, -0.4, 0.3, 0.2])
);

#[differentiable]
fn polygon_area(vertices: &[(f64, f64)]) -> f64 {
    let n = vertices.len();
    let mut area = 0.0;
    for i in 0..n {
        let (x0, y0) = vertices[i];
        let (x1, y1) = vertices[(i + 1) % n];
        area += x0 * y1 - x1 * y0;
    }
    (area / 2.0).abs()
}
check!(
    polygon_area_checks,
    polygon_area(&[(0.0, 0.0), (2.0, 0.1), (2.2, 1.5), (0.3, 1.0)]),
    polygon_area(&[(0.0, 0.0), (0.3, 1.0), (2.2, 1.5)]),
);

#[differentiable]
fn triangle_by_heron(a: f64, b: f64, c: f64) -> f64 {
    let s = 0.5 * (a + b + c);
    (s * (s - a) * (s - b) * (s - c)).sqrt()
}
check!(triangle_by_heron_checks, triangle_by_heron(3.0, 4.0, 5.0));

#[differentiable]
fn haversine(lat1: f64, lon1: f64, lat2: f64, lon2: f64) -> f64 {
    let (p1, p2) = (lat1.to_radians(), lat2.to_radians());
    let dp = p2 - p1;
    let dl = (lon2 - lon1).to_radians();
    let h = (dp / 2.0).sin().powi(2) + p1.cos() * p2.cos() * (dl / 2.0).sin().powi(2);
    2.0 * 6371.0 * h.sqrt().asin()
}
check!(haversine_checks, haversine(52.5, 13.4, 48.8, 2.3));

#[differentiable]
fn spring_network(x: &[f64], springs: &[(usize, usize)], rest: &[f64], stiffness: f64) -> f64 {
    let mut energy = 0.0;
    for (k, &(a, b)) in springs.iter().enumerate() {
        let dx = x[2 * a] - x[2 * b];
        let dy = x[2 * a + 1] - x[2 * b + 1];
        let stretch = dx.hypot(dy) - rest[k];
        energy += 0.5 * stiffness * stretch * stretch;
    }
    energy
}
check!(
    spring_network_checks,
    spring_network(
        &[0.0, 0.0, 1.0, 0.1, 0.4, 0.9],
        fixed(&[(0, 1), (1, 2), (2, 0)]),
        &[0.9, 1.0, 1.1],
        3.0
    ),
);

#[differentiable]
fn arm_reach(angles: &[f64], lengths: &[f64], target: (f64, f64)) -> f64 {
    let mut heading = 0.0;
    let (mut x, mut y) = (0.0, 0.0);
    for (angle, length) in angles.iter().zip(lengths.iter()) {
        heading += angle;
        x += length * heading.cos();
        y += length * heading.sin();
    }
    (x - target.0).powi(2) + (y - target.1).powi(2)
}
check!(
    arm_reach_checks,
    arm_reach(&[0.3, 0.5, -0.2], &[1.0, 0.8, 0.5], (1.5, 0.9))
);

#[differentiable]
fn refract(incident: f64, n1: f64, n2: f64) -> f64 {
    let s = n1 / n2 * incident.sin();
    if s.abs() > 1.0 {
        std::f64::consts::PI - incident
    } else {
        s.asin()
    }
}
check!(
    refract_checks,
    refract(0.5, 1.0, 1.5),
    refract(1.2, 1.5, 1.0)
);

#[differentiable]
fn signed_distance(x: f64, y: f64, half_width: f64, half_height: f64, radius: f64) -> f64 {
    let qx = x.abs() - half_width + radius;
    let qy = y.abs() - half_height + radius;
    let outside = qx.max(0.0).hypot(qy.max(0.0));
    let inside = qx.max(qy).min(0.0);
    outside + inside - radius
}
check!(
    signed_distance_checks,
    signed_distance(1.5, 1.2, 1.0, 0.7, 0.2),
    signed_distance(-0.3, 0.1, 1.0, 0.7, 0.2),
    signed_distance(1.4, 0.1, 1.0, 0.7, 0.2),
);

#[differentiable]
fn morse_and_coulomb(r: f64, depth: f64, width: f64, r0: f64, charges: (f64, f64)) -> f64 {
    let e = 1.0 - (-width * (r - r0)).exp();
    depth * e * e + charges.0 * charges.1 / r
}
check!(
    morse_and_coulomb_checks,
    morse_and_coulomb(1.4, 2.0, 1.1, 1.2, (0.3, -0.4))
);

#[differentiable]
fn dihedral(p: &[[f64; 3]; 4]) -> f64 {
    let mut b = [[0.0; 3]; 3];
    for i in 0..3 {
        for k in 0..3 {
            b[i][k] = p[i + 1][k] - p[i][k];
        }
    }
    let n1 = cross(&b[0], &b[1]);
    let n2 = cross(&b[1], &b[2]);
    let m = cross(&n1, &n2);
    let y = dot3(&m, &b[1]) / dot3(&b[1], &b[1]).sqrt();
    y.atan2(dot3(&n1, &n2))
}
check!(
    dihedral_checks,
    dihedral(&[
        [1.0, 0.0, 0.1],
        [0.0, 0.1, 0.0],
        [0.0, 1.0, 0.2],
        [0.5, 1.2, 1.0]
    ])
);
