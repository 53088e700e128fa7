package projections_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/content/names"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
	"candor/projections/search"
	"candor/projections/versions"
)

// What an event takes away is closed even if the event can't be decoded, until a later one decides the same anew. All else stays.

// withdrawing is a log, and the read models of it.
type withdrawing struct {
	*testing.T
	log  *modeltest.Log
	open *projections.Models
}

func newWithdrawing(t *testing.T) withdrawing {
	log := modeltest.NewLog()
	return withdrawing{t, log, modeltest.Open(t, modeltest.MemDir(t), log)}
}

func (w withdrawing) append(stream string, all ...events.Event) {
	w.Helper()
	w.log.Append(w.T, stream, all...)
}

// broken appends an event that can't be decoded.
func (w withdrawing) broken(stream string, of events.Event) {
	w.log.AppendBroken(stream, of.EventType())
}

// models returns the read models when they show all of the log.
func (w withdrawing) models() *projections.Models {
	w.Helper()
	head, _ := w.log.Head(w.Context())
	modeltest.Seen(w.T, head, w.open)
	return w.open
}

// replayed compares the read models with those of a replay.
func (w withdrawing) replayed() {
	w.Helper()
	modeltest.SameDumps(w.T, modeltest.Replay(w.T, w.log), modeltest.Dumps(w.T, w.models()))
}

// store stores a picture that consists of a text, and returns its hash and address.
func (w withdrawing) store(text string) (name, address string) {
	sum := sha256.Sum256([]byte(text))
	name = hex.EncodeToString(sum[:])
	chunk := events.MediaChunk{SHA256: name, ContentType: "image/png", Size: len(text), Chunks: 1, Width: 500, Height: 20}
	w.append(events.MediaStream(name), events.MediaStored{MediaChunk: chunk, Bytes: []byte(text)})
	return name, events.MediaAddress(name, "image/png")
}

// text returns what readers get of an answer, "" for what isn't there.
func (w withdrawing) text(a *answers.Answer, err error) string {
	w.Helper()
	if errors.Is(err, projector.ErrNotFound) {
		return ""
	}
	return modeltest.Body(w.T)(a, err) + "\n"
}

// readers returns all that readers get of the site in which a word may stand.
func (w withdrawing) readers(word string) string {
	w.Helper()
	var all strings.Builder
	add := func(name string, parts ...any) { fmt.Fprintln(&all, append([]any{name}, parts...)...) }
	m := w.models()
	c := m.Content
	for _, kind := range []string{events.ReviewKind, events.ArticleKind, events.PageKind} {
		of := c.Of(kind)
		add("list", w.text(of.List(content.Query{})))
		if kind != events.PageKind {
			add("found in the list", w.text(of.List(content.Query{Search: strings.ToLower(word)})))
			add("facets", w.text(of.Facets(content.Query{})))
		}
		for id := range int64(4) {
			add("item", w.text(of.One(id)))
			if kind == events.PageKind {
				continue
			}
			add("related", w.text(of.Related(id)))
			add("neighbours", w.text(of.Neighbours(id, func(int64) string { return "" })))
			add("history", w.text(m.Versions.History(kind, id, versions.Full, 0, 0)))
			for revision := range uint64(9) {
				if version, err := m.Versions.Version(kind, id, versions.Full, revision); err == nil {
					add("version", modeltest.Encoded(w.T, version.Listed), w.former(m, of, version))
				}
			}
		}
	}
	for _, kind := range []names.Kind{names.Tags, names.Brands, names.Authors} {
		add("names", w.text(c.NamesAnswer(kind)))
	}
	add("categories", w.text(c.CategoriesAnswer()))
	add("products", w.text(c.ProductsAnswer(0, 0)))
	add("corrections", w.text(m.Versions.Corrections(versions.CorrectionQuery{Mode: versions.Full}, false)))
	profile, err := c.ProfileOf(events.NameKey(word))
	if err != nil {
		w.Fatal(err)
	}
	add("profile", modeltest.Encoded(w.T, profile))
	if _, moved, err := c.PageBySlug(strings.ToLower(word)); err == nil && moved != "" {
		add("the page's present address", moved)
	}
	found, err := m.Search.Find(w.T.Context(), search.Query{Text: word})
	if err != nil {
		w.Fatal(err)
	}
	add("search", modeltest.Encoded(w.T, found.Hits))
	suggested, err := m.Search.Suggest(w.T.Context(), word)
	if err != nil {
		w.Fatal(err)
	}
	add("suggestions", modeltest.Encoded(w.T, suggested))
	var published []content.PublishedItem
	for _, kind := range []string{events.ReviewKind, events.ArticleKind, events.PageKind} {
		if err := c.VisitPublished(kind, func(one content.PublishedItem) { published = append(published, one) }); err != nil {
			w.Fatal(err)
		}
	}
	for _, one := range published {
		title, err := c.Of(one.Kind).Title(one.ID)
		if err != nil {
			w.Fatal(err)
		}
		add("sitemap", fmt.Sprint(one.Kind, one.ID, " ", title))
	}
	var lines []string
	for line := range strings.Lines(all.String()) {
		if strings.Contains(strings.ToLower(line), strings.ToLower(word)) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// former returns an item as readers get it in a version.
func (w withdrawing) former(m *projections.Models, of content.Items, version versions.Detail) string {
	w.Helper()
	if version.Then == nil {
		return ""
	}
	object, err := of.Former(version.Then.Content, content.Then{ID: 1, Revision: version.Then.Revision, Published: true})
	if err != nil {
		w.Fatal(err)
	}
	return string(object)
}

// public reports whether readers may see a picture, as the site decides it.
func (w withdrawing) public(sha256 string) bool {
	w.Helper()
	m := w.models()
	public, err := m.Content.PicturePublic(sha256)
	if err != nil {
		w.Fatal(err)
	}
	of, err := m.Versions.PicturePublic(versions.Full, sha256)
	if err != nil {
		w.Fatal(err)
	}
	_, _, err = m.Media.File(sha256)
	return (public || of) && err == nil
}

// hidden fails if readers get anything with a word, and shown if they don't.
func (w withdrawing) hidden(word, when string) {
	w.Helper()
	if seen := w.readers(word); seen != "" {
		w.Errorf("%s readers get\n%s", when, seen)
	}
}

func (w withdrawing) shown(word, when string) {
	w.Helper()
	if w.readers(word) == "" {
		w.Errorf("%s readers get nothing of %s", when, word)
	}
}

// zanzibar is an item whose every text has the word, with a picture and versions.
func (w withdrawing) zanzibar(kind, address string) (stream string) {
	const word = "Zanzibar"
	title := modeltest.Ptr(word + " again")
	switch kind {
	case events.ReviewKind:
		review := modeltest.Review(1, word)
		review.Content, review.ProductName, review.ProductBrand, review.AuthorName, review.Tags = word+" works.", word, word, word, []string{word}
		review.ImageURLs = []string{address}
		w.append("review-2", modeltest.Review(2, "Other"), modeltest.Published(2))
		w.append("review-1", review, modeltest.Published(1))
		w.append("review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{Title: title}, At: modeltest.Day(5)},
			events.ReviewCorrected{ReviewID: 1, Was: events.ReviewChanges{Title: modeltest.Ptr(word)}, Note: word + " was wrong.",
				At: modeltest.Day(5)})
	case events.ArticleKind:
		article := events.ArticleContent{Title: word, Content: word + " news", ImageURL: address, Category: word, AuthorName: word,
			Tags: []string{word}}
		w.append("article-1", events.ArticleCreated{ArticleID: 1, ArticleContent: article, At: modeltest.Day(1)},
			events.ArticlePublished{ArticleID: 1, At: modeltest.Day(1)})
		w.append("article-1", events.ArticleUpdated{ArticleID: 1, Changes: events.ArticleChanges{Title: title}, At: modeltest.Day(5)},
			events.ArticleUpdateNoted{ArticleID: 1, Was: events.ArticleChanges{Title: modeltest.Ptr(word)}, Note: word + " was old.",
				At: modeltest.Day(5)})
	case events.PageKind:
		page := events.PageContent{Title: word, Slug: "zanzibar", Content: "![](" + address + ")"}
		w.append("page-1", events.PageCreated{PageID: 1, PageContent: page, At: modeltest.Day(1)},
			events.PagePublished{PageID: 1, At: modeltest.Day(1)})
		w.append("page-1", events.PageUpdated{PageID: 1, Changes: events.PageChanges{Slug: modeltest.Ptr("zanzibar-again")},
			At: modeltest.Day(5)})
	}
	return kind + "-1"
}

func TestAnItemLeavesTheSiteByAnEventThatCannotBeDecoded(t *testing.T) {
	at := modeltest.Day(9)
	for _, tt := range []struct {
		kind  string
		taken events.Event
		back  events.Event
	}{
		{events.ReviewKind, events.ReviewUnpublished{}, events.ReviewPublished{ReviewID: 1, At: at}},
		{events.ReviewKind, events.ReviewDeleted{}, events.ReviewRestored{ReviewID: 1, At: at}},
		{events.ArticleKind, events.ArticleUnpublished{}, events.ArticlePublished{ArticleID: 1, At: at}},
		{events.ArticleKind, events.ArticleDeleted{}, events.ArticleRestored{ArticleID: 1, At: at}},
		{events.PageKind, events.PageUnpublished{}, events.PagePublished{PageID: 1, At: at}},
		{events.PageKind, events.PageDeleted{}, events.PageRestored{PageID: 1, At: at}},
	} {
		t.Run(tt.taken.EventType(), func(t *testing.T) {
			w := newWithdrawing(t)
			picture, address := w.store("a picture")
			stream := w.zanzibar(tt.kind, address)
			if w.shown("Zanzibar", "before,"); !w.public(picture) {
				t.Error("its picture isn't public")
			}
			before, _ := w.models().Content.Of(tt.kind).AdminOne(1)
			w.broken(stream, tt.taken)
			if w.hidden("Zanzibar", "without it"); w.public(picture) {
				t.Error("its picture is still public")
			}
			one, err := w.models().Content.Of(tt.kind).AdminOne(1)
			deleted := modeltest.Body(t)(w.models().History.DeletedAnswer(tt.kind, "", 0, 0))
			if strings.HasSuffix(tt.taken.EventType(), "Deleted") {
				if !errors.Is(err, projector.ErrNotFound) || !strings.Contains(deleted, "anzibar") {
					t.Errorf("the admin sees it among the deleted ones as %s, and: %v", deleted, err)
				}
			} else if err != nil || one.Revision != before.Revision+1 {
				t.Errorf("the admin sees %+v, %v", one, err)
			}
			w.append(stream, tt.back)
			if w.shown("Zanzibar", "after "+tt.back.EventType()+","); !w.public(picture) {
				t.Error("its picture isn't public again")
			}
			if deleted := modeltest.Body(t)(w.models().History.DeletedAnswer(tt.kind, "", 0, 0)); deleted != "[]" {
				t.Errorf("the admin sees it among the deleted ones: %s", deleted)
			}
			w.replayed()
		})
	}
}

// An event that takes nothing away changes nothing, but callers have to name its revision.
func TestAnItemStaysAsItWasBeforeAnEventThatCannotBeDecoded(t *testing.T) {
	for _, taken := range []events.Event{events.ReviewUpdated{}, events.ReviewFeatured{}, events.ReviewCorrected{}, events.ReviewUnfeatured{},
		events.ReviewVersionReleased{}} {
		w := newWithdrawing(t)
		_, address := w.store("a picture")
		w.zanzibar(events.ReviewKind, address)
		before, revision := w.readers("Zanzibar"), uint64(3)
		w.broken("review-1", taken)
		if seen := strings.ReplaceAll(w.readers("Zanzibar"), `"revision":4`, `"revision":3`); seen != before {
			t.Errorf("after %s readers get\n%s\nand before\n%s", taken.EventType(), seen, before)
		}
		if one, err := w.models().Content.Reviews().AdminOne(1); err != nil || one.Revision != revision+1 {
			t.Errorf("after %s the admin sees %+v, %v", taken.EventType(), one, err)
		}
		w.append("review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{Title: modeltest.Ptr("Zanzibar now")},
			At: modeltest.Day(7)})
		w.shown("Zanzibar now", "after the next change")
	}
}

// A planned publication that may have been called off doesn't take place; a planned end does.
func TestAScheduleThatCannotBeDecodedPublishesNothing(t *testing.T) {
	w := newWithdrawing(t)
	publish, unpublish := modeltest.Day(20), modeltest.Day(30)
	w.append("review-1", modeltest.Review(1, "Planned"),
		events.ReviewScheduled{ReviewID: 1, Schedule: events.Schedule{PublishAt: &publish, UnpublishAt: &unpublish}, At: modeltest.Day(1)})
	w.broken("review-1", events.ReviewScheduled{})
	if streams, next, err := w.models().Content.Due(publish, 9); len(streams) > 0 || !next.Equal(unpublish) || err != nil {
		t.Errorf("due are %q, and then at %v (%v)", streams, next, err)
	}
	w.append("review-1", events.ReviewScheduled{ReviewID: 1, Schedule: events.Schedule{PublishAt: &publish}, At: modeltest.Day(2)})
	if streams, _, err := w.models().Content.Due(publish, 9); len(streams) != 1 || err != nil {
		t.Errorf("planned anew, due are %q (%v)", streams, err)
	}
	w.replayed()
}

// Without knowing which version is withheld, readers see none but the present one.
func TestAllVersionsAreWithheldByAnEventThatCannotBeDecoded(t *testing.T) {
	w := newWithdrawing(t)
	old, oldAddress := w.store("an old picture")
	now, nowAddress := w.store("the present picture")
	review := modeltest.Review(1, "Pemba")
	review.ImageURLs, review.ProductPrice = []string{oldAddress}, 777.5
	w.append("review-1", review, modeltest.Published(1))
	w.append("review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{Title: modeltest.Ptr("Zanzibar"),
		ImageURLs: &[]string{nowAddress}, ProductPrice: modeltest.Ptr(888.5)}, At: modeltest.Day(5)},
		events.ReviewCorrected{ReviewID: 1, Was: events.ReviewChanges{Title: modeltest.Ptr("Pemba")}, Note: "The title was wrong.",
			At: modeltest.Day(5)})
	w.shown("Pemba", "before,")
	w.shown("777.5", "before,")
	w.broken("review-1", events.ReviewVersionWithheld{})
	w.hidden("Pemba", "without knowing which version is withheld,")
	w.hidden("777.5", "without knowing which version is withheld,")
	w.shown("Zanzibar", "afterwards")
	if w.public(old) || !w.public(now) {
		t.Errorf("the picture of the old version is public: %v, that of the present one: %v", w.public(old), w.public(now))
	}
	withheld, err := w.models().Versions.Withheld()
	if err != nil || len(withheld) != 1 || withheld[0].Revision != 1 {
		t.Errorf("withheld are %+v (%v)", withheld, err)
	}
	w.replayed()

	w.append("review-1", events.ReviewVersionReleased{ReviewID: 1, Revision: 1, At: modeltest.Day(8)},
		events.ReviewVersionReleased{ReviewID: 1, Revision: events.EveryVersion, At: modeltest.Day(8)})
	w.shown("777.5", "after its release")
	if w.shown("Pemba", "after its release"); !w.public(old) {
		t.Error("the picture of the released version isn't public")
	}
	if corrections, err := w.models().Content.Reviews().Corrections(1); err != nil || corrections[0].Note != "The title was wrong." ||
		corrections[0].Changes[0].From != "Pemba" {
		t.Errorf("the correction is %+v (%v)", corrections, err)
	}
	w.replayed()
}

func TestAPictureIsGoneByAnEventThatCannotBeDecoded(t *testing.T) {
	w := newWithdrawing(t)
	kettle, address := w.store("a kettle")
	pot, potAddress := w.store("a pot")
	review := modeltest.Review(1, "Kitchen")
	review.ImageURLs, review.Content = []string{address}, "![]("+address+")"
	w.append("review-1", review, modeltest.Published(1))
	w.append("author-1", events.AuthorCreated{AuthorID: 1, AuthorContent: events.AuthorContent{Name: "Ada", PictureURL: address},
		At: modeltest.Day(1)})
	stream := events.PictureStream(kettle)

	w.broken(stream, events.MediaReplaced{})
	if w.public(kettle) {
		t.Error("a picture is public that another one may be shown in the place of")
	}
	w.hidden(kettle, "while it isn't known what replaces a picture")
	if _, _, err := w.models().Media.File(kettle); err != nil {
		t.Errorf("the admin can't see it: %v", err)
	}
	w.append(stream, events.MediaReplaced{SHA256: kettle, ContentType: "image/png", By: pot, ByContentType: "image/png", At: modeltest.Day(4)})
	w.shown(pot, "once it is known")
	w.append(events.PictureStream(pot), events.MediaReplaced{SHA256: pot, ContentType: "image/png", By: kettle, ByContentType: "image/png",
		At: modeltest.Day(5)})
	if w.shown(kettle, "when it is shown itself again"); !w.public(kettle) {
		t.Error("a picture that is shown again isn't public")
	}

	w.broken(stream, events.MediaRemoved{})
	w.hidden(kettle, "after its removal")
	if _, _, err := w.models().Media.File(kettle); !errors.Is(err, projector.ErrRemoved) || w.public(kettle) {
		t.Errorf("a removed picture: %v, public %v", err, w.public(kettle))
	}
	if undeleted, err := w.models().Media.Undeleted(); len(undeleted) > 0 || err != nil {
		t.Errorf("bytes of %q are going to be deleted (%v)", undeleted, err)
	}
	if _, _, err := w.models().Media.File(pot); err != nil {
		t.Errorf("another picture, %s: %v", potAddress, err)
	}
	w.append(stream, events.MediaAllowed{SHA256: kettle, ContentType: "image/png", At: modeltest.Day(6)})
	chunk := events.MediaChunk{SHA256: kettle, ContentType: "image/png", Size: len("a kettle"), Chunks: 1, Width: 500, Height: 20}
	w.append(events.MediaStreamAfter(kettle, 1), events.MediaStored{MediaChunk: chunk, Bytes: []byte("a kettle")})
	w.append(stream, events.MediaReturned{SHA256: kettle, ContentType: "image/png", At: modeltest.Day(6)})
	if w.shown(kettle, "when it is back"); !w.public(kettle) {
		t.Error("a picture that is back isn't public")
	}
	w.replayed()
}

// An event that is decoded and panics closes what it says; if closing that panics, too, what its stream says.
func TestAPictureIsGoneByAnEventThatPanics(t *testing.T) {
	w := newWithdrawing(t)
	kettle, address := w.store("a kettle")
	review := modeltest.Review(1, "Kitchen")
	review.ImageURLs = []string{address}
	w.append("review-1", review, modeltest.Published(1))
	if !w.public(kettle) {
		t.Fatal("it isn't public")
	}
	w.append(events.PictureStream(kettle), events.MediaRemoved{At: modeltest.Day(4)}) // names no picture, which makes an empty key
	w.hidden(kettle, "after its removal")
	if _, _, err := w.models().Media.File(kettle); !errors.Is(err, projector.ErrRemoved) || w.public(kettle) {
		t.Errorf("a removed picture: %v, public %v", err, w.public(kettle))
	}
	w.replayed()
}

func TestAnEventThatCannotBeDecodedRevokesAccess(t *testing.T) {
	began := modeltest.Day(0)
	signIn := func(id string) events.Event {
		return events.AdminLoggedIn{SessionID: id, Username: "admin", At: began, ExpiresAt: modeltest.Day(60)}
	}
	open := func(w withdrawing) (all string) {
		sessions, err := w.models().Access.Sessions(modeltest.Day(1))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sessions {
			all += s.ID
		}
		return all
	}
	for _, taken := range []events.Event{events.AdminLoggedOut{}, events.AdminPasswordSet{}} {
		w := newWithdrawing(t)
		w.append(events.AdminStream, events.AdminPasswordSet{PasswordHash: "$argon2id$1", At: began}, signIn("a"), signIn("b"))
		if got := open(w); got != "ab" {
			t.Errorf("sessions %q", got)
		}
		w.broken(events.AdminStream, taken)
		if got := open(w); got != "" {
			t.Errorf("after %s the sessions %q are open", taken.EventType(), got)
		}
		if got, replaced := w.models().Access.PasswordHash(), taken.EventType() == "AdminPasswordSet"; (got == events.NoPassword) != replaced {
			t.Errorf("after %s the password is %q", taken.EventType(), got)
		}
		w.append(events.AdminStream, events.AdminPasswordSet{PasswordHash: "$argon2id$2", At: began}, signIn("c"))
		if got := open(w) + w.models().Access.PasswordHash(); got != "c$argon2id$2" {
			t.Errorf("after a new password: %s", got)
		}
		w.replayed()
	}
	for _, taken := range []events.Event{events.ApiKeyDeactivated{}, events.ApiKeyDeleted{}} {
		w := newWithdrawing(t)
		for id := range events.KeyID(2) {
			w.append((id + 1).Stream(), events.ApiKeyCreated{KeyID: id + 1, Name: "bot", Hash: fmt.Sprint(id + 1), At: began})
		}
		w.broken("apikey-1", taken)
		w.append("apikey-1", events.ApiKeyUsed{KeyID: 1, Requests: 1, At: began})
		if k, ok := w.models().Access.KeyByHash("1"); ok && k.IsActive {
			t.Errorf("after %s the key is %+v", taken.EventType(), k)
		}
		if k, ok := w.models().Access.KeyByHash("2"); !ok || !k.IsActive {
			t.Errorf("after %s another key is %+v", taken.EventType(), k)
		}
		w.replayed()
	}
	w := newWithdrawing(t)
	w.append("apikey-1", events.ApiKeyCreated{KeyID: 1, Name: "bot", Hash: "1", At: began})
	w.broken("apikey-1", events.ApiKeyUsed{})
	if k, ok := w.models().Access.KeyByHash("1"); !ok || !k.IsActive || k.Revision != 1 {
		t.Errorf("after a use that can't be read the key is %+v", k)
	}
}

func TestPeopleAreNotShownAfterAnEventThatCannotBeDecoded(t *testing.T) {
	w := newWithdrawing(t)
	w.append("author-1", events.AuthorCreated{AuthorID: 1, AuthorContent: events.AuthorContent{Name: "Zanzibar", Text: "Lives there."},
		At: modeltest.Day(1)})
	review := modeltest.Review(1, "One")
	review.AuthorName = "Zanzibar"
	w.append("review-1", review, modeltest.Published(1))
	if profile, err := w.models().Content.ProfileOf(events.NameKey("Zanzibar")); profile == nil || err != nil {
		t.Fatalf("%+v, %v", profile, err)
	}
	w.broken("author-1", events.AuthorDeleted{})
	if profile, err := w.models().Content.ProfileOf(events.NameKey("Zanzibar")); profile != nil || err != nil {
		t.Errorf("a deleted author has the profile %+v (%v)", profile, err)
	}

	w.append("message-1", events.MessageReceived{MessageID: 1, Name: "Bo", Email: "bo@example.com", Subject: "Hi", Message: "Hello",
		At: modeltest.Day(1)})
	w.append("subscriber-1", events.NewsletterSubscribed{SubscriberID: 1, Email: "bo@example.com", At: modeltest.Day(1)})
	w.append(events.SubscribersStream, events.EmailTaken{SubscriberID: 1, At: modeltest.Day(1)})
	w.broken("message-1", events.MessageDeleted{})
	w.broken("subscriber-1", events.NewsletterUnsubscribed{})
	if _, err := w.models().Inbox.MessageAnswer(1); !errors.Is(err, projector.ErrNotFound) {
		t.Errorf("a deleted message: %v", err)
	}
	if unread, read, err := w.models().Inbox.MessageCounts(); unread+read > 0 || w.text(w.models().Inbox.SubscribersAnswer()) != "[]\n" ||
		err != nil {
		t.Errorf("%d unread and %d read messages are left (%v)", unread, read, err)
	}
	if all := w.models().Inbox.Unerased(); len(all) > 0 {
		t.Errorf("the streams %q are going to be deleted", all)
	}
	w.append("subscriber-2", events.NewsletterSubscribed{SubscriberID: 2, Email: "bo@example.com", At: modeltest.Day(2)})
	w.append(events.SubscribersStream, events.EmailTaken{SubscriberID: 2, At: modeltest.Day(2)})
	if w.text(w.models().Inbox.SubscribersAnswer()) == "[]\n" {
		t.Error("who subscribes again isn't there")
	}
	w.replayed()
}

func TestDraftsAndPreviewLinksEndByAnEventThatCannotBeDecoded(t *testing.T) {
	item := events.Item{Kind: events.ReviewKind, ID: 1}
	draft := item.Draft()
	save := events.DraftSaved{DraftID: draft, Kind: item.Kind, ItemID: 1,
		Fields: map[string]json.RawMessage{"title": json.RawMessage(`"Secret"`)}, At: modeltest.Day(2)}
	for _, end := range []struct {
		stream string
		taken  events.Event
	}{{draft.Stream(), events.DraftDiscarded{}}, {item.Stream(), events.ReviewDeleted{}}} {
		w := newWithdrawing(t)
		w.append(item.Stream(), modeltest.Review(1, "One"))
		w.append(draft.Stream(), save)
		w.broken(end.stream, end.taken)
		if d, err := w.models().Drafts.Draft(draft); !errors.Is(err, projector.ErrNotFound) {
			t.Errorf("after %s there is the draft %+v (%v)", end.taken.EventType(), d, err)
		}
		if left, err := w.models().Drafts.Undeleted(); len(left) > 0 || err != nil {
			t.Errorf("the streams %q are going to be deleted (%v)", left, err)
		}
		w.append(draft.Stream(), save)
		if _, err := w.models().Drafts.Draft(draft); err != nil {
			t.Errorf("a draft that is saved again: %v", err)
		}
		w.replayed()
	}

	w := newWithdrawing(t)
	w.append(draft.Stream(), save)
	w.broken(draft.Stream(), save)
	if d, err := w.models().Drafts.Draft(draft); err != nil || d.Title != "Secret" || d.Revision != 1 {
		t.Errorf("after a save that can't be read the draft is %+v (%v)", d, err)
	}
	other := events.Item{Kind: events.PageKind, ID: 1}
	link := func(of events.Item, token string) {
		w.append(of.Previews(), events.PreviewLinkCreated{LinkID: uuid.New(), Kind: of.Kind, ItemID: of.ID, Token: token,
			ExpiresAt: modeltest.Day(60), At: modeltest.Day(1)})
	}
	valid := func() (all string) {
		for _, token := range []string{"A", "B", "C", "D"} {
			if _, err := w.models().Drafts.LinkOf(token, modeltest.Day(2)); err == nil {
				all += token
			}
		}
		return all
	}
	link(item, "A")
	link(item, "B")
	link(other, "C")
	w.broken(item.Previews(), events.PreviewLinkWithdrawn{})
	if got := valid(); got != "C" {
		t.Errorf("the links %s lead somewhere", got)
	}
	link(item, "D")
	if got := valid(); got != "CD" {
		t.Errorf("the links %s lead somewhere", got)
	}
	w.replayed()
}

// A view of a moment shows nothing that was taken away by then.
func TestThePastShowsNothingThatWasTakenAway(t *testing.T) {
	log := modeltest.NewLog()
	review := modeltest.Review(1, "Zanzibar")
	log.Append(t, "review-1", review, modeltest.Published(1))
	log.AppendBroken("review-1", "ReviewUnpublished")
	log.Append(t, "review-2", modeltest.Review(2, "Other"), modeltest.Published(2))
	log.Append(t, "review-1", modeltest.Published(1))
	for moment, want := range map[time.Duration]bool{1500 * time.Millisecond: true, 4500 * time.Millisecond: false, time.Minute: true} {
		past, err := projections.Open(t.Context(), temporary(modeltest.MemDir(t), events.NewPast(log, modeltest.Began.Add(moment))))
		if err != nil {
			t.Fatal(err)
		}
		modeltest.CaughtUp(t, past)
		w := withdrawing{t, log, past}
		if shown := w.readers("Zanzibar") != ""; shown != want {
			t.Errorf("as of %v after the beginning it is shown: %v", moment, shown)
		}
		if err := past.Close(); err != nil {
			t.Error(err)
		}
	}
}
