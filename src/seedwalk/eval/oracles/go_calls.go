// What does every call of a Go tree mean? Asked of go/types, printed as JSON lines.
//
//	go run go_calls.go go_tree.go ROOT > truth.jsonl
//
// A row is a place where something is called, converted or made by a literal: path, line and column (in bytes, from 1)
// of the last name written there; target_path and target_line of what it means, both empty where that is outside ROOT;
// value where it is a variable or field, which only holds what is called. A place nobody can tell has no row.
//
// Packages of ROOT's modules, of its vendor folders, of the standard library and of the module cache are read from
// source. What is in none of them is taken for an empty package: calls into it are outside, what its types would say
// stays untold. A file is read under the first system and tags that build it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// Row is one call and what it means.
type Row struct {
	Path       string `json:"path"`
	Line       int    `json:"line"`
	Column     int    `json:"column"`
	TargetPath string `json:"target_path"`
	TargetLine int    `json:"target_line"`
	Value      bool   `json:"value,omitempty"`
}

// systems are tried in order; each further one only for the files that none before it builds.
var systems = []string{
	"linux/amd64", "windows/amd64", "darwin/arm64", "linux/arm64", "freebsd/amd64", "linux/386", "openbsd/amd64",
	"netbsd/amd64", "solaris/amd64", "plan9/amd64", "js/wasm", "linux/arm", "linux/s390x", "linux/ppc64le", "linux/riscv64",
}

var (
	version = regexp.MustCompile(`^v\d+$`)
	notName = regexp.MustCompile(`\W`)
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run go_calls.go go_tree.go ROOT")
		os.Exit(2)
	}
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	tree := look(root)
	covered := map[string]bool{}
	var rows []Row
	for _, system := range systems {
		rows = append(rows, tree.read(system, nil, covered)...)
	}
	for _, tags := range tree.tagsOfRest(covered) {
		rows = append(rows, tree.read(systems[0], tags, covered)...)
	}
	sort.SliceStable(rows, func(i, j int) bool {
		a, b := rows[i], rows[j]
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for _, row := range rows {
		if err := encoder.Encode(row); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// read checks the packages with files that are built under a system and tags and not yet covered.
func (t *Tree) read(system string, tags []string, covered map[string]bool) []Row {
	context := build.Default
	context.GOOS, context.GOARCH, _ = strings.Cut(system, "/")
	context.BuildTags, context.CgoEnabled = tags, true
	reader := &Reader{
		tree: t, context: context, set: token.NewFileSet(), known: map[string]*types.Package{}, busy: map[string]bool{},
	}
	folders := make([]string, 0, len(t.folders))
	for folder := range t.folders {
		folders = append(folders, folder)
	}
	sort.Strings(folders)
	var rows []Row
	for _, folder := range folders {
		var fresh []string
		for _, name := range reader.built(folder, t.folders[folder]) {
			if file := filepath.Join(folder, name); !covered[file] {
				covered[file] = true
				fresh = append(fresh, file)
			}
		}
		if len(fresh) > 0 {
			rows = append(rows, reader.calls(folder, fresh)...)
		}
	}
	return rows
}

// Reader checks packages under one system.
type Reader struct {
	tree    *Tree
	context build.Context
	set     *token.FileSet
	known   map[string]*types.Package // by folder, without function bodies
	busy    map[string]bool
	tested  *types.Package // while a package x_test is checked: x with its own tests
}

func (r *Reader) built(folder string, names []string) []string {
	var found []string
	for _, name := range names {
		if match, err := r.context.MatchFile(folder, name); err == nil && match {
			found = append(found, name)
		}
	}
	return found
}

// packages parses files of a folder, by package name.
func (r *Reader) packages(folder string, names []string) map[string][]*ast.File {
	found := map[string][]*ast.File{}
	for _, name := range names {
		file, _ := parser.ParseFile(r.set, filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if file != nil && file.Name != nil {
			found[file.Name.Name] = append(found[file.Name.Name], file)
		}
	}
	return found
}

// calls gives the rows of the fresh files of a folder. Packages x_test come after x, and see what the tests of x add.
func (r *Reader) calls(folder string, fresh []string) []Row {
	wanted := map[string]bool{}
	for _, file := range fresh {
		wanted[file] = true
	}
	parsed := r.packages(folder, r.built(folder, r.tree.folders[folder]))
	names := make([]string, 0, len(parsed))
	for name := range parsed {
		names = append(names, name)
	}
	sort.Strings(names)
	checked := map[string]*types.Package{}
	var rows []Row
	for _, name := range names {
		r.tested = checked[strings.TrimSuffix(name, "_test")]
		info := &types.Info{
			Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		}
		checked[name] = r.check(r.tree.importPath(folder), parsed[name], info, false)
		r.tested = nil
		for _, file := range parsed[name] {
			if wanted[r.set.Position(file.Package).Filename] {
				rows = append(rows, r.rows(file, info)...)
			}
		}
	}
	return rows
}

func (r *Reader) check(importPath string, files []*ast.File, info *types.Info, outline bool) *types.Package {
	config := types.Config{
		Importer: importing{r, filepath.Dir(r.set.Position(files[0].Package).Filename)}, IgnoreFuncBodies: outline,
		FakeImportC: true, Error: func(error) {}, Sizes: types.SizesFor("gc", r.context.GOARCH),
	}
	checked, _ := config.Check(importPath, r.set, files, info)
	return checked
}

// importing resolves the imports of the files of one folder.
type importing struct {
	reader *Reader
	folder string
}

func (i importing) Import(imported string) (*types.Package, error) {
	r := i.reader
	if imported == "unsafe" {
		return types.Unsafe, nil
	}
	if r.tested != nil && r.tested.Path() == imported {
		return r.tested, nil
	}
	folder := r.find(imported, i.folder)
	if known := r.known[folder]; folder != "" && known != nil {
		return known, nil
	}
	var names []string
	if entries, err := os.ReadDir(folder); folder != "" && err == nil && !r.busy[folder] {
		for _, entry := range entries {
			if strings.HasSuffix(entry.Name(), ".go") && !strings.HasSuffix(entry.Name(), "_test.go") {
				names = append(names, entry.Name())
			}
		}
	}
	files := largest(r.packages(folder, r.built(folder, names)))
	if len(files) == 0 {
		return unknown(imported), nil
	}
	r.busy[folder] = true
	tested := r.tested
	r.tested = nil
	r.known[folder] = r.check(imported, files, nil, true)
	r.tested = tested
	delete(r.busy, folder)
	return r.known[folder], nil
}

// unknown stands for a package that cannot be read, under the name its path suggests.
func unknown(imported string) *types.Package {
	parts := strings.Split(imported, "/")
	if len(parts) > 1 && version.MatchString(parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	name := notName.Split(strings.TrimPrefix(parts[len(parts)-1], "go-"), 2)[0]
	made := types.NewPackage(imported, name)
	made.MarkComplete()
	return made
}

func largest(packages map[string][]*ast.File) []*ast.File {
	var found []*ast.File
	for _, files := range packages {
		if len(files) > len(found) || len(files) == len(found) && len(files) > 0 && files[0].Name.Name < found[0].Name.Name {
			found = files
		}
	}
	return found
}

// find gives the folder of an import: a module of the tree, a vendor folder above the importer, the standard library, the
// module cache; else nothing.
func (r *Reader) find(imported, from string) string {
	if folder := below(r.tree.modules, imported); folder != "" {
		return folder
	}
	for above := from; strings.HasPrefix(above, r.tree.root); above = filepath.Dir(above) {
		if folder := filepath.Join(above, "vendor", imported); isFolder(folder) {
			return folder
		}
	}
	for _, top := range []string{"src", "src/vendor"} {
		if folder := filepath.Join(r.context.GOROOT, top, imported); isFolder(folder) {
			return folder
		}
	}
	return below(r.tree.required, imported)
}

// rows gives the calls of a file whose meaning is known.
func (r *Reader) rows(file *ast.File, info *types.Info) []Row {
	var rows []Row
	ast.Inspect(file, func(node ast.Node) bool {
		var callee ast.Expr
		switch n := node.(type) {
		case *ast.CallExpr:
			callee = n.Fun
		case *ast.CompositeLit:
			callee = n.Type
		}
		if name, object := meant(callee, info); object != nil {
			rows = append(rows, r.row(name, object))
		}
		return true
	})
	return rows
}

// meant is the last name of what is called, and its object.
func meant(callee ast.Expr, info *types.Info) (*ast.Ident, types.Object) {
	switch e := callee.(type) {
	case *ast.Ident:
		return e, info.Uses[e]
	case *ast.ParenExpr:
		return meant(e.X, info)
	case *ast.IndexExpr:
		return generic(meant(e.X, info))
	case *ast.IndexListExpr:
		return generic(meant(e.X, info))
	case *ast.SelectorExpr:
		if selection := info.Selections[e]; selection != nil {
			return e.Sel, selection.Obj()
		}
		if object := info.Uses[e.Sel]; object != nil {
			return e.Sel, object
		}
		if holder, ok := e.X.(*ast.Ident); ok {
			if imported, ok := info.Uses[holder].(*types.PkgName); ok { // a package nobody could read
				return e.Sel, imported
			}
		}
	}
	return nil, nil
}

// generic leaves out what is indexed rather than given type arguments.
func generic(name *ast.Ident, object types.Object) (*ast.Ident, types.Object) {
	if _, isVariable := object.(*types.Var); isVariable {
		return nil, nil
	}
	return name, object
}

func (r *Reader) row(name *ast.Ident, object types.Object) Row {
	at := r.set.Position(name.Pos())
	row := Row{Path: r.tree.relative(at.Filename), Line: at.Line, Column: at.Column}
	switch o := object.(type) {
	case *types.Func:
		object = o.Origin()
	case *types.Var:
		object = o.Origin()
		row.Value = true
	case *types.TypeName:
		if _, isParameter := o.Type().(*types.TypeParam); isParameter {
			return row
		}
	default:
		return row
	}
	if target := r.set.Position(object.Pos()); target.IsValid() {
		if inside := r.tree.relative(target.Filename); inside != "" {
			row.TargetPath, row.TargetLine = inside, target.Line
		}
	}
	return row
}
