package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"candor/internal/cli"
	"candor/internal/secrets"
)

// Everybody reads README.md and ARCHITECTURE.md first, so they stay short; the rest has a place in docs/.
func TestDocumentsStayShort(t *testing.T) {
	t.Parallel()
	for file, limit := range map[string]int{"README.md": 1500, "ARCHITECTURE.md": 3000} {
		if words := len(strings.Fields(readDocument(t, file))); words > limit {
			t.Errorf("%s has %d words, more than %d", file, words, limit)
		}
	}
}

var (
	documentLink = regexp.MustCompile(`\[[^\]]*\]\(([^)\s]+)\)`)
	codeBlock    = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	fencedBlock  = regexp.MustCompile("(?s)```.*?```")
	heading      = regexp.MustCompile(`(?m)^#+ (.+)$`)
)

// anchor returns the name under which a heading can be linked to.
func anchor(heading string) string {
	kept := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(heading), "")
	return strings.ReplaceAll(kept, " ", "-")
}

// Links between documents, and to files, lead somewhere; those to a section lead to one that is there.
func TestDocumentsLinkToWhatIsThere(t *testing.T) {
	t.Parallel()
	for _, file := range documents(t) {
		for _, link := range documentLink.FindAllStringSubmatch(codeBlock.ReplaceAllString(readDocument(t, file), ""), -1) {
			target, section, _ := strings.Cut(link[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			path := file
			if target != "" {
				path = filepath.Join(filepath.Dir(file), target)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s: %v", file, link[1], err)
				continue
			}
			found := section == ""
			if !found {
				for _, h := range heading.FindAllStringSubmatch(fencedBlock.ReplaceAllString(readDocument(t, path), ""), -1) {
					found = found || anchor(h[1]) == section
				}
			}
			if !found {
				t.Errorf("%s links to %s, and %s has no such section", file, link[1], path)
			}
		}
	}
}

// ARCHITECTURE.md and the decisions name files and folders that are there, so that a move isn't forgotten in them.
func TestArchitectureNamesFilesThatAreThere(t *testing.T) {
	t.Parallel()
	texts := readDocument(t, "ARCHITECTURE.md")
	for _, file := range documents(t) {
		if strings.HasPrefix(file, "docs/adr/") {
			texts += readDocument(t, file)
		}
	}
	texts = fencedBlock.ReplaceAllString(texts, "")
	for _, name := range regexp.MustCompile("`([a-z][A-Za-z0-9_./-]*(?:\\.(?:go|tsx?|md|json|js)|/))`").FindAllStringSubmatch(texts, -1) {
		if !strings.Contains(name[1], "/") {
			continue // a file whose folder is named beside it
		}
		if _, err := os.Stat(name[1]); err != nil {
			t.Errorf("`%s`: %v", name[1], err)
		}
	}
}

// Every setting is in the table of docs/operations.md, with its variable and its default.
func TestOperationsNamesEverySetting(t *testing.T) {
	t.Parallel()
	text := readDocument(t, "docs/operations.md")
	model, err := cli.Settings()
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(text) {
		if cells := strings.Split(line, "|"); len(cells) == 7 { // flag, variable, default, unit, what
			for _, name := range regexp.MustCompile(`CANDOR_[A-Z_]+`).FindAllString(cells[2], -1) {
				rows[name] = line
			}
		}
	}
	flags := model.AllFlags(true)
	for _, command := range model.Leaves(true) {
		if command.Name == "serve" || command.Name == "node" {
			flags = append(flags, command.AllFlags(true)...)
		}
	}
	known := map[string]bool{}
	for _, group := range flags {
		for _, flag := range group {
			for _, variable := range flag.Envs {
				known[variable] = true
				row := rows[variable]
				if row == "" {
					t.Errorf("the table has no row for --%s, %s", flag.Name, variable)
				} else if flag.Name != "listen" && !strings.Contains(row, "`--"+flag.Name+"`") {
					t.Errorf("the row of %s does not name --%s", variable, flag.Name)
				}
				if flag.HasDefault && flag.Default != "" && !strings.Contains(row, "`"+flag.Default+"`") {
					t.Errorf("the row of %s does not name its default, %s", variable, flag.Default)
				}
			}
		}
	}
	for _, variable := range secrets.Names() {
		known[variable] = true
		if rows[variable] == "" {
			t.Errorf("the table has no row for %s", variable)
		}
	}
	for variable := range rows {
		if !known[variable] {
			t.Errorf("the table names %s, and nothing reads it", variable)
		}
	}
}

// The decisions are numbered without gaps, are listed in ARCHITECTURE.md, and each has its four parts.
func TestDecisionsAreWhole(t *testing.T) {
	t.Parallel()
	overview := readDocument(t, "ARCHITECTURE.md")
	files, err := fs.Glob(os.DirFS("docs/adr"), "*.md")
	if err != nil {
		t.Fatal(err)
	}
	numbered := regexp.MustCompile(`^(\d{4})-[a-z0-9-]+\.md$`)
	next := 1
	for _, file := range files {
		m := numbered.FindStringSubmatch(file)
		if m == nil {
			t.Errorf("docs/adr/%s is not named like 0001-title.md", file)
			continue
		}
		if want := fmt.Sprintf("%04d", next); m[1] != want {
			t.Errorf("docs/adr/%s comes where number %s should", file, want)
		}
		next++
		text := readDocument(t, filepath.Join("docs/adr", file))
		at := -1
		for _, part := range []string{"\n## Status\n", "\n## Context\n", "\n## Decision\n", "\n## Consequences\n"} {
			found := strings.Index(text, part)
			if found <= at {
				t.Errorf("docs/adr/%s: %q is missing or out of order", file, strings.TrimSpace(part))
			}
			at = max(at, found)
		}
		if !strings.Contains(overview, "(docs/adr/"+file+")") {
			t.Errorf("ARCHITECTURE.md does not link to docs/adr/%s", file)
		}
	}
}
