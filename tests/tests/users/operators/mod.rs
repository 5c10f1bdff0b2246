mod assign_ops;
mod comparison_ops;
mod complex_julia;
mod dual_numbers;
mod matrix_vector_product;
mod primitive_refs;
mod scalar_on_left;
mod vec3_by_value;
