"""What must we know of each language? A `LanguageSpec` is the whole answer, beside the `.scm` queries it names.

The queries speak a fixed vocabulary of captures; `extract/` reads them and knows no language by name.

Definitions (one match each)
    @def.<kind>       the node whose span is the symbol's; `<kind>` is a value of `model.Kind`
    @name             the node that names it (required). Two matches that share a @name node are one symbol:
                      the first pattern in the file decides its kind, the widest node its span
    @body             where the signature ends (default: the child in field `body`)
    @owner            a node naming the type this belongs to, when that type does not enclose it (Go receivers)
    @in_type          marker: belongs to the nearest enclosing type, past any function (`self.x = …`); a second
                      definition of the same name in that type is dropped
    @params           parameter list; its types tell overloads apart (only where the language has overloads)
Scopes
    @scope + @scope.name            encloses definitions without being one (a Rust `impl`); qualifies their names
    @scope.trait                    tells several scopes of one name apart (the trait of the `impl`)
    @namespace + @namespace.name    a Go or Java package, a C# namespace: recorded, not part of qualified names.
                                    A node with no field `body` reaches to the end of the file. What else a file says to
                                    all files, a C# `global using`, a Rust `#[path = "…"] mod x;`, is told the same way;
                                    of several names the text is all of them
Text
    @comment          every comment; those right above a definition become its doc
    @doc              a docstring; belongs to the innermost definition around it
    @flag.test        every definition inside this node is test code
References (one capture each; `<kind>` is a value of `model.RefKind`)
    @ref.<kind>       for calls the callee expression (`a.b.c` of `a.b.c(x)`), for types the whole type
    @end              beside it: where the text ends, when no node covers the callee alone (Java, Ruby)
    @args             beside it: the list of arguments, where these choose between overloads (the spec's
                      `argument_shape` reads each)
    @written          beside @end: what is called is assigned to, and another pattern tells the call (Ruby's `x.y = z`)
    @types            beside these: the list of types that a call gives a generic callable
Imports (one match per imported name)
    @import.module, @import.name, @import.alias, @import.wildcard, @import.reexport
    @import.statement               alone: the statement's text goes to the spec's `parse_import`
Bindings (what is known of a name's type)
    @bind.name with @bind.type and/or @bind.value; @bind.each for what is iterated over; @bind.second, @bind.third for
                      a call whose second or third result it is
                      (@bind.name alone: the name is taken, nobody says by what, and hides others of that name)
    @bind.part        beside a name: the type or variant whose first part it is; @bind.field whose field of that name,
                      or of the one in @bind.key
    @bind.taken       beside a call's @bind.value: the type of an argument, which a generic function may give back
    @bind.sight       beside a name: an expression whose type `value_type` tells by sight, if it does
    @bind.told        beside them: what must end before the name means this, where that is more than the value
    @bind.of          beside them: the type without a name that the name is a field of, or the one with a name that it
                      is a type parameter of (a Rust `impl`)
    @bind.given       beside a name: what the object that the function around gives has under it
    @bind.many        beside @bind.type: the name holds several of them (Java's `Foo... foos`)
    @bind.symbol      instead of @bind.name: the name is what `name_of` makes of it (Ruby's `let(:shop) { … }`)
    @bind.macro       beside a symbol: the name of the call that declares it as a field; `macro_type` reads that
    @bind.described   alone: the type that a block speaks of, under the name in the spec's `described` (RSpec)
    @bind.within      beside them: the node in which alone it holds (`if isinstance(x, Foo):` and its block)
    @bind.passed      beside a name: the arguments among which its function stands, which say what it is;
                      @bind.callee what these are for, where their parent does not say
    @bind.return      the declared return type; @bind.returned   an expression returned; @bind.return2, @bind.return3
    @bind.gives       what a type is made of, beside the methods it has: a list, or a function
    @bind.first       the first of its fields, where these have no names but numbers: `.0`; @bind.of: of the
                      variant of that name
Blocks
    @block            a node whose local names end with it
    @block.body       beside it: the body of a function without a name, in which alone its parameters hold
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum, StrEnum
from typing import Any, Protocol

from msgspec import Struct, field

from seedwalk.languages.passing import Becoming, Passing
from seedwalk.model import Import, Kind


class Project(Struct, frozen=True):
    """What a language may know of the whole repository to say which files an import names."""

    namespaces: Mapping[str, Sequence[str]]
    """Every indexed file of the language, in path order, with the namespaces it declares, and whatever else it says to
    all files."""
    manifests: Mapping[str, str]
    """Path and text of the repository's files named in the spec's `manifests`."""


class Reexports(Enum):
    """Which of a file's imports others may import from it."""

    NONE = 0
    MARKED = 1
    ALL = 2


class Role(StrEnum):
    """What a file that is no source code is for."""

    DOCUMENT = "document"
    OWNERS = "owners"
    DEPLOYMENT = "deployment"
    MANIFEST = "manifest"


class Modules(Protocol):
    """The import rules of a language, over one project."""

    def targets(self, importer: str, imported: Import) -> Sequence[str]:
        """Indexed files the import may name, best first; empty when it names something outside the repository."""
        ...

    def visible(self, importer: str) -> Sequence[str]:
        """Indexed files whose top-level names `importer` uses without importing them (same package or namespace)."""
        ...

    def shared(self, importer: str) -> Sequence[Import]:
        """Imports that another file writes and that hold in `importer` too (C#'s `global using`)."""
        return ()

    def is_inside(self, importer: str, path: str) -> bool:
        """Whether `importer` may import from the other file what that has imported for itself: a Rust module sees all
        that the modules around it see."""
        return False


def is_named(path: str, names: Collection[str]) -> bool:
    """Whether a file has one of these names, or one of these endings: `*.csproj`."""
    name = path.rpartition("/")[2]
    return name in names or "*." + name.rpartition(".")[2] in names


def names(text: str) -> frozenset[str]:
    """A set of words, written as prose."""
    return frozenset(text.split())


class Naming(Struct, frozen=True):
    """How names find what they mean, where languages differ. The resolver reads it and knows no language."""

    instance: frozenset[str] = frozenset()
    """Names of the object a method runs on, such as `self` or `this`."""
    itself: frozenset[str] = frozenset()
    """Names of the enclosing type, such as `cls` or `Self`."""
    parent: frozenset[str] = frozenset()
    """Names through which only what is inherited is seen, such as `super` or `base`."""
    field_marks: tuple[str, ...] = ()
    """What a field's name begins with inside a method: `self.`, `this.`, `@`."""
    implicit: bool = False
    """Whether a bare name may be a member of an enclosing type (Java, C#, Ruby)."""
    methods_apart: bool = False
    """Whether methods have names of their own: what is called is never a variable, what is read never a method."""
    written_types: bool = False
    """Whether every type is imported, visible or the language's own: one that means nothing here is from outside."""
    constructs_by_call: bool = False
    """Whether calling a type makes an instance (Python)."""
    call_method: str = ""
    """The method that calling an instance runs (Python's `__call__`)."""
    literal_construction: bool = False
    """Whether making an instance runs no constructor (Go, Rust): the type itself is then what is made use of."""
    instantiators: frozenset[str] = frozenset()
    """Functions of a type that give an instance of it even when nobody wrote them, such as Ruby's `new`."""
    choosing: frozenset[str] = frozenset()
    """Functions of a type that give a choice of its instances, asked like the type itself: Active Record's `where`."""
    wrappers: frozenset[str] = frozenset()
    """Generic types that stand for what they hold: `Optional[User]` is used as a `User`, once unwrapped or awaited."""
    passing: frozenset[str] = frozenset()
    """Methods that hand on what they are called on, or what it wraps: `unwrap`, `clone`."""
    elements: frozenset[str] = frozenset()
    """Methods that give one of the things a list holds: `first`, `pop`."""
    sequences: frozenset[str] = frozenset()
    """Methods of lists that give a list of the same: `Where`."""
    item: str = ""
    """What a type calls the type of what it gives one after the other: the `Item` of a Rust iterator."""
    visiting: frozenset[str] = frozenset()
    """Methods of lists that hand a function each of what the list holds, as its first parameter: `map`. Where none are
    named all do, as the last parameter."""
    functions: Mapping[str, int] = field(default_factory=dict)
    """Generic types of functions, and how many of their last arguments are results; -1 where the function is inside, -2
    where it takes what stands in brackets: Rust's `FnMut(Item) -> bool`."""
    imports_below: bool = False
    """Whether a name imported from a module may be a module below it (Python, Rust)."""
    paths_import: bool = False
    """Whether a written path may lead into another file without an import (`crate::a::b`, `com.acme.Tool`)."""
    open_constants: bool = False
    """Whether a constant is found wherever it is defined (Ruby)."""
    singletons: bool = False
    """Whether a type has methods of its own beside those of its instances, perhaps of the same name (Ruby)."""
    type_side: str = ""
    """The module in a module whose methods types have themselves that take in the outer one: by custom of all who write
    `base.extend(ClassMethods)` in `included`, and by rule of `ActiveSupport::Concern` (Ruby)."""
    type_of: frozenset[str] = frozenset()
    """Methods by which every object tells its type: Ruby's `class`."""
    scattered: bool = False
    """Whether members of a type may stand in other files than the type (Go, Rust, C#'s partial classes, Ruby)."""
    traits_in_scope: bool = False
    """Whether a method may come from a trait that the caller has in scope, wherever it is given to the type (Rust)."""
    extensions: bool = False
    """Whether a method may be written for a type it is no member of, and called on it as if it were (C#)."""
    arities: bool = False
    """Whether types of one name are told apart by how many types they take: `Policy`, `Policy<T>` (C#)."""
    structural: bool = False
    """Whether a type implements an interface by having its methods (Go)."""
    shadows: bool = False
    """Whether a name may be declared anew in its own block, as something else (Rust)."""
    blocks_hide: bool = False
    """Whether a name declared in a block hides those around it, though nobody can tell what it is (Go, JavaScript)."""
    types_are_capital: bool = True
    """Whether a name with a capital letter in front is a type or a constant, never a variable (not so in Go)."""
    names_call: bool = False
    """Whether naming a method runs it, brackets or not, and `super` alone the one it overrides (Ruby)."""
    functions_construct: bool = False
    """Whether a function may be what makes instances (JavaScript before classes)."""
    module_value: str = ""
    """The name a module's own value is given to, where a module may be one function or class (CommonJS)."""
    module_marks: tuple[str, ...] = ()
    """What a name begins with that a module's own value is given a member under: `module.exports.`, `exports.`."""
    modules_called: bool = False
    """Whether a module that is called is its function of the same name, handed on beside it: `serve::serve` (Rust)."""
    decorator_ending: str = ""
    """What the name of a decorator's type ends in and its use leaves out (C#'s `Attribute`)."""
    narrowing: bool = False
    """Whether a test of what an attribute is holds in the block behind it: `if isinstance(self.part, Wheel):`."""
    property_marks: frozenset[str] = frozenset()
    """Last names of the decorators that make a method read like a field."""
    overload_marks: frozenset[str] = frozenset()
    """Last names of the decorators of functions that only say types of the one of their name beneath them (Python)."""
    bare_overloads: bool = False
    """Whether a function without a body does so (TypeScript)."""
    given_marks: frozenset[str] = frozenset()
    """Last names of the decorators of functions whose results tests are handed by name, as parameters (pytest)."""
    given_file: str = ""
    """Stem of the files whose functions of that sort every file at or below their folder sees."""
    property_signature: str = ""
    """A pattern found in the signature of a method that reads like a field."""
    private_signature: str = ""
    """A pattern found in the signature of a member that types below do not have; in Ruby of what no name calls: a
    task, a function that a variable holds."""
    marked_signature: str = ""
    """A pattern found in the signature of a field that only its mark names: Ruby's `@part` is no answer to `part`."""
    constructor_reference: str = ""
    """How a constructor is named where it is passed on: Java's `Foo::new`."""
    bare_methods: bool = False
    """Whether a bare name may be a method that came from elsewhere (Ruby's mixins)."""
    own_types: frozenset[str] = frozenset()
    """Types of the language itself that are no words for anything else: what `string.Join` is, nobody here says."""
    everyday: frozenset[str] = frozenset()
    """Methods of the language's own types: a call of one on an unknown object says nothing."""


class Dialect(Struct, frozen=True):
    """A grammar and the queries that fit it: TypeScript has two, with and without JSX."""

    extensions: tuple[str, ...]
    grammar: tuple[str, str]
    """Module and function of the grammar's wheel, imported only when a file needs it."""
    queries: tuple[str, ...]
    """Names of `.scm` files in this folder, read one after the other."""
    mark: bytes = b""
    """What a file written in it says near its beginning, where endings do not tell it from the dialect behind it."""
    code: Callable[[bytes], bytes] | None = None
    """From a file that holds more than code to one of the same length and lines that holds the code alone. Only the
    tree is made of it."""


class LanguageSpec(Struct, frozen=True):
    name: str
    title: str
    dialects: tuple[Dialect, ...]
    family: str = ""
    """Languages of one family import each other's files (JavaScript and TypeScript); by default a language is alone."""
    filenames: tuple[str, ...] = ()
    """Whole file names without a telling extension, such as `Rakefile`; they use the first dialect."""
    member_kinds: Mapping[Kind, Kind] = field(default_factory=dict)
    """What a definition becomes when written directly inside a type: a function becomes a method."""
    constructors: frozenset[str] = frozenset()
    """Names of methods that construct their type."""
    package_files: frozenset[str] = frozenset()
    """Stems that stand for their folder, such as `__init__`: the module takes the folder's name."""
    nameless: frozenset[str] = frozenset()
    """Nodes of functions without a name, which may have definitions of their own."""
    unnamed: str = ""
    """The node of a type written where it is used, whose fields may be asked for (Go's `struct`)."""
    prefix_nodes: frozenset[str] = frozenset()
    """Sibling nodes before a definition that belong to it, such as Rust's attributes."""
    legible: Callable[[bytes, Any, Callable[[bytes], Any]], bytes] | None = None
    """From a file, its tree, and what makes trees, to a file of the same length and lines in which what the grammar
    does not know is put in its words. Only the tree is made of it: every text is read from the file itself."""
    name_of: Callable[[str], str] = str
    """From the text of @name, @owner or @scope.name to the bare name: drops generics, pointers, quotes."""
    parse_import: Callable[[str, int], Iterable[Import]] | None = None
    """Statement text and line into imports, where a query cannot take them apart."""
    inner_module: str = ""
    """The node of a module that is written inside of a file (Rust's `mod tests { … }`)."""
    outward: Callable[[str, int], str] = lambda module, inside: module
    """From what an import so many modules deep in a file names to what it would name at the top of that file."""
    modules: Callable[[Project], Modules] | None = None
    """The language's import rules."""
    path_separator: str = "."
    """What stands between the parts of a module's name."""
    reexports: Reexports = Reexports.NONE
    imports_everything: bool = False
    """Whether importing a file brings all its names into scope (Ruby's `require`)."""
    imports_first_name: bool = False
    """Whether importing `a.b.c` binds the name `a` and no other (Python): elsewhere the last part is used too."""
    whole_packages: bool = False
    """Whether the first part of a package's name is no package (Java's `com`): what is depended on is told whole."""
    imports_packages: bool = False
    """Whether an import names many files at once (Go, Java's and C#'s wildcards): only those that define a name the
    importer mentions are then its imports."""
    macro_type: Callable[[str], str] | None = None
    """From the text of a call that declares a field to the written type of what it holds; empty when it may be any."""
    described: str = ""
    """What a type is called in the block that speaks of it: RSpec's `described_class`."""
    naming: Naming = Naming()
    """How its names find what they mean."""
    manifests: frozenset[str] = frozenset()
    """Names of files the import rules read, such as `go.mod`, or endings (`*.csproj`); a change in one resolves the
    language anew."""
    argument_shape: Callable[[Any, Callable[[Any], str]], str] | None = None
    """From the node of an argument, and what makes a chain of an expression, to what tells overloads apart: a type
    known by sight behind TYPED, a function without a name as LAMBDA and the number of its parameters, nothing for what
    is no argument (a comment), UNTOLD, or the chain."""
    value_type: Callable[[Any, Callable[[Any], str]], str] | None = None
    """From the node of an expression, and what makes a chain of one, to its type if that is told by sight."""
    parameters: Callable[[str], str] | None = None
    """From a list of parameters to their types, as arguments choose by them: one that may be left out ends in OMITTED,
    the last in MANY where it stands for any number, what an extension is written for in RECEIVER; None: as written."""
    becoming: Becoming | None = None
    """What its own types become where arguments choose among overloads by how far each is from its parameter."""
    passing: Passing | None = None
    """What its own types are to each other, where the types of arguments choose overloads too, and not only their
    number."""
    method_shape: Callable[[str], str] | None = None
    """From a method's signature to what must agree for it to be the method an interface wants; None: its name alone."""
    noise: frozenset[str] = frozenset()
    """Keywords not worth indexing as words of a body."""
    role: Role | None = None
    """Set for formats that are no source code: they have no dialects, and `extract/plain` reads them."""

    @property
    def extensions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(extension for dialect in self.dialects for extension in dialect.extensions))
