"""What tells Java's overloads apart: the types that arguments have by sight, and what the language's own types and
methods are to each other (the Java Language Specification, 5.1 to 5.3 and 15.12; the documentation of `java.base`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seedwalk.languages.passing import LAMBDA, OF_ITSELF, TYPED, UNBOXED, UNTOLD, Passing

_BY_SIGHT = {
    "string_literal": "String",
    "character_literal": "char",
    "true": "boolean",
    "false": "boolean",
    "null_literal": "null",
    "class_literal": "Class",
    "instanceof_expression": "boolean",
}
_NUMBERS = {
    "decimal_integer_literal": "int",
    "hex_integer_literal": "int",
    "octal_integer_literal": "int",
    "binary_integer_literal": "int",
    "decimal_floating_point_literal": "double",
    "hex_floating_point_literal": "double",
}
_SUFFIXES = {("int", "l"): "long", ("double", "f"): "float"}
_OF_WRITTEN_TYPE = frozenset({"object_creation_expression", "array_creation_expression", "cast_expression"})
_CHAINS = frozenset({"identifier", "field_access", "method_invocation", "this", "array_access"})
_COMMENTS = frozenset({"line_comment", "block_comment"})
_DIMENSIONS = frozenset({"dimensions", "dimensions_expr"})
_OF_A_PART = {
    "parenthesized_expression": ("",),
    "unary_expression": ("operand",),
    "update_expression": ("",),
    "ternary_expression": ("consequence", "alternative"),
    "assignment_expression": ("left",),
}
"""Nodes of the type of one of their parts, by its field or as their first child."""
_TERMS = frozenset({*_BY_SIGHT, *_NUMBERS, "cast_expression"})
_TRUTHS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})


def shape(node: Any, chain: Callable[[Any], str]) -> str:
    """What an argument says of its type without a look at anything else."""
    kind = node.type
    if kind in _CHAINS:
        text = chain(node)
        return text if text and "," not in text else UNTOLD
    if kind in _BY_SIGHT:
        return TYPED + _BY_SIGHT[kind]
    if kind in _NUMBERS:
        number = _NUMBERS[kind]
        return TYPED + _SUFFIXES.get((number, node.text[-1:].decode().lower()), number)
    if kind == "lambda_expression":
        return f"{LAMBDA}{_parameters(node.child_by_field_name('parameters'))}"
    if kind in _OF_WRITTEN_TYPE:
        return _written(node)
    if kind == "binary_expression":
        return _binary(node, chain)
    if kind == "method_reference":
        return LAMBDA
    return "" if kind in _COMMENTS else _inner(node, kind, chain)


def _parameters(node: Any) -> int:
    """How many parameters a lambda has."""
    if node.type == "identifier":
        return 1
    return sum(child.type not in _COMMENTS for child in node.named_children)


def _written(node: Any) -> str:
    """The type a new object, a new array or a cast has, without its arguments."""
    name: str = node.child_by_field_name("type").text.decode("utf-8", "replace").partition("<")[0]
    dimensions: int = sum(child.text.count(b"[") for child in node.children if child.type in _DIMENSIONS)
    return TYPED + "".join(name.split()) + "[]" * dimensions


def _inner(node: Any, kind: str, chain: Callable[[Any], str]) -> str:
    """What is of the type of a part of it: `(a)`, `-a`, `b ? a : c`, `a = c`; brackets in brackets are left alone."""
    told = UNTOLD
    for field in _OF_A_PART.get(kind, ()):
        part = node.child_by_field_name(field) if field else (node.named_children or [None])[0]
        if part is not None and part.type not in _OF_A_PART:
            told = shape(part, chain)
        if told not in (UNTOLD, TYPED + "null"):
            break
    return told


def _binary(node: Any, chain: Callable[[Any], str]) -> str:
    """Strings are added to strings, comparisons are truths; of numbers the wider one wins."""
    numbers: list[str] = []
    while node is not None and node.type == "binary_expression":  # leans left, perhaps for thousands of terms
        if node.child_by_field_name("operator").type in _TRUTHS:
            return TYPED + ("boolean" if not numbers else UNTOLD)
        right, node = node.child_by_field_name("right"), node.child_by_field_name("left")
        told = [shape(side, chain) if side.type in _TERMS else UNTOLD for side in (right, node) if side is not None]
        if TYPED + "String" in told:
            return TYPED + "String"
        numbers += told if node.type != "binary_expression" else told[:1]
    ranks = [_ORDER.index(each[1:]) if each[1:] in _ORDER else -1 for each in numbers]
    return TYPED + max(_ORDER[max(ranks)], "int", key=_ORDER.index) if min(ranks) >= 0 else UNTOLD


_ORDER = ("byte", "short", "char", "int", "long", "float", "double")
_WIDER = {
    "byte": ("short", "int", "long", "float", "double"),
    "short": ("int", "long", "float", "double"),
    "char": ("int", "long", "float", "double"),
    "int": ("long", "float", "double"),
    "long": ("float", "double"),
    "float": ("double",),
    "double": (),
    "boolean": (),
}
_BOXES = {
    "byte": "Byte", "short": "Short", "char": "Character", "int": "Integer", "long": "Long", "float": "Float",
    "double": "Double", "boolean": "Boolean",
}  # fmt: skip
_NUMBER = ("Number", "Comparable")
_LIST = ("Collection", "Iterable")
_ABOVE = {
    "String": ("CharSequence", "Comparable", "Serializable"),
    "StringBuilder": ("CharSequence", "Appendable", "Comparable", "AbstractStringBuilder"),
    "StringBuffer": ("CharSequence", "Appendable", "Comparable", "AbstractStringBuilder"),
    "CharSequence": (),
    "Byte": _NUMBER, "Short": _NUMBER, "Integer": _NUMBER, "Long": _NUMBER, "Float": _NUMBER, "Double": _NUMBER,
    "Character": ("Comparable",), "Boolean": ("Comparable",), "Number": (),
    "BigInteger": _NUMBER, "BigDecimal": _NUMBER,
    "Class": ("Type", "AnnotatedElement", "GenericDeclaration"),
    "Iterable": (), "Collection": ("Iterable",),
    "List": _LIST, "Set": _LIST, "Queue": _LIST, "Deque": ("Queue", *_LIST),
    "SortedSet": ("Set", *_LIST),
    "ArrayList": ("List", *_LIST), "LinkedList": ("List", "Deque", "Queue", *_LIST),
    "HashSet": ("Set", *_LIST), "LinkedHashSet": ("HashSet", "Set", *_LIST),
    "TreeSet": ("SortedSet", "Set", *_LIST), "ArrayDeque": ("Deque", "Queue", *_LIST),
    "Map": (), "HashMap": ("Map",), "LinkedHashMap": ("HashMap", "Map"), "TreeMap": ("SortedMap", "Map"),
    "ConcurrentHashMap": ("ConcurrentMap", "Map"), "Iterator": (), "Enumeration": (),
    "Date": ("Comparable",), "Calendar": ("Comparable",), "Locale": (), "TimeZone": (), "Duration": ("TemporalAmount",),
    "File": ("Comparable",), "Path": ("Comparable", "Iterable"), "URL": (), "URI": ("Comparable",),
    "Charset": ("Comparable",), "Pattern": (), "Random": (),
    "Method": ("Executable", "AccessibleObject", "Member", "AnnotatedElement", "GenericDeclaration"),
    "Field": ("AccessibleObject", "Member", "AnnotatedElement"), "Object": (),
    "InputStream": ("Closeable", "AutoCloseable"), "OutputStream": ("Closeable", "Flushable", "AutoCloseable"),
    "Reader": ("Readable", "Closeable", "AutoCloseable"),
    "Writer": ("Appendable", "Closeable", "Flushable", "AutoCloseable"),
    "ByteArrayInputStream": ("InputStream", "Closeable", "AutoCloseable"),
    "ByteArrayOutputStream": ("OutputStream", "Closeable", "Flushable", "AutoCloseable"),
    "StringReader": ("Reader", "Readable", "Closeable", "AutoCloseable"),
    "StringWriter": ("Writer", "Appendable", "Closeable", "Flushable", "AutoCloseable"),
    "Thread": ("Runnable",), "Optional": (), "Cloneable": (), "Comparable": (), "Serializable": (), "Runnable": (),
    "Closeable": ("AutoCloseable",), "AutoCloseable": (), "Appendable": (),
    "Throwable": (), "Exception": ("Throwable",), "RuntimeException": ("Exception", "Throwable"),
    "IllegalArgumentException": ("RuntimeException", "Exception", "Throwable"),
    "IllegalStateException": ("RuntimeException", "Exception", "Throwable"),
    "IOException": ("Exception", "Throwable"), "InterruptedException": ("Exception", "Throwable"),
    "Error": ("Throwable",), "Package": (), "EnumSet": ("AbstractSet", "Set", *_LIST),
}  # fmt: skip
_GIVES = {
    "toString": "String", "substring": "String", "trim": "String", "toLowerCase": "String", "toUpperCase": "String",
    "getSimpleName": "String", "getCanonicalName": "String", "format": "String", "concat": "String",
    "charAt": "char", "toCharArray": "char[]", "getBytes": "byte[]", "toByteArray": "byte[]",
    "length": "int", "size": "int", "hashCode": "int", "indexOf": "int", "lastIndexOf": "int", "ordinal": "int",
    "intValue": "int", "longValue": "long", "doubleValue": "double", "floatValue": "float", "parseInt": "int",
    "parseLong": "long", "parseDouble": "double", "currentTimeMillis": "long", "nanoTime": "long",
    "equals": "boolean", "equalsIgnoreCase": "boolean", "isEmpty": "boolean", "contains": "boolean",
    "containsKey": "boolean", "startsWith": "boolean", "endsWith": "boolean", "hasNext": "boolean",
    "getClass": "Class", "asList": "List", "emptyList": "List", "singletonList": "List", "entrySet": "Set",
    "keySet": "Set", "emptyMap": "Map", "emptySet": "Set", "getMessage": "String", "singleton": "Set",
    "singletonMap": "Map", "iterator": "Iterator", "floatToIntBits": "int", "doubleToLongBits": "long",
    "getTimeInMillis": "long", "repeat": "String", "toList": "List", "lineSeparator": "String",
    "name": "String", "getName": "String", "getPath": "String", "getAbsolutePath": "String", "readLine": "String",
    "replace": "String", "replaceAll": "String", "strip": "String", "getCause": "Throwable", "toPath": "Path",
    "getPackage": "Package", "values": "Collection", "toUri": "URI", "toURI": "URI",
    "valueOf": OF_ITSELF, "of": OF_ITSELF, "noneOf": OF_ITSELF, "allOf": OF_ITSELF, "copyOf": OF_ITSELF,
    "compile": OF_ITSELF, "getInstance": OF_ITSELF, "ofMillis": OF_ITSELF, "ofSeconds": OF_ITSELF,
    "TRUE": "Boolean", "FALSE": "Boolean", "MAX_VALUE": UNBOXED, "MIN_VALUE": UNBOXED,
}  # fmt: skip
_FUNCTIONS = {
    "Runnable": 0, "Callable": 0, "Supplier": 0, "BooleanSupplier": 0, "IntSupplier": 0, "LongSupplier": 0,
    "DoubleSupplier": 0, "Function": 1, "Consumer": 1, "Predicate": 1, "UnaryOperator": 1, "IntFunction": 1,
    "IntConsumer": 1, "IntPredicate": 1, "LongFunction": 1, "ToIntFunction": 1, "ToLongFunction": 1,
    "ToDoubleFunction": 1, "IntUnaryOperator": 1, "LongConsumer": 1, "LongPredicate": 1, "DoubleConsumer": 1,
    "DoubleFunction": 1, "DoublePredicate": 1, "BiFunction": 2, "BiConsumer": 2, "BiPredicate": 2, "BinaryOperator": 2,
    "Comparator": 2, "ThreadFactory": 1, "UncaughtExceptionHandler": 2,
}  # fmt: skip
_FINAL = frozenset({"String", "Class", "StringBuilder", "StringBuffer", "null", *_BOXES.values()})
_OF_OBJECTS = frozenset({"equals", "hashCode", "toString", "getClass"})

PASSING = Passing(
    _WIDER, _BOXES, _ABOVE, _GIVES, _FUNCTIONS, frozenset({"Object", "Serializable"}), _OF_OBJECTS, _FINAL
)
