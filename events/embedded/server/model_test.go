package server_test

// The whole node against a model that a page can hold: any interleaving of appends with any expectation,
// repetitions, metadata, deletions, tombstones, scavenges, reads and restarts.

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"
)

// modelEvent is what the model knows of an event.
type modelEvent struct {
	Stream   string
	Revision uint64
	Type     string
	ID       uuid.UUID // zero for what the node writes by itself
	Data     string
	Gone     bool // removed by a scavenge: its revision and its position are nobody else's
}

// model is the log and nothing else: everything is found by walking it.
type model struct{ log []modelEvent }

func (m *model) stream(name string) (events []modelEvent, tombstoned bool) {
	for _, e := range m.log {
		if e.Stream == name && e.Type == "$streamDeleted" {
			tombstoned = true
		} else if e.Stream == name {
			events = append(events, e)
		}
	}
	return events, tombstoned
}

// bounds returns what the metadata of a stream hides: revisions below first.
func (m *model) bounds(name string) (first uint64, softDeleted bool) {
	events, _ := m.stream(name)
	meta, _ := m.stream("$$" + name)
	if len(meta) == 0 {
		return 0, false
	}
	var parsed esdb.StreamMetadata
	if p, err := esdb.StreamMetadataFromJson([]byte(meta[len(meta)-1].Data)); err == nil {
		parsed = *p
	}
	if n := parsed.MaxCount(); n != nil && uint64(len(events)) > *n {
		first = uint64(len(events)) - *n
	}
	// The client reads numbers as floats, in which 2^63-1 is 2^63.
	if tb := parsed.TruncateBefore(); tb != nil {
		if *tb >= math.MaxInt64 {
			return 0, true
		}
		first = max(first, *tb)
	}
	return first, false
}

func (m *model) write(stream, eventType, data string, id uuid.UUID) {
	events, _ := m.stream(stream)
	m.log = append(m.log, modelEvent{Stream: stream, Revision: uint64(len(events)), Type: eventType, ID: id, Data: data})
}

// append does what the node should do and returns "ok", "wrong" or "deleted", and the revision and position (0: none)
// to be answered.
func (m *model) append(stream string, want esdb.ExpectedRevision, batch []esdb.EventData) (outcome string, revision, position uint64) {
	events, tombstoned := m.stream(stream)
	meta, _ := m.stream("$$" + stream)
	_, softDeleted := m.bounds(stream)
	if tombstoned {
		return "deleted", 0, 0
	}
	end := len(events)
	at := end // where the batch should be
	switch w := want.(type) {
	case esdb.StreamExists:
		if softDeleted {
			return "deleted", 0, 0
		}
		if end == 0 && len(meta) == 0 {
			return "wrong", 0, 0
		}
		at = -1
	case esdb.Any:
		at = -1
	case esdb.NoStream:
		at = 0
	case esdb.StreamRevision:
		at = int(w.Value) + 1
	}
	known := 0 // how many of the batch are there already
	last := 0
	for i, b := range batch {
		found := -1
		for r, e := range events {
			if e.ID == b.EventID && !e.Gone && (at < 0 || r == at+i) {
				found = r
			}
		}
		if found < 0 {
			break
		}
		known, last = known+1, found
	}
	isNoStream := want == esdb.ExpectedRevision(esdb.NoStream{})
	switch {
	case at > end:
		return "wrong", 0, 0
	case at == end:
	case at >= 0 && len(batch) == 0:
		return "wrong", 0, 0
	case at >= 0 && known == 0 && isNoStream && softDeleted:
	case known > 0 && known == len(batch):
		for i, e := range m.log {
			if e.Stream == stream && e.Revision == uint64(last) {
				return "ok", uint64(last), uint64(i + 1)
			}
		}
	case known > 0 || at >= 0:
		return "wrong", 0, 0
	}
	if len(batch) == 0 {
		return "ok", uint64(max(0, end-1)), 0
	}
	for _, b := range batch {
		m.write(stream, b.EventType, string(b.Data), b.EventID)
	}
	position = uint64(len(m.log))
	if softDeleted {
		m.write("$$"+stream, "$metadata", fmt.Sprintf(`{"$tb":%d}`, end), uuid.Nil)
	}
	return "ok", uint64(end + len(batch) - 1), position
}

// erase is a delete or a tombstone.
func (m *model) erase(stream string, want esdb.ExpectedRevision, forEver bool) string {
	events, tombstoned := m.stream(stream)
	meta, _ := m.stream("$$" + stream)
	_, softDeleted := m.bounds(stream)
	ok := true
	switch w := want.(type) {
	case esdb.StreamExists:
		if softDeleted {
			return "deleted"
		}
		ok = len(events) > 0 || len(meta) > 0
	case esdb.NoStream:
		ok = len(events) == 0 || softDeleted
	case esdb.StreamRevision:
		ok = int(w.Value) == len(events)-1
	}
	switch {
	case tombstoned:
		return "deleted"
	case !ok || !forEver && len(events) == 0 && len(meta) == 0:
		return "wrong"
	case forEver:
		m.log = append(m.log, modelEvent{Stream: stream, Revision: math.MaxInt64, Type: "$streamDeleted"})
	default:
		m.write("$$"+stream, "$metadata", `{"$tb":9223372036854775807}`, uuid.Nil)
	}
	return "ok"
}

// scavenge removes what readers of the streams may not see, but for the last event of a stream that can come back.
func (m *model) scavenge() (removed uint64) {
	for i := range m.log {
		e := &m.log[i]
		events, tombstoned := m.stream(e.Stream)
		first, softDeleted := m.bounds(e.Stream)
		if of, ok := strings.CutPrefix(e.Stream, "$$"); ok {
			_, tombstoned = m.stream(of)
			first = uint64(len(events)) - 1
		} else if softDeleted {
			first = uint64(len(events)) - 1
		}
		if !e.Gone && e.Type != "$streamDeleted" && (tombstoned || e.Revision < min(first, uint64(len(events))-1)) {
			e.Gone = true
			removed++
		}
	}
	return removed
}

// outcome says how the client's call ended, in the model's words.
func outcome(t *rapid.T, err error, wrong esdb.ErrorCode) string {
	if err == nil {
		return "ok"
	}
	switch c := code(t, err); c {
	case wrong:
		return "wrong"
	case esdb.ErrorCodeStreamDeleted:
		return "deleted"
	default:
		return err.Error()
	}
}

func TestNodeIsItsModel(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := config(t)
		c.Insecure = true
		n := open(t, c)
		client, raw := connect(t, n), connectRaw(t, n)
		var m model
		var batches [][]esdb.EventData
		stream := rapid.SampledFrom([]string{"a", "b", "c-1"})
		expected := func(name string) esdb.ExpectedRevision {
			events, _ := m.stream(name)
			return rapid.OneOf(
				rapid.Just[esdb.ExpectedRevision](esdb.Any{}),
				rapid.Just[esdb.ExpectedRevision](esdb.NoStream{}),
				rapid.Just[esdb.ExpectedRevision](esdb.StreamExists{}),
				rapid.Map(rapid.Uint64Range(0, uint64(len(events)+1)), func(v uint64) esdb.ExpectedRevision { return esdb.Revision(v) }),
				rapid.Just[esdb.ExpectedRevision](esdb.Revision(uint64(max(1, len(events))-1))),
			).Draw(r, "expected")
		}
		batch := func() []esdb.EventData {
			if len(batches) > 0 && rapid.IntRange(0, 3).Draw(r, "again") == 0 {
				b := rapid.SampledFrom(batches).Draw(r, "batch")
				return b[rapid.IntRange(0, len(b)).Draw(r, "skip"):]
			}
			b := make([]esdb.EventData, rapid.SampledFrom([]int{0, 1, 1, 2, 3, 90}).Draw(r, "events"))
			for i := range b {
				b[i] = event("Counted", fmt.Sprintf(`{"n":%d}`, len(batches)*1000+i))
			}
			batches = append(batches, b)
			return b
		}
		actions := map[string]func(*rapid.T){
			"append": func(*rapid.T) {
				name := stream.Draw(r, "stream")
				want, b := expected(name), batch()
				then, revision, position := m.append(name, want, b)
				var res *esdb.WriteResult
				var err error
				got := ""
				if rapid.Bool().Draw(r, "by batch append") {
					got, res = appendedByBatch(t, raw, name, want, b)
				} else {
					res, err = client.AppendToStream(within(t), name, esdb.AppendToStreamOptions{ExpectedRevision: want}, b...)
					got = outcome(r, err, esdb.ErrorCodeWrongExpectedVersion)
				}
				if got != then {
					r.Fatalf("append of %d events to %s expecting %v: %s, want %s", len(b), name, want, got, then)
				}
				if got == "ok" && position > 0 && (res.NextExpectedVersion != revision || res.CommitPosition != position) {
					r.Fatalf("append to %s expecting %v answered %+v, want revision %d at %d", name, want, res, revision, position)
				}
			},
			"delete": func(*rapid.T) {
				name := stream.Draw(r, "stream")
				want := expected(name)
				then := m.erase(name, want, false)
				res, err := client.DeleteStream(within(t), name, esdb.DeleteStreamOptions{ExpectedRevision: want})
				if got := outcome(r, err, esdb.ErrorCodeUnknown); got != then {
					r.Fatalf("delete of %s expecting %v: %s, want %s", name, want, got, then)
				}
				if err == nil && res.Position.Commit != uint64(len(m.log)) {
					r.Fatalf("deleted at %v, want %d", res.Position, len(m.log))
				}
			},
			"tombstone": func(*rapid.T) {
				if rapid.IntRange(0, 5).Draw(r, "rarely") > 0 {
					return
				}
				name := stream.Draw(r, "stream")
				want := expected(name)
				then := m.erase(name, want, true)
				_, err := client.TombstoneStream(within(t), name, esdb.TombstoneStreamOptions{ExpectedRevision: want})
				if got := outcome(r, err, esdb.ErrorCodeUnknown); got != then {
					r.Fatalf("tombstone of %s expecting %v: %s, want %s", name, want, got, then)
				}
			},
			"metadata": func(*rapid.T) {
				name := stream.Draw(r, "stream")
				data := fmt.Sprintf(`{%q:%d}`, rapid.SampledFrom([]string{"$maxCount", "$tb"}).Draw(r, "key"), rapid.IntRange(1, 100).Draw(r, "value"))
				_, tombstoned := m.stream(name)
				events, _ := m.stream(name)
				_, softDeleted := m.bounds(name)
				e := event("$metadata", data)
				_, err := client.AppendToStream(within(t), "$$"+name, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, e)
				if tombstoned != (err != nil) {
					r.Fatalf("metadata of %s: %v, tombstoned %v", name, err, tombstoned)
				}
				if tombstoned {
					return
				}
				m.write("$$"+name, "$metadata", data, e.EventID)
				if softDeleted {
					meta, _ := esdb.StreamMetadataFromJson([]byte(data))
					meta.SetTruncateBefore(uint64(len(events)))
					again, _ := meta.ToJson()
					m.write("$$"+name, "$metadata", string(again), uuid.Nil)
				}
			},
			"scavenge": func(*rapid.T) {
				then := m.scavenge()
				got, err := n.Scavenge(within(t), nil)
				if err != nil || got.Removed != then {
					r.Fatalf("scavenge removed %d events, want %d: %v", got.Removed, then, err)
				}
			},
			"read": func(*rapid.T) { checkRead(t, r, client, &m, stream.Draw(r, "stream")) },
			"restart": func(*rapid.T) {
				if rapid.IntRange(0, 3).Draw(r, "rarely") > 0 {
					return
				}
				if err := n.Close(); err != nil {
					r.Fatal(err)
				}
				n = open(t, c)
				client, raw = connect(t, n), connectRaw(t, n)
			},
			"read all": func(*rapid.T) { checkAll(t, r, client, &m) },
		}
		r.Repeat(actions)
		checkAll(t, r, client, &m)
		if err := n.Verify(within(t)); err != nil {
			r.Fatal(err)
		}
		n.Close()
	})
}

// checkRead reads part of a stream and compares.
func checkRead(t *testing.T, r *rapid.T, client *esdb.Client, m *model, name string) {
	events, tombstoned := m.stream(name)
	first, softDeleted := m.bounds(name)
	options := esdb.ReadStreamOptions{From: esdb.Start{}}
	from := rapid.IntRange(0, len(events)+1).Draw(r, "from")
	count := rapid.IntRange(1, 120).Draw(r, "count")
	options.From = esdb.Revision(uint64(from))
	down := rapid.Bool().Draw(r, "down")
	if down {
		options.Direction = esdb.Backwards
	}
	rs, err := client.ReadStream(within(t), name, options, uint64(count))
	got, err := tryCollect(rs, err)
	switch {
	case tombstoned && (err == nil || code(r, err) != esdb.ErrorCodeStreamDeleted):
		r.Fatalf("reading the tombstoned %s: %v", name, err)
	case tombstoned:
		return
	case len(events) == 0 || softDeleted:
		if err == nil || code(r, err) != esdb.ErrorCodeResourceNotFound {
			r.Fatalf("reading %s, which is not there: %v", name, err)
		}
		return
	case err != nil:
		r.Fatal(err)
	}
	want := []modelEvent{}
	if down {
		for i := min(from, len(events)-1); i >= int(first) && len(want) < count; i-- {
			want = append(want, present(events[i:i+1])...)
		}
	} else {
		for i := max(from, int(first)); i < len(events) && len(want) < count; i++ {
			want = append(want, present(events[i:i+1])...)
		}
	}
	if diff := cmp.Diff(want, seen(got, want)); diff != "" {
		r.Fatalf("%s from %d, down %v (-want +got):\n%s", name, from, down, diff)
	}
}

// checkAll compares the whole log.
func checkAll(t *testing.T, r *rapid.T, client *esdb.Client, m *model) {
	rs, err := client.ReadAll(within(t), esdb.ReadAllOptions{From: esdb.Start{}}, 1<<40)
	got, err := tryCollect(rs, err)
	if err != nil {
		r.Fatal(err)
	}
	want := present(m.log)
	if diff := cmp.Diff(want, seen(got, want)); diff != "" {
		r.Fatalf("$all (-want +got):\n%s", diff)
	}
	for i, e := range got {
		if was := m.log[e.Position.Commit-1]; was != want[i] {
			r.Fatalf("%v is at position %v, where %v was", want[i], e.Position, was)
		}
	}
}

// present is the events that are not gone.
func present(events []modelEvent) []modelEvent {
	out := []modelEvent{}
	for _, e := range events {
		if !e.Gone {
			out = append(out, e)
		}
	}
	return out
}

// seen is events as the model writes them; ids that the model does not know are left out.
func seen(got []*esdb.RecordedEvent, want []modelEvent) []modelEvent {
	out := []modelEvent{}
	for i, e := range got {
		s := modelEvent{e.StreamID, e.EventNumber, e.EventType, e.EventID, string(e.Data), false}
		if i < len(want) && want[i].ID == uuid.Nil {
			s.ID = uuid.Nil
		}
		out = append(out, s)
	}
	return out
}
