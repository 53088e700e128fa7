package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"candor/events"
)

// documents returns README.md, ARCHITECTURE.md, SECURITY.md and all files in docs/, in this order.
func documents(t *testing.T) []string {
	t.Helper()
	guides, err := filepath.Glob("docs/*.md")
	if err != nil || len(guides) == 0 {
		t.Fatalf("docs/: %v, %v", guides, err)
	}
	decisions, err := filepath.Glob("docs/adr/*.md")
	if err != nil || len(decisions) == 0 {
		t.Fatalf("docs/adr/: %v, %v", decisions, err)
	}
	return append(append([]string{"README.md", "ARCHITECTURE.md", "SECURITY.md"}, guides...), decisions...)
}

func readDocument(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// documentedCommands returns the sh blocks of a document.
func documentedCommands(text string) []string {
	var blocks []string
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, block[1])
	}
	return blocks
}

// Every command line in an sh block does what it says, in the order of its page. Every page has a folder of its own, and all share a
// server.
func TestDocumentedCommandsWork(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: each command of the documents is run")
	}
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--demo")
	s.visitor().want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": "/", "userAgent": "Mozilla/5.0 Firefox",
		"sessionId": "s", "referrer": "", "metadata": nil})
	s.visitor().want(201, "POST", "/api/contact", map[string]any{"name": "Ada Wexmoor", "email": "ada@example.com", "subject": "A slip",
		"message": "It weighs 1.4 kg."})
	// What a page's commands must have printed, at least, and what they must have left.
	checks := map[string]struct {
		prints []string
		after  func(t *testing.T, dir string)
	}{
		"README.md": {prints: []string{`"title":"Larger, not louder"`, `"status":"online"`}},
		"docs/analysts.md": {prints: []string{`"type":"PageViewed"`}, after: func(t *testing.T, work string) {
			if lines, err := os.ReadFile(filepath.Join(work, "reviews.ndjson")); err != nil ||
				!strings.Contains(string(lines), "Larger, not louder") {
				t.Errorf("reviews.ndjson: %v", err)
			}
			for _, name := range []string{"views.parquet", "everything.parquet", "history.parquet"} {
				file, err := os.ReadFile(filepath.Join(work, name))
				if err != nil || !strings.HasPrefix(string(file), "PAR1") || !strings.HasSuffix(string(file), "PAR1") {
					t.Errorf("%s: %d bytes, %v", name, len(file), err)
				}
			}
		}},
		"docs/operations.md": {prints: []string{"importer"}, after: func(t *testing.T, work string) {
			if list := mustCandor(t, "", "--data", dir, "keys", "list"); !regexp.MustCompile("importer.*inactive").MatchString(list) {
				t.Errorf("the key is not deactivated:\n%s", list)
			}
			if status := s.visitor().signIn("a new long password"); status != 200 {
				t.Errorf("the new password does not open: %d", status)
			}
			if _, err := os.Stat(filepath.Join(work, "restored", "log.db")); err != nil {
				t.Errorf("the backup is not restored: %v", err)
			}
		}},
		"docs/import.md": {after: func(t *testing.T, work string) {
			if page := readDocument(t, filepath.Join(work, "moved.html")); !strings.Contains(page, "It moved.") {
				t.Errorf("the old address does not lead to the post:\n%.300s", page)
			}
		}},
		"docs/privacy.md": {prints: []string{"Receipt of an erasure", "message-4", "/media/"}, after: func(t *testing.T, _ string) {
			if left := mustCandor(t, "", "--data", dir, "replay", "--prefix", events.MessagePrefix); strings.Contains(left, "ada@example.com") {
				t.Errorf("the message is still there:\n%s", left)
			}
		}},
		"docs/proof.md": {prints: []string{"— "}}, // a signature's line
	}
	for _, file := range documents(t) {
		check, expected := checks[file]
		blocks := documentedCommands(readDocument(t, file))
		if (len(blocks) > 0) != expected {
			t.Errorf("%s has %d sh blocks; are its commands checked here: %v", file, len(blocks), expected)
		}
		if len(blocks) == 0 {
			continue
		}
		t.Run(file, func(t *testing.T) {
			work := t.TempDir()
			output := runDocumented(t, s, work, blocks)
			for _, want := range check.prints {
				if !strings.Contains(output, want) {
					t.Errorf("the commands never print %s:\n%.2000s", want, output)
				}
			}
			if check.after != nil {
				check.after(t, work)
			}
		})
	}
}

// runDocumented runs the blocks of a document in a folder, against the site, and returns what they print.
func runDocumented(t *testing.T, s *site, work string, blocks []string) string {
	t.Helper()
	script := []string{"set -euo pipefail", `candor() { "$CANDOR_BIN" "$@"; }`}
	for _, block := range blocks {
		lines := strings.ReplaceAll(block, "http://127.0.0.1:8080", s.url)
		lines = strings.ReplaceAll(lines, "curl -s ", "curl -s --fail-with-body ")
		script = append(script, lines, "echo")
	}
	cmd := exec.Command("bash", "-c", strings.Join(script, "\n"))
	cmd.Dir = work
	cmd.Env = append(append(os.Environ(), everywhere...), "CANDOR_BIN="+candorBinary(t), "CANDOR_DATA="+s.dir)
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return string(output)
}
