package server_test

// The system streams by category and by event type: what is in them, and that every link is there once, whatever dies.

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"candor/events/embedded/server"
	"candor/internal/eventually"
)

// projecting is a node with system projections.
func projecting(t testing.TB) server.Config {
	c := config(t)
	c.Insecure = true
	c.SystemProjections = true
	return c
}

// projected waits until the system streams hold everything that is in the log.
func projected(t fatal, n *server.Server) {
	t.Helper()
	head := n.Stats().Position
	eventually.Holds(t, func() error {
		s := n.Stats().Projections
		if s.Failed != nil {
			t.Fatalf("the projections failed: %v", s.Failed)
		}
		if s.Position < head {
			return fmt.Errorf("the projections are at %d of %d", s.Position, head)
		}
		return nil
	})
}

// linked is an event of a system stream.
type linked struct {
	Type     string
	Data     string
	Stream   string // $o
	Deleted  int    // $deleted
	CausedBy uuid.UUID
}

// isSystemStream reports whether the projections write the stream.
func isSystemStream(name string) bool {
	return name == "$streams" || strings.HasPrefix(name, "$ce-") || strings.HasPrefix(name, "$et-") || strings.HasPrefix(name, "$category-")
}

// wantedLinks is what the system streams should hold, from EventStoreDB's rules and the events of the log in order.
func wantedLinks(log []*esdb.RecordedEvent) map[string][]linked {
	want := map[string][]linked{}
	for _, e := range log {
		of, isMeta := strings.CutPrefix(e.StreamID, "$$")
		if strings.HasPrefix(of, "$") {
			continue
		}
		deletes := e.EventType == "$streamDeleted"
		if isMeta {
			if deletes = strings.Contains(string(e.Data), fmt.Sprint(math.MaxInt64)); !deletes {
				continue
			}
		}
		at := fmt.Sprintf("%d@%s", e.EventNumber, e.StreamID)
		link := linked{Type: "$>", Data: at, CausedBy: e.EventID}
		if deletes {
			link.Deleted = -1
		}
		category, _, inCategory := strings.Cut(of, "-")
		inCategory = inCategory && category != ""
		if inCategory {
			l := link
			l.Stream = of
			if e.EventType == "$>" {
				l.Data = string(e.Data)
			}
			want["$ce-"+category] = append(want["$ce-"+category], l)
		}
		switch {
		case deletes:
			want["$et-$deleted"] = append(want["$et-$deleted"], link)
			continue
		case e.EventType != "$>":
			want["$et-"+e.EventType] = append(want["$et-"+e.EventType], link)
		}
		if e.EventNumber == 0 {
			want["$streams"] = append(want["$streams"], link)
			if inCategory {
				want["$category-"+category] = append(want["$category-"+category], linked{Type: "$@", Data: of, CausedBy: e.EventID})
			}
		}
	}
	return want
}

// checkLinks compares the system streams with the log.
func checkLinks(t fatal, c *esdb.Client) {
	t.Helper()
	ctx, cancel := contextOf(20 * time.Second)
	defer cancel()
	rs, err := c.ReadAll(ctx, esdb.ReadAllOptions{From: esdb.Start{}}, math.MaxInt64)
	log, err := tryCollect(rs, err)
	if err != nil {
		t.Fatalf("read $all: %v", err)
	}
	got := map[string][]linked{}
	for _, e := range log {
		if !isSystemStream(e.StreamID) {
			continue
		}
		if e.ContentType != "application/octet-stream" {
			t.Fatalf("%d@%s is %s", e.EventNumber, e.StreamID, e.ContentType)
		}
		if want := uint64(len(got[e.StreamID])); e.EventNumber != want {
			t.Fatalf("%s has revision %d where %d should be", e.StreamID, e.EventNumber, want)
		}
		var about struct {
			O        string    `json:"$o"`
			Deleted  int       `json:"$deleted"`
			CausedBy uuid.UUID `json:"$causedBy"`
		}
		if err := json.Unmarshal(e.UserMetadata, &about); err != nil {
			t.Fatalf("%d@%s: %v", e.EventNumber, e.StreamID, err)
		}
		got[e.StreamID] = append(got[e.StreamID], linked{e.EventType, string(e.Data), about.O, about.Deleted, about.CausedBy})
	}
	if want := wantedLinks(log); !reflect.DeepEqual(want, got) {
		t.Fatalf("the system streams are not what the log asks for (-want +got):\n%s", cmp.Diff(want, got)) // slow
	}
}

// resolved reads a stream of links as a user does, and names what they lead to.
func resolved(t testing.TB, c *esdb.Client, stream string) (found []string) {
	t.Helper()
	rs, err := c.ReadStream(within(t), stream, esdb.ReadStreamOptions{From: esdb.Start{}, ResolveLinkTos: true}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	defer rs.Close()
	for {
		e, err := rs.Recv()
		switch {
		case err != nil:
			return found
		case e.Event == nil:
			found = append(found, "nothing")
		case e.Link == nil:
			found = append(found, string(e.Event.Data))
		default:
			found = append(found, fmt.Sprintf("%d@%s", e.Event.EventNumber, e.Event.StreamID))
		}
	}
}

func TestSystemStreamsLeadToTheEvents(t *testing.T) {
	c := projecting(t)
	n := open(t, c)
	client := connect(t, n)
	appended(t, client, "review-1", esdb.NoStream{}, event("Created", `{}`), event("Changed", `{}`))
	appended(t, client, "review-2-b", esdb.NoStream{}, event("Created", `{}`))
	appended(t, client, "alone", esdb.NoStream{}, event("Created", `{}`))
	appended(t, client, "größe-ü", esdb.NoStream{}, event("Geändert", `{}`))
	appended(t, client, "-odd", esdb.NoStream{}, event("Created", `{}`))
	link := event("$>", "1@review-1")
	link.ContentType = esdb.ContentTypeBinary
	appended(t, client, "best-reviews", esdb.NoStream{}, link)
	appended(t, client, "$own-1", esdb.NoStream{}, event("Created", `{}`))
	limited(t, client, "review-1", func(m *esdb.StreamMetadata) { m.SetMaxCount(10) })
	projected(t, n)
	check := func(stream string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, resolved(t, client, stream)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", stream, diff)
		}
	}
	check("$ce-review", "0@review-1", "1@review-1", "0@review-2-b")
	check("$ce-best", "1@review-1")
	check("$ce-größe", "0@größe-ü")
	check("$et-Created", "0@review-1", "0@review-2-b", "0@alone", "0@-odd")
	check("$et-Geändert", "0@größe-ü")
	check("$streams", "0@review-1", "0@review-2-b", "0@alone", "0@größe-ü", "0@-odd", "0@best-reviews")
	check("$category-review", "review-1", "review-2-b")

	if _, err := client.DeleteStream(within(t), "review-1", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.TombstoneStream(within(t), "review-2-b", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	projected(t, n)
	check("$ce-review", "nothing", "nothing", "nothing", "1@$$review-1", "nothing")
	check("$et-$deleted", "1@$$review-1", "nothing")
	checkLinks(t, client)
}

func TestSystemProjectionsWorkThroughWhatIsStored(t *testing.T) {
	c := projecting(t)
	c.SystemProjections = false
	n := open(t, c)
	client := connect(t, n)
	for i := range 40 { // more than one commit of links
		appended(t, client, fmt.Sprintf("old-%d", i%7), esdb.Any{}, events(40)...)
	}
	if _, err := tryCollect(client.ReadStream(within(t), "$ce-old", esdb.ReadStreamOptions{}, 1)); code(t,
		err) != esdb.ErrorCodeResourceNotFound {
		t.Fatalf("without projections: %v", err)
	}
	reopen := func(on bool) {
		t.Helper()
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
		c.SystemProjections = on
		n = open(t, c)
		client = connect(t, n)
	}
	reopen(true)
	appended(t, client, "new-1", esdb.Any{}, events(3)...)
	projected(t, n)
	checkLinks(t, client)
	head := n.Stats().Position
	reopen(false)
	appended(t, client, "old-1", esdb.Any{}, events(3)...)
	reopen(true)
	projected(t, n)
	checkLinks(t, client)
	if written := n.Stats().Position - head; written > 3+6+1 {
		t.Errorf("%d events were written for three events, their six links and a checkpoint", written)
	}
	if _, err := n.Scavenge(within(t), nil); err != nil {
		t.Fatal(err)
	}
	if n := len(forwards(t, client, "$projections-$system-checkpoint", esdb.Start{}, 100)); n != 1 {
		t.Errorf("%d checkpoints are left after a scavenge, want the last", n)
	}
	reopen(true)
	appended(t, client, "old-1", esdb.Any{}, events(3)...)
	projected(t, n)
	checkLinks(t, client)
}

// Whatever happens in whatever order, restarts included, the system streams are what the log asks for.
func TestSystemStreamsFollowAnyLog(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := projecting(t)
		n := open(t, c)
		client := connect(t, n)
		ctx, cancel := contextOf(time.Minute)
		defer cancel()
		stream := rapid.SampledFrom([]string{"a-1", "a-2", "b", "$c-1", "a-$1"})
		r.Repeat(map[string]func(*rapid.T){
			"append": func(r *rapid.T) {
				batch := make([]esdb.EventData, rapid.IntRange(1, 20).Draw(r, "events"))
				for i := range batch {
					batch[i] = event(rapid.SampledFrom([]string{"X", "Y", "$>"}).Draw(r, "type"), "0@a-1")
				}
				// it may be tombstoned
				_, _ = client.AppendToStream(ctx, stream.Draw(r, "stream"), esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, batch...)
			},
			"delete": func(r *rapid.T) {
				// there may be nothing
				_, _ = client.DeleteStream(ctx, stream.Draw(r, "stream"), esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
			},
			"tombstone": func(r *rapid.T) {
				name := stream.Draw(r, "stream")
				if rapid.IntRange(0, 4).Draw(r, "one in five") == 0 {
					_, _ = client.TombstoneStream(ctx, name, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}}) // it may be already
				}
			},
			"restart": func(r *rapid.T) {
				if err := n.Close(); err != nil {
					r.Fatal(err)
				}
				c.SystemProjections = rapid.Bool().Draw(r, "projections")
				n = open(t, c)
				client = connect(t, n)
			},
			"": func(*rapid.T) {},
		})
		if !c.SystemProjections {
			c.SystemProjections = true
			if err := n.Close(); err != nil {
				r.Fatal(err)
			}
			n = open(t, c)
			client = connect(t, n)
		}
		projected(r, n)
		checkLinks(r, client)
	})
}

func TestSystemProjectionsRefuseAForeignCheckpoint(t *testing.T) {
	c := projecting(t)
	c.SystemProjections = false
	n := open(t, c)
	client := connect(t, n)
	appended(t, client, "$projections-$system-checkpoint", esdb.Any{}, event("X", `{"position":99}`))
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	c.SystemProjections = true
	n = open(t, c)
	client = connect(t, n)
	eventually.Holds(t, func() error {
		if err := n.Stats().Projections.Failed; err == nil || !strings.Contains(err.Error(), "no checkpoint of this log") {
			return fmt.Errorf("the projections failed with %v, want no checkpoint of this log", err)
		}
		return nil
	})
	appended(t, client, "a-1", esdb.Any{}, events(1)...) // the log itself goes on
	if _, err := tryCollect(client.ReadStream(within(t), "$ce-a", esdb.ReadStreamOptions{}, 1)); code(t,
		err) != esdb.ErrorCodeResourceNotFound {
		t.Errorf("links without a checkpoint: %v", err)
	}
}

func TestKilledNodeLosesAndRepeatsNoLink(t *testing.T) {
	keepsWhatItAcknowledged(t, childProjects+"=yes")
}

// As EventStoreDB's projections have it: whoever may call reads the links, and through them what the caller may read; unless
// somebody has said otherwise.
func TestSystemStreamsAreEverybodysToRead(t *testing.T) {
	c := withUsers(t)
	c.SystemProjections = true
	n := open(t, c)
	admin := connect(t, n)
	limited(t, admin, "$ce-closed", func(m *esdb.StreamMetadata) {
		var acl esdb.Acl
		acl.AddReadRoles("$admins")
		m.SetAcl(acl)
	})
	limited(t, admin, "open-2", func(m *esdb.StreamMetadata) {
		var acl esdb.Acl
		acl.AddReadRoles("$admins")
		m.SetAcl(acl)
	})
	for _, stream := range []string{"open-1", "open-2", "closed-1"} {
		appended(t, admin, stream, esdb.Any{}, event("Written", `{}`))
	}
	projected(t, n)
	ann := signIn(t, n, "ann", "anns")
	for stream, want := range map[string][]string{"$ce-open": {"0@open-1", "nothing"}, "$et-Written": {"0@open-1", "nothing", "0@closed-1"}} {
		if diff := cmp.Diff(want, resolved(t, ann, stream)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", stream, diff)
		}
	}
	_, err := tryCollect(ann.ReadStream(within(t), "$ce-closed", esdb.ReadStreamOptions{}, 10))
	if got := refusedOrNot(t, err); got != "denied" {
		t.Errorf("$ce-closed: %s", got)
	}
	if _, err := ann.AppendToStream(within(t), "$ce-open", esdb.AppendToStreamOptions{}, event("Forged", `{}`)); refusedOrNot(t,
		err) != "denied" {
		t.Errorf("a user wrote to $ce-open: %v", err)
	}
}

// Links outlive events that expire, lead nowhere then, and may be given an age of their own.
func TestLinksToWhatHasExpired(t *testing.T) {
	c := projecting(t)
	var moved atomic.Int64
	began := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	c.Clock = func() time.Time { return began.Add(time.Duration(moved.Load())) }
	n := open(t, c)
	client := connect(t, n)
	appended(t, client, "views-1", esdb.Any{}, event("Viewed", `{}`), event("Viewed", `{}`))
	limited(t, client, "views-1", func(m *esdb.StreamMetadata) { m.SetMaxAge(time.Hour) })
	projected(t, n)
	limited(t, client, "$et-Viewed", func(m *esdb.StreamMetadata) { m.SetMaxAge(time.Hour) })
	moved.Store(int64(2 * time.Hour))
	appended(t, client, "views-1", esdb.Any{}, event("Viewed", `{}`))
	projected(t, n)
	check := func(what string) {
		t.Helper()
		if diff := cmp.Diff([]string{"nothing", "nothing", "2@views-1"}, resolved(t, client, "$ce-views")); diff != "" {
			t.Errorf("%s: $ce-views (-want +got):\n%s", what, diff)
		}
		if diff := cmp.Diff([]string{"2@views-1"}, resolved(t, client, "$et-Viewed")); diff != "" {
			t.Errorf("%s: $et-Viewed (-want +got):\n%s", what, diff)
		}
	}
	check("expired")
	if s := scavenged(t, n); s.Removed < 4 { // two views and two links
		t.Errorf("removed %d events", s.Removed)
	}
	check("scavenged")
}
