import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.TreeInfo;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What the compiler says is called at each call of a tree, one line of JSON each.
 *
 * Arguments: the repository, a file with one list of options per line (source path, then source files, all separated by
 * tabs). Each line is one run of the compiler; errors stop nothing. Lines and columns are counted from 0, columns in
 * UTF-16 units.
 *
 * {"path", "line", "column", "name", "to": "inside", "target", "target_line", "target_column", "target_name"}
 * {"path", "line", "column", "name", "to": "outside" | "open"}
 *
 * A call is open where the compiler names nothing, and where arguments of unknown type leave it several overloads.
 */
public final class JavaCalls {
    private final Path root;
    private final PrintStream out;
    private final Map<CompilationUnitTree, String> texts = new HashMap<>();

    private Trees trees;
    private SourcePositions positions;
    private CompilationUnitTree unit;
    private Set<Long> doubtful = Set.of();

    private JavaCalls(Path root, PrintStream out) {
        this.root = root;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]).toRealPath();
        try (PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8)) {
            for (String run : Files.readAllLines(Path.of(arguments[1]), StandardCharsets.UTF_8)) {
                String[] parts = run.split("\t");
                new JavaCalls(root, out).run(parts[0], List.of(parts).subList(1, parts.length));
            }
        }
    }

    private void run(String sourcePath, List<String> files) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var told = new DiagnosticCollector<JavaFileObject>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(told, null, StandardCharsets.UTF_8)) {
            var options = List.of(
                    "-proc:none", "-implicit:none", "-Xmaxerrs", "0", "-nowarn", "-encoding", "UTF-8",
                    "-XDshould-stop.ifError=FLOW", "--source-path", sourcePath);
            var sources = manager.getJavaFileObjectsFromStrings(files);
            JavacTask task = (JavacTask) compiler.getTask(null, manager, told, options, null, sources);
            trees = Trees.instance(task);
            positions = trees.getSourcePositions();
            List<CompilationUnitTree> units = new ArrayList<>();
            task.parse().forEach(units::add);
            try {
                task.analyze();
            } catch (RuntimeException | StackOverflowError error) {
                System.err.println("the compiler gave up: " + error);
            }
            Map<String, Set<Long>> ambiguous = ambiguous(told);
            for (CompilationUnitTree each : units) {
                unit = each;
                doubtful = ambiguous.getOrDefault(each.getSourceFile().getName(), Set.of());
                new Calls().scan(each, null);
            }
        }
    }

    private static Map<String, Set<Long>> ambiguous(DiagnosticCollector<JavaFileObject> told) {
        Map<String, Set<Long>> found = new HashMap<>();
        for (Diagnostic<? extends JavaFileObject> each : told.getDiagnostics()) {
            if (each.getSource() != null && each.getCode().equals("compiler.err.ref.ambiguous")) {
                found.computeIfAbsent(each.getSource().getName(), name -> new HashSet<>()).add(each.getPosition());
            }
        }
        return found;
    }

    /** Every call that is written, and none that the compiler adds. */
    private final class Calls extends TreeScanner<Void, Void> {
        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            Symbol symbol = TreeInfo.symbolFor((JCTree) method);
            long generated = com.sun.tools.javac.code.Flags.GENERATEDCONSTR
                    | com.sun.tools.javac.code.Flags.ANONCONSTR;
            return symbol != null && (symbol.flags() & generated) != 0 ? null : super.visitMethod(method, nothing);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            ExpressionTree callee = call.getMethodSelect();
            tell(callee, TreeInfo.symbol((JCTree) callee), call.getArguments());
            return super.visitMethodInvocation(call, nothing);
        }

        @Override
        public Void visitNewClass(NewClassTree call, Void nothing) {
            Symbol made = ((JCTree.JCNewClass) call).constructor;
            if (call.getClassBody() != null) {
                made = above(call.getClassBody());
            }
            tell(call.getIdentifier(), made, call.getArguments());
            return super.visitNewClass(call, nothing);
        }
    }

    /** The constructor that a class without a name runs of the class it extends, or the interface it implements. */
    private static Symbol above(ClassTree body) {
        Symbol.ClassSymbol symbol = ((JCTree.JCClassDecl) body).sym;
        if (symbol == null) {
            return null;
        }
        if (!symbol.getInterfaces().isEmpty()) {
            return symbol.getInterfaces().head.tsym;
        }
        for (Tree member : body.getMembers()) {
            if (member instanceof JCTree.JCMethodDecl method && TreeInfo.isConstructor(method) && method.body != null) {
                for (JCTree.JCStatement statement : method.body.stats) {
                    if (statement instanceof JCTree.JCExpressionStatement said
                            && said.expr instanceof JCTree.JCMethodInvocation call) {
                        return TreeInfo.symbol(call.meth);
                    }
                }
            }
        }
        return null;
    }

    private void tell(Tree callee, Symbol symbol, List<? extends ExpressionTree> arguments) {
        Tree named = callee;
        while (named instanceof JCTree.JCTypeApply || named instanceof JCTree.JCAnnotatedType) {
            named = named instanceof JCTree.JCTypeApply typed
                    ? typed.clazz : ((JCTree.JCAnnotatedType) named).underlyingType;
        }
        Name name = nameOf(named);
        if (name == null) {
            return;
        }
        String begin = place(unit, name.start, "line", "column") + ", \"name\": " + quoted(name.text);
        if (symbol == null || !known(symbol) || doubtful.contains((long) ((JCTree) named).pos)
                || (erroneous(arguments) && hasRival(symbol, arguments.size()))) {
            write(begin, "open", "");
            return;
        }
        String target = target(symbol);
        write(begin, target == null ? "outside" : "inside", target == null ? "" : ", " + target);
    }

    private void write(String begin, String to, String rest) {
        String path = relative(unit);
        if (path != null) {
            out.println("{\"path\": " + quoted(path) + ", " + begin + ", \"to\": \"" + to + "\"" + rest + "}");
        }
    }

    private record Name(String text, int start) {}

    private Name nameOf(Tree named) {
        int end = (int) positions.getEndPosition(unit, named);
        String text = named instanceof JCTree.JCFieldAccess access ? access.name.toString()
                : named instanceof JCTree.JCIdent ident ? ident.name.toString() : null;
        if (text == null || end < 0 || !text(unit).startsWith(text, end - text.length())) {
            return null;
        }
        return new Name(text, end - text.length());
    }

    private static boolean known(Symbol symbol) {
        boolean type = symbol instanceof Symbol.ClassSymbol && symbol.getKind().isInterface();
        return (type || symbol instanceof Symbol.MethodSymbol) && symbol.exists()
                && !symbol.enclClass().type.isErroneous();
    }

    private static boolean erroneous(List<? extends ExpressionTree> arguments) {
        for (ExpressionTree argument : arguments) {
            Type type = ((JCTree) argument).type;
            if (type == null || type.isErroneous()) {
                return true;
            }
        }
        return false;
    }

    /** Whether another method of the name takes as many arguments, in the type or above it. */
    private static boolean hasRival(Symbol symbol, int count) {
        if (!(symbol instanceof Symbol.MethodSymbol method)) {
            return false;
        }
        List<Symbol.ClassSymbol> left = new ArrayList<>(List.of(method.enclClass()));
        Set<Symbol.ClassSymbol> seen = new HashSet<>();
        while (!left.isEmpty()) {
            Symbol.ClassSymbol type = left.remove(left.size() - 1);
            if (!seen.add(type)) {
                continue;
            }
            for (Symbol other : type.members().getSymbolsByName(method.name)) {
                if (other != method && other instanceof Symbol.MethodSymbol rival && takes(rival, count)
                        && !sameParameters(rival, method)) {
                    return true;
                }
            }
            if (!method.isConstructor()) {
                above(type, left);
            }
        }
        return false;
    }

    private static void above(Symbol.ClassSymbol type, List<Symbol.ClassSymbol> found) {
        List<Type> types = new ArrayList<>(type.getInterfaces());
        types.add(type.getSuperclass());
        for (Type each : types) {
            if (each.tsym instanceof Symbol.ClassSymbol symbol) {
                found.add(symbol);
            }
        }
    }

    private static boolean takes(Symbol.MethodSymbol method, int count) {
        int parameters = method.type.getParameterTypes().size();
        return parameters == count || (method.isVarArgs() && count >= parameters - 1);
    }

    private static boolean sameParameters(Symbol.MethodSymbol one, Symbol.MethodSymbol other) {
        return one.type.getParameterTypes().toString().equals(other.type.getParameterTypes().toString());
    }

    /** Where what is called is written; for what nobody wrote, its class or record component, else null. */
    private String target(Symbol symbol) {
        TreePath at = trees.getPath(symbol);
        if (at == null && symbol instanceof Symbol.MethodSymbol method && method.enclClass() != null) {
            at = implied(method);
        }
        if (at == null || relative(at.getCompilationUnit()) == null) {
            return null;
        }
        Symbol written = TreeInfo.symbolFor((JCTree) at.getLeaf());
        if (symbol.isConstructor() && (symbol.flags() & com.sun.tools.javac.code.Flags.GENERATEDCONSTR) != 0) {
            at = trees.getPath(symbol.enclClass());
            written = symbol.enclClass();
        }
        CompilationUnitTree unit = at.getCompilationUnit();
        String name = (written.isConstructor() ? written.enclClass() : written).getSimpleName().toString();
        int start = nameFrom(text(unit), name, ((JCTree) at.getLeaf()).pos);
        return start < 0 ? null
                : "\"target\": " + quoted(relative(unit)) + ", \"target_name\": " + quoted(name) + ", "
                        + place(unit, start, "target_line", "target_column");
    }

    /** What stands for a method nobody wrote: the class of a constructor, the component of a record's accessor. */
    private TreePath implied(Symbol.MethodSymbol method) {
        Symbol.ClassSymbol type = method.enclClass();
        if (method.isConstructor()) {
            return trees.getPath(type);
        }
        if (type.getKind() == ElementKind.RECORD && method.getParameters().isEmpty()) {
            for (Symbol member : type.members().getSymbolsByName(method.name)) {
                if (member.getKind() == ElementKind.FIELD && !member.getModifiers().contains(Modifier.STATIC)) {
                    return trees.getPath(member);
                }
            }
        }
        return null;
    }

    private static int nameFrom(String text, String name, int start) {
        for (int at = text.indexOf(name, Math.max(0, start)); at >= 0; at = text.indexOf(name, at + 1)) {
            int end = at + name.length();
            if ((at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1)))
                    && (end == text.length() || !Character.isJavaIdentifierPart(text.charAt(end)))) {
                return at;
            }
        }
        return -1;
    }

    private String place(CompilationUnitTree unit, int position, String line, String column) {
        var lines = unit.getLineMap();
        long number = lines.getLineNumber(position);
        return quoted(line) + ": " + (number - 1) + ", " + quoted(column) + ": "
                + (position - lines.getStartPosition(number));
    }

    private String relative(CompilationUnitTree unit) {
        Path path = Path.of(unit.getSourceFile().toUri()).toAbsolutePath().normalize();
        return path.startsWith(root) ? root.relativize(path).toString().replace('\\', '/') : null;
    }

    private String text(CompilationUnitTree unit) {
        return texts.computeIfAbsent(unit, each -> {
            try {
                return each.getSourceFile().getCharContent(true).toString();
            } catch (IOException error) {
                return "";
            }
        });
    }

    private static String quoted(String text) {
        StringBuilder written = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\' || letter < ' ') {
                written.append(String.format("\\u%04x", (int) letter));
            } else {
                written.append(letter);
            }
        }
        return written.append('"').toString();
    }
}
