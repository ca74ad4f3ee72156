"""What .NET's own types are to each other, as far as overloads are chosen by it (the C# specification, 10.2; the
reference of the class library)."""

from __future__ import annotations

from seedwalk.languages.passing import Becoming
from seedwalk.languages.spec import names

_LISTS = names("IEnumerable ICollection IList IReadOnlyCollection IReadOnlyList")
_VALUES = names("IComparable IConvertible IFormattable ValueType IEquatable")

BECOMING = Becoming(
    wider=("sbyte", "byte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal"),
    above={
        "string": names("IEnumerable IComparable IConvertible IEquatable ICloneable"),
        "String": names("IEnumerable IComparable IConvertible IEquatable ICloneable string"),
        **dict.fromkeys(("int", "long", "double", "float", "decimal", "short", "byte", "char", "bool"), _VALUES),
        "DateTime": _VALUES,
        "DateTimeOffset": _VALUES,
        "TimeSpan": _VALUES,
        "Guid": _VALUES,
        "List": _LISTS,
        "IList": names("IEnumerable ICollection"),
        "ICollection": names("IEnumerable"),
        "IReadOnlyList": names("IEnumerable IReadOnlyCollection"),
        "IReadOnlyCollection": names("IEnumerable"),
        "HashSet": names("IEnumerable ICollection ISet IReadOnlyCollection"),
        "Dictionary": names("IDictionary IReadOnlyDictionary IEnumerable ICollection IReadOnlyCollection"),
        "IDictionary": names("IEnumerable ICollection"),
        "IQueryable": names("IEnumerable"),
        "Queue": names("IEnumerable ICollection IReadOnlyCollection"),
        "Stack": names("IEnumerable ICollection IReadOnlyCollection"),
        "CultureInfo": names("IFormatProvider ICloneable"),
        "NumberFormatInfo": names("IFormatProvider"),
        "Type": names("MemberInfo"),
        "MethodInfo": names("MethodBase MemberInfo"),
        "ConstructorInfo": names("MethodBase MemberInfo"),
        "PropertyInfo": names("MemberInfo"),
        "FieldInfo": names("MemberInfo"),
        "TypeInfo": names("Type MemberInfo"),
        "StringWriter": names("TextWriter IDisposable"),
        "StreamWriter": names("TextWriter IDisposable"),
        "StringReader": names("TextReader IDisposable"),
        "StreamReader": names("TextReader IDisposable"),
        "MemoryStream": names("Stream IDisposable"),
        "FileStream": names("Stream IDisposable"),
    },
    of_arrays=_LISTS | names("Array ICloneable"),
    values=names(
        "bool byte char decimal double float int long nint nuint sbyte short uint ulong ushort DateTime DateTimeOffset "
        "TimeSpan Guid CancellationToken DateOnly TimeOnly KeyValuePair"
    ),
    alone=names(
        "string Type CultureInfo Regex Assembly MethodInfo PropertyInfo FieldInfo MemberInfo ParameterInfo Uri"
    ),
    makers=("From", "Parse", "New", "Create", "Specify"),
    constants=names(
        "Now UtcNow Today Zero MaxValue MinValue Empty None UnixEpoch InvariantCulture CurrentCulture CurrentUICulture"
    ),
    apart=names("Environment Path Console Math Directory File Interlocked Convert Enumerable Debug Trace Volatile"),
    function_endings=("Handler", "Callback", "Delegate", "Func", "Action", "Evaluator", "Comparison", "Start"),
)
