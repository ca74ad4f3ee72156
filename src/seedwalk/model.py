"""The nouns: what every other module speaks of. Frozen values, no behaviour beyond naming themselves.

They are msgspec structs rather than dataclasses: the same to read, and made at a quarter of the cost, which counts
when a repository has a hundred thousand of them. Those that a file has many of are unknown to the garbage collector:
what they hold is texts and numbers.
"""

from __future__ import annotations

from enum import IntFlag, StrEnum
from typing import NewType

import msgspec

SymbolId = NewType("SymbolId", int)
"""A signed 64-bit content address: equal for equal (path, qualified name, kind, discriminator, ordinal)."""


class _Word(StrEnum):
    """A closed choice that hashes as fast as the string it is: these are keys on the hottest paths."""

    __hash__ = str.__hash__


class Kind(_Word):
    """What a symbol is. The order is the code stored in the database: append, never reorder."""

    MODULE = "module"
    CLASS = "class"
    INTERFACE = "interface"
    TRAIT = "trait"
    STRUCT = "struct"
    ENUM = "enum"
    FUNCTION = "function"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    FIELD = "field"
    CONSTANT = "constant"
    TYPE_ALIAS = "type_alias"
    MACRO = "macro"
    ROUTE = "route"
    ENDPOINT = "endpoint"
    ENV_VARIABLE = "env_variable"
    PROCESS = "process"
    FLAG = "flag"
    OWNER = "owner"
    DEPLOYMENT = "deployment"
    DOCUMENT = "document"
    EXTERNAL = "external"


TYPE_KINDS = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TRAIT, Kind.STRUCT, Kind.ENUM, Kind.TYPE_ALIAS})
"""Kinds that own members: a function written directly inside one is a method."""


class Flags(IntFlag):
    """What a symbol is beside its kind; ranking and filters read these."""

    NONE = 0
    TEST = 1
    MOCK = 2
    GENERATED = 4
    MINIFIED = 8
    VENDORED = 16
    EXTERNAL = 32
    ASIDE = 64
    """Beside the product: an example, a sample, a benchmark, what tests are written with."""


class RefKind(_Word):
    """How a reference mentions what it names. Capture `@ref.<value>` in a language's queries makes one.

    Of several at one place the earlier here says more: an attribute that is an argument is an argument.
    """

    CALL = "call"
    NEW = "new"
    TYPE = "type"
    EXTENDS = "extends"
    IMPLEMENTS = "implements"
    DECORATOR = "decorator"
    RAISE = "raise"
    ARGUMENT = "argument"
    VALUE = "value"
    MACRO = "macro"
    ATTRIBUTE = "attribute"


class Saying(_Word):
    """How a file that is no source code speaks of code."""

    NAMED = "named"
    """A document says that it is code: a role, a directive, a call between backticks."""
    MENTION = "mention"
    """Between backticks, or the target of a link."""
    SAMPLE = "sample"
    """Called in a code block."""
    OWNED = "owned"
    """A rule of an owners file: section, pattern and owners, parted by tabs."""
    PLACE = "place"
    """A file, or a folder with all below it, as the paths it may stand for, parted by tabs, best first."""
    WORKED_IN = "worked_in"
    """A folder in which something is built or delivered: paths likewise."""
    SCRIPT = "script"
    """A file that is run: paths likewise."""
    PACKAGE = "package"
    """The files that lie straight in a folder: paths likewise."""
    LAUNCH = "launch"
    """A module that is run: dotted names likewise, each behind the folder it is looked for in."""
    REQUIRES = "requires"
    """A package of other people's code."""


class Said(msgspec.Struct, frozen=True, array_like=True):
    """One thing a file that is no source code says of code, its line, and the position of the symbol that says it."""

    how: Saying
    text: str
    line: int
    scope: int


class EdgeKind(_Word):
    """A typed relation between two symbols. The order is the code stored in the database: append, never reorder."""

    CONTAINS = "contains"
    MEMBER_OF = "member_of"
    IMPORTS = "imports"
    EXTENDS = "extends"
    IMPLEMENTS = "implements"
    CALLS = "calls"
    OVERRIDES = "overrides"
    INHERITS = "inherits"
    DEPENDS_ON = "depends_on"
    REFERENCES = "references"
    TYPE_HINT_OF = "type_hint_of"
    ACCESSES_FIELD = "accesses_field"
    THROWS = "throws"
    DECORATES = "decorates"
    TESTS = "tests"
    TESTED_BY = "tested_by"
    CO_TESTED_WITH = "co_tested_with"
    SIMILAR_TO = "similar_to"
    HANDLES_ROUTE = "handles_route"
    CONSUMES_ENDPOINT = "consumes_endpoint"
    IMPLEMENTS_RPC = "implements_rpc"
    CONSUMES_RPC = "consumes_rpc"
    READS_ENV = "reads_env"
    EXECUTES_PROCESS = "executes_process"
    GATED_BY_FLAG = "gated_by_flag"
    DOCUMENTS = "documents"
    OWNED_BY = "owned_by"
    DEPLOYED_BY = "deployed_by"


class Provenance(_Word):
    """How an edge is known. The order is the code stored in the database: append, never reorder."""

    SYNTAX = "syntax"
    IMPORT_RESOLVED = "import_resolved"
    AST_INFERRED = "ast_inferred"
    TYPE_RESOLVED = "type_resolved"
    """Through the type of the receiver."""
    NAME_MATCHED = "name_matched"
    """The only symbol of that name."""
    CALLBACK = "callback"
    """A callable passed to be called."""
    DISPATCHED = "dispatched"
    """The one implementation of the interface that is called."""
    DERIVED = "derived"
    """Follows from other edges."""
    DECLARED = "declared"
    """Said outside of source code: an owners file, a build or deployment file, a document."""


class Span(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a file: lines counted from 1, both ends included; bytes from 0, the end excluded."""

    start_line: int
    end_line: int
    start_byte: int
    end_byte: int


class Symbol(msgspec.Struct, frozen=True, gc=False):
    """A definition. `name` is its last component, `qualified_name` every scope inside its file, joined by dots."""

    id: SymbolId
    kind: Kind
    name: str
    qualified_name: str
    path: str
    span: Span
    line: int
    """Where its name stands: the line an editor jumps to. `span` may begin earlier, with decorators."""
    signature: str
    doc: str
    flags: Flags
    body_hash: int
    parent: SymbolId | None

    @property
    def package(self) -> str:
        """The folder of the symbol's file, `.` for the top of the repository."""
        return package_of(self.path)


class Reference(msgspec.Struct, frozen=True):
    """A mention not yet resolved: `text` as written (arguments dropped), its place, and the symbol it stands in."""

    kind: RefKind
    text: str
    line: int
    byte: int
    scope: int
    """Position of the innermost enclosing symbol in the file's list of symbols (0 is the module)."""


class Import(msgspec.Struct, frozen=True):
    """One imported name: `from module import name as alias`. A whole module has no name; a wildcard has name `*`."""

    module: str
    name: str
    alias: str
    line: int
    reexported: bool = False

    @property
    def local(self) -> str:
        """The name the file uses for it."""
        return self.alias or self.name or self.module


class Binding(msgspec.Struct, frozen=True):
    """What is known of a local name's type: `name: type = value`; `return` is what the enclosing function gives."""

    name: str
    type: str
    value: str
    line: int
    scope: int
    until: int = 0
    """The last line it holds on, where it holds only in a block; 0 when it holds to the end of its scope."""


class Namespace(msgspec.Struct, frozen=True):
    """A named stretch of a file that is no symbol itself: a Go package, a Java package, a C# namespace."""

    name: str
    start_byte: int
    end_byte: int


class Edge(msgspec.Struct, frozen=True):
    """A resolved relation, with how surely it is known (0 to 1) and the line in the source's file that shows it."""

    source: SymbolId
    target: SymbolId
    kind: EdgeKind
    confidence: float
    provenance: Provenance
    line: int


class Skipped(msgspec.Struct, frozen=True):
    """A file or folder left out of the index, and why, in words a user reads."""

    path: str
    reason: str
    detail: str = ""


class FileState(msgspec.Struct, frozen=True):
    """A file worth reading, as the file system shows it now."""

    path: str
    language: str
    size: int
    mtime_ns: int
    flags: Flags = Flags.NONE
    ctime_ns: int = 0


class Job(msgspec.Struct, frozen=True):
    """A file to read, under the id it has or will have. `stamp` is 0 when its times are too young to be trusted."""

    file_id: int
    path: str
    language: str
    flags: int
    size: int
    stamp: int


class Discovery(msgspec.Struct, frozen=True):
    """What there is to index below a root: files in path order, and everything left out."""

    files: tuple[FileState, ...]
    skipped: tuple[Skipped, ...]
    unsupported: dict[str, int] = msgspec.field(default_factory=dict)
    """Files of languages without support, counted by the language's name."""
    warnings: tuple[str, ...] = ()
    manifests: tuple[str, ...] = ()
    """Paths of the files that import rules read, such as `go.mod`."""
    plain: tuple[FileState, ...] = ()
    """Files that are no source code and speak of it, in path order: documents, owners, deployments, manifests."""


class Depth(_Word):
    """How much of a symbol a pack tells, from all of it to one line."""

    FULL = "full"
    CUT = "cut"
    OUTLINE = "outline"
    LINE = "line"


class Cost(_Word):
    """What a token more costs when depths are compared."""

    TOKENS = "tokens"
    """The same as every other: value per token."""
    LOGARITHM = "logarithm"
    """Less than the one before: value per 1 + log(1 + tokens), which is gentle to long symbols."""


class Trim(_Word):
    """Lines a cut body leaves out unless they hold a term of the task; `pack/trims.toml` says how each is known."""

    BLANKS = "blanks"
    COMMENTS = "comments"
    IMPORTS = "imports"
    ASSIGNMENTS = "assignments"
    LOGS = "logs"
    REPEATS = "repeats"


class Order(_Word):
    """In which order a rendering tells its entries. `file`: the file of the best entry first, inside it by line."""

    SCORE = "score"
    FILE = "file"


class Quality(_Word):
    """Whether an answer is worth reading."""

    GOOD = "good"
    WEAK = "weak"
    NONE = "none"


class Match(msgspec.Struct, frozen=True):
    """How well a task was met, and why it was not met better; a good match needs no reason."""

    quality: Quality
    reason: str = ""


class Entry(msgspec.Struct, frozen=True):
    """One symbol in a pack. `name` is the qualified name, `tokens` what `text` alone costs."""

    path: str
    name: str
    kind: Kind
    start_line: int
    end_line: int
    score: float
    depth: Depth
    tokens: int
    text: str
    reasons: tuple[str, ...] = ()


class Pack(msgspec.Struct, frozen=True):
    """The answer to a task: entries in rank order. `tokens_used` is what the rendered text costs by `counter`."""

    task: str
    profile: str
    snapshot: str
    token_budget: int | None
    match: Match
    notes: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    tokens_used: int = 0
    counter: str = ""
    order: Order = Order.SCORE


def package_of(path: str) -> str:
    """The folder a path lies in: the unit of the snapshot's Merkle roots."""
    return path.rpartition("/")[0] or "."
