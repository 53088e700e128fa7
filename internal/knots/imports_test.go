package knots

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// mayImport lists what each room may import of the other rooms. Tests may import more.
var mayImport = map[string][]string{
	"characters":  {},
	"events":      {"characters"},
	"difference":  {},
	"commands":    {"events", "difference", "characters"},
	"projections": {"events", "difference", "characters"},
	"webapp":      {},
	"httpapi":     {"commands", "projections", "events", "webapp", "characters"},
	"internal":    {"httpapi", "commands", "projections", "events", "webapp", "characters"},
	"cmd":         {"internal"},
	"examples":    {},
}

func TestImportsGoOneWay(t *testing.T) {
	loaded, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports}, "candor/...")
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded) == 0 {
		t.Fatal("no package was found")
	}
	for _, p := range loaded {
		from := room(p.PkgPath)
		allowed, ok := mayImport[from]
		if !ok {
			t.Errorf("%s: say in mayImport what this room may import", p.PkgPath)
		}
		for path := range p.Imports {
			if to := room(path); to != "" && to != from && !slices.Contains(allowed, to) {
				t.Errorf("%s imports %s, but %s may import only %v", p.PkgPath, path, from, allowed)
			}
		}
	}
}

// room returns the top folder of a package of ours, and "" for any other package.
func room(path string) string {
	ours, ok := strings.CutPrefix(path, "candor/")
	if !ok {
		return ""
	}
	switch ours { // what commands and projections share, as they can't share a room
	case "events/difference":
		return "difference"
	case "events/characters":
		return "characters"
	}
	name, _, _ := strings.Cut(ours, "/")
	return name
}
