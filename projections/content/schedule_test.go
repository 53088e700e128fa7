package content_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"candor/events"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
)

// planned is one item according to a simple fold of the log.
type planned struct {
	exists, deleted bool
	schedule        events.Schedule
	draft           *time.Time
}

// For any history, Due returns what a fold of it says: in the order of the times, without deleted items.
func TestWhatIsDueIsWhatTheLogSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		m := modeltest.Open(t, t.TempDir(), log)
		modeltest.DrawHistory(rt, t, log, rapid.IntRange(1, 40).Draw(rt, "events"))
		var last events.Position
		items := map[string]planned{}
		for _, r := range log.All {
			last = r.Position
			e, err := r.Decode()
			if err != nil {
				continue
			}
			about, _ := events.AboutOf(e)
			if !about.IsContent() {
				continue
			}
			one := items[r.Stream]
			switch about.Action {
			case events.ActionCreated:
				one.exists = true
			case events.ActionDeleted:
				one.deleted, one.draft = one.exists, nil
			case events.ActionRestored:
				one.deleted, one.draft = false, nil
			case events.ActionDraftScheduled, events.ActionDraftUnscheduled, events.ActionDraftPublished, events.ActionDraftNotPublished:
				one.draft = nil
				if planned, ok := e.(events.DraftScheduled); ok && one.exists {
					one.draft = &planned.PublishAt
				}
			case events.ActionScheduled:
				if one.exists {
					one.schedule = about.Changes.(events.Schedule)
				}
			}
			items[r.Stream] = one
		}
		if last > 0 {
			modeltest.Seen(t, last, m.Content)
		}
		now := modeltest.Day(rapid.IntRange(-1, 3001).Draw(rt, "now"))
		type due struct {
			at     time.Time
			stream string
		}
		var all []due
		for stream, one := range items {
			for _, at := range []*time.Time{one.schedule.PublishAt, one.schedule.UnpublishAt, one.draft} {
				if one.exists && !one.deleted && at != nil {
					all = append(all, due{*at, stream})
				}
			}
		}
		slices.SortFunc(all, func(a, b due) int { return a.at.Compare(b.at) })
		var want []string
		var next time.Time
		times := map[string]time.Time{}
		for _, d := range all {
			if d.at.After(now) {
				next = d.at
				break
			}
			if _, ok := times[d.stream]; !ok {
				times[d.stream] = d.at
				want = append(want, d.stream)
			}
		}
		got, gotNext, err := m.Content.Due(now, 100)
		if err != nil || !gotNext.Equal(next) {
			rt.Fatalf("the next time is %v, want %v (%v)", gotNext, next, err)
		}
		// Of items at the same moment any may be first.
		byTime := func(a, b string) int { return cmp.Or(times[a].Compare(times[b]), strings.Compare(a, b)) }
		if !slices.IsSortedFunc(got, func(a, b string) int { return times[a].Compare(times[b]) }) {
			rt.Fatalf("not the longest due first: %v", got)
		}
		slices.SortFunc(got, byTime)
		slices.SortFunc(want, byTime)
		if !slices.Equal(got, want) {
			rt.Fatalf("due are %v, want %v", got, want)
		}
	})
}

func TestOnlyTheAdminSeesASchedule(t *testing.T) {
	for kind, k := range itemKinds() {
		t.Run(kind, func(t *testing.T) {
			log := modeltest.NewLog()
			m := modeltest.Open(t, t.TempDir(), log)
			items, stream := k.items(m.Content), kind+"-1"
			at := modeltest.Day(500)
			body := modeltest.Body(t)
			changed := m.Content.ScheduleChanged()
			modeltest.Seen(t, log.Append(t, stream, k.created, k.published), m.Content)
			before := body(items.One(1))
			if admins := body(items.AdminOne(1)); !strings.HasSuffix(admins, `"publishAt":null,"unpublishAt":null,"draftPublishAt":null}`) {
				t.Errorf("without a schedule: %s", admins)
			}
			select {
			case <-changed:
				t.Error("the schedule changed before there was one")
			default:
			}
			modeltest.Seen(t, log.Append(t, stream, k.scheduled(events.Schedule{UnpublishAt: &at})), m.Content)
			<-changed
			want := fmt.Sprintf(`"publishAt":null,"unpublishAt":%q,"draftPublishAt":null}`, at.Format(time.RFC3339))
			if admins := body(items.AdminOne(1)); !strings.HasSuffix(admins, want) {
				t.Errorf("with a schedule: %s", admins)
			}
			for _, order := range []content.Arrangement{{}, {Sort: "title"}} {
				if list := body(items.AdminList(content.Query{}, order)); !strings.HasSuffix(list, want+"]") {
					t.Errorf("in the list %+v: %s", order, list)
				}
			}
			// Readers see nothing of it, not even in the date.
			public := body(items.One(1))
			if got := strings.Replace(public, `"revision":2`, `"revision":1`, 1); got != before {
				t.Errorf("readers got  %s\nand now see %s", before, public)
			}
			list := body(items.List(content.Query{}))
			var shown []json.RawMessage
			if err := json.Unmarshal([]byte(list), &shown); err != nil || len(shown) != 1 || strings.Contains(list, "ublishAt") {
				t.Errorf("readers' list: %s", list)
			}
		})
	}
}
