package drafts_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"candor/events"
	"candor/projections/drafts"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

func saved(id events.DraftID, minute int, fields string) events.DraftSaved {
	e := events.DraftSaved{DraftID: id, Kind: events.ReviewKind, At: modeltest.Day(minute), Was: map[string]json.RawMessage{}}
	if item, ok := id.Item(); ok {
		e.Kind, e.ItemID = item.Kind, item.ID
		e.Base = modeltest.Ptr(uint64(3))
	}
	if err := json.Unmarshal([]byte(fields), &e.Fields); err != nil {
		panic(err)
	}
	return e
}

func TestADraftIsWhatWasSavedLast(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	twelve := events.Item{Kind: events.ReviewKind, ID: 12}.Draft()
	log.Append(t, twelve.Stream(), saved(twelve, 1, `{"title":"One"}`))
	modeltest.Seen(t, log.Append(t, twelve.Stream(), saved(twelve, 2, `{"title":"Two","rating":"high"}`)), m)

	d, err := m.Drafts.Draft(twelve)
	if err != nil {
		t.Fatal(err)
	}
	if d.Title != "Two" || string(d.Fields) != `{"rating":"high","title":"Two"}` || *d.ItemID != 12 || *d.Base != 3 || d.Revision != 1 ||
		d.By.Name != "admin" || !d.UpdatedAt.Equal(modeltest.Day(2)) {
		t.Errorf("%+v", d)
	}
	listed, _, err := m.Drafts.Summaries(events.ReviewKind)
	if diff := cmp.Diff(map[int64]drafts.Summary{12: {UpdatedAt: modeltest.Day(2), By: d.By, Fields: []string{"rating", "title"},
		Revision: 1}}, listed); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	if others, _, err := m.Drafts.Summaries(events.ArticleKind); len(others) != 0 || err != nil {
		t.Errorf("%v, %v", others, err)
	}
}

func TestADraftEndsWhenItIsDiscardedDeletedOrItsItemIs(t *testing.T) {
	item := events.Item{Kind: events.PageKind, ID: 3}
	id := item.Draft()
	for name, one := range map[string]struct {
		end       func(log *modeltest.Log) events.Position
		undeleted []string
	}{
		"discarded": {func(log *modeltest.Log) events.Position {
			return log.Append(t, id.Stream(), events.DraftDiscarded{DraftID: id, Kind: item.Kind, ItemID: 3, At: modeltest.Day(2)})
		}, []string{"draft-page-3"}},
		"discarded and deleted": {func(log *modeltest.Log) events.Position {
			log.Append(t, id.Stream(), events.DraftDiscarded{DraftID: id, Kind: item.Kind, ItemID: 3, At: modeltest.Day(2)})
			return log.DeleteStream(id.Stream())
		}, nil},
		"deleted by hand": {func(log *modeltest.Log) events.Position { return log.DeleteStream(id.Stream()) }, nil},
		"without its item": {func(log *modeltest.Log) events.Position {
			return log.Append(t, item.Stream(), events.PageDeleted{PageID: 3, At: modeltest.Day(2)})
		}, []string{"draft-page-3"}},
	} {
		t.Run(name, func(t *testing.T) {
			log := modeltest.NewLog()
			m := modeltest.Open(t, t.TempDir(), log)
			log.Append(t, id.Stream(), saved(id, 1, `{"title":"One"}`))
			modeltest.Seen(t, one.end(log), m)
			if _, err := m.Drafts.Draft(id); !errors.Is(err, projector.ErrNotFound) {
				t.Errorf("the draft is still there: %v", err)
			}
			if count, size, err := m.Drafts.Totals(); count != 0 || size != 0 || err != nil {
				t.Errorf("%d drafts of %d bytes are left: %v", count, size, err)
			}
			if left, err := m.Drafts.Undeleted(); err != nil || !cmp.Equal(left, one.undeleted) {
				t.Errorf("streams to delete: %v, %v", left, err)
			}
			modeltest.Seen(t, log.Append(t, id.Stream(), saved(id, 3, `{"title":"Again"}`)), m)
			if d, err := m.Drafts.Draft(id); err != nil || d.Title != "Again" {
				t.Errorf("%+v, %v", d, err)
			}
			if left, err := m.Drafts.Undeleted(); err != nil || len(left) != 0 {
				t.Errorf("a draft in use is to be deleted: %v, %v", left, err)
			}
		})
	}
}

func TestDraftsOfNewItemsAreListedNewestFirst(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	for i, title := range []string{`"Second"`, `"First"`, `5`} {
		id := events.DraftOfNew(uuid.NewSHA1(uuid.Nil, []byte{byte(i)}))
		log.Append(t, id.Stream(), saved(id, []int{2, 1, 3}[i], `{"title":`+title+`}`))
	}
	one := events.Item{Kind: events.ReviewKind, ID: 1}.Draft()
	modeltest.Seen(t, log.Append(t, one.Stream(), saved(one, 9, `{"title":"Of an item"}`)), m)
	titles := func(kind string, limit, offset int) string {
		list, total, err := m.Drafts.New(kind, limit, offset)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, d := range list {
			all = append(all, d.Title)
		}
		return fmt.Sprintf("%q of %d", all, total)
	}
	for _, one := range []struct {
		kind          string
		limit, offset int
		want          string
	}{
		{"", 0, 0, `["" "Second" "First"] of 3`},
		{events.ReviewKind, 1, 1, `["Second"] of 3`},
		{events.ReviewKind, 5, 7, `[] of 3`},
		{events.ArticleKind, 0, 0, `[] of 0`},
		{"rev", 0, 0, `[] of 0`},
	} {
		if got := titles(one.kind, one.limit, one.offset); got != one.want {
			t.Errorf("%+v: %s", one, got)
		}
	}
}

func TestADraftOfSettingsIsNoItems(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	id := events.SectionDraft(events.SiteSection)
	e := saved(id, 1, `{"name":"Noisy","logo":"`+events.MediaAddress(strings.Repeat("a", 64), "image/png")+`"}`)
	e.Kind = events.SettingsKind
	modeltest.Seen(t, log.Append(t, id.Stream(), e), m)
	if d, err := m.Drafts.Draft(id); err != nil || d.Title != "site" || d.ItemID != nil || d.Kind != events.SettingsKind {
		t.Errorf("%+v, %v", d, err)
	}
	if list, total, err := m.Drafts.New("", 0, 0); len(list) > 0 || total > 0 || err != nil {
		t.Errorf("among the new items: %+v, %v", list, err)
	}
	if uses, err := m.Drafts.Pictures(); len(uses[strings.Repeat("a", 64)]) != 1 || err != nil {
		t.Errorf("pictures: %+v, %v", uses, err)
	}
	modeltest.Seen(t, log.Append(t, id.Stream(), events.DraftDiscarded{DraftID: id, Kind: events.SettingsKind, At: modeltest.Day(2)}), m)
	if _, err := m.Drafts.Draft(id); !errors.Is(err, projector.ErrNotFound) {
		t.Errorf("the draft is still there: %v", err)
	}
	if left, err := m.Drafts.Undeleted(); !cmp.Equal(left, []string{"draft-settings-site"}) || err != nil {
		t.Errorf("streams to delete: %v, %v", left, err)
	}
}

func TestTheBytesOfADraftAreThoseThatItsStreamKeeps(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	id := events.Item{Kind: events.ReviewKind, ID: 12}.Draft()
	for i := range events.DraftsKept + 7 {
		log.Append(t, id.Stream(), saved(id, 1, fmt.Sprintf(`{"title":"%03d"}`, i)))
	}
	last := log.All[len(log.All)-1]
	modeltest.Seen(t, last.Position, m)
	count, size, err := m.Drafts.Totals()
	if want := int64(events.DraftsKept * (len(last.Data) + len(last.Meta))); count != 1 || size != want || err != nil {
		t.Errorf("%d drafts of %d bytes, want 1 of %d: %v", count, size, want, err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(m.Drafts.Metrics()...)
	families, err := registry.Gather()
	if err != nil || len(families) != 2 {
		t.Fatalf("%v, %v", families, err)
	}
	for i, want := range []int64{size, count} { // candor_draft_bytes comes first
		if got := families[i].GetMetric()[0].GetGauge().GetValue(); got != float64(want) {
			t.Errorf("%s is %v, want %d", families[i].GetName(), got, want)
		}
	}
}
