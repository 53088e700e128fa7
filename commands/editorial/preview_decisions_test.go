package editorial

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/commands/input"
	"candor/events"
)

func TestDecisionsAboutPreviewLinks(t *testing.T) {
	item := events.Item{Kind: events.ReviewKind, ID: 12}
	link := func(n int, made time.Time) events.PreviewLinkCreated {
		return events.PreviewLinkCreated{LinkID: uuid.NewSHA1(uuid.Nil, []byte{byte(n)}), Kind: item.Kind, ItemID: item.ID, Token: "T", At: made,
			ExpiresAt: made.Add(previewTime)}
	}
	var twenty []events.Event
	for n := range maxPreviews {
		twenty = append(twenty, link(n, at))
	}
	withdrawn := events.PreviewLinkWithdrawn{LinkID: link(0, at).LinkID, Kind: item.Kind, ItemID: item.ID, At: at}
	withdraw := withdrawPreviewLink{link(0, at).LinkID, item, at}
	later := withdraw
	later.at = at.Add(previewTime)
	next := link(77, at)
	inAWeek := link(77, at.Add(previewTime))
	decisiontest.Play(t, []scenario[previews]{
		{Name: "a first link", When: createPreviewLink{next}, Then: happened(next)},
		{Name: "too many", Given: twenty, When: createPreviewLink{next}, Err: commands.Invalid, Field: "links"},
		{Name: "one less is enough", Given: append(twenty[:maxPreviews:maxPreviews], withdrawn), When: createPreviewLink{next},
			Then: happened(next)},
		{Name: "expired ones don't count", Given: twenty, When: createPreviewLink{inAWeek}, Then: happened(inAWeek)},
		{Name: "a link is withdrawn", Given: twenty, When: withdraw, Then: happened(withdrawn)},
		{Name: "once", Given: append(twenty[:maxPreviews:maxPreviews], withdrawn), When: withdraw, Err: commands.NotFound},
		{Name: "not after it has expired", Given: twenty, When: later, Err: commands.NotFound},
		{Name: "nor where there is none", When: withdraw, Err: commands.NotFound},
	})
}

func TestADraftIsAppliedAsFarAsItCanBeShown(t *testing.T) {
	h := &Handler{}
	was := events.ReviewContent{Title: "Quiet", Rating: 4.5, Pros: []string{"Light"}, ProductPrice: 999, Verdict: "Buy."}
	for fields, want := range map[string]events.ReviewContent{
		`{}`:                             was,
		`{"title":" ","verdict":"Wait"}`: {Title: "", Rating: 4.5, Pros: []string{"Light"}, ProductPrice: 999, Verdict: "Wait"},
		`{"rating":9,"productPrice":-1,"title":"Loud"}`: {Title: "Loud", Rating: 4.5,
			Pros: []string{"Light"}, ProductPrice: 999, Verdict: "Buy."},
		`{"rating":"high","productPrice":{},"pros":"• Silent\n• Light","title":7}`: {Title: "Quiet", Rating: 4.5,
			Pros: []string{"Silent", "Light"}, ProductPrice: 999, Verdict: "Buy."},
		`{"rating":"4.0","nonsense":[[]],"isPublished":"?","publishAt":"soon","correction":7}`: {Title: "Quiet", Rating: 4,
			Pros: []string{"Light"}, ProductPrice: 999, Verdict: "Buy."},
	} {
		o, err := input.ReadObject([]byte(fields))
		if err != nil {
			t.Fatal(err)
		}
		got := was
		h.WithDraft(t.Context(), events.ReviewKind, &got, o.Fields)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", fields, diff)
		}
	}
}
