package server_test

// Filters of $all against a model: by stream name or event type, by prefix or expression, forwards, backwards and live, from
// anywhere.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// modelFilter is a filter, and which text it lets through.
type modelFilter struct {
	filter *esdb.SubscriptionFilter
	wants  func(text string) bool
}

func drawFilter(r *rapid.T) modelFilter {
	f := &esdb.SubscriptionFilter{Type: rapid.SampledFrom([]esdb.FilterType{esdb.StreamFilterType, esdb.EventFilterType}).Draw(r, "by")}
	if rapid.Bool().Draw(r, "an expression") {
		f.Regex = rapid.SampledFrom([]string{`a`, `^a`, `b$`, `^(a|b)-`, `[^-]$`, `^[^$]`, `^\$`, `Ä`, `(?i)^A`, `-1|-2`, `x{3}`}).Draw(r,
			"expression")
		return modelFilter{f, regexp.MustCompile(f.Regex).MatchString}
	}
	f.Prefixes = rapid.SliceOfN(rapid.SampledFrom([]string{"a", "a-", "a-1", "b", "$", "$$a", "Ä", "A", "none"}), 1, 3).Draw(r, "prefixes")
	return modelFilter{f, func(text string) bool {
		return slices.ContainsFunc(f.Prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
	}}
}

// read reads $all through the filter, which the Go client can't, and returns the positions.
func (f modelFilter) read(t *testing.T, raw *rawNode, backwards bool, from, count uint64) (positions []uint64, err error) {
	o := allOptions(count)
	o.StreamOption = &api.ReadReq_Options_All{All: &api.ReadReq_Options_AllOptions{AllOption: &api.ReadReq_Options_AllOptions_Position{
		Position: &api.ReadReq_Options_Position{CommitPosition: from, PreparePosition: from}}}}
	if backwards {
		o.ReadDirection = api.ReadReq_Options_Backwards
	}
	expression := &api.ReadReq_Options_FilterOptions_Expression{Regex: f.filter.Regex, Prefix: f.filter.Prefixes}
	options := &api.ReadReq_Options_FilterOptions{CheckpointIntervalMultiplier: 1, Window: &api.ReadReq_Options_FilterOptions_Max{Max: 32}}
	if f.filter.Type == esdb.EventFilterType {
		options.Filter = &api.ReadReq_Options_FilterOptions_EventType{EventType: expression}
	} else {
		options.Filter = &api.ReadReq_Options_FilterOptions_StreamIdentifier{StreamIdentifier: expression}
	}
	o.FilterOption = &api.ReadReq_Options_Filter{Filter: options}
	raw.ctx = within(t)
	answers, err := readRaw(t, raw, o)
	for _, a := range answers {
		positions = append(positions, a.GetEvent().GetCommitPosition())
	}
	return positions, err
}

func TestFiltersAreTheirModel(t *testing.T) {
	t.Parallel()
	c := config(t)
	c.Insecure, c.Password = true, ""
	n := open(t, c)
	client, raw := connect(t, n), connectRaw(t, n)
	type stored struct {
		position      uint64
		stream, event string
	}
	var log []stored
	rapid.Check(t, func(r *rapid.T) {
		for range rapid.IntRange(0, 6).Draw(r, "appends") {
			stream := rapid.SampledFrom([]string{"a-1", "a-2", "b-1", "ab", "Ä", "$a", "$$a-1", "xxx"}).Draw(r, "stream")
			var batch []esdb.EventData
			for range rapid.SampledFrom([]int{1, 2, 50}).Draw(r, "events") {
				batch = append(batch, event(rapid.SampledFrom([]string{"A", "a-type", "b", "Äb", "$a", "xxx-1"}).Draw(r, "type"), "{}"))
			}
			res := appended(t, client, stream, esdb.Any{}, batch...)
			for i, e := range batch {
				log = append(log, stored{res.CommitPosition - uint64(len(batch)-1-i), stream, e.EventType})
			}
		}
		f := drawFilter(r)
		matches := func(s stored) bool {
			if f.filter.Type == esdb.EventFilterType {
				return f.wants(s.event)
			}
			return f.wants(s.stream)
		}
		end := uint64(len(log))
		from := rapid.Uint64Range(0, end+2).Draw(r, "from")
		count := rapid.SampledFrom([]uint64{1, 2, 7, 1000000}).Draw(r, "count")
		backwards := rapid.Bool().Draw(r, "backwards")

		var want []uint64
		for _, s := range log {
			if matches(s) && (backwards && s.position < from || !backwards && s.position >= from) {
				want = append(want, s.position)
			}
		}
		if backwards {
			slices.Reverse(want)
		}
		want = want[:min(uint64(len(want)), count)]
		got, err := f.read(t, raw, backwards, from, count)
		if err != nil {
			r.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			r.Fatalf("from %d, backwards %v, %d of %+v (-want +got):\n%s", from, backwards, count, f.filter, diff)
		}

		// A subscription gets the same after its position, and a checkpoint for every interval of events considered.
		from = min(from, end)
		window, multiplier := rapid.IntRange(1, 40).Draw(r, "window"), rapid.IntRange(1, 3).Draw(r, "multiplier")
		interval := uint64(window * multiplier)
		sub, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Position{Commit: from, Prepare: from},
			Filter: f.filter, MaxSearchWindow: window, CheckpointInterval: multiplier})
		if err != nil {
			r.Fatal(err)
		}
		defer sub.Close()
		var script []string
		considered := uint64(0)
		for _, s := range log[from:] {
			if matches(s) {
				script = append(script, fmt.Sprint(s.position))
			}
			if considered++; considered%interval == 0 {
				script = append(script, fmt.Sprint("checkpoint ", s.position))
			}
		}
		if considered%interval != 0 {
			script = append(script, fmt.Sprint("checkpoint ", end))
		}
		script = append(script, "caught up")
		var said []string
		for range script {
			ev := sub.Recv()
			text := describe(ev)
			if ev.EventAppeared != nil {
				text = fmt.Sprint(ev.EventAppeared.OriginalEvent().Position.Commit)
			}
			said = append(said, text)
		}
		if diff := cmp.Diff(script, said); diff != "" {
			r.Fatalf("subscription after %d to %+v every %d (-want +got):\n%s", from, f.filter, interval, diff)
		}
	})
}
