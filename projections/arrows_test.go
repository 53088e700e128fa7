package projections_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Read models know the log and the machine under them, and never each other, so that one can be changed, or taken out, without the rest.
func TestReadModelsNeverImportEachOther(t *testing.T) {
	readModels := []string{"candor/events", "candor/events/proof", "candor/projections/projector", "candor/projections/answers",
		"candor/projections/formats",
		"candor/projections/markdown", "candor/projections/difference"}
	others := map[string][]string{
		"answers": {"candor/projections/projector"}, "projector": {"candor/events"}, "formats": {"candor/events"}, "markdown": nil,
		"difference": {"candor/events", "candor/events/difference", "candor/projections/formats", "candor/projections/markdown"},
		"replay":     {"candor/events"},
		"renditions": append(slices.Clone(readModels), "candor/projections/media"),
	}
	files, err := filepath.Glob("*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	below, err := filepath.Glob("*/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, below...) {
		model, _, _ := strings.Cut(file, "/")
		if strings.HasSuffix(file, "_test.go") || model == "internal" {
			continue
		}
		own := "candor/projections/" + model + "/" // the packages below it
		allowed, other := others[model]
		if !other {
			allowed = readModels
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range parsed.Imports {
			path, err := strconv.Unquote(one.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(path, "candor/") && path != "candor/events/characters" && !strings.HasPrefix(path, own) &&
				!slices.Contains(allowed, path) {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}
