package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every command line of the README's sh blocks does what it says, in the order of the page.
func TestReadmeCommandsWork(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 4 {
		t.Fatalf("the README has %d sh blocks", len(blocks))
	}
	dir := t.TempDir()
	t.Setenv("CANDOR_ADMIN_PASSWORD", "")
	s := serve(t, dir, "--demo")
	s.visitor().want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": "/", "userAgent": "Firefox", "sessionId": "s", "referrer": "", "metadata": nil})
	script := []string{"set -euo pipefail", `candor() { "$CANDOR_BIN" "$@"; }`}
	for _, block := range blocks {
		lines := strings.ReplaceAll(block[1], "http://127.0.0.1:8080", s.url)
		lines = strings.ReplaceAll(lines, "curl -s ", "curl -s --fail-with-body ")
		script = append(script, lines, "echo")
	}
	cmd := exec.Command("bash", "-c", strings.Join(script, "\n"))
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "CANDOR_BIN="+candorBinary(t), "CANDOR_DATA="+dir)
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, want := range []string{`"title":"Larger, not louder"`, `"status":"online"`, `"type":"PageViewed"`, "importer"} {
		if !strings.Contains(string(said), want) {
			t.Errorf("the commands never say %s", want)
		}
	}
	if lines, err := os.ReadFile(filepath.Join(cmd.Dir, "reviews.ndjson")); err != nil || !strings.Contains(string(lines), "Larger, not louder") {
		t.Errorf("reviews.ndjson: %v", err)
	}
	for _, name := range []string{"views.parquet", "everything.parquet", "history.parquet"} {
		file, err := os.ReadFile(filepath.Join(cmd.Dir, name))
		if err != nil || !strings.HasPrefix(string(file), "PAR1") || !strings.HasSuffix(string(file), "PAR1") {
			t.Errorf("%s: %d bytes, %v", name, len(file), err)
		}
	}
	if list := mustCandor(t, "", "--data", dir, "keys", "list"); !strings.Contains(list, "inactive") {
		t.Errorf("the key is not deactivated:\n%s", list)
	}
	if status := s.visitor().signIn("a new long password"); status != 200 {
		t.Errorf("the new password does not open: %d", status)
	}
}
