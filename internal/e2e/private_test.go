package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the commands copy out of the log holds names, addresses and the password's hash: it is its owner's alone.
func TestFilesTakenFromTheLogAreForTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), t.TempDir()
	s := serve(t, dir)
	for name, command := range map[string][]string{
		"events.ndjson": {"replay", "-o"}, "events.parquet": {"replay", "--format", "parquet", "-o"}, "log.backup": {"backup", "--force"},
	} {
		file := filepath.Join(out, name)
		for _, before := range []string{"new", "there already, for everybody to read"} {
			if before != "new" {
				if err := os.WriteFile(file, []byte(strings.Repeat("older and longer ", 1<<16)), 0o644); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(file, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			mustCandor(t, "", append(append([]string{"--data", dir}, command...), file)...)
			info, err := os.Stat(file)
			if err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 || info.Size() > 1<<20 {
				t.Errorf("%s, %s: %v, %v", name, before, info.Mode(), err)
			}
		}
	}
	s.stop()
}
