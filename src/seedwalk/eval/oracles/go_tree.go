// What is in a Go tree before any type is known: its files, its modules, and where their imports lead.
package main

import (
	"go/build"
	"go/build/constraint"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"unicode"
)

var directive = regexp.MustCompile(`^(module|replace|require)\b\s*(\()?\s*(.*)$`)

// Tree is what is known of ROOT before any type is.
type Tree struct {
	root     string
	folders  map[string][]string // folders and the Go files in them
	modules  map[string]string   // module path to folder
	required map[string]string   // module path to folder in the module cache
}

// look lists the Go files of a tree and reads its go.mod files.
func look(root string) *Tree {
	tree := &Tree{root, map[string][]string{}, map[string]string{}, map[string]string{}}
	_ = filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return nil
		case entry.IsDir():
			if file != root && (name == "vendor" || name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
				return filepath.SkipDir
			}
		case name == "go.mod":
			tree.readModule(file)
		case strings.HasSuffix(name, ".go") && entry.Type().IsRegular():
			tree.folders[filepath.Dir(file)] = append(tree.folders[filepath.Dir(file)], name)
		}
		return nil
	})
	return tree
}

func (t *Tree) readModule(file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return
	}
	folder, block := filepath.Dir(file), ""
	for _, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(strings.SplitN(line, "//", 2)[0])
		word, rest := block, line
		if found := directive.FindStringSubmatch(line); block == "" && found != nil {
			word, rest = found[1], found[3]
			if found[2] != "" {
				block = word
				continue
			}
		} else if strings.HasPrefix(line, ")") {
			block = ""
			continue
		}
		t.direct(word, strings.Fields(strings.ReplaceAll(rest, `"`, "")), folder)
	}
}

// direct notes one line of a go.mod. A module's own folder counts before another's replacement.
func (t *Tree) direct(word string, said []string, folder string) {
	switch {
	case word == "module" && len(said) == 1:
		t.modules[said[0]] = folder
	case word == "require" && len(said) == 2:
		t.required[said[0]] = filepath.Join(moduleCache(), escaped(said[0])+"@"+escaped(said[1]))
	case word == "replace" && len(said) >= 3 && strings.HasPrefix(said[len(said)-1], "."):
		if _, known := t.modules[said[0]]; !known {
			t.modules[said[0]] = filepath.Join(folder, said[len(said)-1])
		}
	}
}

func moduleCache() string {
	if folder := os.Getenv("GOMODCACHE"); folder != "" {
		return folder
	}
	return filepath.Join(build.Default.GOPATH, "pkg", "mod")
}

// escaped is a module path as the module cache writes it: `!a` for `A`.
func escaped(module string) string {
	var out strings.Builder
	for _, letter := range module {
		if unicode.IsUpper(letter) {
			out.WriteByte('!')
		}
		out.WriteRune(unicode.ToLower(letter))
	}
	return out.String()
}

// importPath is what the package of a folder is imported by.
func (t *Tree) importPath(folder string) string {
	longest, found := -1, folder
	for module, top := range t.modules {
		if rest, err := filepath.Rel(top, folder); err == nil && rest != ".." && !strings.HasPrefix(rest, "../") && len(top) > longest {
			longest, found = len(top), path.Join(module, filepath.ToSlash(rest))
		}
	}
	return found
}

// tagsOfRest gives, of the files read under no system, the tags their build constraints name, each set once.
func (t *Tree) tagsOfRest(covered map[string]bool) [][]string {
	sets := map[string][]string{}
	for folder, names := range t.folders {
		for _, name := range names {
			if !covered[filepath.Join(folder, name)] {
				tags := wantedTags(filepath.Join(folder, name))
				sets[strings.Join(tags, ",")] = tags
			}
		}
	}
	keys := make([]string, 0, len(sets))
	for key := range sets {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	found := make([][]string, 0, len(sets))
	for _, key := range keys {
		if key != "" {
			found = append(found, sets[key])
		}
	}
	return found
}

func wantedTags(file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var tags []string
	for _, line := range strings.Split(string(text), "\n") {
		if expr, err := constraint.Parse(strings.TrimSpace(line)); err == nil {
			tags = append(tags, positive(expr)...)
		} else if strings.HasPrefix(line, "package ") {
			break
		}
	}
	sort.Strings(tags)
	return tags
}

func positive(expr constraint.Expr) []string {
	switch e := expr.(type) {
	case *constraint.TagExpr:
		if e.Tag == "ignore" {
			return nil
		}
		return []string{e.Tag}
	case *constraint.AndExpr:
		return append(positive(e.X), positive(e.Y)...)
	case *constraint.OrExpr:
		return append(positive(e.X), positive(e.Y)...)
	}
	return nil
}

// below gives the folder of a package by the longest module path it begins with.
func below(modules map[string]string, imported string) string {
	for module := imported; module != "." && module != "/"; module = path.Dir(module) {
		if top, known := modules[module]; known {
			if folder := filepath.Join(top, strings.TrimPrefix(imported, module)); isFolder(folder) {
				return folder
			}
		}
	}
	return ""
}

func isFolder(name string) bool {
	entry, err := os.Stat(name)
	return err == nil && entry.IsDir()
}

// relative is a path below the root, or nothing for one outside or vendored.
func (t *Tree) relative(file string) string {
	inside, err := filepath.Rel(t.root, file)
	inside = filepath.ToSlash(inside)
	if err != nil || strings.HasPrefix(inside, "../") || strings.Contains("/"+inside, "/vendor/") {
		return ""
	}
	return inside
}
