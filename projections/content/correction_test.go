package content_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/difference"
	"candor/projections/internal/modeltest"
)

// textOf writes a correction as text: "review 1 @3 09:01 update: note, rating 4.5→4".
func textOf(kind string, id int64, c content.Correction) string {
	var changes []string
	for _, f := range c.Changes {
		changes = append(changes, fmt.Sprintf("%s %v→%v", f.Field, f.From, f.To))
	}
	return fmt.Sprintf("%s %d @%d %s %s: %s, %s", kind, id, c.Revision, c.At.Format("15:04"), c.Type, c.Note, strings.Join(changes, ", "))
}

// For any order of events, the record of corrections is that of a fold over them: for each public item all its corrections, newest first,
// with the fields before and after; none for other items.
func TestTheRecordOfCorrectionsIsWhatTheLogSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		m := modeltest.Open(t, t.TempDir(), log)
		type item struct {
			rating, price    float64
			verdict, title   string
			exists, isPublic bool
			deleted          bool
			record           []string
			correctedAt      *time.Time
			updatedAt        *time.Time
		}
		items := map[int]*item{1: {}, 2: {}, 3: {}}
		var last events.Position
		for i := range rapid.IntRange(1, 30).Draw(rt, "events") {
			id := rapid.IntRange(1, 3).Draw(rt, "item")
			it, rid, at := items[id], events.ReviewID(id), modeltest.Day(i)
			stream := rid.Stream()
			switch rapid.IntRange(0, 6).Draw(rt, "event") {
			case 0:
				last = log.Append(t, stream, modeltest.Review(id, "T"))
				if !it.exists {
					*it = item{rating: 4.5, price: 100, title: "T", exists: true, record: it.record, correctedAt: it.correctedAt, updatedAt: it.updatedAt}
				}
			case 1:
				last = log.Append(t, stream, events.ReviewPublished{ReviewID: rid, At: at})
				it.isPublic = it.exists
			case 2:
				last = log.Append(t, stream, events.ReviewUnpublished{ReviewID: rid, At: at})
				it.isPublic = false
			case 3:
				last = log.Append(t, stream, events.ReviewDeleted{ReviewID: rid, At: at})
				it.deleted = it.exists
			case 4:
				last = log.Append(t, stream, events.ReviewRestored{ReviewID: rid, At: at})
				it.deleted = false
			default:
				rating, price := float64(rapid.IntRange(1, 5).Draw(rt, "rating")), float64(rapid.IntRange(0, 2).Draw(rt, "price"))
				verdict, title := rapid.SampledFrom([]string{"", "Buy", "Wait"}).Draw(rt, "verdict"),
					rapid.SampledFrom([]string{"T", "U"}).Draw(rt, "title")
				changes := events.ReviewChanges{Rating: &rating, ProductPrice: &price, Verdict: &verdict, Title: &title}
				was := events.ReviewChanges{Rating: modeltest.Ptr(it.rating), ProductPrice: modeltest.Ptr(it.price), Verdict: modeltest.Ptr(it.verdict),
					Title: modeltest.Ptr(it.title)}
				last = log.Append(t, stream, events.ReviewUpdated{ReviewID: rid, Changes: changes, At: at})
				switch marked := rapid.SampledFrom([]content.CorrectionType{"", "typo", content.Corrected, content.Updated}).Draw(rt, "it is"); {
				case marked == "typo":
					last = log.Append(t, stream, events.ReviewTypoMarked{ReviewID: rid, At: at})
				case it.exists && marked != "":
					note := fmt.Sprint("note ", i)
					if marked == content.Corrected {
						last = log.Append(t, stream, events.ReviewCorrected{ReviewID: rid, Note: note, Was: was, At: at})
						it.correctedAt = &at
					} else {
						last = log.Append(t, stream, events.ReviewUpdateNoted{ReviewID: rid, Note: note, Was: was, At: at})
						it.updatedAt = &at
					}
					null := func(v any) any {
						if v == "" || v == 0.0 {
							return nil
						}
						return v
					}
					changed := []content.CorrectedField{
						{Field: "rating", From: it.rating, To: rating}, {Field: "productPrice", From: null(it.price), To: null(price)},
						{Field: "verdict", From: null(it.verdict), To: null(verdict)}, {Field: "title", From: it.title, To: title}}
					changed = slices.DeleteFunc(changed, func(f content.CorrectedField) bool { return f.From == f.To })
					line := textOf("review", int64(id), content.Correction{Revision: log.Last[stream] - 1, At: at, Type: marked,
						Note: note, Changes: changed})
					it.record = slices.Insert(it.record, 0, line)
				}
				if it.exists {
					it.rating, it.price, it.verdict, it.title = rating, price, verdict, title
				}
			}
		}
		modeltest.Seen(t, last, m.Content)
		for id, it := range items {
			a, err := m.Content.Reviews().One(int64(id))
			if it.isPublic && !it.deleted != (err == nil) {
				rt.Fatalf("review %d: public %v, deleted %v, answer %v", id, it.isPublic, it.deleted, err)
			}
			if err != nil {
				continue
			}
			var shown struct {
				CorrectedAt, UpdateNotedAt *time.Time
				Corrections                []content.Correction
			}
			if err := json.Unmarshal(a.Body(), &shown); err != nil {
				rt.Fatal(err)
			}
			var got []string
			for _, c := range shown.Corrections {
				got = append(got, textOf("review", int64(id), c))
			}
			if diff := gocmp.Diff([]*time.Time{it.correctedAt, it.updatedAt}, []*time.Time{shown.CorrectedAt, shown.UpdateNotedAt}); diff != "" {
				rt.Fatalf("review %d, when it was corrected and updated: %s", id, diff)
			}
			if diff := gocmp.Diff(it.record, got); diff != "" {
				rt.Fatalf("review %d: %s", id, diff)
			}
		}
	})
}

// A correction shows what changed of a long text, and cuts the texts beside it.
func TestACorrectionOfALongTextShowsWhatChanged(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	article := events.ArticleContent{Title: "News", Content: strings.Repeat("Something that stays.\n", 90) +
		"It has **two** wheels that turn.", Category: "AI", AuthorName: "Ada"}
	now := strings.Replace(article.Content, "two", "2", 1)
	log.Append(t, "article-1", events.ArticleCreated{ArticleID: 1, ArticleContent: article, At: modeltest.Day(1)},
		events.ArticlePublished{ArticleID: 1, At: modeltest.Day(1)})
	modeltest.Seen(t, log.Append(t, "article-1", events.ArticleUpdated{ArticleID: 1, Changes: events.ArticleChanges{Content: &now},
		At: modeltest.Day(2)},
		events.ArticleCorrected{ArticleID: 1, Note: "wrong", Was: events.ArticleChanges{Content: &article.Content}, At: modeltest.Day(2)}),
		m.Content)
	latest, err := m.Content.Articles().Corrections(1)
	if err != nil || len(latest) != 1 || len(latest[0].Changes) != 1 {
		t.Fatalf("%v, %v", latest, err)
	}
	const stays = `<p dir="auto">Something that stays.</p>`
	want := `<div class="diff"><p class="diff-gap">…</p>` + stays + stays +
		`<p dir="auto">It has <del><strong>two</strong></del> <ins><strong>2</strong></ins> wheels that turn.</p></div>`
	one := latest[0].Changes[0]
	if got := difference.Seen(one.HTML); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if from, _ := one.From.(string); len([]rune(from)) != 1001 {
		t.Errorf("%d characters of the text before", len([]rune(from)))
	}
}

// A correction shows the pictures that its readers saw, but for those that were hidden or removed since.
func TestCorrectionsShowThePicturesOfTheirTime(t *testing.T) {
	s := newIllustrated(t)
	article := events.ArticleContent{Title: "T", Content: "Two.\n\n![](" + kettleURL + ")", ImageURL: kettleURL,
		Category: "AI", AuthorName: "Ada"}
	s.append("article-1", events.ArticleCreated{ArticleID: 1, ArticleContent: article, At: modeltest.Day(1)},
		events.ArticlePublished{ArticleID: 1, At: modeltest.Day(1)})
	replace := func(sha256, by, contentType string, old events.OldPicture) {
		s.append(events.PictureStream(sha256), events.MediaReplaced{SHA256: sha256, By: by, ByContentType: contentType, OldPicture: old,
			At: modeltest.Day(2)})
	}
	sees := func(when string, pictures ...string) {
		t.Helper()
		for who, get := range map[string]func(int64) (*answers.Answer, error){"a reader": s.m.Content.Articles().One,
			"the admin": s.m.Content.Articles().AdminOne} {
			var is struct{ Corrections []content.Correction }
			if err := json.Unmarshal([]byte(modeltest.Body(t)(get(1))), &is); err != nil || len(is.Corrections) != 1 {
				t.Fatalf("%v, %v", is, err)
			}
			for _, f := range is.Corrections[0].Changes {
				var got []string
				for _, part := range regexp.MustCompile(`src="([^"]*)"|Picture removed, [^<]*`).FindAllStringSubmatch(f.HTML, -1) {
					got = append(got, cmp.Or(part[1], part[0]))
				}
				if diff := gocmp.Diff(pictures, got); diff != "" {
					t.Errorf("%s, %s in %s (-want +got):\n%s", when, who, f.Field, diff)
				}
			}
		}
	}
	replace(kettle, pot, "image/png", events.OldPictureInHistory)
	now, lidNow := "Two.\n\n![]("+lidURL+")", lidURL
	s.append("article-1", events.ArticleUpdated{ArticleID: 1, Changes: events.ArticleChanges{Content: &now, ImageURL: &lidNow},
		At: modeltest.Day(3)},
		events.ArticleCorrected{ArticleID: 1, Note: "Another.", Was: events.ArticleChanges{Content: &article.Content,
			ImageURL: &article.ImageURL}, At: modeltest.Day(3)})
	sees("as corrected", potURL, lidURL)
	replace(lid, kettle, "image/jpeg", events.OldPictureInHistory)
	sees("replaced later", potURL, lidURL)
	replace(lid, kettle, "image/jpeg", events.OldPictureHidden)
	sees("hidden later", potURL, kettleURL)
	s.append(events.PictureStream(pot), events.MediaRemoved{SHA256: pot, At: modeltest.Day(5)})
	sees("removed", "Picture removed, November 21, 2026", kettleURL)
	s.append(events.PictureStream(kettle), events.MediaRemoved{SHA256: kettle, At: modeltest.Day(6)})
	sees("what is shown in its place is removed", "Picture removed, November 21, 2026", "Picture removed, November 21, 2026")
	s.append(events.PictureStream(pot), events.MediaReturned{SHA256: pot, At: modeltest.Day(7)})
	sees("back", potURL, "Picture removed, November 21, 2026")
}
