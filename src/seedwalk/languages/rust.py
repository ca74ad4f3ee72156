"""Rust: `impl` blocks qualify what they hold and are told apart by their trait; attributes stand before their item."""

from __future__ import annotations

import re
from collections.abc import Iterable

from seedwalk.languages.rust_macros import opened
from seedwalk.languages.rust_modules import RustModules
from seedwalk.languages.spec import Dialect, LanguageSpec, Naming, Reexports, names
from seedwalk.model import Import, Kind

_KEYWORDS = (
    "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move "
    "mut pub ref return self Self static struct super trait true type union unsafe use where while"
)
_TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|(?P<break>\n)|(?P<token>::|[{},*;]|(?:r#)?\w+)", re.DOTALL)
_DECLARATION = re.compile(r"(?P<public>pub\b\s*(?:\([^)]*\))?\s*)?(?P<word>use|extern\s+crate|mod)\b\s*")
_TYPE_WORD = re.compile(r"'\w+|\b(?:mut|dyn|const|for|impl|unsafe)\b")
_GENERICS = re.compile(r"<[^<>]*>")
_NAME = re.compile(r"(?:r#)?[^\W\d]\w*")

_Tokens = list[tuple[str, int]]
"""Tokens of a use tree, last first, each with its line."""


def parse_import(text: str, line: int) -> Iterable[Import]:
    """`use` trees flattened; `use a::b::C` is the name C of module a::b. `mod x;` is x of self."""
    found = _DECLARATION.match(text)
    if found is None:
        return ()
    reexported = found["public"] is not None
    tokens = _tokens(text[found.end() :], line + text.count("\n", 0, found.end()))
    if found["word"] == "mod":
        return [Import("self", token, "", at, reexported) for token, at in tokens[-1:] if _NAME.match(token)]
    imports: list[Import] = []
    _tree(tokens, (), reexported, imports)
    return imports


def _tokens(text: str, line: int) -> _Tokens:
    tokens: _Tokens = []
    for found in _TOKEN.finditer(text):
        if found["token"]:
            tokens.append((found["token"], line))
        else:
            line += found.group().count("\n")
    tokens.reverse()
    return tokens


def _tree(tokens: _Tokens, prefix: tuple[str, ...], reexported: bool, imports: list[Import]) -> None:
    """One branch: `path`, `path as name`, `path::*` or `path::{branch, …}`. Takes its tokens."""
    path = prefix
    alias, line = "", 0
    while tokens and tokens[-1][0] not in (",", "}", ";"):
        token, line = tokens.pop()
        if token == "{":
            while tokens and tokens[-1][0] != "}":
                _tree(tokens, path, reexported, imports)
                if tokens and tokens[-1][0] in (",", ";"):
                    tokens.pop()
            if tokens:
                tokens.pop()
            return
        if token == "as" and tokens:
            alias = tokens.pop()[0]
        elif token == "::":
            path = path or ("",)  # `::name`: from outside, never a module of this crate
        else:
            path = (*path, token)
    if len(path) > 1 and path[-1] == "self":
        path = path[:-1]
    if line and path:
        *module, name = path
        imports.append(
            Import("::".join(module), name, alias, line, reexported)
            if module
            else Import(name, "", alias, line, reexported)
        )


def outward(module: str, inside: int) -> str:
    """`super::parts` of a module written in a file is that file's own `self::parts`."""
    parts = module.split("::")
    climbs = next((at for at, part in enumerate(parts) if part != "super"), len(parts))
    if not climbs:
        return module
    above = ["super"] * (climbs - inside) or ["self"]
    return "::".join(above + parts[climbs:])


def bare_name(text: str) -> str:
    """The name of the type an `impl` is for: `&'a mut cache::Store<K>` is `Store`. The blank name `_` is no name."""
    if text == "_":
        return ""
    if text.isidentifier():
        return text
    text = _TYPE_WORD.sub(" ", text)
    while (plain := _GENERICS.sub("", text)) != text:
        text = plain
    path = text.partition("+")[0].strip("&*( \t\n").split("(")[0].rstrip(") \t\n")
    found = _NAME.search(path.rpartition("::")[2])
    return found.group() if found else "".join(text.split()) or "?"


_EVERYDAY = names("""
abs all and and_then any append as_bytes as_deref as_deref_mut as_mut as_mut_ptr as_mut_slice as_ptr as_ref as_slice
as_str borrow borrow_mut build bytes capacity chain char_indices chars checked_add checked_div checked_mul checked_sub
chunks chunks_exact chunks_mut clear clone clone_from clone_from_slice cloned close cmp collect concat contains
contains_key copied copy_from_slice count cycle dedup dedup_by_key default deref deref_mut display drain drop ends_with
entry enumerate eq eq_ignore_ascii_case expect expect_err extend extend_from_slice fill filter filter_map find find_map
first first_mut flat_map flatten flush fmt fold for_each from get get_mut get_or_insert_with get_unchecked
get_unchecked_mut hash index insert insert_str inspect into into_boxed_slice into_bytes into_inner into_iter into_keys
into_string into_values into_vec is_alphabetic is_ascii is_char_boundary is_digit is_empty is_err is_none is_none_or
is_null is_numeric is_ok is_some is_some_and is_whitespace iter iter_mut join keys last last_mut leading_zeros len lines
load lock map map_err map_or map_or_else map_while matches max max_by max_by_key min min_by min_by_key name ne next
next_back nth ok ok_or ok_or_else open or or_default or_else or_insert or_insert_with parse partial_cmp partition path
peek peek_mut peekable poll pop pop_back pop_front position pow push push_back push_front push_str read read_exact
read_to_end read_to_string recv remove repeat replace reserve reserve_exact resize resize_with rev rfind rposition
rsplit run saturating_add saturating_mul saturating_sub scan send set_len shrink_to_fit size_hint skip skip_while sort
sort_by sort_by_key sort_unstable sort_unstable_by sort_unstable_by_key spawn splice split split_at split_at_mut
split_first split_last split_off split_once split_whitespace splitn start starts_with step_by stop store strip_prefix
strip_suffix sum swap swap_remove take take_while then then_some then_with to_ascii_lowercase to_ascii_uppercase
to_be_bytes to_le_bytes to_lowercase to_ne_bytes to_owned to_string to_uppercase to_vec trailing_zeros transpose trim
trim_end trim_end_matches trim_matches trim_start trim_start_matches truncate try_fold try_for_each try_from try_into
unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else unzip upgrade values values_mut windows with
with_capacity wrapping_add wrapping_mul wrapping_neg wrapping_sub write write_all write_fmt write_str xor zip
new product try_borrow try_borrow_mut
""")
"""Methods of the language's own types."""


SPEC = LanguageSpec(
    name="rust",
    title="Rust",
    dialects=(Dialect((".rs",), ("tree_sitter_rust", "language"), ("rust.scm",)),),
    member_kinds={Kind.FUNCTION: Kind.METHOD},
    constructors=frozenset({"new"}),
    package_files=frozenset({"mod"}),
    prefix_nodes=frozenset({"attribute_item"}),
    legible=opened,
    name_of=bare_name,
    parse_import=parse_import,
    inner_module="mod_item",
    outward=outward,
    modules=RustModules,
    reexports=Reexports.MARKED,
    path_separator="::",
    manifests=frozenset({"Cargo.toml"}),
    naming=Naming(
        instance=frozenset({"self"}),
        itself=frozenset({"Self"}),
        field_marks=("self.",),
        literal_construction=True,
        instantiators=names("default new from try_from from_str with_capacity from_iter"),
        wrappers=names(
            "Option Result Box Rc Arc RefCell Cell Mutex RwLock Pin Cow Weak OnceCell OnceLock LazyLock MutexGuard Ref "
            "RefMut NonNull io.Result anyhow.Result fmt.Result AsRef AsMut Borrow BorrowMut"
        ),
        passing=names(
            "unwrap expect clone as_ref as_mut borrow borrow_mut lock read write to_owned await unwrap_or_default "
            "unwrap_or_else unwrap_or context with_context ok ok_or ok_or_else map_err iter into_iter iter_mut cloned "
            "copied as_deref as_deref_mut deref deref_mut get_or_init upgrade downgrade by_ref take replace"
        ),
        elements=names(
            "get get_mut first last pop next remove find nth peek last_mut first_mut max min max_by_key min_by_key "
            "max_by min_by swap_remove pop_front pop_back front back front_mut back_mut or_default or_insert "
            "or_insert_with"
        ),
        sequences=names(
            "filter skip rev chain peekable skip_while take_while inspect drain values values_mut into_values step_by "
            "cycle entry sorted sorted_by sorted_by_key to_vec as_slice as_mut_slice"
        ),
        item="Item",
        functions={"Fn": -2, "FnMut": -2, "FnOnce": -2},
        own_types=names("bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize"),
        paths_import=True,
        imports_below=True,
        scattered=True,
        traits_in_scope=True,
        shadows=True,
        modules_called=True,
        everyday=_EVERYDAY,
    ),
    noise=frozenset(_KEYWORDS.split()),
)
