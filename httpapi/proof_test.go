package httpapi_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"candor/events"
	"candor/events/proof"
)

// Whoever watches the checkpoint must not learn when the admin comes and goes.
func TestNothingOfTheProofTellsOfASignIn(t *testing.T) {
	s := newSite(t)
	s.caughtUp()
	head := func() events.Position {
		t.Helper()
		s.caughtUp()
		position, err := s.log.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return position
	}
	before, first := s.do("GET", "/api/checkpoint", "").is(200), head()
	lines := strings.Split(before.body, "\n")
	size, err := strconv.Atoi(lines[1])
	if err != nil {
		t.Fatal(err)
	}
	s.records(func() {
		s.do("POST", "/api/admin/login", `{"username":"admin","password":"wrong"}`).is(401)
		s.asAdmin()
		s.do("POST", "/api/admin/logout", "", s.asAdmin()).is(204)
	}, "VisitorFirstSeen", "AdminLoginFailed", "AdminLoggedIn", "AdminLoggedOut")
	last := head()
	if after := s.do("GET", "/api/checkpoint", "").is(200); after.body != before.body ||
		after.header.Get("ETag") != before.header.Get("ETag") {
		t.Errorf("sign-ins made another checkpoint:\n%s\n%s", before.body, after.body)
	}
	s.do("GET", fmt.Sprintf("/api/checkpoint/consistency?from=%d&to=%d", size, size+1), "").problem(404)
	for position := first + 1; position <= last; position++ {
		s.do("GET", fmt.Sprintf("/api/checkpoint/inclusion?position=%d", position), "").problem(404)
	}
	s.clock.Add(2 * time.Hour)
	if later := strings.Split(s.do("GET", "/api/checkpoint", "").is(200).body, "\n"); !slices.Equal(later[:4], lines[:4]) {
		t.Errorf("hours after the sign-ins the checkpoint is %q, and was %q", later, lines)
	}
	// Nor does the next change of content count them in.
	s.cookie = ""
	s.do("POST", "/api/reviews", review, s.asAdmin()).is(201)
	s.caughtUp()
	if now := strings.Split(s.do("GET", "/api/checkpoint", "").is(200).body, "\n"); now[1] != strconv.Itoa(size+1) {
		t.Errorf("one change later the tree has %s leaves, and had %d", now[1], size)
	}
}

// A holder who has kept one checkpoint and the public key is convinced by the site's answers alone.
func TestAHolderOfACheckpointCanCheckTheSite(t *testing.T) {
	s := newSite(t)
	newest := func() proof.Checkpoint {
		t.Helper()
		s.caughtUp()
		public := s.do("GET", "/api/checkpoint/key", "").is(200).has("Content-Type", "text/plain; charset=utf-8").body
		c, err := proof.Open([]byte(s.do("GET", "/api/checkpoint", "").is(200).has("Content-Type", "text/plain; charset=utf-8").body), public)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	s.do("POST", "/api/reviews", review, s.asAdmin()).is(201)
	kept := newest()
	if kept.Origin != "example.com" || !kept.Time.Equal(s.clock.Now()) || kept.Size < 6 {
		t.Errorf("the checkpoint is %+v", kept)
	}
	tag := s.do("GET", "/api/checkpoint", "").is(200).header.Get("ETag")
	s.do("POST", "/api/contact", message).is(201) // nobody proves personal data
	if same := newest(); same != kept {
		t.Errorf("a message made another checkpoint: %+v, %+v", kept, same)
	}
	s.do("GET", "/api/checkpoint", "", with("If-None-Match", tag)).is(304)
	s.clock.Add(time.Hour)
	if later := newest(); later.Root != kept.Root || !later.Time.Equal(s.clock.Now()) {
		t.Errorf("an hour later: %+v", later)
	}

	s.do("PATCH", "/api/reviews/1", `{"title":"Another"}`, s.asAdmin()).is(200)
	control := with("Authorization", "Bearer control-token")
	now, err := proof.Open([]byte(s.do("POST", "/api/control/checkpoint", "", control).is(200).body),
		s.do("GET", "/api/checkpoint/key", "").body)
	if err != nil || now.Size <= kept.Size {
		t.Fatalf("after a change: %+v, %v", now, err)
	}
	s.do("POST", "/api/control/checkpoint", "").problem(401)
	var both struct {
		FromRoot, ToRoot tlog.Hash
		Proof            []tlog.Hash
	}
	s.do("GET", fmt.Sprintf("/api/checkpoint/consistency?from=%d&to=%d", kept.Size, now.Size), "").is(200).decode(&both)
	if err := tlog.CheckTree(both.Proof, now.Size, now.Root, kept.Size, kept.Root); err != nil {
		t.Errorf("consistency: %v", err)
	}
	last, err := s.log.Last(t.Context(), "review-1")
	if err != nil {
		t.Fatal(err)
	}
	leaf, _ := proof.Leaf(last)
	var in struct {
		Index, Size int64
		Proof       []tlog.Hash
	}
	s.do("GET", fmt.Sprintf("/api/checkpoint/inclusion?position=%d", last.Position), "").is(200).decode(&in)
	if err := tlog.CheckRecord(in.Proof, now.Size, now.Root, in.Index, leaf); err != nil || in.Size != now.Size {
		t.Errorf("inclusion in %d leaves: %v", in.Size, err)
	}

	for query, field := range map[string]string{
		"consistency": "from", "consistency?from=x": "from", "consistency?from=3&to=2": "to", "consistency?from=1&to=-1": "to",
		"inclusion": "position", "inclusion?position=1e3": "position", "inclusion?position=7&size=0": "size", "inclusion?position=%zz": "query",
	} {
		s.do("GET", "/api/checkpoint/"+query, "").problem(400, field)
	}
	s.do("GET", fmt.Sprintf("/api/checkpoint/inclusion?position=%d&size=%d", last.Position, kept.Size), "").problem(404) // it came later
	s.do("GET", "/api/checkpoint/inclusion?position=999999", "").problem(404)
}
