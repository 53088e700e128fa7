package server_test

// Reading streams and $all to an end.

import (
	"encoding/binary"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/go-cmp/cmp"
)

func TestReadStream(t *testing.T) {
	client := connect(t, open(t, config(t)))
	// Appends of many sizes, with another stream's in between.
	total := uint64(0)
	for i := range 60 {
		n := 1 + i*i%97
		appended(t, client, "s", esdb.Any{}, events(n)...)
		appended(t, client, "other", esdb.Any{}, events(1)...)
		total += uint64(n)
	}
	last := total - 1
	tests := []struct {
		name  string
		down  bool
		from  esdb.StreamPosition
		count uint64
		want  []uint64
	}{
		{"from the start", false, esdb.Start{}, 1 << 40, span(0, last)},
		{"from a revision", false, esdb.Revision(700), 9, span(700, 708)},
		{"one", false, esdb.Revision(last), 5, span(last, last)},
		{"past the end", false, esdb.Revision(last + 1), 5, []uint64{}},
		{"backwards from the end", true, esdb.End{}, 1 << 40, span(last, 0)},
		{"backwards from a revision", true, esdb.Revision(700), 600, span(700, 101)},
		{"backwards from past the end", true, esdb.Revision(last + 1000), 2, span(last, last-1)},
		{"backwards from the start", true, esdb.Start{}, 5, span(0, 0)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			read := forwards
			if tt.down {
				read = backwards
			}
			if diff := cmp.Diff(tt.want, revisions(read(t, client, "s", tt.from, tt.count))); diff != "" {
				t.Errorf("revisions (-want +got):\n%s", diff)
			}
		})
	}
	rs, err := client.ReadStream(within(t), "never", esdb.ReadStreamOptions{}, 1)
	if _, err := tryCollect(rs, err); code(t, err) != esdb.ErrorCodeResourceNotFound {
		t.Errorf("a stream never written: %v", err)
	}
}

func TestReadAll(t *testing.T) {
	client := connect(t, open(t, config(t)))
	if got := all(t, client, esdb.Forwards, esdb.Start{}, 10); len(got) != 0 {
		t.Fatalf("an empty log has %d events", len(got))
	}
	for i := range 50 {
		appended(t, client, fmt.Sprintf("s-%d", i%7), esdb.Any{}, events(1+i%30)...)
	}
	up := all(t, client, esdb.Forwards, esdb.Start{}, 1<<40)
	down := all(t, client, esdb.Backwards, esdb.End{}, 1<<40)
	if len(up) != len(down) || len(up) < 500 {
		t.Fatalf("%d events forwards, %d backwards", len(up), len(down))
	}
	for i, e := range up {
		if i > 0 && e.Position.Commit <= up[i-1].Position.Commit {
			t.Fatalf("positions go from %v to %v", up[i-1].Position, e.Position)
		}
		if d := down[len(down)-1-i]; d.EventID != e.EventID {
			t.Fatalf("event %d is another one backwards", i)
		}
	}
	for _, i := range []int{0, 1, 29, 100, 333, len(up) - 1} {
		// Forwards a position is included, backwards it is not.
		if got := all(t, client, esdb.Forwards, up[i].Position, 1); len(got) != 1 || got[0].EventID != up[i].EventID {
			t.Errorf("forwards from event %d", i)
		}
		got := all(t, client, esdb.Backwards, up[i].Position, 1)
		if i == 0 && len(got) != 0 || i > 0 && (len(got) != 1 || got[0].EventID != up[i-1].EventID) {
			t.Errorf("backwards from event %d: %v", i, got)
		}
	}
	if got := all(t, client, esdb.Backwards, esdb.Start{}, 5); len(got) != 0 {
		t.Errorf("backwards from the start: %d events", len(got))
	}
}

// readRaw sends a read request that the Go client has no method for.
func readRaw(t *testing.T, n *rawNode, req *api.ReadReq_Options) ([]*api.ReadResp, error) {
	t.Helper()
	rs, err := n.streams.Read(n.ctx, &api.ReadReq{Options: req})
	if err != nil {
		t.Fatal(err)
	}
	var got []*api.ReadResp
	for {
		m, err := rs.Recv()
		if err != nil {
			return got, ended(err)
		}
		got = append(got, m)
	}
}

func TestFilteredReadOfAll(t *testing.T) {
	n := open(t, config(t))
	client, raw := connect(t, n), connectRaw(t, n)
	for i := range 300 {
		appended(t, client, fmt.Sprintf("%s-%d", []string{"a", "b", "ab"}[i%3], i), esdb.NoStream{}, event([]string{"Odd", "Even"}[i%2], "{}"))
	}
	prefix := func(p ...string) *api.ReadReq_Options_FilterOptions_Expression {
		return &api.ReadReq_Options_FilterOptions_Expression{Prefix: p}
	}
	regex := func(r string) *api.ReadReq_Options_FilterOptions_Expression {
		return &api.ReadReq_Options_FilterOptions_Expression{Regex: r}
	}
	stream := func(e *api.ReadReq_Options_FilterOptions_Expression) *api.ReadReq_Options_FilterOptions {
		return &api.ReadReq_Options_FilterOptions{Filter: &api.ReadReq_Options_FilterOptions_StreamIdentifier{StreamIdentifier: e}}
	}
	byType := func(e *api.ReadReq_Options_FilterOptions_Expression) *api.ReadReq_Options_FilterOptions {
		return &api.ReadReq_Options_FilterOptions{Filter: &api.ReadReq_Options_FilterOptions_EventType{EventType: e}}
	}
	tests := []struct {
		name   string
		filter *api.ReadReq_Options_FilterOptions
		count  uint64
		want   int
	}{
		{"stream prefix", stream(prefix("b")), 1000, 100},
		{"either stream prefix", stream(prefix("b-", "ab-")), 1000, 200},
		{"prefix is case-sensitive", stream(prefix("B")), 1000, 0},
		{"stream expression", stream(regex(`^a.*-\d$`)), 1000, 7},
		{"expression is a search", stream(regex(`b-`)), 1000, 200},
		{"event type prefix", byType(prefix("Ev")), 1000, 150},
		{"event type expression", byType(regex("d+$")), 1000, 150},
		{"the count is of matches", stream(prefix("b")), 42, 42},
	}
	for _, tt := range tests {
		for _, down := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/down=%v", tt.name, down), func(t *testing.T) {
				tt.filter.Window = &api.ReadReq_Options_FilterOptions_Max{Max: 4}
				req := allOptions(tt.count)
				req.FilterOption = &api.ReadReq_Options_Filter{Filter: tt.filter}
				if down {
					req.ReadDirection = api.ReadReq_Options_Backwards
					req.StreamOption = &api.ReadReq_Options_All{All: &api.ReadReq_Options_AllOptions{AllOption: &api.ReadReq_Options_AllOptions_End{}}}
				}
				got, err := readRaw(t, raw, req)
				if err != nil || len(got) != tt.want {
					t.Errorf("%d events, %v; want %d", len(got), err, tt.want)
				}
			})
		}
	}
}

// allOptions asks for $all from the start.
func allOptions(count uint64) *api.ReadReq_Options {
	return &api.ReadReq_Options{
		StreamOption: &api.ReadReq_Options_All{All: &api.ReadReq_Options_AllOptions{AllOption: &api.ReadReq_Options_AllOptions_Start{}}},
		CountOption:  &api.ReadReq_Options_Count{Count: count},
		FilterOption: &api.ReadReq_Options_NoFilter{},
		UuidOption:   &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_Structured{}},
	}
}

func TestIdsAreWrittenAsAsked(t *testing.T) {
	n := open(t, config(t))
	client, raw := connect(t, n), connectRaw(t, n)
	e := event("A", "{}")
	appended(t, client, "s", esdb.Any{}, e)
	req := allOptions(1)
	req.UuidOption.Content = &api.ReadReq_Options_UUIDOption_String_{String_: &shared.Empty{}}
	got, err := readRaw(t, raw, req)
	if err != nil || len(got) != 1 || got[0].GetEvent().GetEvent().GetId().GetString_() != e.EventID.String() {
		t.Errorf("got %v, %v; want id %s", got, err, e.EventID)
	}
	if p := got[0].GetEvent().GetCommitPosition(); p != got[0].GetEvent().GetEvent().GetCommitPosition() || p == 0 {
		t.Errorf("the position is %d", p)
	}
}

func TestBadReadsAreRefusedWithAReason(t *testing.T) {
	n := open(t, config(t))
	raw := connectRaw(t, n)
	filtered := func(f *api.ReadReq_Options_FilterOptions) func(*api.ReadReq_Options) {
		return func(o *api.ReadReq_Options) {
			o.CountOption = &api.ReadReq_Options_Subscription{}
			o.FilterOption = &api.ReadReq_Options_Filter{Filter: f}
		}
	}
	a := &api.ReadReq_Options_FilterOptions_StreamIdentifier{StreamIdentifier: &api.ReadReq_Options_FilterOptions_Expression{
		Prefix: []string{"a"},
	}}
	regex := func(r string) *api.ReadReq_Options_FilterOptions_StreamIdentifier {
		return &api.ReadReq_Options_FilterOptions_StreamIdentifier{StreamIdentifier: &api.ReadReq_Options_FilterOptions_Expression{Regex: r}}
	}
	window := &api.ReadReq_Options_FilterOptions_Max{Max: 32}
	tests := []struct {
		name, reason string
		change       func(*api.ReadReq_Options)
	}{
		{"no count", "(All, None, Forwards, NoFilter)", func(o *api.ReadReq_Options) { o.CountOption = nil }},
		{"a count of 0", "count", func(o *api.ReadReq_Options) { o.CountOption = &api.ReadReq_Options_Count{} }},
		{"no stream", "StreamOption", func(o *api.ReadReq_Options) { o.StreamOption = nil }},
		{"no filter option", "(All, Count, Forwards, None)", func(o *api.ReadReq_Options) { o.FilterOption = nil }},
		{"forwards from the end of a stream", "end", func(o *api.ReadReq_Options) {
			o.StreamOption = &api.ReadReq_Options_Stream{Stream: &api.ReadReq_Options_StreamOptions{
				StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("s")}, RevisionOption: &api.ReadReq_Options_StreamOptions_End{},
			}}
		}},
		{"a subscription backwards", "(All, Subscription, Backwards, NoFilter)", func(o *api.ReadReq_Options) {
			o.CountOption, o.ReadDirection = &api.ReadReq_Options_Subscription{}, api.ReadReq_Options_Backwards
		}},
		{"an impossible position", "position", func(o *api.ReadReq_Options) {
			o.GetAll().AllOption = &api.ReadReq_Options_AllOptions_Position{Position: &api.ReadReq_Options_Position{CommitPosition: 1,
				PreparePosition: 2}}
		}},
		{"an expression that is none", "regular expression",
			filtered(&api.ReadReq_Options_FilterOptions{Filter: regex("a("), Window: window, CheckpointIntervalMultiplier: 1})},
		{"an expression that is too long", "regular expression", filtered(&api.ReadReq_Options_FilterOptions{
			Filter: regex(strings.Repeat("a", 5000)), Window: window, CheckpointIntervalMultiplier: 1,
		})},
		{"a window of nothing", "window", filtered(&api.ReadReq_Options_FilterOptions{Filter: a, Window: &api.ReadReq_Options_FilterOptions_Max{},
			CheckpointIntervalMultiplier: 1})},
		{"no window", "window", filtered(&api.ReadReq_Options_FilterOptions{Filter: a, CheckpointIntervalMultiplier: 1})},
		{"no interval", "interval", filtered(&api.ReadReq_Options_FilterOptions{Filter: a, Window: window})},
		{"an empty filter", "filter", filtered(&api.ReadReq_Options_FilterOptions{Window: window, CheckpointIntervalMultiplier: 1})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := allOptions(1)
			tt.change(req)
			_, err := readRaw(t, raw, req)
			if err == nil || !strings.Contains(err.Error(), "InvalidArgument") || !strings.Contains(err.Error(), tt.reason) {
				t.Errorf("got %v, want an invalid argument that names the %s", err, tt.reason)
			}
		})
	}
}

func TestLinksAreFollowedOnlyWhenAsked(t *testing.T) {
	client := connect(t, open(t, config(t)))
	appended(t, client, "target", esdb.Any{}, events(3)...)
	link := func(data string) esdb.EventData {
		e := event("$>", data)
		e.ContentType = esdb.ContentTypeBinary
		return e
	}
	appended(t, client, "links", esdb.Any{}, link("1@target"), event("Plain", "{}"), link("9@target"), link("nonsense"), link("2@target"))
	read := func(resolve bool) (out []string) {
		rs, err := client.ReadStream(within(t), "links", esdb.ReadStreamOptions{ResolveLinkTos: resolve}, 10)
		if err != nil {
			t.Fatal(err)
		}
		defer rs.Close()
		for range 5 {
			ev, err := rs.Recv()
			if err != nil {
				t.Fatal(err)
			}
			s := "-"
			if ev.Event != nil {
				s = fmt.Sprintf("%d@%s", ev.Event.EventNumber, ev.Event.StreamID)
			}
			if ev.Link != nil {
				s += fmt.Sprintf(" by %d@%s", ev.Link.EventNumber, ev.Link.StreamID)
				if *ev.Commit != ev.Link.Position.Commit {
					t.Errorf("the position of %s is not the link's", s)
				}
			}
			out = append(out, s)
		}
		return out
	}
	want := []string{"1@target by 0@links", "1@links", "- by 2@links", "- by 3@links", "2@target by 4@links"}
	if diff := cmp.Diff(want, read(true)); diff != "" {
		t.Errorf("followed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"0@links", "1@links", "2@links", "3@links", "4@links"}, read(false)); diff != "" {
		t.Errorf("not followed (-want +got):\n%s", diff)
	}
}

// A link whose target is away in any of the ways in which events go away is shown alone: on reads in both directions, on
// $all, and to subscribers of what was and of what comes.
func TestLinksToWhatIsGone(t *testing.T) {
	t.Parallel()
	c := config(t)
	var ahead atomic.Int64
	c.Clock = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	client := connect(t, open(t, c))
	live, err := client.SubscribeToStream(within(t), "links", esdb.SubscribeToStreamOptions{From: esdb.End{}, ResolveLinkTos: true})
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	expect(t, live, "caught up")
	for _, stream := range []string{"there", "deleted", "tombstoned", "truncated", "old"} {
		appended(t, client, stream, esdb.Any{}, events(2)...)
	}
	if _, err := client.DeleteStream(within(t), "deleted", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.TombstoneStream(within(t), "tombstoned", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	setMetadata(t, client, "truncated", func(m *esdb.StreamMetadata) { m.SetTruncateBefore(1) })
	setMetadata(t, client, "old", func(m *esdb.StreamMetadata) { m.SetMaxAge(time.Minute) })
	ahead.Store(int64(time.Hour))
	want := map[string]bool{"1@there": true, "0@deleted": false, "0@tombstoned": false, "0@truncated": false, "1@truncated": true,
		"1@old": false, "2@there": false, "0@never": false, "0@$$truncated": true, "": false, "1": false, "-1@there": false, "@there": false,
		"1@": false, "x@there": false, "99999999999999999999@there": false, "\xff@\xff": false}
	var links []esdb.EventData
	for data := range want {
		links = append(links, event("$>", data))
	}
	first := appended(t, client, "links", esdb.Any{}, links...).CommitPosition - uint64(len(links)) + 1
	check := func(how string, got *esdb.ResolvedEvent) {
		t.Helper()
		if got == nil || got.Link == nil {
			t.Fatalf("%s: %+v is no link", how, got)
		}
		data := string(got.Link.Data)
		followed := got.Event != nil
		if followed != want[data] || followed && fmt.Sprintf("%d@%s", got.Event.EventNumber, got.Event.StreamID) != data {
			t.Errorf("%s: %q is followed: %v, want %v", how, data, followed, want[data])
		}
	}
	from := esdb.Position{Commit: first - 1, Prepare: first - 1}
	old, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: from, ResolveLinkTos: true})
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	for range links {
		check("live", live.Recv().EventAppeared)
		check("subscribed to $all", old.Recv().EventAppeared)
	}
	for how, read := range map[string]func() (*esdb.ReadStream, error){
		"stream": func() (*esdb.ReadStream, error) {
			return client.ReadStream(within(t), "links", esdb.ReadStreamOptions{ResolveLinkTos: true}, 100)
		},
		"stream backwards": func() (*esdb.ReadStream, error) {
			return client.ReadStream(within(t), "links", esdb.ReadStreamOptions{From: esdb.End{}, Direction: esdb.Backwards, ResolveLinkTos: true},
				100)
		},
		"$all": func() (*esdb.ReadStream, error) {
			return client.ReadAll(within(t), esdb.ReadAllOptions{From: esdb.Position{Commit: first, Prepare: first}, ResolveLinkTos: true}, 100)
		},
		"$all backwards": func() (*esdb.ReadStream, error) {
			return client.ReadAll(within(t), esdb.ReadAllOptions{From: esdb.End{}, Direction: esdb.Backwards, ResolveLinkTos: true},
				uint64(len(links)))
		},
	} {
		rs, err := read()
		if err != nil {
			t.Fatal(err)
		}
		for range links {
			got, err := rs.Recv()
			if err != nil {
				t.Fatalf("%s: %v", how, err)
			}
			check(how, got)
		}
		rs.Close()
	}
}

// Clients that say nothing of how they want ids get them in two halves.
func TestReadWithoutUUIDOption(t *testing.T) {
	n := open(t, config(t))
	written := events(1)
	appended(t, connect(t, n), "s", esdb.Any{}, written...)
	o := allOptions(1)
	o.UuidOption = nil
	got, err := readRaw(t, connectRaw(t, n), o)
	if err != nil || len(got) != 1 {
		t.Fatalf("got %v, %v", got, err)
	}
	id := got[0].GetEvent().GetEvent().GetId().GetStructured()
	var halves [16]byte
	binary.BigEndian.PutUint64(halves[:8], uint64(id.GetMostSignificantBits()))
	binary.BigEndian.PutUint64(halves[8:], uint64(id.GetLeastSignificantBits()))
	if halves != written[0].EventID {
		t.Errorf("got the id %v, want %v", got[0].GetEvent().GetEvent().GetId(), written[0].EventID)
	}
}
