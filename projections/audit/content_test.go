package audit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"candor/events"
	"candor/projections/audit"
	"candor/projections/internal/modeltest"
)

// contentKind is one kind of content, as its events tell of it.
type contentKind struct {
	kind, noun, word                                            string // "article", "article", "NEWS"
	created, renamed, published, unpublished, deleted, restored events.Event
}

func contentKinds() []contentKind {
	at := modeltest.Day(1)
	return []contentKind{
		{"review", "review", "REVIEW", modeltest.Review(1, "Old"),
			events.ReviewUpdated{ReviewID: 1, At: at, Changes: events.ReviewChanges{Title: modeltest.Ptr("New")}},
			modeltest.Published(1), events.ReviewUnpublished{ReviewID: 1, At: at}, events.ReviewDeleted{ReviewID: 1, At: at},
			events.ReviewRestored{ReviewID: 1, At: at}},
		{"article", "article", "NEWS", events.ArticleCreated{ArticleID: 1, At: at, ArticleContent: events.ArticleContent{Title: "Old"}},
			events.ArticleUpdated{ArticleID: 1, At: at, Changes: events.ArticleChanges{Title: modeltest.Ptr("New")}},
			events.ArticlePublished{ArticleID: 1, At: at}, events.ArticleUnpublished{ArticleID: 1, At: at},
			events.ArticleDeleted{ArticleID: 1, At: at}, events.ArticleRestored{ArticleID: 1, At: at}},
		{"page", "page", "PAGE", modeltest.Page(1, "Old"),
			events.PageUpdated{PageID: 1, At: at, Changes: events.PageChanges{Title: modeltest.Ptr("New")}},
			events.PagePublished{PageID: 1, At: at}, events.PageUnpublished{PageID: 1, At: at}, events.PageDeleted{PageID: 1, At: at},
			events.PageRestored{PageID: 1, At: at}},
	}
}

// The log tells of each kind of content alike: in the admin's actions, in the entries, in what is deleted and in what a key has changed.
func TestEveryKindOfContentIsInTheLog(t *testing.T) {
	for _, k := range contentKinds() {
		t.Run(k.kind, func(t *testing.T) {
			log := modeltest.NewLog()
			m := modeltest.Open(t, modeltest.MemDir(t), log)
			stream := k.kind + "-1"
			request := func(id string) events.Metadata {
				return events.Metadata{Actor: events.Actor{Kind: events.ActorAdmin, ID: "admin", Name: "admin"}, CorrelationID: id}
			}
			log.AppendAs(t, stream, request("1"), k.created, k.published)
			log.AppendAs(t, stream, events.Metadata{Actor: events.Actor{Kind: events.ActorBot, ID: "7", Name: "press"}, CorrelationID: "2"},
				k.renamed)
			log.AppendAs(t, stream, request("3"), k.unpublished)
			modeltest.Seen(t, log.AppendAs(t, stream, request("4"), k.deleted), m.History)

			actions := func() (lines []string) {
				var all []audit.Activity
				a, err := m.History.ActivityAnswer(0, 0)
				if err := errors.Join(err, json.Unmarshal(a.Body(), &all)); err != nil {
					t.Fatal(err)
				}
				for _, one := range all {
					lines = append(lines, fmt.Sprintf("%s: %s (%s)", one.Action, one.Details, one.Item.State))
				}
				return lines
			}
			want := []string{
				fmt.Sprintf(`DELETE_%s: Deleted %s "New" (deleted)`, k.word, k.noun),
				fmt.Sprintf(`UPDATE_%s: Unpublished %s "New" (deleted)`, k.word, k.noun),
				fmt.Sprintf(`CREATE_%s: Created and published %s "Old" (deleted)`, k.word, k.noun)}
			if got := actions(); strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("actions are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}

			deleted := func() string {
				t.Helper()
				return modeltest.Body(t)(m.History.DeletedAnswer(k.kind, "NEW", 0, 0))
			}
			if got := deleted(); !strings.HasPrefix(got, `[{"id":1,"title":"New","revision":4,`) {
				t.Errorf("deleted are %s", got)
			}
			page, err := m.History.Entries(audit.Query{Kind: k.kind, Search: "updated title"}, 0, 10)
			if err != nil || len(page.Entries) != 1 || page.Entries[0].Present.State != "deleted" {
				t.Errorf("the update is %+v (%v)", page.Entries, err)
			}
			changed, err := m.History.ChangedBy(7, time.Time{})
			if err != nil || len(changed) != 1 || changed[0] != (audit.Changed{Kind: k.kind, ID: 1}) {
				t.Errorf("the key changed %v (%v)", changed, err)
			}

			modeltest.Seen(t, log.AppendAs(t, stream, request("5"), k.restored, k.published), m.History)
			if got := deleted(); got != "[]" {
				t.Errorf("deleted are %s after the restoration", got)
			}
			if got, want := actions()[0], fmt.Sprintf(`UPDATE_%s: Restored and published %s "New" (published)`, k.word, k.noun); got != want {
				t.Errorf("the last action is %s, want %s", got, want)
			}
		})
	}
}
