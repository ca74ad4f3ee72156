"""Ruby: modules and classes open anywhere, macros that define methods, constants that are global.

`def self.x` and `def x` share a qualified name and differ in identity. Instance variables are fields of the class whose
methods assign them; their symbols drop the `@`, references and bindings keep it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from seedwalk.languages.ruby_macros import QUERY, held_by
from seedwalk.languages.spec import Dialect, LanguageSpec, Modules, Naming, Project, Reexports, names
from seedwalk.model import Import

_SOURCE = ".rb"
_LOAD_FOLDERS = frozenset({"lib", "app", "test", "spec", "tests", "features", "ext"})
"""Folders Ruby's tools put on the load path: RubyGems `lib`, Rake and RSpec their own."""
_AUTOLOADED = "app"
"""Rails puts every folder directly below this one on the load path."""
MAX_CANDIDATES = 4
"""A feature that more files give than this names none of them."""

_KEYWORDS = """
alias and begin BEGIN break case class def defined do else elsif end END ensure false for if in module next nil not or
redo rescue retry return self super then true undef unless until when while yield __FILE__ __LINE__ __dir__
"""

_STATEMENT = re.compile(r"\s*(require_relative|require|load|autoload)\b[\s(]*(.*)", re.DOTALL)
_AUTOLOAD = re.compile(r""":?["']?(\w+)["']?\s*,\s*(.*)""", re.DOTALL)
_STRING = re.compile(r"""(["'])([^"']*)\1""")
_DIRECTORY = re.compile(r"__dir__|File\.dirname\(\s*__FILE__\s*\)")
_INTERPOLATED_DIRECTORY = re.compile(r"#\{\s*(?:__dir__|File\.dirname\(\s*__FILE__\s*\))\s*\}/?")


def parse_import(text: str, line: int) -> Iterator[Import]:
    """One import for a `require`, `require_relative`, `load` or `autoload` whose path is written out.

    A path known to be relative to the file starts with `./`; a path put together at run time gives nothing.
    """
    statement = _STATEMENT.match(text)
    if statement is None:
        return
    verb, rest = statement.groups()
    name = ""
    if verb == "autoload":
        named = _AUTOLOAD.match(rest)
        if named is None:
            return
        name, rest = named.groups()
    path = _written_path(rest)
    if path:
        yield Import(f"./{path}" if verb == "require_relative" else path, name, "", line)


def _written_path(expression: str) -> str:
    """The path an expression spells: a string, or one joined to the folder of the file that holds it."""
    plain, inside = _INTERPOLATED_DIRECTORY.subn("", expression)
    pieces = [found.group(2) for found in _STRING.finditer(plain)]
    if not pieces or any("#{" in piece for piece in pieces):
        return ""
    path = "/".join(piece.strip("/") for piece in pieces) if len(pieces) > 1 else pieces[0]
    if inside or _DIRECTORY.search(plain):
        return f"./{path.lstrip('/')}"
    if "__FILE__" in plain:  # File.expand_path counts the file itself as the first step up
        return f"./{path.removeprefix('../')}"
    return path if len(pieces) == 1 and plain.lstrip("( ").startswith(('"', "'")) else ""


class RubyModules(Modules):
    """Required paths to files. A relative one is taken from the importer's folder (`require_relative`, `__dir__`).

    Another is a feature: it names a file by its path below a load folder (`lib`, `test`, `spec`, `app/*`) or below the
    top. Of several, the file of the nearest folder above the importer wins, so each gem of a monorepo finds its own. A
    feature no load folder gives is taken as the end of a path where exactly one file has it. What is left is a gem or
    the standard library.

    Constants are global in Ruby and autoloaded in Rails, so no file is closer than another by being unimported:
    `visible` is empty, and a constant's name alone must find its definition.
    """

    def __init__(self, project: Project) -> None:
        self._files = frozenset(project.namespaces)
        self._features: dict[str, list[str]] = {}
        self._below: dict[tuple[str, str], str] = {}
        self._endings: dict[str, list[str]] = {}
        for path in project.namespaces:
            parts = path.removesuffix(_SOURCE).split("/")
            for start in _feature_starts(parts):
                feature = "/".join(parts[start:])
                self._features.setdefault(feature, []).append(path)
                self._below.setdefault(("/".join(parts[: max(0, start - 1)]), feature), path)
            for start in range(1, len(parts) - 1):
                self._endings.setdefault("/".join(parts[start:]), []).append(path)

    def targets(self, importer: str, imported: Import) -> Sequence[str]:
        module = imported.module
        folder = posixpath.dirname(importer)
        if module.startswith(("./", "../")):
            return self._file(posixpath.normpath(posixpath.join(folder, module)))
        if not module or module.startswith("/"):
            return ()
        feature = posixpath.normpath(module).removesuffix(_SOURCE)
        while True:
            if (found := self._below.get((folder, feature))) is not None:
                return (found,)
            if not folder:
                break
            folder = posixpath.dirname(folder)
        if direct := self._file(posixpath.normpath(module)):
            return direct
        candidates = self._features.get(feature, [])
        if candidates:
            return tuple(candidates) if len(candidates) <= MAX_CANDIDATES else ()
        ending = self._endings.get(feature, [])
        return tuple(ending) if len(ending) == 1 else ()

    def visible(self, importer: str) -> Sequence[str]:
        return ()

    def _file(self, path: str) -> tuple[str, ...]:
        return next(((p,) for p in (f"{path}{_SOURCE}", path) if p in self._files), ())


def _feature_starts(parts: Sequence[str]) -> list[int]:
    """Where in a path the load folders on it end: each gives the file a feature's name."""
    starts = [0] if len(parts) > 1 or parts[0] else []
    for position, part in enumerate(parts[:-1]):
        if part in _LOAD_FOLDERS:
            starts.append(position + 1)
        if part == _AUTOLOADED and position + 2 < len(parts):
            starts.append(position + 2)
    return starts


def bare_name(text: str) -> str:
    """A name without the mark of its sort: `:x`, `@x`, `@@x`, `$x` and `"x"` are x; `A::B` is the path A.B."""
    if text.startswith((":", "@", "$")):
        text = text.lstrip(":@$")
    return text.strip("\"'").replace("::", ".")


_EVERYDAY = names("""
bytesize byteslice codepoints encoding force_encoding unicode_normalize
new each map select reject find first last push pop shift length size empty? nil? to_s to_sym to_a to_h to_i join
split include? include key? keys values merge fetch call send puts print raise freeze dup clone inspect hash ==
respond_to? is_a? kind_of? method define_method instance_variable_get gsub sub match start_with? end_with? strip
read write close open name run start stop add delete get set update index count any? all? sort reverse concat
replace insert clear public private protected attr_reader attr_accessor require extend loop lambda proc format rand
sleep exit abort catch throw binding class super then tap itself path test body status headers options params value
type id to_str to_proc options
allocate append assoc at bind bsearch bytes capitalize ceil center chars chomp chop chr chunk chunk_while
collect collect_concat combination compact compare_by_identity cover? cycle default default_proc delete_at
delete_if delete_prefix delete_suffix dig difference disjoint? divmod downcase drop drop_while each_char each_cons
each_entry each_index each_key each_line each_pair each_slice each_value each_with_index each_with_object encode
entries eql? even? exception fetch_values fill filter filter_map find_all find_index flat_map flatten floor flush
frozen? full_message getbyte gets grep grep_v group_by has_key? has_value? infinite? inject instance_eval
instance_exec instance_method instance_methods instance_of? instance_variable_defined? instance_variable_set
instance_variables intern intersect? intersection invert iterator? keep_if lazy lines ljust lstrip max max_by
member? message merge! min min_by minmax modulo module_eval negative? next next_float none? object_id odd? offset one?
ord pack partition permutation positive? pred prepend product public_send rassoc rationalize read_nonblock
readline readlines readpartial reduce rehash remainder rewind rindex rjust rotate round rpartition rstrip sample scan
seek shuffle singleton_class slice slice_when sort_by source_location sprintf squeeze step store succ sum superclass
swapcase sync take take_while tally times to_c to_enum to_f to_hash to_io to_r to_set transform_keys transform_values
translate transpose truncate undump union uniq unpack unshift upcase upto value? values_at write_nonblock yield_self
zero? zip
capitalize! chomp! chop! collect! compact! delete! delete_prefix! delete_suffix! downcase! encode! filter! flatten!
gsub! lstrip! map! next! reject! reverse! rotate! rstrip! scrub! select! shuffle! slice! sort! sort_by! squeeze!
strip! sub! succ! swapcase! transform_keys! transform_values! uniq! upcase! absolute? add? ancestors arity ascii_only?
backtrace backtrace_locations basename binmode binread binwrite block_given? bsearch_index caller caller_locations
captures casecmp casecmp? class_eval class_exec closed? cleanpath const_defined? const_get const_set constants
define_singleton_method denominator detect directory? dirname downto dump each_byte eof? equal? executable? exist?
exitstatus expand_path extname file? fileno finite? fnmatch getc gmtime included_modules integer? lambda? lineno
localtime lstat match? method_defined? methods mkdir mkpath mtime named_captures nan? nonzero? numerator owner
parameters post_match pre_match public_instance_methods public_method readable? realpath relative? remove_method
respond_to_missing? reverse_each rmdir rmtree scrub set_backtrace singleton_methods slice_before string subclasses
subset? success? superset? symlink? synchronize tell to_ary to_int to_path tty? undef_method unlink unpack1 utc
valid_encoding? with_index with_object writable? yield
banner debug error fatal info iso8601 strftime to_date to_datetime to_json to_time warn
head patch post put
after all allow around assert assert_equal be before change context contain_exactly describe double eq expect
expect_any_instance_of feature fixtures given have_attributes have_received instance_double it it_behaves_like
let let! match_array metadata mock must_equal pending receive refute refute_nil scenario setup shared_context
shared_examples shared_examples_for skip specify spy stub subject subject! teardown with xdescribe xit
""")
"""Methods of the language's own types (String, Array, Hash, Enumerable, Numeric, Kernel, Module, IO, Time) and of its
own libraries (Logger, JSON, OptionParser), verbs of HTTP (Net::HTTP, Rack::Test), and the words that tests are written
in (RSpec, Minitest)."""
_RAILS = names("""
ago beginning_of_day blank? camelize classify constantize day days deep_dup deep_merge deep_symbolize_keys demodulize
duplicable? end_of_day exclude? excluding extract_options! from_now future? gigabytes hour hours html_safe humanize
in? in_time_zone index_by index_with kilobytes many? megabytes minute minutes month months multiple_of? parameterize
past? pluralize presence presence_in present? reverse_merge safe_constantize second seconds singularize squish
stringify_keys strip_heredoc symbolize_keys tableize titleize today? tomorrow to_fs to_param to_query truncate_words
try try! underscore week weeks with_indifferent_access without year years yesterday zone as_json assign_attributes
attribute_names becomes changed? changes column_names decrement! destroy destroy! destroy_all destroyed? errors
exists? find_each find_in_batches full_messages has_attribute? human_attribute_name ids in_batches increment! invalid?
lock! model_name new_record? persisted? pick pluck previous_changes primary_key read_attribute save! saved_changes
serializable_hash table_name toggle! to_model to_sql touch update! update_all update_attribute update_column
update_columns upsert_all valid? validate! with_lock write_attribute delete_all deliver_later deliver_now parsed_body
perform_async perform_in perform_later perform_now redirect_to respond_to
""")
"""The same of Rails, but for words that others use too: Active Support, Record and Model, Action Pack, jobs."""

_CHOOSING = names("""
all and annotate create_with distinct eager_load except excluding extending from group having in_order_of includes joins
left_joins left_outer_joins limit lock merge none not offset only or order preload readonly references regroup reorder
reselect reverse_order rewhere select strict_loading unscope unscoped where with without
""")
_FINDING = names("""
create create! create_or_find_by create_or_find_by! find find_by find_by! find_or_create_by find_or_create_by!
find_or_initialize_by find_sole_by first first! first_or_create first_or_create! first_or_initialize last last! sole
take take!
""")
"""Of https://guides.rubyonrails.org/active_record_querying.html: what narrows a query, and what gives one record."""

SPEC = LanguageSpec(
    name="ruby",
    title="Ruby",
    dialects=(Dialect((".rb", ".rake", ".gemspec", ".ru", ".thor"), ("tree_sitter_ruby", "language"), ("ruby.scm",)),),
    filenames=("Rakefile", "Gemfile", "Guardfile", "Capfile", "Vagrantfile", "Thorfile"),
    constructors=frozenset({"initialize"}),
    name_of=bare_name,
    parse_import=parse_import,
    modules=RubyModules,
    macro_type=held_by,
    described="described_class",
    reexports=Reexports.ALL,
    imports_everything=True,
    naming=Naming(
        instance=frozenset({"self"}),
        parent=frozenset({"super"}),
        field_marks=("@@", "@", "self."),
        marked_signature=r"^@",
        private_signature=r"^(?:(?:multi)?task\b|[a-z_]\w*\s*=)",
        implicit=True,
        instantiators=names("new allocate instance") | _FINDING,
        choosing=_CHOOSING,
        wrappers=frozenset({QUERY}),
        passing=names("tap dup clone freeze then itself"),
        elements=names("first last pop shift find detect sample min max fetch"),
        open_constants=True,
        singletons=True,
        type_side="ClassMethods",
        type_of=names("class singleton_class"),
        scattered=True,
        bare_methods=True,
        names_call=True,
        everyday=_EVERYDAY | _RAILS,
    ),
    nameless=frozenset({"do_block", "block"}),
    noise=frozenset(_KEYWORDS.split()),
)
