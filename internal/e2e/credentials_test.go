// Wrong credentials for the log: what the server says of them.

package e2e

import (
	"candor/internal/eventually"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestWrongCredentialsAreSaidOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: a server is started for each credential")
	}
	t.Parallel()
	dir := t.TempDir()
	node := startNodeProcess(t, dir, "")
	wrong := strings.Replace(node.connection(), "a%20node%20of%20our%20own", "another%20password", 1)
	said := &lockedBuffer{}
	p := serveLogging(t, t.TempDir(), wrong, said)
	times := func(text string) int { return strings.Count(said.String(), text) }
	const refused, accepted = "the event store refuses the credentials", "the event store accepts the credentials again"
	becomes := func(what string, text string, want int) {
		t.Helper()
		eventually.Holds(t, func() error {
			if times(text) < want {
				return fmt.Errorf("%s: it was not said %d times:\n%s", what, want, said)
			}
			return nil
		})
	}
	becomes("a wrong password", refused, 1)
	time.Sleep(4 * time.Second) // read models, first start and retention try again and again
	if n := times(refused); n != 1 {
		t.Errorf("said %d times:\n%s", n, said)
	}
	if n := times(`"level":"error"`); n != 1 {
		t.Errorf("%d errors, want the one:\n%s", n, said)
	}
	if n := times(`"level":"warn"`); n > 3 {
		t.Errorf("%d warnings:\n%s", n, said)
	}
	if status := p.get("/readyz").StatusCode; status != 503 {
		t.Errorf("/readyz: %d", status)
	}

	node.kill() // something else is the matter, and then the same again
	becomes("the node is away", "event store unavailable", 1)
	node = startNodeProcess(t, dir, node.address)
	becomes("the node is back", refused, 2)

	node.kill() // its operator gives it the password that we have
	becomes("the node is away again", "event store unavailable", 2)
	startNodeProcess(t, dir, node.address, "CANDOR_EVENTSTORE_PASSWORD=another password")
	becomes("the right password", accepted, 1)
	p.becomes(200, "")
	if n := times(accepted); n != 1 {
		t.Errorf("said %d times that all is well:\n%s", n, said)
	}
}
