package events_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"candor/events"
)

var update = flag.Bool("update", false, "write golden files of versions that have none")

// golden is one stored event as some version of Candor wrote it.
type golden struct {
	Data     json.RawMessage `json:"data,omitempty"`
	Binary   []byte          `json:"binary,omitempty"`
	Metadata json.RawMessage `json:"metadata"`
}

func ptr[T any](v T) *T { return &v }

var (
	at      = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	visitor = uuid.MustParse("6f9619ff-8b86-4d01-b42d-00cf4fc964ff")
)

// samples has one fact of every type, every field filled.
var samples = []events.Event{
	events.ReviewCreated{ReviewID: 12, At: at, ReviewContent: events.ReviewContent{
		ProductName: "Slate 14", ProductBrand: "Tarnholt", CategoryID: 1, ProductDescription: "A laptop.",
		ProductPrice: 1299, ProductPriceMax: 1749.5, ProductImageURL: "/media/a.webp",
		Specifications: []string{"Weight: 1.1 kg"}, Features: []string{"Fanless"}, Title: "Quiet", Content: "One.\n\nTwo.",
		Rating: 4.6, Pros: []string{"Silent"}, Cons: []string{"Dear"}, Verdict: "Buy it.", VideoCredit: "Tarnholt",
		AuthorName: "Ada", VideoURL: "https://example.com/v.mp4", ImageURLs: []string{"/media/a.webp", "/media/b.webp"},
		AliexpressLink: "https://example.com/a", ShopeeLink: "https://example.com/s"}},
	events.ReviewUpdated{ReviewID: 12, At: at, Changes: events.ReviewChanges{Title: ptr("Quieter"), ProductPrice: ptr(0.0),
		Pros: ptr([]string{})}},
	events.ReviewPublished{ReviewID: 12, At: at},
	events.ReviewUnpublished{ReviewID: 12, At: at},
	events.ReviewFeatured{ReviewID: 12, At: at},
	events.ReviewUnfeatured{ReviewID: 12, At: at},
	events.ReviewDeleted{ReviewID: 12, At: at},
	events.ReviewRestored{ReviewID: 12, At: at},
	events.ReviewScheduled{ReviewID: 12, Schedule: events.Schedule{PublishAt: ptr(at.AddDate(0, 0, 1)), UnpublishAt: ptr(at.AddDate(0, 1, 0))},
		At: at},
	events.ReviewCorrected{ReviewID: 12, Note: "We had mixed up two models.", Was: events.ReviewChanges{Rating: ptr(4.6), Verdict: ptr("")},
		At: at},
	events.ReviewUpdateNoted{ReviewID: 12, Note: "Firmware 2.1 made it quieter.", Was: events.ReviewChanges{Rating: ptr(4.0)}, At: at},
	events.ReviewTypoMarked{ReviewID: 12, At: at},
	events.ReviewVersionWithheld{ReviewID: 12, Revision: 4, Reason: "It named a private person.", At: at},
	events.ReviewVersionReleased{ReviewID: 12, Revision: 4, At: at},
	events.ArticleCreated{ArticleID: 7, At: at, ArticleContent: events.ArticleContent{Title: "News", Content: "Text", Excerpt: "Short",
		ImageURL: "/media/c.webp", VideoURL: "https://example.com/v", VideoCredit: "Them", Category: "AI", AuthorName: "Ada"}},
	events.ArticleUpdated{ArticleID: 7, At: at, Changes: events.ArticleChanges{Excerpt: ptr("")}},
	events.ArticlePublished{ArticleID: 7, At: at},
	events.ArticleUnpublished{ArticleID: 7, At: at},
	events.ArticleDeleted{ArticleID: 7, At: at},
	events.ArticleRestored{ArticleID: 7, At: at},
	events.ArticleScheduled{ArticleID: 7, Schedule: events.Schedule{PublishAt: ptr(at.AddDate(0, 0, 1)),
		UnpublishAt: ptr(at.AddDate(0, 1, 0))}, At: at},
	events.PageCreated{PageID: 2, At: at, PageContent: events.PageContent{Title: "How we test", Slug: "how-we-test", Content: "Text"}},
	events.PageCorrected{PageID: 2, Note: "The date was wrong.", Was: events.PageChanges{Content: ptr("Text")}, At: at},
	events.PageUpdated{PageID: 2, At: at, Changes: events.PageChanges{Title: ptr("How we measure"), Slug: ptr("how-we-measure"),
		Content: ptr("")}},
	events.PagePublished{PageID: 2, At: at},
	events.PageUnpublished{PageID: 2, At: at},
	events.PageScheduled{PageID: 2, Schedule: events.Schedule{PublishAt: ptr(at.AddDate(0, 0, 1)), UnpublishAt: ptr(at.AddDate(0, 1, 0))},
		At: at},
	events.PageDeleted{PageID: 2, At: at},
	events.PageRestored{PageID: 2, At: at},
	events.ArticleCorrected{ArticleID: 7, Note: "The date was wrong.", Was: events.ArticleChanges{Content: ptr("Text")}, At: at},
	events.ArticleUpdateNoted{ArticleID: 7, Note: "", Was: events.ArticleChanges{Title: ptr("Old news")}, At: at},
	events.ArticleTypoMarked{ArticleID: 7, At: at},
	events.ArticleVersionWithheld{ArticleID: 7, Revision: 2, Reason: "A court asked for it.", At: at},
	events.ArticleVersionReleased{ArticleID: 7, Revision: 2, At: at},
	events.CategoryCreated{CategoryID: 3, At: at, CategoryContent: events.CategoryContent{Name: "Robots", Slug: "robots", Description: "Arms",
		Icon: "bot", Color: "#123456"}},
	events.CategoryUpdated{CategoryID: 3, At: at, Changes: events.CategoryChanges{Name: ptr("Robotics")}},
	events.CategoryDeleted{CategoryID: 3, At: at},
	events.SiteSettingsChanged{At: at, Values: events.SiteValues{Name: ptr("Noisy Kitchen"), Tagline: ptr("Coffee, measured"),
		Description: ptr("Reviews of coffee machines."), Language: ptr("fr-FR"), TimeZone: ptr("Europe/Paris"), Currency: ptr("EUR"),
		Logo: ptr("/media/a.webp"), LogoDark: ptr("/media/b.webp"), Icon: ptr("/media/c.png"), ShareImage: ptr(""), Accent: ptr("#8a4b08")}},
	events.NavigationChanged{At: at, Values: events.NavigationValues{Header: &[]events.SettingsLink{{Label: "Home", URL: "/"}},
		Footer: &[]events.SettingsLink{{Label: "Write to us", URL: "mailto:a@example.com"}}, Social: &[]events.SettingsLink{}}},
	events.PublicationSettingsChanged{At: at, Values: events.PublicationValues{Copyright: ptr("© {{name}}"),
		ContactEmail: ptr("a@example.com"),
		ResponseTime: ptr("within a week"), AffiliateDisclosure: ptr("Some links earn us money."), IllustrationNote: ptr("Illustration."),
		PublicHistory: ptr("off"), CorrectionsPolicy: ptr("We correct errors.")}},
	events.BackupMade{Position: 4711, Bytes: 1 << 20, By: "ada", Verified: true, At: at},
	events.ChecklistPagesRead{At: at},
	events.ChecklistDismissed{At: at},
	events.PrivacySettingsChanged{At: at, Values: events.PrivacyValues{PageViewDays: ptr(events.Days(90)), MessageDays: ptr(events.Forever),
		Addresses: ptr("none"), CountCountries: ptr(false)}},
	events.CategoryRestored{CategoryID: 3, At: at},
	events.AuthorCreated{AuthorID: 1, At: at, AuthorContent: events.AuthorContent{Name: "Ada Holt", PictureURL: "/media/a.webp",
		Text:  "Tests *laptops*.",
		Links: []events.AuthorLink{{Label: "Ada's notes", URL: "https://example.com/ada"}}, Disclosure: "Owns shares of Tarnholt."}},
	events.AuthorUpdated{AuthorID: 1, At: at, Changes: events.AuthorChanges{Name: ptr("Ada Holt-Berg"), Links: &[]events.AuthorLink{},
		Disclosure: ptr("")}},
	events.AuthorDeleted{AuthorID: 1, At: at},
	events.AuthorNamingBegun{AuthorID: 1, At: at},
	events.AuthorNamingEnded{AuthorID: 1, At: at},
	events.MessageReceived{MessageID: 5, Name: "Bo", Email: "bo@example.com", Subject: "Hello", Message: "Hi.", At: at},
	events.MessageRead{MessageID: 5, At: at},
	events.MessageDeleted{MessageID: 5, At: at},
	events.ApiKeyCreated{KeyID: 2, Name: "bot", Hash: "ab", Hint: "cndr_…wxyz", Permissions: []string{"create_reviews"},
		ExpiresAt: ptr(at.AddDate(1, 0, 0)), At: at},
	events.ApiKeyUsed{KeyID: 2, Requests: 17, At: at},
	events.ApiKeyDeactivated{KeyID: 2, At: at},
	events.ApiKeyDeleted{KeyID: 2, At: at},
	events.NewsletterSubscribed{SubscriberID: 4, Email: "bo@example.com", At: at},
	events.NewsletterUnsubscribed{SubscriberID: 4, At: at},
	events.SubscriptionUnchanged{At: at},
	events.AdminPasswordSet{PasswordHash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA", At: at},
	events.AdminLoggedIn{SessionID: "cd", Username: "admin", Address: "192.0.2.7", UserAgent: "Firefox",
		ExpiresAt: at.Add(24 * time.Hour), At: at},
	events.ErasureBegun{ErasureID: visitor, By: events.ErasedByEmail, Streams: []string{"message-5", "subscriber-4"}, At: at},
	events.PersonErased{ErasureID: visitor, By: events.ErasedByEmail, Messages: 1, Subscribers: 1, Visitors: 2, At: at},
	events.AdminLoginFailed{Address: "192.0.2.7", UserAgent: "Firefox", At: at},
	events.AdminLoggedOut{SessionID: "cd", At: at},
	events.PageViewed{Event: "page_view", Agent: "Googlebot", Page: "/reviews/12", Referrer: "https://example.com/", SessionID: "s1",
		VisitorID: visitor,
		Country:   "CH", City: "Bern", Browser: "Firefox", System: "Linux", Device: "desktop", Metadata: `{"a":1}`, At: at},
	events.DaySummarized{Date: "2026-11-21", Position: 420, Views: 5, Visitors: 3, Bots: 2, At: at, Omitted: 1, Left: 2,
		Sessions: events.SessionTotals{Begun: 3, Views: 5, Bounced: 1, Milliseconds: 90_000},
		Hours:    []events.HourTotals{{Hour: 9, Views: 5, Visitors: 3, Bots: 2, Sessions: 3}},
		Pages:    []events.TextCount{{Text: "/reviews/12", Count: 5}}, EntryPages: []events.TextCount{{Text: "/reviews/12", Count: 3}},
		Referrers: []events.TextCount{{Text: "", Count: 5}}, Browsers: []events.TextCount{{Text: "Firefox", Count: 5}},
		Systems: []events.TextCount{{Text: "Linux", Count: 5}}, Devices: []events.TextCount{{Text: "desktop", Count: 5}},
		Countries: []events.TextCount{{Text: "CH", Count: 5}}, BotPages: []events.TextCount{{Text: "/", Count: 2}},
		BotCountries: []events.TextCount{{Text: "US", Count: 2}}, Returns: []events.ReturnTotals{{Days: 1, Visitors: 1}}},
	events.VisitorFirstSeen{VisitorID: visitor, Address: "192.0.2.7", UserAgent: "Firefox", Country: "CH", City: "Bern", At: at},
	events.LimitUsed{Limit: "contact", From: "c29tZW9uZQ", Calls: 10, At: at},
	events.VisitorSaltMade{Salt: []byte("thirty-two random bytes in truth"), At: at},
	events.MediaStored{MediaChunk: events.MediaChunk{SHA256: "ef", ContentType: "image/webp", Size: 3, Chunk: 0, Chunks: 1, Width: 1200,
		Height: 800, Animated: true}, Bytes: []byte{1, 2, 3}},
	events.NameDescribed{Kind: events.TagKind, Name: "Wi-Fi 7",
		Changes: events.NameChanges{Description: ptr("Routers and laptops with 802.11be.")}, At: at},
	events.MediaDescribed{SHA256: "ef", ContentType: "image/webp", Changes: events.MediaChanges{Name: ptr("kettle.webp"),
		Alt:     ptr("A kettle on a stove"),
		Caption: ptr("The kettle, boiling."), Credit: ptr("Photo: Ida Holt"), FocalPoint: &events.FocalPoint{X: 0.25, Y: 0.75}}, At: at},
	events.MediaReplaced{SHA256: "ef", ContentType: "image/webp", By: "ab", ByContentType: "image/jpeg",
		OldPicture: events.OldPictureHidden, At: at},
	events.MediaRemoved{SHA256: "ef", ContentType: "image/webp", Size: 3, At: at},
	events.MediaAllowed{SHA256: "ef", ContentType: "image/webp", At: at},
	events.MediaReturned{SHA256: "ef", ContentType: "image/webp", At: at},
	events.DemoSiteBegun{MadeAt: at, TimesInvented: true, Note: "This is a demo site."},
	events.DemoSiteFinished{At: at},
	events.IDReserved{Kind: "review", At: at},
	events.SlugReserved{Slug: "robots", CategoryID: 3, At: at},
	events.SlugReleased{Slug: "robots", At: at},
	events.PageSlugReserved{Slug: "how-we-test", PageID: 2, At: at},
	events.PageSlugReleased{Slug: "how-we-test", At: at},
	events.EmailReserved{SubscriberID: 4, At: at},
	events.EmailReleased{At: at},
	events.EmailTaken{SubscriberID: 4, At: at},
	events.EmailFreed{SubscriberID: 4, At: at},
	events.EmailListBegun{Salt: []byte("thirty-two random bytes in truth"), At: at},
	events.EmailsListed{Emails: []events.ListedEmail{{Digest: []byte("thirty-two bytes of an HMAC-SHA2"), SubscriberID: 4}}, At: at},
	events.EmailListReady{At: at},
	events.EmailUnlisted{Digest: []byte("thirty-two bytes of an HMAC-SHA2"), At: at},
	events.EmailListReplaced{At: at},
	events.RequestAccepted{BodyHash: "01", IDs: []int64{12, 13}, At: at},
	events.DraftSaved{DraftID: "review-12", Kind: events.ReviewKind, ItemID: 12, Base: ptr(uint64(4)), At: at,
		Fields: map[string]json.RawMessage{"rating": json.RawMessage(`"high"`), "title": json.RawMessage(`"Quieter"`)},
		Was:    map[string]json.RawMessage{"rating": json.RawMessage(`4.6`), "title": json.RawMessage(`"Quiet"`)}},
	events.DraftScheduled{Kind: events.ReviewKind, ItemID: 12, DraftRevision: 3, Base: 5, PublishAt: at.AddDate(0, 0, 1), At: at,
		Request: map[string]json.RawMessage{"correction": json.RawMessage(`"The weight was wrong."`)}},
	events.DraftUnscheduled{Kind: events.ReviewKind, ItemID: 12, DraftRevision: 3, At: at},
	events.DraftPublished{Kind: events.ReviewKind, ItemID: 12, DraftRevision: 3, At: at},
	events.DraftNotPublished{Kind: events.ReviewKind, ItemID: 12, DraftRevision: 3, PublishAt: at,
		Reason: "The title was changed since.", At: at},
	events.PreviewLinkCreated{LinkID: visitor, Kind: events.ReviewKind, ItemID: 12, Token: "GQ4TQNRWGI2DMMZTHE2TCMJUHA",
		ExpiresAt: at.AddDate(0, 0, 7), At: at},
	events.PreviewLinkWithdrawn{LinkID: visitor, Kind: events.ReviewKind, ItemID: 12, At: at},
	events.DraftDiscarded{DraftID: "review-12", Kind: events.ReviewKind, ItemID: 12, At: at},
	events.AddressKept{Path: "/2019/05/quiet-laptop", Kind: events.ArticleKind, ItemID: 7, At: at},
}

// earlier has the facts of golden files that say less than today's sample.
var earlier = map[string]events.Event{
	goldenFile("MediaStored", 1): events.MediaStored{MediaChunk: events.MediaChunk{SHA256: "ef", ContentType: "image/webp", Size: 3, Chunk: 0,
		Chunks: 1}, Bytes: []byte{1, 2, 3}},
	goldenFile("PageViewed", 1): events.PageViewed{Event: "page_view", Page: "/reviews/12", Referrer: "https://example.com/", SessionID: "s1",
		VisitorID: visitor,
		Country:   "CH", City: "Bern", Browser: "Firefox", System: "Linux", Device: "desktop", Metadata: `{"a":1}`, At: at},
	goldenFile("MediaReplaced", 1): events.MediaReplaced{SHA256: "ef", ContentType: "image/webp", By: "ab", ByContentType: "image/jpeg",
		OldPicture: events.OldPictureUntold, At: at},
}

// scored has facts with what was added to an event's data without a new version, by their golden files.
var scored = map[string]events.Event{
	"AddressKept.v1.tag.json":    events.AddressKept{Path: "/tag/quiet", Kind: events.TagKind, Name: "Quiet", At: at},
	"AddressKept.v1.author.json": events.AddressKept{Path: "/author/ada", Kind: events.AuthorKind, ItemID: 1, At: at},
	"AddressKept.v1.picture.json": events.AddressKept{Path: "/wp-content/uploads/lamp.jpg", Kind: events.PictureKind,
		SHA256: strings.Repeat("ef", 32), At: at},
	"CategoryCreated.v1.criteria.json": events.CategoryCreated{CategoryID: 3, At: at, CategoryContent: events.CategoryContent{Name: "Robots",
		Slug: "robots", Order: 2,
		Criteria: []events.Criterion{{ID: "reach", Name: "Reach", Weight: 60}, {ID: "noise", Name: "Noise", Weight: 40},
			{ID: "looks", Name: "Looks", Weight: 10, Retired: true}}}},
	"ArticleCreated.v1.modified.json": events.ArticleCreated{ArticleID: 7, ArticleContent: events.ArticleContent{Title: "News",
		Content: "Text", Category: "AI", AuthorName: "Ada"}, At: at.AddDate(-1, 0, 0), ModifiedAt: at},
	"ReviewCreated.v1.modified.json": events.ReviewCreated{ReviewID: 12, ReviewContent: events.ReviewContent{ProductName: "Laptop",
		ProductBrand: "Holt", CategoryID: 1, Title: "Quiet", Content: "Text", Rating: 4, AuthorName: "Ada"},
		At: at.AddDate(-1, 0, 0), ModifiedAt: at},
	"CategoryUpdated.v1.specifications.json": events.CategoryUpdated{CategoryID: 3, At: at, Changes: events.CategoryChanges{
		Specifications: &[]events.ComparedSpecification{{Name: "Reach", Better: events.Higher}, {Name: "Noise", Better: events.Lower}}}},
	"ReviewUpdated.v1.shops.json": events.ReviewUpdated{ReviewID: 12, At: at,
		Changes: events.ReviewChanges{AliexpressLink: ptr("https://example.com/a"),
			Shops: &[]events.Shop{{Name: "AliExpress", URL: "https://example.com/a", Price: 1299.5, Date: "2026-11-21"},
				{Name: "Corner shop", URL: "https://example.com/c"}}}},
	"ReviewUpdated.v1.sub-scores.json": events.ReviewUpdated{ReviewID: 12, At: at, Changes: events.ReviewChanges{Rating: ptr(4.4),
		SubScores: &[]events.SubScore{{CriterionID: "reach", Name: "Reach", Weight: 60, Score: 4.7, Text: "Past its own table."},
			{CriterionID: "noise", Name: "Noise", Weight: 40, Score: 4}}}},
}

var sampleMetadata = events.Metadata{
	At:            at,
	CorrelationID: "request-1", CausationID: "request-1",
	Actor:    events.Actor{Kind: events.ActorBot, ID: "2", Name: "bot"},
	Previous: "ffff",
}

func goldenFile(name string, schema int) string {
	return filepath.Join("testdata", fmt.Sprintf("%s.v%d.json", name, schema))
}

// Every version of every event type ever written can be read for ever, and today's program writes
// today's version byte for byte as its golden file says.
func TestStoredEventsOfEveryVersionDecode(t *testing.T) {
	byType := map[string]events.Event{}
	for _, e := range samples {
		byType[e.EventType()] = e
	}
	for _, name := range events.Types() {
		sample, ok := byType[name]
		if !ok {
			t.Errorf("%s has no sample here", name)
			continue
		}
		current := events.Schema(name)
		p, err := events.Encode(events.Envelope{ID: visitor, Event: sample, Metadata: sampleMetadata})
		if err != nil {
			t.Fatal(err)
		}
		for schema := 1; schema <= current; schema++ {
			file := goldenFile(name, schema)
			if _, err := os.Stat(file); *update && schema == current && errors.Is(err, os.ErrNotExist) {
				writeGolden(t, file, p)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Errorf("no golden file (go test -update writes one for a new version): %v", err)
				continue
			}
			var g golden
			if err := json.Unmarshal(text, &g); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			r := events.Recorded{Type: name, Binary: g.Binary != nil, Data: compact(t, g.Data), Meta: compact(t, g.Metadata)}
			if r.Binary {
				r.Data = g.Binary
			}
			got, err := r.Decode()
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			want := sample
			if less, ok := earlier[file]; ok {
				want = less
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s decodes to something else (-want +got):\n%s", file, diff)
			}
			if schema == current && (string(r.Data) != string(p.Data) || string(r.Meta) != string(p.Meta)) {
				t.Errorf("%s: the program writes another form:\n%s\n%s\nA changed event needs a new schema version and an upcaster.",
					file, p.Data, p.Meta)
			}
		}
	}
}

func TestFactsForComparingDecode(t *testing.T) {
	for name, want := range scored {
		file := filepath.Join("testdata", name)
		p, err := events.Encode(events.Envelope{ID: visitor, Event: want, Metadata: sampleMetadata})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(file); *update && errors.Is(err, os.ErrNotExist) {
			writeGolden(t, file, p)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var g golden
		if err := json.Unmarshal(text, &g); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		r := events.Recorded{Type: want.EventType(), Data: compact(t, g.Data), Meta: compact(t, g.Metadata)}
		got, err := r.Decode()
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s decodes to something else (-want +got), error %v:\n%s", file, err, diff)
		}
		if string(r.Data) != string(p.Data) {
			t.Errorf("%s: the program writes another form:\n%s", file, p.Data)
		}
	}
}

func compact(t *testing.T, text json.RawMessage) []byte {
	t.Helper()
	if text == nil {
		return nil
	}
	var v json.RawMessage
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func writeGolden(t *testing.T, file string, p events.Proposed) {
	t.Helper()
	g := golden{Data: p.Data, Metadata: p.Meta}
	if p.Binary {
		g.Data, g.Binary = nil, p.Data
	}
	text, err := json.MarshalIndent(g, "", "  ")
	if err == nil {
		err = os.WriteFile(file, append(text, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestUnknownAndBrokenEventsAreToldApart(t *testing.T) {
	meta := []byte(`{"actor":{"kind":"system"},"schema":1}`)
	tests := []struct {
		name string
		r    events.Recorded
		want error
	}{
		{"a type of a newer program", events.Recorded{Type: "ReviewTranslated", Data: []byte(`{}`), Meta: meta}, events.ErrUnknownType},
		{"data that is no JSON", events.Recorded{Type: "ReviewPublished", Data: []byte(`{"reviewId":`), Meta: meta}, events.ErrUndecodable},
		{"data of the wrong shape", events.Recorded{Type: "ReviewPublished", Data: []byte(`{"reviewId":"twelve"}`), Meta: meta},
			events.ErrUndecodable},
		{"a schema of a newer program", events.Recorded{Type: "ReviewPublished", Data: []byte(`{}`), Meta: []byte(`{"schema":99}`)},
			events.ErrUndecodable},
		{"media without its description", events.Recorded{Type: "MediaStored", Binary: true, Data: []byte{1}, Meta: meta}, events.ErrUndecodable},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := test.r.Decode(); !errors.Is(err, test.want) {
				t.Errorf("got error %v, want %v", err, test.want)
			}
		})
	}
}

func TestChainBreaksWhenAnythingIsChanged(t *testing.T) {
	chained, err := events.Chain("", events.Envelope{ID: visitor, Event: events.ReviewPublished{ReviewID: 1, At: at}},
		events.Envelope{Event: events.ReviewFeatured{ReviewID: 1, At: at}})
	if err != nil {
		t.Fatal(err)
	}
	record := func(p events.Proposed) events.Recorded {
		return events.Recorded{ID: p.ID, Type: p.Type, Data: p.Data, Meta: p.Meta}
	}
	second := record(chained[1]).Metadata()
	if got := record(chained[0]).Hash(); second.Previous != got {
		t.Fatalf("the second event names %s, the first one's hash is %s", second.Previous, got)
	}
	for name, change := range map[string]func(*events.Recorded){
		"id":       func(r *events.Recorded) { r.ID = uuid.New() },
		"type":     func(r *events.Recorded) { r.Type = "ReviewUnpublished" },
		"data":     func(r *events.Recorded) { r.Data = []byte(`{"reviewId":2}`) },
		"metadata": func(r *events.Recorded) { r.Meta = []byte(`{}`) },
		"the border between data and metadata": func(r *events.Recorded) {
			r.Data, r.Meta = append(r.Data[:len(r.Data):len(r.Data)], r.Meta[0]), r.Meta[1:]
		},
	} {
		r := record(chained[0])
		change(&r)
		if r.Hash() == second.Previous {
			t.Errorf("changing the %s is not seen", name)
		}
	}
}

func TestNumbersOfStreams(t *testing.T) {
	tests := []struct {
		stream string
		want   int64
		ok     bool
	}{
		{"review-12", 12, true},
		{"review-0", 0, false},
		{"review--3", 0, false},
		{"review-", 0, false},
		{"review-99999999999999999999", 0, false},
		{"reviewers-1", 0, false},
		{"article-1", 0, false},
	}
	for _, test := range tests {
		got, ok := events.Number(test.stream, events.ReviewPrefix)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("Number(%q) = %d, %v; want %d, %v", test.stream, got, ok, test.want, test.ok)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, e := range samples {
		p, err := events.Encode(events.Envelope{ID: visitor, Event: e})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(p.Type, p.Data, p.Meta)
	}
	f.Fuzz(func(t *testing.T, name string, data, meta []byte) {
		r := events.Recorded{Type: name, Data: data, Meta: meta}
		e, err := r.Decode()
		if err != nil {
			if !errors.Is(err, events.ErrUnknownType) && !errors.Is(err, events.ErrUndecodable) {
				t.Errorf("untyped error %v", err)
			}
			return
		}
		if _, err := events.Encode(events.Envelope{Event: e}); err != nil {
			t.Errorf("what was decoded does not encode: %v", err)
		}
	})
}
