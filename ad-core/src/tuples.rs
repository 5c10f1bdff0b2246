//! The tuples that implement what their parts implement.
//!
//! Receives the name of a macro that writes implementations; promises that it is given all tuples that there are to be:
//! for each the names of its types, with its fields where they are asked for.
//!
//! ```text
//! for_tuples!(tuples)         tuples! { A 0; }  tuples! { A 0 B 1; A 0 B 1 C 2; … }
//! for_arguments!(arguments)   arguments! { ; A; A B; … }
//! ```

/// All tuples but the empty one, as many as the standard library has implementations for.
macro_rules! for_tuples {
    ($implement:ident) => {
        $implement! { A 0; }
        for_longer_tuples!($implement);
    };
}

/// The tuples of more than one part.
macro_rules! for_longer_tuples {
    ($implement:ident) => {
        $implement! {
            A 0 B 1;
            A 0 B 1 C 2;
            A 0 B 1 C 2 D 3;
            A 0 B 1 C 2 D 3 E 4;
            A 0 B 1 C 2 D 3 E 4 F 5;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
        }
    };
}

/// The arguments that function values and methods of objects may have.
macro_rules! for_arguments {
    ($implement:ident) => {
        $implement! {
            ;
            A;
            A B;
            A B C;
            A B C D;
            A B C D E;
            A B C D E F;
        }
    };
}
