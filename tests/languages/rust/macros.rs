pin_project! {
// <- macro: pin_project
    /// What is kept.
    #[derive(Debug)]
    pub struct Kept<F> {
//             ^ defines: Kept (struct)
//             ^ doc: What is kept.
//             ^ signature: #[derive(Debug)] pub struct Kept<F>
//             ^ span: -1..+3
        #[pin]
        inner: F,
//      ^ defines: Kept.inner (field)
    }
}

cfg_rt! {
    cfg_io! {
        pub fn spawn() { go(); }
//             ^ defines: spawn (function)
//                       ^ call: go
    }
}

mod inner {
//  ^ defines: inner (module)
    define_rejection! {
        #[status = BAD_REQUEST]
        /// Lost on the way.
        pub struct Lost(Error);
//                 ^ defines: inner.Lost (struct)
//                 ^ doc: Lost on the way.
    }
}

lazy_static! { static ref ALL: Vec<u32> = made(); }
//                        ^ defines: ALL (constant)
//                                        ^ call: made
thread_local!{ static DEPTH: u32 = 1; }
//                    ^ defines: DEPTH (constant)
bitflags! { struct Flags: u32 { const A = 1; } }

fn after() { quote! { fn never() {} } }
// ^ defines: after (function)
