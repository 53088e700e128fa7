package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/eventually"
	"candor/internal/openlog"
)

// Drafts as an operator meets them: in verify, backups, imports and the log's file.
func TestADiscardedDraftLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	admin := s.visitor()
	admin.signIn(adminPassword)
	admin.want(201, "POST", "/api/reviews", review("Kettle"))
	admin.want(201, "POST", "/api/reviews", review("Toaster"))
	draft := func(item, text string) {
		admin.want(200, "PUT", "/api/admin/reviews/"+item+"/draft", map[string]any{"base": 0, "fields": map[string]any{"verdict": text}})
	}
	draft("1", "It was quorbably loud.")
	draft("1", "It is quorbably loud.")
	draft("2", "It is othersome.")
	if text := admin.want(200, "GET", "/metrics", nil); !strings.Contains(text, "\ncandor_drafts 2\n") ||
		!strings.Contains(text, "\ncandor_draft_bytes ") {
		t.Error("the metrics don't count the drafts")
	}
	run := func(args ...string) string {
		t.Helper()
		return mustCandor(t, "", append(args, "--data", dir)...)
	}
	picture, _ := noisyPicture(t, 20)
	admin.want(201, "POST", "/api/admin/drafts",
		map[string]any{"kind": "review", "fields": map[string]any{"title": "Grill", "productImageUrl": picture}})
	admin.want(200, "PUT", "/api/admin/reviews/2/draft",
		map[string]any{"base": 0, "fields": map[string]any{"verdict": "It is othersome.", "imageUrls": []string{picture}}})
	if got := run("media", "list"); !strings.Contains(got, "not public") || !strings.Contains(got, `changes of review 2 "Toaster"`) ||
		!strings.Contains(got, `a new review "Grill"`) {
		t.Errorf("pictures: %s", got)
	}
	admin.want(204, "DELETE", "/api/admin/reviews/1/draft", nil)
	if got := run("replay"); strings.Contains(got, "quorbably") || !strings.Contains(got, "othersome") ||
		!strings.Contains(got, "DraftDiscarded") {
		t.Error("a replay shows what was discarded, or lacks what was not")
	}
	run("scavenge")
	if found := inFolder(t, dir, "quorbably"); len(found) != 0 {
		t.Errorf("after a scavenge it is in %v", found)
	}
	if found := inFolder(t, dir, "othersome"); len(found) == 0 {
		t.Error("the other draft is nowhere")
	}
	if got := run("verify"); !strings.Contains(got, "matches a fresh replay") {
		t.Error(got)
	}
	kept := admin.want(200, "GET", "/api/admin/reviews/2/draft", nil)
	saved := t.TempDir() + "/backup"
	run("backup", saved)
	s.stop()

	restored := t.TempDir()
	mustCandor(t, "", "restore", saved, "--data", restored)
	s = serve(t, restored)
	admin = s.visitor()
	admin.signIn(adminPassword)
	if got := admin.want(200, "GET", "/api/admin/reviews/2/draft", nil); got != kept {
		t.Errorf("restored: %s, want %s", got, kept)
	}
}

// Ends of drafts that were recorded and not carried out, as when the process is killed in between.
func TestTheNextStartFinishesTheEndsOfDrafts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	admin := s.visitor()
	admin.signIn(adminPassword)
	admin.want(201, "POST", "/api/reviews", review("Kettle"))
	admin.want(200, "PUT", "/api/admin/reviews/1/draft", map[string]any{"base": 0, "fields": map[string]any{"title": "Quorb"}})
	s.stop()
	d, err := openlog.Open("", datadir.Folder(dir), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	last, err := d.Last(ctx, "review-1")
	if err != nil {
		t.Fatal(err)
	}
	deletion, err := events.Chain(last.Hash(), events.Envelope{Event: events.ReviewDeleted{ReviewID: 1, At: time.Now()}})
	if err == nil {
		_, err = d.Append(ctx, "review-1", events.Exactly(last.Revision), deletion...)
	}
	if err != nil {
		t.Fatal(err)
	}
	ended := events.DraftID("1b4e28ba-2fa1-41d2-883f-0016d3cca427")
	for _, e := range []events.Event{
		events.DraftSaved{DraftID: ended, Kind: events.PageKind, Fields: map[string]json.RawMessage{"title": json.RawMessage(`"Quorb"`)},
			At: time.Now()},
		events.DraftDiscarded{DraftID: ended, Kind: events.PageKind, At: time.Now()},
	} {
		p, err := events.Encode(events.Envelope{Event: e})
		if err == nil {
			_, err = d.Append(ctx, ended.Stream(), events.Any, p)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	serve(t, dir)
	eventually.Holds(t, func() error {
		if strings.Contains(mustCandor(t, "", "replay", "--prefix", "draft-", "--data", dir), "Quorb") {
			return errors.New("the drafts are still there")
		}
		return nil
	})
}
