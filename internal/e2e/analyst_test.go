package e2e

// The analysts' user: sees page views and categories, and content if it may, live and from the beginning, and can do nothing else.

import (
	"context"
	"errors"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/openlog"
)

// The passwords of the nodes that the tests open.
const (
	storePassword   = "open sesame and barley"
	analystPassword = "only looking around"
)

// opened are the variables and flags of a server whose event store is open to an administrator and to analysts.
var opened = []string{"CANDOR_EVENTSTORE_PASSWORD=" + storePassword, "CANDOR_EVENTSTORE_ANALYST_PASSWORD=" + analystPassword,
	"--eventstore-listen", "127.0.0.1:0"}

// as returns the connection string for another user.
func as(t *testing.T, connectionString, user, password string) string {
	t.Helper()
	u, err := url.Parse(connectionString)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(user, password)
	return u.String()
}

func TestAnalystsReadVisitsAndCategoriesAndChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: a second analyst of the same kind")
	}
	t.Parallel()
	analystsRead(t, []string{events.PageViewPrefix, events.DaySummaryPrefix, events.CategoryPrefix})
}

func TestAnalystsReadContentIfTheyMayAndChangeNothing(t *testing.T) {
	t.Parallel()
	analystsRead(t, events.AnalystStreams, "--eventstore-analyst-content")
}

// analystsRead checks that analysts read the streams with some prefixes of those of a demo site, and do nothing else.
func analystsRead(t *testing.T, prefixes []string, flags ...string) {
	t.Helper()
	dir := t.TempDir()
	s := serve(t, dir, slices.Concat(opened, flags, []string{"--demo"})...)
	v := s.visitor()
	v.want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": "/reviews/1", "userAgent": "Mozilla/5.0", "referrer": "",
		"sessionId": "s", "metadata": nil})
	v.want(201, "POST", "/api/contact", map[string]any{"name": "Ann", "email": "ann@example.com", "subject": "Hello",
		"message": "Nobody's business."})
	server, err := datadir.Folder(dir).Server()
	if err != nil {
		t.Fatal(err)
	}
	config, err := esdb.ParseConnectionString(as(t, server.ConnectionString, openlog.AnalystUser, analystPassword))
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()

	all, err := client.ReadAll(ctx, esdb.ReadAllOptions{From: esdb.Start{}}, 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	seen := map[string]int{}
	for {
		ev, err := all.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := strings.Cut(strings.TrimPrefix(ev.Event.StreamID, "$$"), "-")
		seen[kind+"-"]++
	}
	for kind := range seen {
		if !slices.Contains(prefixes, kind) {
			t.Errorf("$all shows %d events of %s", seen[kind], kind)
		}
	}
	for _, kind := range []string{events.PageViewPrefix, events.ReviewPrefix, events.ArticlePrefix, events.CategoryPrefix} {
		if seen[kind] == 0 && slices.Contains(prefixes, kind) {
			t.Errorf("$all shows nothing of %s", kind)
		}
	}
	today := events.PageViewStream(time.Now())
	read := func(stream string) error {
		rs, err := client.ReadStream(ctx, stream, esdb.ReadStreamOptions{}, 1)
		if err != nil {
			return err
		}
		defer rs.Close()
		_, err = rs.Recv()
		return err
	}
	for _, stream := range []string{"category-1", today} {
		if err := read(stream); err != nil {
			t.Errorf("reading %s: %v", stream, err)
		}
	}
	denied := func(what string, err error) {
		t.Helper()
		var e *esdb.Error
		if !errors.As(err, &e) || !e.IsErrorCode(esdb.ErrorCodeAccessDenied) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := read("review-1"); slices.Contains(prefixes, events.ReviewPrefix) {
		if err != nil {
			t.Errorf("reading review-1: %v", err)
		}
	} else {
		denied("reading review-1", err)
	}
	for _, stream := range []string{"message-1", "admin", "apikey-1", "$settings", "$streams", "$et-MessageReceived", "$ce-message",
		"visitor-" + uuid.NewString()} {
		denied("reading "+stream, read(stream))
	}
	for _, stream := range []string{"review-1", today, "notes-of-an-analyst", "$ce-review"} {
		_, err := client.AppendToStream(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
			esdb.EventData{EventType: "ReviewPublished", ContentType: esdb.ContentTypeJson, Data: []byte(`{}`)})
		denied("appending to "+stream, err)
		_, err = client.SetStreamMetadata(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, esdb.StreamMetadata{})
		denied("metadata of "+stream, err)
		_, err = client.DeleteStream(ctx, stream, esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
		denied("deleting "+stream, err)
		_, err = client.TombstoneStream(ctx, stream, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
		denied("deleting for ever "+stream, err)
	}
}
