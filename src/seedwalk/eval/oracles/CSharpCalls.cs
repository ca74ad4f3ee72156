// What the C# compiler says each call of a tree names, written as a SCIP index.
//
//     dotnet CSharpCalls.dll ROOT REFERENCES... > OUTPUT        REFERENCES are folders of reference assemblies
//
// Every project file is one compilation with those it refers to, at the newest target. Packages are not restored: what
// hangs on them stays unresolved, or is called external where its type is declared nowhere in the tree. Each overload is a
// symbol of its own; where arguments of unknown type leave several, each of them is told.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

static class Program
{
    static int Main(string[] arguments)
    {
        var root = Path.GetFullPath(arguments[0]);
        var libraries = arguments.Skip(1).SelectMany(folder => Directory.GetFiles(folder, "*.dll")).OrderBy(p => p, StringComparer.Ordinal)
            .Select(path => (MetadataReference)MetadataReference.CreateFromFile(path)).ToList();
        var projects = new Projects(root, libraries);
        var compilations = projects.All().ToList();
        var written = new HashSet<string>();
        using var output = new BufferedStream(Console.OpenStandardOutput());
        Proto.Write(output, 1, Proto.Message(w => Proto.Write(w, 2, Proto.Message(tool =>
        {
            Proto.Write(tool, 1, Encoding.UTF8.GetBytes("roslyn"));
            Proto.Write(tool, 2, Encoding.UTF8.GetBytes(typeof(CSharpCompilation).Assembly.GetName().Version.ToString(3)));
        }))));
        foreach (var compilation in compilations)
        {
            var errors = compilation.GetDiagnostics().Count(told => told.Severity == DiagnosticSeverity.Error);
            Console.Error.WriteLine($"{compilation.AssemblyName}: {compilation.SyntaxTrees.Count()} files, {errors} errors");
            foreach (var tree in compilation.SyntaxTrees.Where(tree => tree.FilePath != "" && written.Add(tree.FilePath)))
            {
                var occurrences = new Occurrences(compilation.GetSemanticModel(tree), projects).All();
                Proto.Write(output, 2, Proto.Message(document =>
                {
                    Proto.Write(document, 1, Encoding.UTF8.GetBytes(Path.GetRelativePath(root, tree.FilePath)));
                    foreach (var one in occurrences) Proto.Write(document, 2, one.Bytes());
                }));
            }
        }
        return 0;
    }
}

/// Project files, as far as they say which sources belong together.
sealed class Projects
{
    static readonly string[] Symbols = {
        "NET", "NETCOREAPP", "NETCOREAPP3_1_OR_GREATER", "NET5_0_OR_GREATER", "NET6_0_OR_GREATER", "NET7_0_OR_GREATER",
        "NET8_0_OR_GREATER", "NETSTANDARD2_0_OR_GREATER", "NETCOREAPP2_0_OR_GREATER", "NETCOREAPP2_1_OR_GREATER", "NETCOREAPP3_0_OR_GREATER" };
    static readonly string[] Implicit = {
        "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading", "System.Threading.Tasks" };

    readonly string _root;
    readonly List<MetadataReference> _libraries;
    readonly Dictionary<string, CSharpCompilation> _made = new Dictionary<string, CSharpCompilation>();
    readonly List<string> _files;
    public readonly HashSet<string> Declared = new HashSet<string>();
    public readonly HashSet<string> Extensions = new HashSet<string>();

    public Projects(string root, List<MetadataReference> libraries)
    {
        _root = root;
        _libraries = libraries;
        _files = Directory.GetFiles(root, "*.csproj", SearchOption.AllDirectories).OrderBy(p => p, StringComparer.Ordinal).ToList();
    }

    public IEnumerable<CSharpCompilation> All()
    {
        foreach (var file in _files) Make(file);
        return _files.Select(file => _made[file]).Where(made => made != null);
    }

    CSharpCompilation Make(string file)
    {
        if (_made.TryGetValue(file, out var known)) return known;
        _made[file] = null;
        var said = Said(file).ToList();
        var symbols = Symbols.Concat(Values(said, "DefineConstants").SelectMany(text => text.Split(';')).Where(SyntaxFacts.IsValidIdentifier));
        var options = new CSharpParseOptions(LanguageVersion.Preview, preprocessorSymbols: symbols);
        var trees = Sources(file, said).Select(path => CSharpSyntaxTree.ParseText(SourceText.From(File.ReadAllText(path), Encoding.UTF8), options, path)).ToList();
        foreach (var tree in trees)
            foreach (var method in tree.GetRoot().DescendantNodes().OfType<MethodDeclarationSyntax>())
                if (method.ParameterList.Parameters.FirstOrDefault()?.Modifiers.Any(SyntaxKind.ThisKeyword) == true) Extensions.Add(method.Identifier.ValueText);
        foreach (var tree in trees)
            foreach (var type in tree.GetRoot().DescendantNodes().OfType<BaseTypeDeclarationSyntax>()) Declared.Add(type.Identifier.ValueText);
        trees.Add(CSharpSyntaxTree.ParseText(Granted(said), options));
        var above = said.SelectMany(x => x.Descendants()).Where(e => e.Name.LocalName == "ProjectReference")
            .Select(e => Full(file, (string)e.Attribute("Include"))).Where(File.Exists).Distinct().Select(Make).Where(made => made != null).ToList();
        var beyond = above.SelectMany(made => made.References.OfType<CompilationReference>()).Cast<MetadataReference>();
        var references = _libraries.Concat(above.Select(made => made.ToMetadataReference())).Concat(beyond).Distinct();
        var made = CSharpCompilation.Create(Name(file), trees, references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable));
        return _made[file] = made;
    }

    /// The project file, the properties that hold for its folder, and what these import.
    IEnumerable<XElement> Said(string file)
    {
        var read = new HashSet<string>();
        for (var folder = Path.GetDirectoryName(file); folder != null && folder.StartsWith(_root); folder = Path.GetDirectoryName(folder))
            foreach (var name in new[] { Path.GetFileName(file), "Directory.Build.props", "Directory.Build.targets" })
                foreach (var said in Read(Path.Combine(folder, name), read)) yield return said;
    }

    static IEnumerable<XElement> Read(string file, HashSet<string> read)
    {
        if (!File.Exists(file) || !read.Add(file)) yield break;
        var said = XElement.Load(file);
        yield return said;
        foreach (var import in said.Descendants().Where(e => e.Name.LocalName == "Import" && e.Attribute("Project") != null))
            foreach (var more in Read(Full(file, (string)import.Attribute("Project")), read)) yield return more;
    }

    static IEnumerable<string> Values(IEnumerable<XElement> said, string name) =>
        said.SelectMany(x => x.Descendants()).Where(e => e.Name.LocalName == name).Select(e => e.Value);

    IEnumerable<string> Sources(string file, List<XElement> said)
    {
        var folder = Path.GetDirectoryName(file);
        var nested = _files.Where(other => other != file).Select(other => Path.GetDirectoryName(other) + "/").Where(other => other.StartsWith(folder + "/") && other != folder + "/").ToList();
        var own = Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories)
            .Where(path => !Regex.IsMatch(Path.GetRelativePath(folder, path), @"(^|/)(bin|obj)/") && !nested.Any(path.StartsWith));
        var linked = said.SelectMany(x => x.Descendants()).Where(e => e.Name.LocalName == "Compile" && e.Attribute("Include") != null)
            .SelectMany(e => Matching(file, (string)e.Attribute("Include")));
        return own.Concat(linked).Distinct().OrderBy(path => path, StringComparer.Ordinal);
    }

    static IEnumerable<string> Matching(string file, string pattern)
    {
        var full = Full(file, pattern);
        if (!full.Contains('*')) return File.Exists(full) ? new[] { full } : new string[0];
        var folder = full.Substring(0, full.IndexOf('*')).TrimEnd('/');
        return Directory.Exists(folder) ? Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories) : new string[0];
    }

    static string Full(string file, string written)
    {
        var folder = Path.GetDirectoryName(file);
        var plain = Regex.Replace((written ?? "").Replace('\\', '/'), @"\$\((MSBuildThisFileDirectory|MSBuildProjectDirectory)\)/?", folder + "/", RegexOptions.IgnoreCase);
        return Path.GetFullPath(Path.Combine(folder, plain));
    }

    static string Name(string file) => Path.GetFileNameWithoutExtension(file);

    /// The usings a project file writes or implies, and leave for every project of the tree to see internals.
    string Granted(List<XElement> said)
    {
        var implied = Values(said, "ImplicitUsings").Any(v => v == "enable" || v == "true") ? Implicit : new string[0];
        var written = said.SelectMany(x => x.Descendants()).Where(e => e.Name.LocalName == "Using" && e.Attribute("Include") != null)
            .Select(e => ((string)e.Attribute("Static") == "true" ? "static " : e.Attribute("Alias") != null ? $"{(string)e.Attribute("Alias")} = " : "") + (string)e.Attribute("Include"));
        return string.Join("\n", implied.Concat(written).Distinct().Select(name => $"global using {name};")) + "\n"
            + string.Join("\n", _files.Select(Name).Distinct().Select(name => $"[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"{name}\")]"));
    }
}

/// A stretch that names a symbol; `Roles` is 1 for a definition.
readonly struct Occurrence
{
    readonly FileLinePositionSpan _place;
    readonly string _symbol;
    readonly int _roles;

    public Occurrence(SyntaxToken token, string symbol, int roles)
    {
        _place = token.SyntaxTree.GetLineSpan(token.Span);
        (_symbol, _roles) = (symbol, roles);
    }

    public byte[] Bytes()
    {
        var place = _place;
        var (symbol, roles) = (_symbol, _roles);
        return Proto.Message(w =>
        {
            Proto.Write(w, 1, Proto.Message(range =>
            {
                foreach (var number in new[] { place.StartLinePosition.Line, place.StartLinePosition.Character, place.EndLinePosition.Line, place.EndLinePosition.Character })
                    Proto.Varint(range, (ulong)number);
            }));
            Proto.Write(w, 2, Encoding.UTF8.GetBytes(symbol));
            if (roles != 0) { Proto.Varint(w, 3 << 3); Proto.Varint(w, (ulong)roles); }
        });
    }
}

/// Definitions and callees of one file.
sealed class Occurrences
{
    readonly SemanticModel _model;
    readonly HashSet<string> _declared;
    readonly HashSet<string> _extensions;

    public Occurrences(SemanticModel model, Projects projects) => (_model, _declared, _extensions) = (model, projects.Declared, projects.Extensions);

    public List<Occurrence> All()
    {
        var found = new List<Occurrence>();
        foreach (var node in _model.SyntaxTree.GetRoot().DescendantNodes())
        {
            if (Defined(node) is SyntaxToken name && _model.GetDeclaredSymbol(node) is ISymbol symbol)
                found.Add(new Occurrence(name, Spelled(symbol), 1));
            if (Called(node) is SyntaxToken callee)
                found.AddRange(Meant(node, callee).Distinct().Select(told => new Occurrence(callee, told, 0)));
        }
        return found;
    }

    static SyntaxToken? Defined(SyntaxNode node) => node switch
    {
        BaseTypeDeclarationSyntax type => type.Identifier,
        DelegateDeclarationSyntax one => one.Identifier,
        MethodDeclarationSyntax one => one.Identifier,
        ConstructorDeclarationSyntax one => one.Identifier,
        LocalFunctionStatementSyntax one => one.Identifier,
        PropertyDeclarationSyntax one => one.Identifier,
        EventDeclarationSyntax one => one.Identifier,
        VariableDeclaratorSyntax one => one.Identifier,
        ParameterSyntax one => one.Identifier,
        SingleVariableDesignationSyntax one => one.Identifier,
        ForEachStatementSyntax one => one.Identifier,
        _ => (SyntaxToken?)null,
    };

    static SyntaxToken? Called(SyntaxNode node) => node switch
    {
        InvocationExpressionSyntax call => Last(call.Expression),
        ObjectCreationExpressionSyntax made => Last(made.Type),
        ImplicitObjectCreationExpressionSyntax made => Written(made) is TypeSyntax type ? Last(type) : made.NewKeyword,
        ConstructorInitializerSyntax one => one.ThisOrBaseKeyword,
        PrimaryConstructorBaseTypeSyntax one => Last(one.Type),
        _ => null,
    };

    /// The type a declaration writes for what `new()` makes.
    static TypeSyntax Written(ImplicitObjectCreationExpressionSyntax made) => made.Parent switch
    {
        EqualsValueClauseSyntax value when value.Parent is PropertyDeclarationSyntax one => one.Type,
        EqualsValueClauseSyntax value when value.Parent?.Parent is VariableDeclarationSyntax one => one.Type,
        ArrowExpressionClauseSyntax arrow when arrow.Parent is MethodDeclarationSyntax one => one.ReturnType,
        _ => null,
    };

    static SyntaxToken? Last(SyntaxNode written) => written switch
    {
        SimpleNameSyntax name => name.Identifier,
        MemberAccessExpressionSyntax member => member.Name.Identifier,
        MemberBindingExpressionSyntax member => member.Name.Identifier,
        ConditionalAccessExpressionSyntax access => Last(access.WhenNotNull),
        QualifiedNameSyntax name => name.Right.Identifier,
        AliasQualifiedNameSyntax name => name.Name.Identifier,
        NullableTypeSyntax type => Last(type.ElementType),
        PostfixUnaryExpressionSyntax sure => Last(sure.Operand),
        _ => null,
    };

    IEnumerable<string> Meant(SyntaxNode node, SyntaxToken callee)
    {
        if (callee.ValueText == "nameof" && node is InvocationExpressionSyntax) return new[] { "roslyn . language . /nameof()." };
        var symbols = Only(node is PrimaryConstructorBaseTypeSyntax one ? _model.GetSymbolInfo(one) : _model.GetSymbolInfo(node));
        if (node is InvocationExpressionSyntax call)
        {
            var handed = symbols.All(symbol => symbol is IMethodSymbol { MethodKind: MethodKind.DelegateInvoke }) && callee.ValueText != "Invoke";
            if (handed && Only(_model.GetSymbolInfo(call.Expression)) is var value && value.Any()) symbols = value;
            if (!symbols.Any() && !_extensions.Contains(callee.ValueText) && Unknown(call.Expression)) return new[] { "roslyn . unknown . /" + callee.ValueText + "()." };
        }
        if (!symbols.Any() && node is ObjectCreationExpressionSyntax made && Foreign(_model.GetTypeInfo(made).Type)) return new[] { "roslyn . unknown . /" + callee.ValueText + "#" };
        return symbols.Select(Spelled);
    }

    /// The symbol, or all candidates of one name in one type: overloads whose arguments could not be told.
    static IReadOnlyList<ISymbol> Only(SymbolInfo info)
    {
        if (info.Symbol != null) return new[] { info.Symbol };
        var names = info.CandidateSymbols.Select(symbol => (symbol.Name, symbol.ContainingType?.OriginalDefinition.ToDisplayString())).Distinct();
        return names.Count() == 1 ? info.CandidateSymbols : (IReadOnlyList<ISymbol>)new ISymbol[0];
    }

    /// Whether a receiver is of a type that the tree declares nowhere.
    bool Unknown(ExpressionSyntax callee) => callee switch
    {
        MemberAccessExpressionSyntax member => Foreign(_model.GetTypeInfo(member.Expression).Type)
            || member.Expression is SimpleNameSyntax name && _model.GetSymbolInfo(name).CandidateSymbols.IsEmpty && _model.GetSymbolInfo(name).Symbol == null && !_declared.Contains(name.Identifier.ValueText)
            || Unknown((member.Expression as InvocationExpressionSyntax)?.Expression),
        _ => false,
    };

    bool Foreign(ITypeSymbol type) => type is IErrorTypeSymbol && type.Name != "" && type.Name != "var" && !_declared.Contains(type.Name);

    /// An implicit or primary constructor is its type.
    static string Spelled(ISymbol symbol)
    {
        if (symbol is IMethodSymbol method)
        {
            symbol = method = method.ReducedFrom ?? method;
            if (method.MethodKind == MethodKind.Constructor && !method.DeclaringSyntaxReferences.Any(r => r.GetSyntax() is ConstructorDeclarationSyntax) && method.DeclaringSyntaxReferences.Any())
                symbol = method.ContainingType;
            if (method.MethodKind == MethodKind.Constructor && method.IsImplicitlyDeclared) symbol = method.ContainingType;
        }
        symbol = symbol.OriginalDefinition;
        var assembly = symbol.Locations.Any(place => place.IsInSource) ? "source" : symbol.ContainingAssembly?.Name ?? "none";
        var space = symbol.ContainingNamespace?.ToDisplayString() ?? "";
        return $"roslyn . {assembly} . {space}/{Within(symbol)}";
    }

    static string Within(ISymbol symbol)
    {
        var holder = symbol.ContainingSymbol is null || symbol.ContainingSymbol is INamespaceSymbol ? "" : Within(symbol.ContainingSymbol);
        var end = symbol is ITypeSymbol ? "#" : symbol is IMethodSymbol method ? $"({Taken(method)})." : ".";
        var local = symbol is ILocalSymbol || symbol is IParameterSymbol || symbol is IMethodSymbol { MethodKind: MethodKind.LocalFunction };
        var place = local ? symbol.Locations.FirstOrDefault()?.SourceSpan.Start.ToString() : "";
        return holder + symbol.MetadataName.Replace('/', '_') + place + end;
    }

    /// What tells overloads apart: how many type parameters they have, and the types of what they take.
    static string Taken(IMethodSymbol method) =>
        (method.Arity > 0 ? $"`{method.Arity} " : "") + string.Join(",", method.Parameters.Select(one => $"{one.RefKind} {one.Type.ToDisplayString(Plain)}".Replace("None ", "")));

    static readonly SymbolDisplayFormat Plain = SymbolDisplayFormat.FullyQualifiedFormat.RemoveMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);
}

static class Proto
{
    public static byte[] Message(Action<Stream> fill)
    {
        using var stream = new MemoryStream();
        fill(stream);
        return stream.ToArray();
    }

    public static void Write(Stream stream, int field, byte[] bytes)
    {
        Varint(stream, (ulong)(field << 3 | 2));
        Varint(stream, (ulong)bytes.Length);
        stream.Write(bytes, 0, bytes.Length);
    }

    public static void Varint(Stream stream, ulong number)
    {
        for (; number >= 0x80; number >>= 7) stream.WriteByte((byte)(number | 0x80));
        stream.WriteByte((byte)number);
    }
}
