// The command line as its user meets it.

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events/datadir"
	nodeserver "candor/events/embedded/server"
	"candor/internal/eventually"
	"candor/internal/openlog"
)

func TestFirstStartMakesAPasswordAndTheFourCategories(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "CANDOR_ADMIN_PASSWORD=")
	var categories []struct{ Slug string }
	if err := json.Unmarshal([]byte(s.visitor().want(200, "GET", "/api/categories", nil)), &categories); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(categories); got != "[{computers} {automotive} {industrial} {gadgets}]" {
		t.Errorf("categories: %s", got)
	}
	if reviews := s.visitor().want(200, "GET", "/api/reviews", nil); strings.TrimSpace(reviews) != "[]" {
		t.Errorf("a site without --demo has reviews: %s", reviews)
	}
	_, after, found := strings.Cut(s.errs.String(), "password  ")
	password, _, _ := strings.Cut(after, "\n")
	if !found || s.visitor().signIn(strings.TrimSpace(password)) != 200 {
		t.Errorf("the printed password does not open the dashboard: %s", s.errs)
	}
	s.stop()
	s = serve(t, dir, "CANDOR_ADMIN_PASSWORD=")
	if strings.Contains(s.errs.String(), "password") {
		t.Error("the second start prints a password again")
	}
	if status := s.visitor().signIn(strings.TrimSpace(password)); status != 200 {
		t.Errorf("the password is forgotten after a restart: %d", status)
	}
}

func TestDemoFillsAnEmptyLogOnceAndNoOther(t *testing.T) {
	t.Parallel()
	count := func(s *site, path string) int {
		t.Helper()
		var items []json.RawMessage
		if err := json.Unmarshal([]byte(s.visitor().want(200, "GET", path, nil)), &items); err != nil {
			t.Fatal(err)
		}
		return len(items)
	}
	dir := t.TempDir()
	for range 2 {
		s := serve(t, dir, "--demo")
		if n := count(s, "/api/reviews"); n != 14 {
			t.Errorf("the demo has %d reviews, want 14", n)
		}
		if n := count(s, "/api/news"); n != 9 {
			t.Errorf("the demo has %d articles, want 9", n)
		}
		if n := count(s, "/api/categories"); n != 4 {
			t.Errorf("the demo has %d categories, want 4", n)
		}
		s.stop()
	}
	own := t.TempDir()
	serve(t, own).stop()
	if n := count(serve(t, own, "--demo"), "/api/reviews"); n != 0 {
		t.Errorf("--demo put %d reviews into a log with a history of its own", n)
	}
}

func TestCommandsWorkBesideARunningServerAndWithoutOne(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	work := func(beside *site) {
		t.Helper()
		key := strings.TrimSpace(mustCandor(t, "", "--data", dir, "keys", "create", "--name", "importer", "--permission", "create_reviews",
			"--expires", "2099-01-31"))
		if beside != nil {
			beside.bot(key).eventually(200, "GET", "/api/bot/status")
		}
		list := mustCandor(t, "", "--data", dir, "keys", "list")
		if !strings.Contains(list, "importer") || !strings.Contains(list, "active") || strings.Contains(list, key) {
			t.Errorf("keys list:\n%s", list)
		}
		id := strings.Fields(list[strings.LastIndex(strings.TrimSpace(list), "\n"):])[0]
		mustCandor(t, "", "--data", dir, "keys", "deactivate", id)
		if list := mustCandor(t, "", "--data", dir, "keys", "list"); !strings.Contains(list, "inactive") {
			t.Errorf("after deactivation:\n%s", list)
		}
		if beside != nil {
			beside.bot(key).eventually(401, "GET", "/api/bot/status")
		}
		lines := mustCandor(t, "", "--data", dir, "replay", "--type", "ApiKeyCreated")
		if !strings.Contains(lines, `"type":"ApiKeyCreated"`) || strings.Contains(lines, `"type":"ApiKeyDeactivated"`) {
			t.Errorf("replay --type ApiKeyCreated:\n%s", lines)
		}
		mustCandor(t, "", "--data", dir, "rebuild", "access", "content")
		if _, said, err := candor(t, "", "--data", dir, "rebuild", "history"); err != nil || !strings.Contains(said, "audit") ||
			strings.Contains(said, "history") {
			t.Errorf("the audit log under its first name: %v\n%s", err, said)
		}
		mustCandor(t, "", "--data", dir, "rebuild")
	}
	work(nil)
	s := serve(t, dir)
	work(s)
	admin := s.visitor()
	if status := admin.signIn(adminPassword); status != 200 {
		t.Fatalf("sign in: %d", status)
	}
	mustCandor(t, "another password\n", "--data", dir, "admin", "set-password")
	admin.eventually(401, "GET", "/api/admin/reviews") // sessions don't outlive the password
	if s.visitor().signIn(adminPassword) != 401 || s.visitor().signIn("another password") != 200 {
		t.Error("the new password is not the one that opens")
	}
	s.stop()
	if _, err := datadir.Folder(dir).Server(); !errors.Is(err, datadir.ErrNoServer) {
		t.Errorf("a stopped server left its run file: %v", err)
	}
}

func TestBadCommandLinesSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	serve(t, dir)
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "log.db"), []byte(strings.Repeat("not a log\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"serve", "--data", dir, "--addr", "127.0.0.1:0"}, "log.db"},
		{[]string{"serve", "--data", foreign, "--addr", "127.0.0.1:0"}, "log.db"},
		{[]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--eventstore-listen", "127.0.0.1:0"}, "CANDOR_EVENTSTORE_PASSWORD"},
		{[]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--trusted-proxies", "10.0.0.0/99"}, "10.0.0.0/99"},
		{[]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--site-url", "example.com"}, "example.com"},
		{[]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--geoip", "/nowhere.mmdb"}, "/nowhere.mmdb"},
		{[]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--eventstore", "http://x", "--eventstore-listen", "127.0.0.1:0"},
			"can't be combined"},
		{[]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--eventstore", "http://x", "--eventstore-projections"},
			"can't be combined"},
		{[]string{"replay", "--data", dir, "--type", "PageVisited"}, "PageVisited"},
		{[]string{"keys", "create", "--data", dir, "--name", "x", "--permission", "fly"}, "permissions"},
		{[]string{"keys", "create", "--data", dir, "--name", "x", "--permission", "create_news", "--expires", "2001-01-01"}, "expiresAt"},
		{[]string{"keys", "deactivate", "--data", dir, "99"}, "not found"},
		{[]string{"rebuild", "--data", dir, "sitemap"}, "sitemap"},
	}
	for _, test := range tests {
		_, _, err := candor(t, "", test.args...)
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(test.want)) {
			t.Errorf("candor %s: got error %v, want one that says %q", strings.Join(test.args, " "), err, test.want)
		}
	}
	if _, _, err := candor(t, "short\n", "--data", dir, "admin", "set-password"); err == nil || !strings.Contains(err.Error(), "password") {
		t.Errorf("a short password: %v", err)
	}
}

func TestSecretsCanBeFiles(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte(adminPassword+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, t.TempDir(), "CANDOR_ADMIN_PASSWORD=", "CANDOR_ADMIN_PASSWORD_FILE="+file)
	if status := s.visitor().signIn(adminPassword); status != 200 {
		t.Errorf("sign in with the file's password: %d", status)
	}
}

// An opened node is an EventStoreDB to the official client, which sees what the site wrote.
func TestOfficialClientReadsAnOpenedNode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "CANDOR_EVENTSTORE_PASSWORD="+storePassword, "--eventstore-listen", "127.0.0.1:0")
	s.visitor().want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": "/reviews/1", "userAgent": "Mozilla/5.0",
		"referrer": "", "sessionId": "s", "metadata": nil})

	server, err := datadir.Folder(dir).Server()
	if err != nil {
		t.Fatal(err)
	}
	connect := func(connectionString string) *esdb.Client {
		t.Helper()
		config, err := esdb.ParseConnectionString(connectionString)
		if err != nil {
			t.Fatal(err)
		}
		config.Logger = esdb.NoopLogging()
		client, err := esdb.NewClient(config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = client.Close() })
		return client
	}
	stream := "pageviews-" + time.Now().UTC().Format(time.DateOnly)
	read := func(client *esdb.Client) (*esdb.ResolvedEvent, error) {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		events, err := client.ReadStream(ctx, stream, esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}}, 1)
		if err != nil {
			return nil, err
		}
		defer events.Close()
		return events.Recv()
	}
	seen, err := read(connect(as(t, server.ConnectionString, openlog.NodeUser, storePassword)))
	if err != nil {
		t.Fatal(err)
	}
	if seen.Event.EventType != "PageViewed" || !bytes.Contains(seen.Event.Data, []byte(`"page":"/reviews/1"`)) {
		t.Errorf("the client read %s %s", seen.Event.EventType, seen.Event.Data)
	}
	_, err = read(connect(as(t, server.ConnectionString, openlog.NodeUser, "guess")))
	var refused *esdb.Error
	if !errors.As(err, &refused) || !refused.IsErrorCode(esdb.ErrorCodeUnauthenticated) {
		t.Errorf("a wrong password: %v", err)
	}
}

// Another instance, or a server whose log is a node of its own, is the same site.
func TestServerUsesALogOfItsOwnChoice(t *testing.T) {
	t.Parallel()
	node, err := nodeserver.Open(context.Background(), nodeserver.Config{Path: filepath.Join(t.TempDir(), "log.db"),
		Listen: "127.0.0.1:0", Insecure: true})
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	one := serve(t, t.TempDir(), "--eventstore", node.ConnectionString())
	two := serve(t, t.TempDir(), "--eventstore", node.ConnectionString())
	admin := one.visitor()
	admin.signIn(adminPassword)
	admin.want(201, "POST", "/api/news", map[string]any{"title": "One log", "content": "Two sites.", "category": "AI", "authorName": "Ada",
		"isPublished": true})
	eventually.Holds(t, func() error {
		if !strings.Contains(two.visitor().want(200, "GET", "/api/news", nil), "One log") {
			return errors.New("the other instance doesn't show the article")
		}
		return nil
	})
	// A key's end is news for every instance, and costs none of them a question to the log.
	var key struct {
		ID     int
		APIKey string
	}
	if err := json.Unmarshal([]byte(admin.want(201, "POST", "/api/admin/api-keys",
		map[string]any{"name": "bot", "permissions": []string{"create_news"}})), &key); err != nil {
		t.Fatal(err)
	}
	two.bot(key.APIKey).eventually(200, "GET", "/api/bot/status")
	admin.want(200, "PATCH", fmt.Sprintf("/api/admin/api-keys/%d/deactivate", key.ID), nil)
	one.bot(key.APIKey).want(401, "GET", "/api/bot/status", nil)
	two.bot(key.APIKey).eventually(401, "GET", "/api/bot/status")
	one.stop()
	two.stop()
}
