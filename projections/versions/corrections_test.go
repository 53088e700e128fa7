package versions_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/versions"
)

// listed returns the corrections that a query chooses: "review 1 @3 correction: We had …; rating", and how many there are.
func listed(t *testing.T, m *projections.Models, q versions.CorrectionQuery) (lines []string, total int) {
	t.Helper()
	a, err := m.Versions.Corrections(q, false)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	var all []versions.Correction
	if err := json.Unmarshal(a.Body(), &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		var fields []string
		for _, f := range c.Changes {
			fields = append(fields, f.Field)
		}
		lines = append(lines, fmt.Sprintf("%s %d @%d %s: %s; %s", c.Kind, c.ID, c.Revision, c.Type, c.Title, strings.Join(fields, " ")))
	}
	return lines, a.Total
}

// story is a log with changes of every type.
func story(t *testing.T) (*modeltest.Log, *projections.Models, func()) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	review := func(id int, says ...events.Event) {
		log.Append(t, events.ReviewID(id).Stream(), says...)
	}
	change := func(id int, day int, c events.ReviewChanges) events.Event {
		return events.ReviewUpdated{ReviewID: events.ReviewID(id), Changes: c, At: modeltest.Day(day)}
	}
	for id := range 3 {
		review(id+1, modeltest.Review(id+1, fmt.Sprint("R", id+1)), modeltest.Published(id+1))
	}
	// @3
	review(1, change(1, 1, events.ReviewChanges{Rating: new(2.0)}), events.ReviewCorrected{ReviewID: 1, Note: "wrong", At: modeltest.Day(1)})
	review(2, change(2, 2, events.ReviewChanges{Verdict: new("Wait")}), events.ReviewUpdateNoted{ReviewID: 2, At: modeltest.Day(2)}) // @3
	review(1, change(1, 3, events.ReviewChanges{Title: new("Phone")}))                                                               // @4
	review(1, change(1, 4, events.ReviewChanges{Content: new("Typo")}), events.ReviewTypoMarked{ReviewID: 1, At: modeltest.Day(4)})  // @6
	review(3, change(3, 5, events.ReviewChanges{CategoryID: new(events.CategoryID(4)), AuthorName: new("Grace")}))                   // @2
	article := events.ArticleContent{Title: "News", Content: "one", Category: "Laptops", AuthorName: "Ada"}
	log.Append(t, "article-1", events.ArticleCreated{ArticleID: 1, ArticleContent: article, At: modeltest.Day(6)},
		events.ArticlePublished{ArticleID: 1, At: modeltest.Day(6)})
	log.Append(t, "article-1", events.ArticleUpdated{ArticleID: 1, Changes: events.ArticleChanges{Content: new("two")}, At: modeltest.Day(7)},
		events.ArticleCorrected{ArticleID: 1, Note: "miscounted", At: modeltest.Day(7)}) // @3
	seen := func() {
		t.Helper()
		head, _ := log.Head(t.Context())
		modeltest.Seen(t, head, m.Versions)
	}
	seen()
	return log, m, seen
}

func TestTheListHasWhatReadersWereTold(t *testing.T) {
	_, m, _ := story(t)
	all := []string{"article 1 @3 correction: News; content", "review 3 @2 edit: R3; categoryId authorName", "review 1 @4 edit: Phone; title",
		"review 2 @3 update: R2; verdict", "review 1 @3 correction: Phone; rating"}
	only := func(which ...int) (some []string) {
		for _, i := range which {
			some = append(some, all[i])
		}
		return some
	}
	for name, row := range map[string]struct {
		q    versions.CorrectionQuery
		want []string
	}{
		"all, and never a typo":  {versions.CorrectionQuery{Mode: versions.Full}, all},
		"without a full history": {versions.CorrectionQuery{Mode: versions.Corrections}, only(0, 3, 4)},
		"without a history":      {versions.CorrectionQuery{Mode: versions.Off}, only(0, 3, 4)},
		"corrections":            {versions.CorrectionQuery{Mode: versions.Full, Type: events.VersionCorrected}, only(0, 4)},
		"updates":                {versions.CorrectionQuery{Mode: versions.Full, Type: events.VersionUpdated}, only(3)},
		"edits":                  {versions.CorrectionQuery{Mode: versions.Full, Type: events.VersionEdited}, only(1, 2)},
		"articles":               {versions.CorrectionQuery{Mode: versions.Full, Kind: events.ArticleKind}, only(0)},
		"a category of reviews":  {versions.CorrectionQuery{Mode: versions.Full, Category: versions.CategoryFilter{Review: 4}}, only(1)},
		"a category of both": {versions.CorrectionQuery{Mode: versions.Full,
			Category: versions.CategoryFilter{Review: 4, Article: "laptops"}}, only(0, 1)},
		"an author":               {versions.CorrectionQuery{Mode: versions.Full, Author: " grace"}, only(1)},
		"an author with a filter": {versions.CorrectionQuery{Mode: versions.Full, Author: "Ada", Type: events.VersionEdited}, only(2)},
		"a year":                  {versions.CorrectionQuery{Mode: versions.Full, Year: modeltest.Day(1).Year()}, all},
		"another year":            {versions.CorrectionQuery{Mode: versions.Full, Year: modeltest.Day(1).Year() + 1}, nil},
	} {
		if got, total := listed(t, m, row.q); !slices.Equal(got, row.want) || total != len(row.want) {
			t.Errorf("%s: %d, %s", name, total, cmp.Diff(row.want, got))
		}
	}
	if got, total := listed(t, m, versions.CorrectionQuery{Mode: versions.Full, Limit: 2, Offset: 1}); !slices.Equal(got, only(1, 2)) ||
		total != 5 {
		t.Errorf("a page of %d: %q", total, got)
	}
}

// A year is that of the site: in a zone at whose midnight a change happened it begins there.
func TestTheYearOfACorrectionIsTheSites(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	at := modeltest.Day(0).AddDate(0, 0, 0)
	newYear := at.AddDate(1, 1-int(at.Month()), 1-at.Day()).Truncate(24 * 3600e9) // 1 January, 0:00 UTC
	log.Append(t, "review-1", modeltest.Review(1, "Phone"), modeltest.Published(1))
	log.Append(t, "review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{Title: new("A")}, At: newYear})
	head, _ := log.Head(t.Context())
	modeltest.Seen(t, head, m.Versions)
	for zone, year := range map[string]int{"": newYear.Year(), "UTC": newYear.Year(), "America/New_York": newYear.Year() - 1,
		"Asia/Tokyo": newYear.Year()} {
		q := versions.CorrectionQuery{Mode: versions.Full, Year: year, Zone: zone}
		if _, total := listed(t, m, q); total != 1 {
			t.Errorf("%s: the change isn't in %d", zone, year)
		}
		q.Year = 0
		a, err := m.Versions.CorrectionFacets(q)
		if err != nil {
			t.Fatal(err)
		}
		var facets versions.CorrectionFacets
		if err := json.Unmarshal(a.Body(), &facets); err != nil || facets.Years[year] != 1 {
			t.Errorf("%s: %v %s", zone, err, a.Body())
		}
		a.Release()
	}
}

// The list follows the item: it has what readers can see, under the item's present title, category and author.
func TestTheListFollowsTheItem(t *testing.T) {
	log, m, seen := story(t)
	count := func(q versions.CorrectionQuery) int {
		t.Helper()
		seen()
		q.Mode = versions.Full
		_, total := listed(t, m, q)
		return total
	}
	of := func(id int, e events.Event) { log.Append(t, events.ReviewID(id).Stream(), e) }
	of(1, events.ReviewUnpublished{ReviewID: 1, At: modeltest.Day(10)})
	if n := count(versions.CorrectionQuery{}); n != 3 {
		t.Errorf("unpublished: %d", n)
	}
	of(1, events.ReviewPublished{ReviewID: 1, At: modeltest.Day(11)})
	if n := count(versions.CorrectionQuery{}); n != 5 {
		t.Errorf("published again: %d", n)
	}
	of(3, events.ReviewDeleted{ReviewID: 3, At: modeltest.Day(12)})
	if n := count(versions.CorrectionQuery{}); n != 4 {
		t.Errorf("deleted: %d", n)
	}
	of(1, events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{AuthorName: new("Grace")}, At: modeltest.Day(13)})
	if n := count(versions.CorrectionQuery{Author: "Grace"}); n != 3 { // its three: the two before, and this one
		t.Errorf("of the new author: %d", n)
	}
}

// Of a withheld version the list says why, and of what came after it only what it became.
func TestTheListNeverShowsWhatIsWithheld(t *testing.T) {
	log, m, seen := story(t)
	log.Append(t, "review-1", events.ReviewVersionWithheld{ReviewID: 1, Revision: 3, Reason: "A court order.", At: modeltest.Day(20)})
	seen()
	latest, err := m.Versions.LatestCorrections(versions.CorrectionQuery{Mode: versions.Full})
	if err != nil {
		t.Fatal(err)
	}
	withheld, next := latest[4], latest[2]
	if withheld.Withheld == nil || withheld.Withheld.Reason != "A court order." || withheld.Note != "" || len(withheld.Changes) > 0 {
		t.Errorf("withheld: %+v", withheld)
	}
	if len(next.Changes) != 1 || next.Changes[0].From != nil {
		t.Errorf("after it: %+v", next)
	}
}

// Another program may append anything anywhere: what is about another item than its stream says nothing of either.
func TestAnEventInTheStreamOfAnotherItemChangesNothing(t *testing.T) {
	log, m, seen := story(t)
	latest := func() string {
		t.Helper()
		all, err := m.Versions.LatestCorrections(versions.CorrectionQuery{Mode: versions.Full})
		if err != nil {
			t.Fatal(err)
		}
		return modeltest.Encoded(t, all)
	}
	before := latest()
	log.Append(t, "review-1", events.ReviewUpdated{ReviewID: 3, Changes: events.ReviewChanges{Title: new("Other")}, At: modeltest.Day(20)},
		events.ReviewCorrected{ReviewID: 2, Note: "No.", At: modeltest.Day(20)},
		events.ArticleCreated{ArticleID: 9, ArticleContent: events.ArticleContent{Title: "Elsewhere"}},
		events.ReviewUnpublished{At: modeltest.Day(20)})
	seen()
	if after := latest(); after != before {
		t.Errorf("the list was %s\nand is %s", before, after)
	}
}

// The number of changes is that of what the history shows after the first version, and the time that of the last which is no typo.
func TestTheNumberOfChanges(t *testing.T) {
	_, m, _ := story(t)
	base := modeltest.Body(t)
	one, err := m.Content.Reviews().One(1)
	for err != nil { // the content model may be behind
		modeltest.CaughtUp(t, m)
		one, err = m.Content.Reviews().One(1)
	}
	for mode, want := range map[versions.Mode]string{versions.Full: `,"changeCount":3,"changedAt":"` + modeltest.Day(3).Format(time.RFC3339) +
		`"}`, versions.Corrections: `,"changeCount":1}`} {
		for range 2 { // made, and from the cache
			a := m.Versions.WithChanges(events.ReviewKind, 1, mode, one)
			if body := base(a, nil); !strings.HasSuffix(body, want) || a.ETag == one.ETag || a.Revision != one.Revision {
				t.Errorf("%s: %s %s", mode, a.ETag, body[len(body)-40:])
			}
		}
	}
	if a := m.Versions.WithChanges(events.ReviewKind, 1, versions.Off, one); a != one {
		t.Error("it counts what nobody may see")
	}
}

// The list's length is counted as corrections come and go, so that the first page takes no reading of the others.
func TestTheLengthOfTheListIsCounted(t *testing.T) {
	log, m, seen := story(t)
	check := func(when string) {
		t.Helper()
		seen()
		for _, mode := range []versions.Mode{versions.Full, versions.Corrections, versions.Off} {
			for _, of := range []events.VersionType{"", events.VersionCorrected, events.VersionUpdated, events.VersionEdited} {
				q := versions.CorrectionQuery{Mode: mode, Type: of}
				all, total := listed(t, m, q)
				q.Limit = 1
				if page, counted := listed(t, m, q); total != len(all) || counted != total || len(page) != min(1, total) {
					t.Errorf("%s, %s %q: %d, counted %d, and %d with a limit", when, mode, of, len(all), total, counted)
				}
			}
		}
	}
	check("at first")
	log.Append(t, "review-1", events.ReviewUnpublished{ReviewID: 1, At: modeltest.Day(10)})
	check("without a review")
	log.Append(t, "review-1", events.ReviewPublished{ReviewID: 1, At: modeltest.Day(11)})
	check("with it again")
	log.Append(t, "review-3", events.ReviewUpdated{ReviewID: 3, Changes: events.ReviewChanges{AuthorName: new("Lin")}, At: modeltest.Day(12)})
	check("with another author")
	log.Append(t, "review-2", events.ReviewDeleted{ReviewID: 2, At: modeltest.Day(13)})
	check("without a deleted one")
}

func BenchmarkCorrectionsOf100000Items(b *testing.B) {
	log := modeltest.NewLog()
	var last events.Position
	for i := 1; i <= 100_000; i++ {
		log.Append(b, events.ReviewID(i).Stream(), modeltest.Review(i, "R"), modeltest.Published(i))
		last = log.Append(b, events.ReviewID(i).Stream(), events.ReviewUpdated{ReviewID: events.ReviewID(i),
			Changes: events.ReviewChanges{Title: new("S")}, At: modeltest.Day(1)})
	}
	m := modeltest.Open(b, modeltest.MemDir(b), log)
	if err := m.Versions.WaitFor(b.Context(), last); err != nil { // which takes longer than tests wait
		b.Fatal(err)
	}
	for name, q := range map[string]versions.CorrectionQuery{"first page": {}, "of an author": {Author: "Ada"}} {
		b.Run(name, func(b *testing.B) {
			q.Mode, q.Limit = versions.Full, 50
			for b.Loop() {
				if _, err := m.Versions.LatestCorrections(q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
