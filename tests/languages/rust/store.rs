//! Keeps things.

use std::collections::HashMap;
// <- imports: std::collections HashMap

/// Most entries there may be.
pub const LIMIT: usize = 10;
//        ^ defines: LIMIT (constant)
//        ^ doc: Most entries there may be.
// ^ binds: LIMIT : usize =
static mut COUNT: u64 = 0;
//         ^ defines: COUNT (constant)
const _: () = ();
pub type Entries<K> = HashMap<K, Entry>;
//       ^ defines: Entries (type_alias)
//                    ^ type: HashMap<K, Entry>

/// A store.
///
/// More words.
#[derive(Debug, Clone, Builder)]
//                     ^ decorator: Builder
#[serde(rename_all = "kebab-case")]
  // <- decorator: serde
pub struct Store<B: Backend> {
//         ^ defines: Store (struct)
//         ^ doc: A store.
//         ^ span: -2..+4
//         ^ signature: #[derive(Debug, Clone, Builder)] #[serde(rename_all = "kebab-case")] pub struct Store<B: Backend>
//                  ^ type: Backend
    /// Does the work.
    #[serde(skip)]
//    ^ decorator: serde
    pub back: Arc<B>,
//      ^ defines: Store.back (field)
//      ^ doc: Does the work.
//      ^ span: -1..0
//      ^ parent: Store
//            ^ type: Arc<B>
// ^ binds: back : Arc<B> =
}

struct Pair(Entry, pub Entry);
//     ^ defines: Pair (struct)
//     ^ signature: struct Pair(Entry, pub Entry)
struct Unit;
//     ^ defines: Unit (struct)
union Bits { whole: u32 }
//    ^ defines: Bits (struct)
//           ^ defines: Bits.whole (field)

/// What may go wrong.
pub enum Failure {
//       ^ defines: Failure (enum)
//       ^ doc: What may go wrong.
//       ^ signature: pub enum Failure
    /// Nothing there.
    Missing,
//  ^ defines: Failure.Missing (constant)
//  ^ doc: Nothing there.
    Io(io::Error),
//  ^ defines: Failure.Io (constant)
//     ^ type: io::Error
    Full { limit: usize },
//  ^ defines: Failure.Full (constant)
//         ^ defines: Failure.Full.limit (field)
}

/// Reads and writes.
pub trait Backend: Sized + fmt::Debug {
//        ^ defines: Backend (trait)
//                 ^ extends: Sized
//                         ^ extends: fmt::Debug
    const NAME: &'static str;
//        ^ defines: Backend.NAME (constant)
    type Key: Hash;
//       ^ defines: Backend.Key (type_alias)
//            ^ type: Hash
    /// One entry.
    fn read(&self, key: &Self::Key) -> Result<Entry, Failure>;
//     ^ defines: Backend.read (method)
//     ^ doc: One entry.
//     ^ parent: Backend
// ^ binds: return : Result<Entry, Failure> =
    fn ready(&self) -> bool { true }
//     ^ defines: Backend.ready (method)
//     ^ signature: fn ready(&self) -> bool
}

#[macro_export]
  // <- decorator: macro_export
macro_rules! entry {
//           ^ defines: entry (macro)
//           ^ signature: #[macro_export] macro_rules! entry
    ($x:expr) => { Entry::from($x) };
}

extern "C" {
    fn sync_all(fd: i32) -> i32;
//     ^ defines: sync_all (function)
}

/// Makes a getter.
#[inline]
pub async fn getter<B: Backend>(store: &Store<B>) -> impl Fn(Key) -> Entry {
//           ^ defines: getter (function)
//           ^ doc: Makes a getter.
//           ^ span: -1..+6
// ^ binds: store : &Store<B> =
    let get = move |key: Key| store.back.read(key);
//      ^ defines: getter.get (function)
//      ^ parent: getter
//                                       ^ call: store.back.read
    fn inner() {}
//     ^ defines: getter.inner (function)
    // trailing words
    inner();
    get
//  ^ value: get
}
