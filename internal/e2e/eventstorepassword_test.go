// Passwords that open the event store, and the admin's: which are refused, wherever they are set.

package e2e

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events/datadir"
)

func TestAnOpenedEventStoreNeedsAGoodPassword(t *testing.T) {
	t.Parallel()
	const good, insecure = "plum ladder harbour", "--eventstore-insecure-password"
	tests := []struct {
		admin, analyst string
		listen         string
		flags          []string
		want           []string // parts of the error
	}{
		{"", "", "127.0.0.1:0", nil, []string{"CANDOR_EVENTSTORE_PASSWORD", "CANDOR_EVENTSTORE_PASSWORD_FILE"}},
		{"changeit", "", "127.0.0.1:0", nil, []string{"CANDOR_EVENTSTORE_PASSWORD:", "12 characters", insecure}},
		{"kVq72mTz81L", "", "127.0.0.1:0", nil, []string{"CANDOR_EVENTSTORE_PASSWORD:", "12 characters"}},
		{"changeitchangeit", "", "127.0.0.1:0", nil, []string{"CANDOR_EVENTSTORE_PASSWORD:", "easy to guess"}},
		{"123456789012", "", "127.0.0.1:0", nil, []string{"CANDOR_EVENTSTORE_PASSWORD:", "easy to guess"}},
		{good, "looking", "127.0.0.1:0", nil, []string{"CANDOR_EVENTSTORE_ANALYST_PASSWORD:", "12 characters"}},
		{good, "Analyst-Analyst-1", "127.0.0.1:0", nil, []string{"CANDOR_EVENTSTORE_ANALYST_PASSWORD:", "easy to guess"}},
		{good, good, "127.0.0.1:0", nil, []string{"CANDOR_EVENTSTORE_ANALYST_PASSWORD", "differ"}},
		{"changeit", "", "0.0.0.0:0", []string{insecure}, []string{insecure, "loopback", "0.0.0.0:0"}},
		{"changeit", "", ":0", []string{insecure}, []string{insecure, "loopback"}},
		{"changeit", "", "192.0.2.1:2113", []string{insecure}, []string{insecure, "loopback"}},
		{"changeit", "changeit", "127.0.0.1:0", []string{insecure}, []string{"CANDOR_EVENTSTORE_ANALYST_PASSWORD", "differ"}},
	}
	for _, test := range tests {
		passwords := []string{"CANDOR_EVENTSTORE_PASSWORD=" + test.admin, "CANDOR_EVENTSTORE_ANALYST_PASSWORD=" + test.analyst}
		for _, args := range [][]string{
			{"serve", "--addr", "127.0.0.1:0", "--eventstore-listen", test.listen, "--data", t.TempDir()},
			{"node", "--listen", test.listen, "--data", t.TempDir()},
		} {
			_, _, err := candor(t, "", slices.Concat(passwords, args, test.flags)...)
			for _, part := range test.want {
				if err == nil || !strings.Contains(err.Error(), part) {
					t.Errorf("%s with the passwords %q and %q: %v; want an error that says %q", strings.Join(args[:4], " "), test.admin,
						test.analyst, err, part)
				}
			}
			if _, err := os.Stat(datadir.Folder(args[len(args)-1]).LogFile()); err == nil {
				t.Errorf("%s with the passwords %q and %q has opened a log", args[0], test.admin, test.analyst)
			}
		}
	}
	if _, _, err := candor(t, "", "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), insecure); err == nil ||
		!strings.Contains(err.Error(), "--eventstore-listen") {
		t.Errorf("an event store that is closed: %v", err)
	}
}

// A password from a file is blamed on the file's variable.
func TestABadPasswordFileIsNamed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("changeit\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"CANDOR_EVENTSTORE_PASSWORD", "CANDOR_ADMIN_PASSWORD"} {
		t.Run(name, func(t *testing.T) {
			_, _, err := candor(t, "", name+"=", name+"_FILE="+file, "serve", "--addr", "127.0.0.1:0", "--eventstore-listen", "127.0.0.1:0",
				"--data", t.TempDir())
			if err == nil || !strings.Contains(err.Error(), name+"_FILE:") {
				t.Errorf("%v", err)
			}
		})
	}
}

// Other programs' test suites sign in as they always do.
func TestAnInsecurePasswordOpensOnLoopback(t *testing.T) {
	t.Parallel()
	const password = "CANDOR_EVENTSTORE_PASSWORD=changeit"
	dir := t.TempDir()
	s := serve(t, dir, password, "--eventstore-listen", "127.0.0.1:0", "--eventstore-insecure-password")
	server, err := datadir.Folder(dir).Server()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(server.ConnectionString, "changeit") {
		t.Error("the operator's password is in server.json")
	}
	config, err := esdb.ParseConnectionString(as(t, server.ConnectionString, "admin", "changeit"))
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	// Who guesses keeps neither commands out nor the site.
	for n := range 15 {
		_, err := client.DeleteStream(t.Context(), "review-1", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{},
			Authenticated: &esdb.Credentials{Login: "admin", Password: fmt.Sprint("guess ", n)}})
		if err == nil {
			t.Fatal("a guess opens the log")
		}
	}
	mustCandor(t, "", "--data", dir, "keys", "list")
	s.visitor().want(200, "GET", "/readyz", nil)
	s.stop()

	// It is a setting as well.
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	said := &lockedBuffer{}
	alone := t.TempDir()
	go func() {
		ended <- run(ctx, []string{password, "CANDOR_EVENTSTORE_INSECURE_PASSWORD=true", "node", "--listen", "localhost:0", "--data", alone},
			strings.NewReader(""), io.Discard, said)
	}()
	for !strings.Contains(said.String(), "The event store listens") {
		select {
		case err := <-ended:
			t.Fatalf("the node ended: %v", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestAWeakAdminPasswordIsRefusedWhereverItIsSet(t *testing.T) {
	t.Parallel()
	const away = "esdb://admin:x@127.0.0.1:1?tlsCaFile=/nowhere" // no log is needed to tell
	for password, want := range map[string]string{
		"ninechars": "at least 10 characters", "changeit": "at least 10 characters", "password1234": "easy to guess",
		"adminadmin": "easy to guess", "1234567890": "easy to guess",
	} {
		dir := t.TempDir()
		for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0", "--data", dir},
			{"serve", "--addr", "127.0.0.1:0", "--data", dir, "--eventstore", away}} {
			_, said, err := candor(t, "", append([]string{"CANDOR_ADMIN_PASSWORD=" + password}, args...)...)
			if err == nil || !strings.HasPrefix(err.Error(), "CANDOR_ADMIN_PASSWORD: ") || !strings.Contains(err.Error(), want) ||
				strings.Contains(said, "serves") {
				t.Errorf("a start with %q: %v, want %q\n%s", password, err, want, said)
			}
		}
		if _, _, err := candor(t, password+"\n", "--data", dir, "admin", "set-password"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("set-password with %q: %v, want %q", password, err, want)
		}
	}
}
