// The official Node.js clients, run against a node of their own: events/embedded/clients holds the suites.

package e2e

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	nodeserver "candor/events/embedded/server"
	"candor/internal/openlog"
)

// linkingNode runs candor node with the system streams in a process of its own, and returns what connects to it.
func linkingNode(t *testing.T, dir string) (connectionString string) {
	t.Helper()
	cmd := exec.Command(candorBinary(t), "node", "--data", dir, "--listen", "127.0.0.1:0", "--eventstore-projections")
	cmd.Env = slices.Concat(os.Environ(), everywhere, nodePasswords)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	})
	server := awaitRunFile(t, dir, cmd.Process.Pid, func() error { return nil })
	return as(t, server.ConnectionString, openlog.NodeUser, sesame)
}

// sesame is the password of the node's administrator: the one that EventStoreDB's own test suites use.
const sesame = "changeit"

// nodePasswords is the environment of the nodes, whose clients use the same passwords.
var nodePasswords = []string{"CANDOR_EVENTSTORE_PASSWORD=" + sesame, "CANDOR_EVENTSTORE_ANALYST_PASSWORD=looking",
	"CANDOR_EVENTSTORE_INSECURE_PASSWORD=true"}

func TestOfficialNodeClients(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: the suites of the official clients for Node")
	}
	t.Parallel() // the clients wait a good deal
	const folder = "events/embedded/clients"
	if _, err := exec.LookPath("node"); err != nil {
		t.Fatalf("these tests need Node.js 20 or newer: %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); err != nil {
		t.Fatalf("the clients are not there, run npm ci in %s (make test does): %v", folder, err)
	}
	passed := regexp.MustCompile(`(?m)^# pass (\d+)$`)
	for _, suite := range []string{"eventstore", "kurrent"} {
		t.Run(suite, func(t *testing.T) {
			t.Parallel()
			if suite == "kurrent" && testing.Short() {
				t.Skip("make nightly runs it: KurrentDB's Go client is tested below")
			}
			dir := t.TempDir()
			secure, err := url.Parse(linkingNode(t, dir))
			if err != nil {
				t.Fatal(err)
			}
			patient := secure.Query()
			patient.Set("defaultDeadline", "60000") // ms: the machine may have much else to do
			secure.RawQuery = patient.Encode()
			insecure, err := nodeserver.Open(t.Context(), nodeserver.Config{
				Path: filepath.Join(t.TempDir(), "log.db"), Listen: "127.0.0.1:0", Insecure: true, SystemProjections: true, Logger: zerolog.Nop(),
			})
			if err != nil {
				t.Fatal(err)
			}
			defer insecure.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "node", "--test", "--test-force-exit", "--test-reporter=tap", suite+".test.mjs")
			cmd.Dir = folder
			cmd.Env = append(os.Environ(),
				"CANDOR_TEST_TLS="+secure.String(),
				"CANDOR_TEST_INSECURE="+insecure.ConnectionString(),
				"CANDOR_TEST_PASSWORD="+sesame,
				"CANDOR_TEST_DIR="+t.TempDir(),
				"CANDOR_TEST_BINARY="+candorBinary(t),
			)
			cmd.Env = append(cmd.Env, nodePasswords...)
			cmd.WaitDelay = time.Second
			said, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			found := passed.FindSubmatch(said)
			if found == nil || strings.Contains(string(said), "# SKIP") {
				t.Fatalf("not every test ran:\n%s", said)
			}
			if n, _ := strconv.Atoi(string(found[1])); n < 64 {
				t.Errorf("%d tests passed, there are more", n)
			}
		})
	}
}

// KurrentDB's Go client is tested by a module of its own: both official Go clients in one binary panic.
func TestOfficialKurrentDBClientForGo(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: the suite of KurrentDB’s client")
	}
	t.Parallel()
	insecure, err := nodeserver.Open(t.Context(), nodeserver.Config{Path: filepath.Join(t.TempDir(), "log.db"), Listen: "127.0.0.1:0",
		Insecure: true, Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer insecure.Close()
	const folder = "events/embedded/clients/kurrentdb"
	program := filepath.Join(t.TempDir(), "kurrentdb.test")
	compile := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-ldflags=-w", "-o", program, ".")
	compile.Dir = folder
	if said, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for name, connection := range map[string]string{"with TLS": linkingNode(t, t.TempDir()), "without": insecure.ConnectionString()} {
		cmd := exec.CommandContext(t.Context(), program, "-test.v")
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "CANDOR_TEST_NODE="+connection)
		said, err := cmd.CombinedOutput()
		if err != nil || strings.Count(string(said), "--- PASS: ") != 3 {
			t.Errorf("%s: %v\n%s", name, err, said)
		}
	}
}
