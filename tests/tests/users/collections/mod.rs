mod arrays_of_arrays;
mod copy_fill_rotate;
mod dp_table;
mod extend_insert_truncate;
mod hashmap_lookup;
mod push_pop;
mod subslices_and_get;
mod vec_of_vec;
