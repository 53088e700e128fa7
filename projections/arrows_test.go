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
	shared := []string{"candor/events", "candor/events/proof", "candor/projections/projector", "candor/projections/answers"}
	for folder, allowed := range map[string][]string{
		"access": shared, "analytics": shared, "audit": shared, "content": append(slices.Clone(shared), "candor/projections/markdown"), "drafts": shared, "inbox": shared, "media": shared, "proof": shared, "versions": shared, "search": append(slices.Clone(shared), "candor/projections/markdown"),
		"renditions": append(slices.Clone(shared), "candor/projections/media"),
		"answers":    {"candor/projections/projector"}, "projector": {"candor/events"}, "markdown": nil,
	} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(files), err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
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
				if strings.HasPrefix(path, "candor/") && !slices.Contains(allowed, path) {
					t.Errorf("%s imports %s", file, path)
				}
			}
		}
	}
}
