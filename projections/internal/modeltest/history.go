// Histories for tests: drawn at random, replayed and compared.

package modeltest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"candor/events"
	"candor/projections"
	"candor/projections/projector"
)

// Dumps returns the content of all read models.
func Dumps(t testing.TB, m *projections.Models) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range m.Names() {
		dump, err := m.Dump(name)
		if err != nil {
			t.Fatalf("dump %s: %v", name, err)
		}
		all[name] = dump
	}
	return all
}

// SameDumps fails the test if two dumps differ.
func SameDumps(t rapid.TB, want, got map[string]string) {
	t.Helper()
	for name := range want {
		if want[name] != got[name] {
			t.Errorf("%s differs", name)
		}
	}
}

// drawSchedule draws any schedule.
func drawSchedule(t *rapid.T) events.Schedule {
	var s events.Schedule
	for _, at := range []**time.Time{&s.PublishAt, &s.UnpublishAt} {
		if rapid.Bool().Draw(t, "scheduled") {
			*at = Ptr(Day(rapid.IntRange(0, 3000).Draw(t, "due")))
		}
	}
	return s
}

// DrawHistory appends random events, possible and impossible, about a few things.
func DrawHistory(t *rapid.T, tb testing.TB, log *Log, n int) {
	id := func(label string) int { return rapid.IntRange(1, 4).Draw(t, label) }
	for i := range n {
		at := Day(rapid.IntRange(0, 3000).Draw(t, "minute"))
		r, k := id("thing"), id("kind of content")
		rid, aid, pid := events.ReviewID(r), events.ArticleID(r), events.PageID(r)
		visitor := uuid.NewSHA1(uuid.Nil, []byte{byte(r)})
		image := []byte(fmt.Sprint("picture ", r))
		name, other := pictureName(r), pictureName(k)
		switch rapid.IntRange(0, 59).Draw(t, "event") {
		case 32:
			path := fmt.Sprint("/2019/", k)
			if author := events.AuthorID(r); i%4 == 0 {
				log.Append(tb, author.Stream(), events.AddressKept{Path: path, Kind: events.AuthorKind, ItemID: int64(author), At: at})
				break
			}
			log.Append(tb, events.OldAddressStream(path), []events.AddressKept{{Path: path, Kind: events.ReviewKind, ItemID: int64(r),
				At: at}, {Path: path, Kind: events.TagKind, Name: fmt.Sprint("t", r), At: at},
				{Path: path, Kind: events.PictureKind, SHA256: name, At: at}}[i%3])
		case 33:
			log.Append(tb, rid.Stream(), events.ReviewUpdated{ReviewID: rid, At: at, Changes: events.ReviewChanges{
				ProductImageURL: Ptr(events.MediaAddress(name, "image/png")),
				ImageURLs:       &[]string{"https://example.com/1.png", events.MediaAddress(name, "image/png")}}})
		case 34:
			log.Append(tb, aid.Stream(), events.ArticleUpdated{ArticleID: aid, At: at,
				Changes: events.ArticleChanges{ImageURL: Ptr(events.MediaAddress(name, "image/png")), Content: Ptr(fmt.Sprint("N", i))}},
				events.ArticleCorrected{ArticleID: aid, Note: "N",
					Was: events.ArticleChanges{Content: Ptr("![](" + events.MediaAddress(name, "image/png") + ")")}, At: at})
		case 35:
			log.Append(tb, events.PictureStream(name), events.MediaRemoved{SHA256: name,
				ContentType: "image/png", Size: len(image), At: at})
			if k < 3 {
				log.Tombstone(events.MediaStream(name))
			}
		case 36:
			log.Append(tb, events.PictureStream(name), []events.Event{events.MediaAllowed{SHA256: name, ContentType: "image/png",
				At: at}, events.MediaReturned{SHA256: name, ContentType: "image/png", At: at}}[k%2])
		case 37:
			c := Page(r, fmt.Sprint("Page ", k))
			c.Slug, c.At = fmt.Sprint("s", k), at
			log.Append(tb, pid.Stream(), c, events.PagePublished{PageID: pid, At: at})
		case 38:
			log.Append(tb, pid.Stream(), []events.Event{events.PagePublished{PageID: pid, At: at},
				events.PageUnpublished{PageID: pid, At: at}}[k%2])
		case 39:
			log.Append(tb, pid.Stream(), []events.Event{
				events.PageUpdated{PageID: pid, At: at, Changes: events.PageChanges{Slug: Ptr(fmt.Sprint("s", k))}},
				events.PageUpdated{PageID: pid, At: at, Changes: events.PageChanges{Title: Ptr(fmt.Sprint("Q", i)),
					Content: Ptr("![](" + events.MediaAddress(name, "image/png") + ")")}}}[i%2])
		case 40:
			log.Append(tb, pid.Stream(), []events.Event{events.PageDeleted{PageID: pid, At: at},
				events.PageRestored{PageID: pid, At: at}}[k%2])
		case 41:
			log.Append(tb, pid.Stream(), events.PageScheduled{PageID: pid, Schedule: drawSchedule(t), At: at})
		case 42, 43:
			d := events.DraftSaved{DraftID: events.Item{Kind: []string{events.ReviewKind, events.ArticleKind, events.PageKind}[i%3],
				ID: int64(r)}.Draft(), ItemID: int64(r), At: at,
				Fields: map[string]json.RawMessage{"title": []json.RawMessage{json.RawMessage(`"T"`), json.RawMessage(`7`)}[k%2],
					fmt.Sprint("f", k): json.RawMessage(`[]`)}}
			switch d.Kind = []string{events.ReviewKind, events.ArticleKind, events.PageKind}[i%3]; k {
			case 4:
				d.DraftID, d.ItemID = events.DraftOfNew(visitor), 0
			case 3:
				d.DraftID, d.Kind, d.ItemID = events.SectionDraft(events.SiteSection), events.SettingsKind, 0
			}
			log.Append(tb, d.DraftID.Stream(), d)
		case 57, 58:
			revision := uint64(rapid.IntRange(0, 3).Draw(t, "draft"))
			log.Append(tb, rid.Stream(), []events.Event{
				events.DraftScheduled{Kind: events.ReviewKind, ItemID: int64(r), DraftRevision: revision,
					PublishAt: at.Add(time.Hour), At: at,
					Request: map[string]json.RawMessage{"correction": json.RawMessage(`"N"`)}},
				events.DraftPublished{Kind: events.ReviewKind, ItemID: int64(r), DraftRevision: revision, At: at},
				events.DraftNotPublished{Kind: events.ReviewKind, ItemID: int64(r), DraftRevision: revision, PublishAt: at,
					Reason: fmt.Sprint("R", i), At: at},
				events.DraftUnscheduled{Kind: events.ReviewKind, ItemID: int64(r), DraftRevision: revision,
					At: at}}[rapid.IntRange(0, 3).Draw(t, "schedule")])
		case 45, 46:
			item, link := events.Item{Kind: events.ReviewKind, ID: int64(r)}, uuid.NewSHA1(uuid.Nil, []byte{byte(k)})
			log.Append(tb, item.Previews(), []events.Event{
				events.PreviewLinkCreated{LinkID: link, Kind: item.Kind, ItemID: item.ID, Token: fmt.Sprint("T", i), At: at,
					ExpiresAt: at.Add(time.Hour)},
				events.PreviewLinkWithdrawn{LinkID: link, Kind: item.Kind, ItemID: item.ID, At: at}}[i%2])
		case 44:
			id := []events.DraftID{events.Item{Kind: events.ReviewKind, ID: int64(r)}.Draft(), events.DraftOfNew(visitor),
				events.SectionDraft(events.SiteSection)}[k%3]
			log.Append(tb, id.Stream(), events.DraftDiscarded{DraftID: id, Kind: events.ReviewKind, At: at})
			if k < 3 {
				log.DeleteStream(id.Stream())
			}
		case 0, 1:
			c := Review(r, fmt.Sprint("Review ", k))
			c.At = at
			log.AppendAs(tb, rid.Stream(), events.Metadata{Actor: []events.Actor{{Kind: events.ActorAdmin, ID: "admin"},
				{Kind: events.ActorBot, ID: fmt.Sprint(k)}}[i%2]}, c)
		case 2, 3:
			log.Append(tb, rid.Stream(), events.ReviewPublished{ReviewID: rid, At: at})
		case 4:
			log.Append(tb, rid.Stream(), events.ReviewUnpublished{ReviewID: rid, At: at})
		case 5:
			log.Append(tb, rid.Stream(), events.ReviewFeatured{ReviewID: rid, At: at}, events.ReviewUnfeatured{ReviewID: rid, At: at},
				events.ReviewFeatured{ReviewID: rid, At: at})
		case 6, 7:
			log.Append(tb, rid.Stream(), events.ReviewUpdated{ReviewID: rid, At: at,
				Changes: events.ReviewChanges{Title: Ptr(fmt.Sprint("T", k)), ProductName: Ptr(fmt.Sprint("P", k)),
					CategoryID: Ptr(events.CategoryID(k)), ProductPrice: Ptr(float64(k)), AuthorName: Ptr(fmt.Sprint("Author ", k)),
					ProductBrand: Ptr([]string{"Acme", "ACME", "Acme+", "Acme 2"}[k-1]),
					Tags:         &[]string{[]string{"C", "c", "C#", "C 2"}[k-1], fmt.Sprint("T", i%3)}}})
		case 8:
			log.Append(tb, rid.Stream(), events.ReviewDeleted{ReviewID: rid, At: at})
		case 9:
			log.Append(tb, rid.Stream(), events.ReviewRestored{ReviewID: rid, At: at})
		case 10:
			log.Append(tb, aid.Stream(), events.ArticleCreated{ArticleID: aid, At: at,
				ArticleContent: events.ArticleContent{Title: fmt.Sprint("A", k), Content: "c", Category: fmt.Sprint("K", k),
					AuthorName: "Ada"}}, events.ArticlePublished{ArticleID: aid, At: at})
		case 11:
			log.Append(tb, aid.Stream(), events.ArticleUpdated{ArticleID: aid, At: at,
				Changes: events.ArticleChanges{Category: Ptr(fmt.Sprint("K", k)), Tags: &[]string{[]string{"c", "C!", "C 2", "T1"}[k-1]}}})
		case 12:
			log.Append(tb, aid.Stream(), events.ArticleDeleted{ArticleID: aid, At: at})
		case 13:
			log.Append(tb, events.CategoryID(r).Stream(), events.CategoryCreated{CategoryID: events.CategoryID(r),
				CategoryContent: events.CategoryContent{Name: fmt.Sprint("C", k), Slug: fmt.Sprint("c", k)}, At: at})
		case 14:
			log.Append(tb, events.CategoryID(r).Stream(), events.CategoryUpdated{CategoryID: events.CategoryID(r),
				Changes: events.CategoryChanges{Name: Ptr(fmt.Sprint("D", k)), Order: Ptr(k), Criteria: criteria(k, i),
					Specifications: Ptr([]events.ComparedSpecification{{Name: fmt.Sprint("S", k), Better: events.Lower}}[:i%2])}, At: at})
		case 54:
			id := events.AuthorID(r)
			log.Append(tb, id.Stream(), events.AuthorCreated{AuthorID: id, At: at,
				AuthorContent: events.AuthorContent{Name: fmt.Sprint("Author ", k), PictureURL: events.MediaAddress(name, "image/png")}})
		case 55:
			id := events.AuthorID(r)
			log.Append(tb, id.Stream(), events.AuthorUpdated{AuthorID: id, At: at,
				Changes: events.AuthorChanges{Name: Ptr(fmt.Sprint("Writer ", k)), PictureURL: Ptr("")}})
		case 56:
			log.Append(tb, events.AuthorID(r).Stream(), events.AuthorDeleted{AuthorID: events.AuthorID(r), At: at})
			if k < 3 {
				log.DeleteStream(events.AuthorID(r).Stream())
			}
		case 28:
			log.Append(tb, events.CategoryID(r).Stream(), []events.Event{events.CategoryDeleted{CategoryID: events.CategoryID(r),
				At: at}, events.CategoryRestored{CategoryID: events.CategoryID(r), At: at}}[k%2])
		case 15:
			log.Append(tb, events.MessageID(r).Stream(), events.MessageReceived{MessageID: events.MessageID(r), Name: "Bo",
				Email: "bo@example.org", Subject: "s", Message: "m", At: at})
		case 16:
			log.Append(tb, events.MessageID(r).Stream(), events.MessageRead{MessageID: events.MessageID(r), At: at})
		case 17:
			log.Append(tb, events.MessageID(r).Stream(), events.MessageDeleted{MessageID: events.MessageID(r), At: at})
			if k < 3 {
				log.DeleteStream(events.MessageID(r).Stream())
			}
		case 18:
			id := events.SubscriberID(r)
			log.Append(tb, id.Stream(), events.NewsletterSubscribed{SubscriberID: id, Email: fmt.Sprintf("bo%d@example.org", r%5), At: at})
			if k > 1 {
				log.Append(tb, events.SubscribersStream, []events.Event{events.EmailTaken{SubscriberID: id, At: at},
					events.EmailFreed{SubscriberID: id, At: at}}[k/4])
			}
		case 19:
			log.Append(tb, events.SubscriberID(r).Stream(), events.NewsletterUnsubscribed{SubscriberID: events.SubscriberID(r), At: at})
		case 20:
			log.Append(tb, events.KeyID(r).Stream(), events.ApiKeyCreated{KeyID: events.KeyID(r), Name: fmt.Sprint("bot ", k),
				Hash: fmt.Sprint(k), Permissions: []string{"create_news"}, At: at})
		case 21:
			log.Append(tb, events.KeyID(r).Stream(), events.ApiKeyUsed{KeyID: events.KeyID(r), Requests: k, At: at})
		case 22:
			log.Append(tb, events.KeyID(r).Stream(), []events.Event{events.ApiKeyDeactivated{KeyID: events.KeyID(r), At: at},
				events.ApiKeyDeleted{KeyID: events.KeyID(r), At: at}}[k%2])
		case 23:
			log.Append(tb, events.AdminStream, events.AdminLoginFailed{VisitorID: uuid.NewSHA1(uuid.Nil, []byte(fmt.Sprint(r))), At: at})
		case 24:
			log.Append(tb, events.AdminStream, events.AdminLoggedIn{SessionID: fmt.Sprint(r), Username: "admin",
				Address: fmt.Sprint("203.0.113.", k), At: at, ExpiresAt: at.Add(24 * 3600e9)})
		case 25:
			log.Append(tb, events.AdminStream, []events.Event{events.AdminLoggedOut{SessionID: fmt.Sprint(r), At: at},
				events.AdminPasswordSet{PasswordHash: fmt.Sprint(k), At: at}}[k%2])
		case 26:
			log.Append(tb, events.PageViewStream(at), PageView(visitor, fmt.Sprint("/p", k), at),
				PageView(visitor, fmt.Sprint("/q", i), at))
			switch k {
			case 1:
				log.Append(tb, events.VisitorStream(visitor),
					events.VisitorFirstSeen{VisitorID: visitor, Address: fmt.Sprint("198.51.100.", r), Country: "SG", At: at})
			case 2:
				log.DeleteStream(events.VisitorStream(visitor))
			}
		case 29:
			log.Append(tb, rid.Stream(), events.ReviewScheduled{ReviewID: rid, Schedule: drawSchedule(t), At: at})
		case 30:
			log.Append(tb, aid.Stream(), events.ArticleScheduled{ArticleID: aid, Schedule: drawSchedule(t), At: at})
		case 31:
			log.Append(tb, rid.Stream(), events.ReviewUpdated{ReviewID: rid,
				Changes: events.ReviewChanges{Rating: Ptr(float64(k)), SubScores: subScores(k, i),
					ProductPrice: Ptr(float64(k % 3)), Shops: shops(k, i)}, At: at},
				[]events.Event{
					events.ReviewCorrected{ReviewID: rid, Note: fmt.Sprint("N", i),
						Was: events.ReviewChanges{Rating: Ptr(4.5), SubScores: subScores(1, i+1)}, At: at},
					events.ReviewUpdateNoted{ReviewID: rid, Note: fmt.Sprint("N", i), Was: events.ReviewChanges{Rating: Ptr(4.5)}, At: at},
					events.ReviewTypoMarked{ReviewID: rid, At: at},
				}[i%3])
		case 47:
			log.Append(tb, rid.Stream(), events.ReviewRestored{ReviewID: rid, At: at},
				events.ReviewUpdated{ReviewID: rid, Changes: events.ReviewChanges{Title: Ptr(fmt.Sprint("T", i))}, At: at},
				[]events.Event{events.ReviewUnpublished{ReviewID: rid, At: at}, events.ReviewPublished{ReviewID: rid, At: at}}[k%2])
		case 48:
			version := uint64(rapid.IntRange(0, 12).Draw(t, "version"))
			log.Append(tb, rid.Stream(), []events.Event{events.ReviewVersionWithheld{ReviewID: rid, Revision: version,
				Reason: fmt.Sprint("R", i), At: at}, events.ReviewVersionReleased{ReviewID: rid, Revision: version, At: at}}[k%2])
		case 49:
			version := uint64(rapid.IntRange(0, 12).Draw(t, "version"))
			log.Append(tb, aid.Stream(), events.ArticleVersionWithheld{ArticleID: aid, Revision: version,
				Reason: fmt.Sprint("R", i), At: at})
		case 59:
			of := []events.NameDescribed{{Kind: events.TagKind, Name: "T1"}, {Kind: events.BrandKind, Name: "ACME"},
				{Kind: events.BrandKind, Name: "Acme"}}[i%3]
			of.Changes, of.At = events.NameChanges{Description: Ptr([]string{fmt.Sprint("About ", k), ""}[i%2])}, at
			log.Append(tb, events.NameStream(of.Kind, of.Name), of)
		case 50:
			log.Append(tb, events.PictureStream(name), events.MediaDescribed{SHA256: name, ContentType: "image/png", At: at,
				Changes: []events.MediaChanges{
					{Alt: Ptr(fmt.Sprint("Alt ", k)), Name: Ptr("a.png")}, {Caption: Ptr(fmt.Sprint("C", k)), Credit: Ptr("Ada")},
					{FocalPoint: &events.FocalPoint{X: float64(k) / 4, Y: 0.5}}, {Alt: Ptr(""), FocalPoint: &events.FocalCentre}}[i%4]})
		case 51, 52:
			log.Append(tb, events.PictureStream(name), events.MediaReplaced{SHA256: name, ContentType: "image/png", By: other,
				ByContentType: "image/png", At: at,
				OldPicture: []events.OldPicture{events.OldPictureInHistory, events.OldPictureHidden, events.OldPictureUntold}[i%3]})
		case 53:
			log.Append(tb, rid.Stream(), events.ReviewUpdated{ReviewID: rid, At: at, Changes: events.ReviewChanges{
				Content: Ptr("![](" + events.MediaAddress(name, "image/png") + ")\n![a](" + events.MediaAddress(other, "image/png") +
					")"), Verdict: Ptr("![](" + events.RenditionAddress(other, 480) + ")")}})
		case 27:
			log.Append(tb, events.MediaStream(name), events.MediaStored{MediaChunk: events.MediaChunk{SHA256: name,
				ContentType: "image/png", Size: len(image), Chunk: k % 2, Chunks: 2, Width: 900, Height: 600},
				Bytes: [][]byte{image[:3], image[3:]}[k%2]})
		}
	}
}

// pictureName returns the hash of the n-th picture of a drawn history.
func pictureName(n int) string {
	sum := sha256.Sum256([]byte(fmt.Sprint("picture ", n)))
	return hex.EncodeToString(sum[:])
}

// PageView is a view of a page by a visitor.
func PageView(visitor uuid.UUID, page string, at time.Time) events.PageViewed {
	return events.PageViewed{Event: "page_view", Page: page, VisitorID: visitor, Country: "SG", City: "Singapore", Browser: "Firefox",
		System: "Linux", Device: "desktop", At: at}
}

// Replay builds all read models from the whole log in a new folder.
func Replay(t testing.TB, log projector.Source) map[string]string {
	t.Helper()
	m, err := projections.Open(t.Context(), Config(MemDir(t), log))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	CaughtUp(t, m)
	return Dumps(t, m)
}

// BenchView returns the i-th page view of a site with 10,000 visitors and 500 pages, ten a second.
func BenchView(i int) events.PageViewed {
	var seed [4]byte
	seed[0], seed[1] = byte(i*7919%10000), byte(i*7919%10000>>8)
	return events.PageViewed{Event: "page_view", Page: "/reviews/" + strconv.Itoa(i*31%500), Referrer: "https://search.example/",
		SessionID: "s" + strconv.Itoa(i%1000),
		VisitorID: uuid.NewSHA1(uuid.Nil, seed[:]), Country: []string{"SG", "DE", "US", "Local"}[i%4], Browser: "Firefox",
		System: "Linux", Device: "desktop",
		At: Began.Add(time.Duration(i) * 100 * time.Millisecond)}
}

// BenchMetadata returns the metadata of the i-th page view.
func BenchMetadata(i int) events.Metadata {
	return events.Metadata{CorrelationID: "0f8fad5b-d9cb-469f-a165-" + fmt.Sprintf("%012d", i),
		Actor: events.Actor{Kind: events.ActorVisitor, ID: "v"}}
}

// criteria returns no criteria or one.
func criteria(k, i int) *[]events.Criterion {
	return Ptr([]events.Criterion{{ID: "a", Name: fmt.Sprint("A", k), Weight: 100}}[:i%2])
}

// subScores returns no sub-scores or one.
func subScores(k, i int) *[]events.SubScore {
	return Ptr([]events.SubScore{{CriterionID: "a", Name: fmt.Sprint("A", k), Weight: 100, Score: float64(k)}}[:i%2])
}

// shops returns no shops, or AliExpress and another one.
func shops(k, i int) *[]events.Shop {
	return Ptr([]events.Shop{{Name: events.AliExpress, URL: "https://example.com/a", Price: float64(k), Date: "2026-11-21"},
		{Name: fmt.Sprint("S", k), URL: "https://example.com/s"}}[:i%3])
}
