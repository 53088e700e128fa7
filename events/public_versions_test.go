package events_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"candor/events"
)

// What one request appends makes one version at most.
func TestVersionsAreWhatReadersCouldSee(t *testing.T) {
	at := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	review := events.ReviewCreated{ReviewID: 1, At: at}
	edited := events.ReviewUpdated{ReviewID: 1, At: at}
	published, unpublished := events.ReviewPublished{ReviewID: 1, At: at}, events.ReviewUnpublished{ReviewID: 1, At: at}
	deleted, restored := events.ReviewDeleted{ReviewID: 1, At: at}, events.ReviewRestored{ReviewID: 1, At: at}
	corrected, noted, typo := events.ReviewCorrected{ReviewID: 1, Note: "n", At: at}, events.ReviewUpdateNoted{ReviewID: 1, At: at},
		events.ReviewTypoMarked{ReviewID: 1, At: at}
	featured, scheduled := events.ReviewFeatured{ReviewID: 1, At: at}, events.ReviewScheduled{ReviewID: 1, At: at}
	withheld := events.ReviewVersionWithheld{ReviewID: 1, Revision: 1, Reason: "r", At: at}
	type request = []events.Event
	for _, test := range []struct {
		name     string
		requests []request
		want     string
	}{
		{"a draft", []request{{review}, {edited}, {edited}}, ""},
		{"published from the start", []request{{review, published, featured}}, "1 published"},
		{"a draft that is edited and published at once", []request{{review}, {edited, published}}, "2 published"},
		{"an edit", []request{{review, published}, {edited, featured, scheduled}}, "1 published, 2 edit"},
		{"a correction", []request{{review, published}, {edited, corrected, scheduled}}, "1 published, 3 correction"},
		{"an update and a typo", []request{{review, published}, {edited, noted}, {edited, typo}}, "1 published, 3 update, 5 typo"},
		{"flags and schedules", []request{{review, published}, {featured}, {scheduled}, {withheld}}, "1 published"},
		{"an edit that also unpublishes", []request{{review, published}, {edited, unpublished}}, "1 published"},
		{"published again", []request{{review, published}, {unpublished}, {edited}, {edited}, {published}}, "1 published, 5 edit"},
		{"published again as it was", []request{{review, published}, {unpublished}, {published}}, "1 published, 3 published"},
		{"published again with a correction", []request{{review, published}, {unpublished}, {edited}, {published, corrected}},
			"1 published, 5 correction"},
		{"restored", []request{{review, published}, {deleted}, {restored}}, "1 published, 3 published"},
		{"restored and edited at once", []request{{review, published}, {deleted}, {restored, edited}}, "1 published, 4 edit"},
		{"restored and unpublished at once", []request{{review, published}, {deleted}, {restored, edited, unpublished}}, "1 published"},
		{"published and unpublished at once, as two due times do", []request{{review}, {published, unpublished, scheduled}}, ""},
		{"unpublished, edited and published at once", []request{{review, published}, {unpublished, edited, published}}, "1 published, 4 edit"},
		{"unpublished and published at once", []request{{review, published}, {unpublished, published}}, "1 published"},
		{"edited while deleted", []request{{review, published}, {deleted}, {edited}, {restored}}, "1 published, 4 edit"},
		{"created twice", []request{{review, published}, {review}}, "1 published"},
		{"nothing that exists", []request{{edited, published}}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var v events.PublicVersions
			var all []string
			revision, hidden := uint64(0), false // hidden: it was edited since the version before
			for i, request := range test.requests {
				for _, e := range request {
					_, isEdit := e.(events.ReviewUpdated)
					hidden = hidden || isEdit
					var replaced bool
					about, _ := events.AboutOf(e)
					if v, replaced = v.Next(about, revision, fmt.Sprint("request ", i)); replaced {
						all = all[:len(all)-1]
					}
					if v.Made() && *v.Latest == revision {
						all = append(all, fmt.Sprint(revision, " ", v.Type(hidden)))
					}
					revision++
				}
			}
			if got := strings.Join(all, ", "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestAWithheldVersionHidesWhatTheItemWas(t *testing.T) {
	w := events.WithheldVersion{Item: events.Item{Kind: events.ReviewKind, ID: 1}, First: 2, Revision: 3, Until: 6}
	for revision, hidden := range []bool{false, false, true, true, true, true, false} {
		if w.Hides(w.Item, uint64(revision)) != hidden {
			t.Errorf("at revision %d: %t", revision, !hidden)
		}
	}
	if w.Hides(events.Item{Kind: events.ArticleKind, ID: 1}, 3) || w.Hides(events.Item{Kind: events.ReviewKind, ID: 2}, 3) {
		t.Error("it hides another item")
	}
}

func TestALabelSaysWhatAnEditChanged(t *testing.T) {
	for _, row := range []struct {
		of     events.VersionType
		fields []string
		want   string
	}{
		{events.VersionPublished, []string{"rating"}, "Published"},
		{events.VersionCorrected, []string{"rating"}, "Correction"},
		{events.VersionUpdated, []string{"verdict"}, "Update"},
		{events.VersionTypo, []string{"content"}, "Typo"},
		{events.VersionEdited, []string{"rating"}, "Score changed"},
		{events.VersionEdited, []string{"rating", "subScores", "scoreReason"}, "Score changed"},
		{events.VersionEdited, []string{"productPriceMax", "shops"}, "Price changed"},
		{events.VersionEdited, []string{"verdict"}, "Verdict changed"},
		{events.VersionEdited, []string{"rating", "verdict"}, "Edited"},
		{events.VersionEdited, []string{"title"}, "Edited"},
		{events.VersionEdited, nil, "Edited"}, // withheld
	} {
		if got := row.of.Label(row.fields); got != row.want {
			t.Errorf("%s of %v: %q, want %q", row.of, row.fields, got, row.want)
		}
	}
}
