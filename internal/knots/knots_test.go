// Package knots checks how the code hangs together: imports go one way from room to room, and no package contains a large knot: a set of
// files that all depend on each other, so that none can be read without the others.
package knots

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// limit is the size of the largest knot that is allowed.
const limit = 12

func TestNoPackageIsOneKnot(t *testing.T) {
	loaded, err := packages.Load(&packages.Config{
		// imports are read from their compiled form
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo |
			packages.NeedImports | packages.NeedExportFile,
		// as bin/candor is built, so that nothing is compiled again
		Env: append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -trimpath")),
	}, "candor/...")
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded) == 0 {
		t.Fatal("no package was found")
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, e)
		}
		knot := largest(references(p.Fset, p.Syntax, p.TypesInfo, p.Types))
		if len(knot) > 1 {
			t.Logf("%s: %d of %d files reach each other", p.PkgPath, len(knot), len(p.Syntax))
		}
		if len(knot) > limit {
			t.Errorf("%s: %d files all reach each other, want at most %d: %s", p.PkgPath, len(knot), limit, strings.Join(knot, " "))
		}
	}
}

// references returns which files of a package name what other files of it declare, by file name.
func references(fset *token.FileSet, files []*ast.File, info *types.Info, pkg *types.Package) map[string]map[string]bool {
	name := func(p token.Pos) string { return filepath.Base(fset.Position(p).Filename) }
	uses := map[string]map[string]bool{}
	for _, file := range files {
		from := name(file.Package)
		uses[from] = map[string]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if object := info.Uses[id]; object != nil && object.Pkg() == pkg && object.Pos().IsValid() {
				if to := name(object.Pos()); to != from {
					uses[from][to] = true
				}
			}
			return true
		})
	}
	return uses
}

// largest returns the largest set of files that all reach each other, sorted (Tarjan's algorithm).
func largest(uses map[string]map[string]bool) []string {
	var (
		best          []string
		stack         []string
		index, lowest = map[string]int{}, map[string]int{}
		onStack       = map[string]bool{}
		visit         func(file string)
	)
	visit = func(file string) {
		index[file] = len(index) + 1
		lowest[file] = index[file]
		stack, onStack[file] = append(stack, file), true
		for to := range uses[file] {
			if index[to] == 0 {
				visit(to)
				lowest[file] = min(lowest[file], lowest[to])
			} else if onStack[to] {
				lowest[file] = min(lowest[file], index[to])
			}
		}
		if lowest[file] != index[file] {
			return
		}
		at := slices.Index(stack, file)
		knot := slices.Clone(stack[at:])
		for _, one := range knot {
			onStack[one] = false
		}
		if stack = stack[:at]; len(knot) > len(best) {
			best = knot
		}
	}
	for _, file := range slices.Sorted(maps.Keys(uses)) {
		if index[file] == 0 {
			visit(file)
		}
	}
	slices.Sort(best)
	return best
}

func TestTheLargestKnotIsFound(t *testing.T) {
	reach := func(files ...string) map[string]bool {
		all := map[string]bool{}
		for _, file := range files {
			all[file] = true
		}
		return all
	}
	got := largest(map[string]map[string]bool{
		"a": reach("b"), "b": reach("c", "d"), "c": reach("a"), "d": reach("e"), "e": reach("d"), "f": reach("a"),
	})
	if want := []string{"a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
