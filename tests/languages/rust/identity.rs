impl<B: Backend> Store<B> {
//               ^ type: Store<B>
    pub fn new(back: B) -> Self { Store { back } }
//         ^ defines: Store.new (constructor)
//                                ^ new: Store
    fn get(&self) -> u8 { 1 }
//     ^ defines: Store.get (method)
//     ^ signature: fn get(&self) -> u8
}

impl<B> From<Disk> for Store<B> {
//      ^ implements: From<Disk>
//                     ^ type: Store<B>
    fn from(disk: Disk) -> Self { Self::new(disk) }
//     ^ defines: Store.from (method)
//                                      ^ call: Self::new
}

impl<B> From<Memory> for Store<B> {
    fn from(memory: Memory) -> Self { Self::new(memory) }
//     ^ defines: Store.from (method)
}

impl<'a> fmt::Display for &'a mut cache::Cache<Vec<u8>> {
    fn fmt(&self) {}
//     ^ defines: Cache.fmt (method)
}

impl fmt::Display for dyn Backend {
    fn fmt(&self) {}
//     ^ defines: Backend.fmt (method)
}

impl Cache {
    const SIZE: usize = 1;
//        ^ defines: Cache.SIZE (constant)
    fn get(&self) {
//     ^ defines: Cache.get (method)
//     ^ flag: none
        struct Local { size: u8 }
//             ^ defines: Cache.get.Local (struct)
//                     ^ defines: Cache.get.Local.size (field)
        impl Local {
            fn get(&self) {}
//             ^ defines: Cache.get.Local.get (method)
        }
    }
}

mod disk;
// <- imports: self disk

pub mod memory {
//      ^ defines: memory (module)
//      ^ flag: none
    pub struct Store;
//             ^ defines: memory.Store (struct)
//             ^ parent: memory
    impl Store {
        fn get(&self) {}
//         ^ defines: memory.Store.get (method)
//         ^ parent: memory.Store
    }
}

#[cfg(not(test))]
fn live() {}
// ^ defines: live (function)
// ^ flag: none

#[allow(unused)]
#[cfg(test)]
mod tests {
//  ^ defines: tests (module)
//  ^ flag: test
    use super::*;
// <- imports: self *
    struct FakeStore;
//         ^ defines: tests.FakeStore (struct)
//         ^ flag: mock
    #[test]
    fn stores() { assert_eq!(fetch(Failure::Missing), 1); }
//     ^ defines: tests.stores (function)
//     ^ flag: test
//                           ^ call: fetch
//                                 ^ type: Failure
}

#[tokio::test]
async fn waits() {}
//       ^ defines: waits (function)
//       ^ flag: test
