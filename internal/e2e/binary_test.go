// The binary as users run it, for tests that start it as a process of its own.

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// build makes a program of a package of this module, with the Makefile's flags: what it compiled for bin/candor is only linked.
func build(pkg, path string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", pkg, err, said)
	}
	return nil
}

var (
	shippedDir  string // TestMain removes it
	shippedOnce sync.Once
	errShipped  error
)

// candorBinary returns the path of candor, which is built on first use from the current sources. The race detector watches the
// servers in this process: in one that a test kills, nobody would read what it has found, and all takes several times as long.
func candorBinary(t *testing.T) string {
	t.Helper()
	shippedOnce.Do(func() {
		if shippedDir, errShipped = os.MkdirTemp(os.Getenv("GOTMPDIR"), "candor-*"); errShipped == nil { // where programs may run
			errShipped = build("./cmd/candor", filepath.Join(shippedDir, "candor"))
		}
	})
	if errShipped != nil {
		t.Fatal(errShipped)
	}
	return filepath.Join(shippedDir, "candor")
}

// built returns the path of a program that is built from a package of this module.
func built(t *testing.T, pkg string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), filepath.Base(pkg))
	if err := build(pkg, path); err != nil {
		t.Fatal(err)
	}
	return path
}
