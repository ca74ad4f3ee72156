"""Every tunable, grouped by the stage that reads it. Values here are defaults; each has a reason beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seedwalk.model import Cost, Depth, EdgeKind, Provenance, Trim

CONFIDENCE: Mapping[Provenance, float] = {
    Provenance.SYNTAX: 1.0,
    Provenance.IMPORT_RESOLVED: 0.9,
    Provenance.TYPE_RESOLVED: 0.9,
    Provenance.AST_INFERRED: 0.7,
    Provenance.DISPATCHED: 0.7,
    Provenance.DERIVED: 0.8,
    Provenance.DECLARED: 0.9,
    Provenance.CALLBACK: 0.7,
    Provenance.NAME_MATCHED: 0.5,
}
"""How surely an edge is known, by how it is known; the design's figures where it gives one."""


@dataclass(frozen=True, slots=True)
class Declared:
    """How surely a file that is no source code means what it seems to name."""

    file: float = 0.9
    """A file named by its path, a module by its dotted name: the design's figure for what is declared."""
    qualified: float = 0.9
    """A name with the type, module or folder it stands in: as good as an import."""
    inherited: float = 0.8
    """A type with a member that it has from a type above it."""
    tail: float = 0.8
    """The end of a path or of a qualified name that nothing else has."""
    lone: float = 0.7
    """A name marked as code that only one symbol has."""
    worded: float = 0.6
    """The same without a mark: it only looks like code."""
    sample: float = 0.5
    """Called in a document's example, which may be about something else."""
    package: float = 0.8
    """A file of a package that is built whole."""
    built: float = 0.7
    """The source that a built file's name points back to."""
    folder: float = 0.5
    """A file somewhere below a folder that is copied."""
    worked_in: float = 0.3
    """A file somewhere below a folder in which a job builds or delivers something."""
    files_below: int = 200
    """A folder with more code than this says nothing of a single file; a service of its own rarely has more."""
    edges_per_document: int = 300
    """The surest are kept. Change logs name thousands; what a reader looks up in a document is far less."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Which files are read."""

    max_file_bytes: int = 4_000_000
    """Larger files are data or generated; the largest hand-written source known to us is 3 MB."""
    include_vendored: bool = False
    """Other people's code, and what was built from one's own, would drown the rest."""
    include_minified: bool = False
    """Its names are single letters: nothing in it can be found or read."""
    include_plain: bool = True
    """Documents, owners, deployments and manifests: they tie code to what is said of it."""


@dataclass(frozen=True, slots=True)
class Lexical:
    """BM25F over name, qualified name, signature, doc, body, place, path (in this order)."""

    weights: tuple[float, ...] = (3.5, 1.2, 0.6, 0.6, 1.6, 1.6, 0.2)
    """Names most, then bodies and the file's own name; found on replays and tasks together (docs/experiments/001)."""
    b: tuple[float, ...] = (0.3, 0.3, 0.5, 0.4, 0.6, 0.3, 0.3)
    """How far a field's length counts: little for names, which are short by nature."""
    k1: float = 3.5
    """How soon more of the same word stops counting: late, for frequencies are sums over seven weighted fields."""
    outside: bool = True
    """Whether the names that code uses from outside the repository count in how telling a word is: one that every
    second file takes from a library is not rare. They are never answers (docs/experiments/007)."""


@dataclass(frozen=True, slots=True)
class Mixing:
    """How much of what stands around a symbol counts for it (`seeds/lexical.py`)."""

    parent: float = 0.2
    """A member of a type that is spoken of; more, and every member of a good type comes before the right ones."""
    child: float = 0.7
    """A type whose member is spoken of is worth reading itself: the largest single gain (docs/experiments/001)."""
    file: float = 0.3
    """The words at the top of a file and of its path."""
    tests: float = 0.25
    """What is left of the score of a test or a mock: they repeat the words of what they test."""
    values: float = 0.5
    """What is left of a field's or a constant's: read with the type that owns it, seldom for itself."""
    modules: float = 0.0
    """What is left of a module's: a file is read by its parts."""
    documents: float = 0.0
    """What is left of a document's or a deployment file's: the answer is code, and prose has all its words. They stay
    in the graph, where they lead to what they name."""


SEED_WEIGHTS: Mapping[EdgeKind, float] = {
    EdgeKind.CALLS: 1.0,
    EdgeKind.IMPLEMENTS: 0.8,
    EdgeKind.IMPLEMENTS_RPC: 0.8,
    EdgeKind.OVERRIDES: 0.8,
    EdgeKind.CONTAINS: 0.8,
    EdgeKind.HANDLES_ROUTE: 0.7,
    EdgeKind.EXTENDS: 0.7,
    EdgeKind.TESTS: 0.6,
    EdgeKind.CONSUMES_RPC: 0.6,
    EdgeKind.ACCESSES_FIELD: 0.6,
    EdgeKind.MEMBER_OF: 0.6,
    EdgeKind.IMPORTS: 0.5,
    EdgeKind.DEPENDS_ON: 0.5,
    EdgeKind.CONSUMES_ENDPOINT: 0.5,
    EdgeKind.TESTED_BY: 0.5,
    EdgeKind.CO_TESTED_WITH: 0.5,
    EdgeKind.TYPE_HINT_OF: 0.5,
    EdgeKind.EXECUTES_PROCESS: 0.5,
    EdgeKind.REFERENCES: 0.4,
    EdgeKind.THROWS: 0.4,
    EdgeKind.DEPLOYED_BY: 0.4,
    EdgeKind.READS_ENV: 0.4,
    EdgeKind.GATED_BY_FLAG: 0.3,
    EdgeKind.DECORATES: 0.3,
    EdgeKind.INHERITS: 0.3,
    EdgeKind.DOCUMENTS: 0.2,
    EdgeKind.SIMILAR_TO: 0.15,
    EdgeKind.OWNED_BY: 0.0,
}
"""How much of a walk's mass flows along an edge of each kind, relative to the others: the seed's table."""


@dataclass(frozen=True, slots=True)
class Walking:
    """The random walk from the seeds (`rank/walk.py`)."""

    restart: float = 0.2
    """Share of the mass that returns to the seeds at each step; the seed's value, and lower ones lose the task."""
    steps: int = 3
    """Steps at most. Three reach what matters: more carry mass into the hubs (docs/experiments/002)."""
    settled: float = 0.001
    """Sum of all changes below which a walk has come to rest."""
    stable_ranks: int = 10
    """First ranks that are watched,"""
    stable_steps: int = 0
    """and steps they must stay the same for a walk to end early; 0 walks on."""
    backward: float = 0.3
    """Part of an edge's weight at which mass flows against it: from a callee to its callers."""
    weights: Mapping[EdgeKind, float] = field(default_factory=lambda: SEED_WEIGHTS)
    """How much of the mass flows along an edge of each kind; the seed's table until measurement says otherwise."""
    attenuation: Mapping[Provenance, float] = field(default_factory=dict)
    """What is left of an edge's weight by how it is known; nothing is taken off by default."""


USE_WEIGHTS: Mapping[EdgeKind, float] = {
    kind: float(
        kind
        in {
            EdgeKind.CALLS, EdgeKind.REFERENCES, EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS, EdgeKind.OVERRIDES,
            EdgeKind.TYPE_HINT_OF, EdgeKind.DEPENDS_ON,
        }
    )
    for kind in EdgeKind
}  # fmt: skip
"""Who uses whom, and nothing else: no edge inside a file by place alone, none to or from tests."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Authorities and hubs among the rows with the most mass (`rank/hits.py`); the seed's values."""

    rows: int = 200
    """Rows it looks at, those with the most mass."""
    steps: int = 10
    """Rounds; the order stands still after a few."""
    seed_authority: float = 0.25
    """What a seed gains by its authority,"""
    seed_authority_from: float = 0.05
    """from this much authority on: found by words, and central besides."""
    other_authority: float = 0.15
    """What another symbol loses by its authority,"""
    other_authority_from: float = 0.2
    """from this much on: everything calls it, whatever the task."""
    seed_hub: float = 0.10
    """What a seed gains by wiring things together,"""
    seed_hub_from: float = 0.1
    """from this much on."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """How signals become one score (`rank/score.py`)."""

    seeds: int = 60
    """Symbols the walk begins at: the best by their words."""
    lexical: float = 1.0
    """Weight of the words, scaled so that the best symbol has 1: the measure of the others."""
    walk: float = 0.4
    """Weight of the walk's mass, scaled so that the largest is 1."""
    uses: float = 0.4
    """Weight of a second walk, along uses alone: members of a type do not share its mass (docs/experiments/002)."""
    exact: float = 0.1
    """What a symbol gains when its name is a word of the task, however many have that name."""
    owner: float = 0.15
    """Part of the score of the type around a member that the member gains: types are read with their members."""
    size: float = 0.14
    """What a symbol of `size_most` lines gains, shorter ones by the logarithm: there is more to read in it."""
    size_most: int = 1_000
    """Lines from which a symbol counts as no longer."""
    mention: float = 0.2
    """What a symbol gains when the task writes its very name and hardly any other symbol has it."""
    mention_most: int = 3
    """Files that may define a name for its mention to tell anything."""
    place: float = 0.2
    """What a symbol gains when the task names its file."""
    judged: int = 5
    """Best symbols by which the match as a whole is judged."""
    hits: float = 0.0
    """Weight of the adjustment by HITS; off until it is shown to help."""
    history: float = 0.3
    """Weight of what earlier commits said of a symbol, scaled so that the most is 1."""
    recency: float = 0.05
    """What a symbol that speaks of the task gains, by its words' score, when it was changed just now."""


@dataclass(frozen=True, slots=True)
class History:
    """What git remembers of symbols (`remembering.py`), and how it speaks for them (`seeds/history.py`)."""

    commits: int = 5_000
    """Commits read, newest first: some two years of a busy project. 0 reads none."""
    seconds: float = 20.0
    """Time spent reading new ones in one run; what is left over is read by the next."""
    most_files: int = 50
    """A commit that changed more source files speaks of none of them: a new format, a new licence."""
    k1: float = 1.0
    """How soon more commits with the same word stop counting: two say nearly all."""
    b: float = 0.6
    """How far it counts against a symbol that many commits touched it: each of their words is less its own."""
    file: float = 0.7
    """What the commits that touched a symbol's file count beside those that touched the symbol, scaled as they are."""
    half_life: float = 180.0
    """Days after which a change is half as fresh."""


SEARCH_WEIGHTS: Mapping[EdgeKind, float] = {
    EdgeKind.CALLS: 1.0,
    EdgeKind.HANDLES_ROUTE: 1.0,
    EdgeKind.IMPORTS: 0.9,
    EdgeKind.ACCESSES_FIELD: 0.9,
    EdgeKind.REFERENCES: 0.8,
    EdgeKind.DECORATES: 0.8,
    EdgeKind.THROWS: 0.8,
    EdgeKind.IMPLEMENTS: 0.7,
    EdgeKind.EXTENDS: 0.7,
    EdgeKind.OVERRIDES: 0.7,
    EdgeKind.TYPE_HINT_OF: 0.6,
    EdgeKind.CONTAINS: 0.3,
    EdgeKind.MEMBER_OF: 0.3,
}
"""Weights of edges in search: the seed's six, given to our kinds by what they say; the others are not walked."""


@dataclass(frozen=True, slots=True)
class Searching:
    """Symbol search (`searching.py`): full text, then the graph."""

    lexical: Lexical = field(
        default_factory=lambda: Lexical(
            weights=(6.0, 4.0, 0.5, 2.0, 0.3, 1.0, 0.3), b=(0.6, 0.3, 0.5, 0.4, 0.6, 0.3, 0.3), k1=2.0
        )
    )
    """Names and the scopes around them most, docs next: a search is for a symbol one half remembers."""
    holding: float = 2.0
    """Power of the share of the query that a symbol holds: one that lacks a word falls behind those that have all."""
    naming: float = 1.0
    """How much more a symbol is worth when its name and scopes hold the whole query."""
    tests: float = 0.4
    """What is left of the score of tests, mocks and generated code: they repeat the names of what they are about."""
    values: float = 0.6
    """What is left of a field's or a constant's: often named as the type or the method beside it."""
    modules: float = 0.5
    """What is left of a module's, a document's or a deployment's: they bear the names of the code they tell of."""
    pool: int = 200
    """Hits that are re-ordered: nobody looks at the rest."""
    reorder_above: int = 3
    """Hits from which the graph is asked; fewer have no neighbourhood to tell of. The seed's value."""
    position: float = 0.6
    """Weight of the place among the hits; the seed's value."""
    graph: float = 0.4
    """Weight of the graph; the seed's value."""
    damping: float = 0.85
    """Part of the mass that follows edges at each step; the seed's value."""
    iterations: int = 20
    """Steps at most; the seed's value."""
    settled: float = 0.01
    """Sum of all changes below which the walk ends: the order of the first ranks no longer changes then."""
    floor: float = 0.0001
    """Mass a symbol must have to hand any on: below, it cannot change the first ranks any more."""
    seeds: int = 10
    """First hits that the walk returns to."""
    methods: int = 10
    """Methods taken from the type of a field among them."""
    backward: float = 0.3
    """Part of an edge's weight at which the walk goes against it."""
    route: int = 4
    """Edges at most on the way that an explanation tells."""
    weights: Mapping[EdgeKind, float] = field(default_factory=lambda: SEARCH_WEIGHTS)
    """Weights of edges."""


@dataclass(frozen=True, slots=True)
class Organising:
    """The map of a repository (`organising.py`)."""

    budget: int = 6_000
    """Tokens of a map: a repository of a few hundred files fits whole, a larger one by what matters."""
    table: float = 0.35
    """Share of the budget that the table of modules may use."""
    connections: float = 0.15
    """Share for the connections between modules."""
    exports: int = 5
    """Symbols a row of the table names: those most called from other modules."""
    per_file: int = 12
    """Symbols told of one file: a reader of a map wants the shape, not the file."""
    stars: tuple[float, ...] = (0.8, 0.95, 0.99)
    """Parts of all called symbols that one must exceed in callers for one, two, three stars."""


@dataclass(frozen=True, slots=True)
class Deriving:
    """Edges that follow from all files together, and how many of them one symbol may have."""

    most_implementors: int = 200
    """Types one interface is implemented by: an interface of one everyday method would tie everything together."""
    most_relatives: int = 64
    """Types above or below one that are told of a member written far from its type."""
    most_tested_together: int = 8
    """Subjects of one test; a test that calls more is about none of them in particular."""
    co_tested: int = 5
    """Symbols one is tested together with: the closest few say it, and a walk must not drown in them."""
    least_alike: int = 3
    """Things a function must point at before it can be like another: two calls in common are chance."""
    most_alike: int = 16
    """Functions that may point at one thing for it to tell them alike."""
    similar_from: float = 0.5
    """Jaccard similarity: half of all that two functions use is shared."""
    similar: int = 5
    """Symbols one is similar to."""


@dataclass(frozen=True, slots=True)
class Understanding:
    """How a task is taken apart (`seeds/understand.py`). Nothing here looks at an index."""

    max_characters: int = 20_000
    """A longer task is cut and says so: what matters stands at the top, and the rest is log. Three times the longest
    of 1,392 public issues."""
    binary_share: float = 0.1
    """Share of characters no text has (NUL, control codes, undecodable bytes) from which a task is not text."""
    max_identifier: int = 100
    """What stands in backticks and is longer is code or prose, not a name."""
    shortest_word: int = 2
    """One letter finds everything."""
    shortest_paired: int = 3
    """Each word of a compound made from two adjacent words."""
    longest_paired_at_least: int = 4
    """One of the two must be this long: two three-letter words make a name nobody wrote."""
    max_compounds: int = 200
    """Names asked of the index, in the order they were found; a pasted log would give thousands."""
    max_components: int = 300
    """Words asked of the index, in the order of the text."""
    max_mentions: int = 100
    """Paths, frames, messages, error types and quoted strings: of each at most so many."""
    max_quoted: int = 200
    """A longer quotation is prose."""
    max_line: int = 1_000
    """A longer line is no frame of a stack trace and no message of an error."""


@dataclass(frozen=True, slots=True)
class Concepts:
    """Classes of phrases that mean the same code (`concepts/`)."""

    repository: float = 1.0
    """Weight of the repository's own classes: its authors know their words best."""
    universal: float = 0.8
    """Weight of classes for any software: right often enough, seldom sure."""
    language: float = 0.8
    """Weight of classes for one language, the same as universal: they say the same things in its spelling."""
    derived: float = 0.7
    """Weight of aliases made from the graph: nobody read them."""
    framework: float = 0.9
    """Weight of classes for a framework that the repository uses: public names, sure to mean what they say."""
    phrases_for_strong: int = 2
    """So many phrases of one class make a match strong; fewer can only do it by length."""
    words_for_strong: int = 2
    """A phrase of so many words makes a match strong alone: `command` is anybody's word, `custom validator` is not."""
    cross_verbs: bool = True
    """Whether a phrase after an action verb ("find the blast radius") also counts as the phrase with its verb."""
    verbs_strengthen: bool = False
    """Whether that second phrase helps to make a match strong. Off: any task begins with a verb."""
    filler_words: int = 2
    """Stop words that may stand between a verb and its phrase: "clear out the cache"."""
    shortest_target: int = 4
    """Shorter targets name hundreds of unrelated symbols."""


@dataclass(frozen=True, slots=True)
class Indexing:
    """How the index is built and kept up."""

    in_process_below: int = 200
    """Files to read; below this, starting other processes costs more than it saves."""
    batch_bytes: int = 400_000
    """Source bytes handed to a process at once: small enough to balance, large enough to be worth a message."""
    processes: int = 0
    """0: one per processor."""
    seconds_per_batch: float = 60.0
    """A process that needs longer for one batch is ended, and the file it was reading is reported."""
    segments: int = 8
    """Lexical segments kept side by side; one more, and the small ones are merged."""
    segment_share: float = 0.1
    """Once the small segments hold this share of the symbols, all are merged into one."""
    patience: float = 600.0
    """How long an indexer waits for another one."""


@dataclass(frozen=True, slots=True)
class Packing:
    """What fits in the budget: tokens, depths, density, and when a match is called weak."""

    budget: int = 8_000
    """Tokens of a pack. It carries code: this is some thirty bodies, and a small share of any reader's window."""
    counter: str = "characters"
    """How tokens are counted: `characters`, `tiktoken`, or `tiktoken:ENCODING`. The first needs nothing installed."""
    characters_per_token: int = 4
    """The usual figure for English and code; the count is rounded up, so that it never claims too little."""
    encoding: str = "o200k_base"
    """The encoding `tiktoken` counts by when none is named: that of the current large models it knows."""
    candidates: int = 120
    """Symbols looked at, from the best down. Later ones hardly ever win a place, and each costs time."""
    depths: tuple[Depth, ...] = (Depth.FULL, Depth.CUT, Depth.OUTLINE, Depth.LINE)
    """Depths a symbol may have. One alone gives the packs of fixed depth that the adaptive ones are compared with."""
    value_full: float = 1.0
    """What a token of a whole body is worth: the measure of the other depths."""
    value_trimmed: float = 1.0
    """Of a body that lost only what the trims take: what is left is the code."""
    value_cut: float = 1.0
    """Of the signature and the lines that speak of the task: closer to what is asked, further from its context."""
    value_outline: float = 0.5
    """Of signature and doc: how to use it, not how it works."""
    value_line: float = 0.4
    """Of one line: that it is there."""
    size: float = 0.9
    """Power of a text's tokens in its value. 0: a symbol is worth the same however long it is, so the shortest win.
    1: every token is worth the same, so rank alone decides. Just below, the first lines of a body are worth a little
    more than the last, which leaves room for a cut body or an outline beside a long one."""
    deeper: float = 1.1
    """A deeper form is worth at least this many times the one before it: a one-line body may be shorter than the line
    about it, and still tells more."""
    sharpness: float = 2.0
    """Power of the score in a symbol's value; 1 is the plain score, more gives the first ranks more depth."""
    cost: Cost = Cost.TOKENS
    """How tokens count when value is divided by them."""
    boilerplate: float = 0.0
    """Share of its value that a symbol made of nothing but trimmed lines loses; off until it is shown to help."""
    exponent_least: float = 0.3
    """Power of the proximity in a symbol's value when no candidate is external: the cube root, or nearly."""
    exponent_per_external: float = 0.2
    """How much the power grows with the number of external symbols per other one among the candidates."""
    exponent_most: float = 0.7
    """Where that growth ends: the walk was nearly all outside, so only what is close to the seeds counts."""
    proximity_least: float = 0.01
    """A symbol the walk hardly reached counts as this near; nothing is infinitely far."""
    cut_from: int = 10
    """Lines of a body worth cutting; the marks of what is left out would cost a shorter one as much."""
    around: int = 1
    """Lines kept on either side of a line that holds a term: a statement seldom stands on one line."""
    frequent_share: float = 0.3
    """A term on more than this share of a body's lines tells none of them apart, and is passed over in it."""
    keep_exits: bool = True
    """A cut body keeps what leaves the function: return, raise, throw, yield."""
    doc_lines: int = 8
    """Lines of a doc that an outline shows: what a thing is for stands at its beginning."""
    trims: tuple[Trim, ...] = (Trim.BLANKS, Trim.COMMENTS, Trim.IMPORTS, Trim.LOGS, Trim.REPEATS)
    """What a trimmed body leaves out. Assignments stay: in a constructor they are what a reader looks for."""
    absorb_from: float = 2.0
    """A symbol inside a body that is shown has no entry of its own when that would cost this many times its lines:
    a field's header is longer than the field."""
    ranking_depth: Depth = Depth.OUTLINE
    """Depth of each symbol when the pure ranking is asked for, where no budget decides."""
    weak_below: float = 0.28
    """Strength of a match below which it is called weak: 19 in 20 tasks of the public set lie above in their own
    repository, three in four below in a foreign one."""
    none_below: float = 0.1
    """Strength below which nothing matches."""
    weak_share: float = 0.25
    """Share of the budget a weak match may use: enough to look at, too little to drown in."""
    high_from: float = 0.7
    """Scores from here on: a direct match. The best of these is good even when many score alike."""
    moderate_from: float = 0.4
    """Scores from here on: connected to what was asked. A best score below is a weak match."""
    peripheral_from: float = 0.2
    """Scores from here on: loosely related. A best score below is no match."""
    flat_count: int = 10
    """Scores compared to see whether they are flat: those of a first page. Fewer scores are never called flat."""
    flat_spread: float = 0.04
    """The first `flat_count` scores within this distance are flat: the task matched everything equally."""


SEED_PACKING = Packing(
    budget=50_000, candidates=5_000, depths=(Depth.LINE,), value_line=1.0, size=0.0, sharpness=1.0
)
"""Packing of the profile `seed`: names and signatures only, in a budget made for them, value the plain score."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All stages together."""

    sources: Sources = field(default_factory=Sources)
    indexing: Indexing = field(default_factory=Indexing)
    deriving: Deriving = field(default_factory=Deriving)
    lexical: Lexical = field(default_factory=Lexical)
    mixing: Mixing = field(default_factory=Mixing)
    walking: Walking = field(default_factory=Walking)
    using: Walking = field(default_factory=lambda: Walking(backward=0.5, weights=USE_WEIGHTS))
    """The second walk."""
    hits: Hits = field(default_factory=Hits)
    ranking: Ranking = field(default_factory=Ranking)
    history: History = field(default_factory=History)
    searching: Searching = field(default_factory=Searching)
    organising: Organising = field(default_factory=Organising)
    packing: Packing = field(default_factory=Packing)
    understanding: Understanding = field(default_factory=Understanding)
    concepts: Concepts = field(default_factory=Concepts)
