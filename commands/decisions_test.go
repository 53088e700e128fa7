// Given these events, when this command, then those events or that refusal.

package commands

import (
	"bytes"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"candor/events"
)

var at = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// scenario is one row: given and then are events, when is a command.
type scenario[S aggregate[S]] struct {
	name  string
	given []events.Event
	when  decider[S]
	then  []events.Event
	err   Kind // 0: none
	field string
}

func happened(es ...events.Event) []events.Event { return es }

// play runs the rows.
func play[S aggregate[S]](t *testing.T, rows []scenario[S]) {
	t.Helper()
	var zero S
	playFrom(t, zero, rows)
}

// playFrom runs the rows on a state before any event.
func playFrom[S aggregate[S]](t *testing.T, start S, rows []scenario[S]) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := start
			for _, e := range row.given {
				s = s.evolve(e)
			}
			got, err := row.when.decide(s)
			if row.err != 0 {
				var fields []FieldError
				if e, ok := err.(*Error); ok {
					fields = e.Fields
				}
				if KindOf(err) != row.err || err == nil {
					t.Fatalf("got %v, want an error of kind %v", err, row.err)
				}
				if row.field != "" && !mentions(fields, row.field) {
					t.Fatalf("got errors of %v, want one of %s", fields, row.field)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.then, got, cmp.Comparer(bytes.Equal)); diff != "" {
				t.Fatalf("events (-want +got):\n%s", diff)
			}
		})
	}
}

func p[T any](v T) *T { return &v }

// The commands on items, by their kinds.
type (
	createReview   = createItem[events.ReviewContent, events.ReviewChanges]
	updateReview   = updateItem[events.ReviewContent, events.ReviewChanges]
	deleteReview   = deleteItem[events.ReviewContent, events.ReviewChanges]
	restoreReview  = restoreItem[events.ReviewContent, events.ReviewChanges]
	carryOutReview = carryOut[events.ReviewContent, events.ReviewChanges]

	createArticle   = createItem[events.ArticleContent, events.ArticleChanges]
	updateArticle   = updateItem[events.ArticleContent, events.ArticleChanges]
	deleteArticle   = deleteItem[events.ArticleContent, events.ArticleChanges]
	restoreArticle  = restoreItem[events.ArticleContent, events.ArticleChanges]
	carryOutArticle = carryOut[events.ArticleContent, events.ArticleChanges]
)

// stranger is an event that no aggregate knows; evolve must not mind.
type stranger struct{}

func (stranger) EventType() string { return "Stranger" }

func TestReviewDecisions(t *testing.T) {
	content := events.ReviewContent{Title: "Slate 14", Rating: 4.5, Pros: []string{"light"}, ProductPrice: 999}
	created := events.ReviewCreated{ReviewID: 12, ReviewContent: content, At: at}
	published := events.ReviewPublished{ReviewID: 12, At: at}
	unpublished := events.ReviewUnpublished{ReviewID: 12, At: at}
	featured := events.ReviewFeatured{ReviewID: 12, At: at}
	unfeatured := events.ReviewUnfeatured{ReviewID: 12, At: at}
	deleted := events.ReviewDeleted{ReviewID: 12, At: at}
	restored := events.ReviewRestored{ReviewID: 12, At: at}
	update := func(ch events.ReviewChanges, published, featured *bool) updateReview {
		return updateReview{id: 12, changes: ch, status: statusOf(published), featured: featured, at: at}
	}
	updated := func(ch events.ReviewChanges) events.Event {
		return events.ReviewUpdated{ReviewID: 12, Changes: ch, At: at}
	}
	playFrom(t, reviews.start(), []scenario[review]{
		{"a new review is a draft", nil, createReview{id: 12, content: content, at: at}, happened(created), 0, ""},
		{"a review can be born published and featured", nil, createReview{id: 12, content: content, status: statusPublished, featured: true, at: at},
			happened(created, published, featured), 0, ""},
		{"an update records changed fields only", happened(created), update(events.ReviewChanges{Title: p("Slate 15"), Rating: p(4.5)}, nil, nil),
			happened(updated(events.ReviewChanges{Title: p("Slate 15")})), 0, ""},
		{"an update compares with earlier updates", happened(created, updated(events.ReviewChanges{Title: p("Slate 15")})),
			update(events.ReviewChanges{Title: p("Slate 15")}, nil, nil), nil, 0, ""},
		{"an update that changes nothing records nothing", happened(created, published),
			update(events.ReviewChanges{Pros: &[]string{"light"}, ProductPrice: p(999.0)}, p(true), p(false)), nil, 0, ""},
		{"a list can be emptied", happened(created), update(events.ReviewChanges{Pros: &[]string{}}, nil, nil),
			happened(updated(events.ReviewChanges{Pros: &[]string{}})), 0, ""},
		{"emptying an empty list records nothing", happened(created), update(events.ReviewChanges{Cons: &[]string{}}, nil, nil), nil, 0, ""},
		{"a draft becomes public", happened(created), update(events.ReviewChanges{}, p(true), nil), happened(published), 0, ""},
		{"a public review becomes a draft", happened(created, published), update(events.ReviewChanges{}, p(false), nil), happened(unpublished), 0, ""},
		{"featuring is apart from publishing", happened(created), update(events.ReviewChanges{}, nil, p(true)), happened(featured), 0, ""},
		{"a featured review leaves the home page", happened(created, featured), update(events.ReviewChanges{}, nil, p(false)), happened(unfeatured), 0, ""},
		{"text and flags change in one append", happened(created), update(events.ReviewChanges{Title: p("x")}, p(true), p(true)),
			happened(updated(events.ReviewChanges{Title: p("x")}), published, featured), 0, ""},
		{"an unknown review can't be updated", nil, update(events.ReviewChanges{Title: p("x")}, nil, nil), nil, NotFound, ""},
		{"a deleted review can't be updated", happened(created, deleted), update(events.ReviewChanges{Title: p("x")}, nil, nil), nil, NotFound, ""},
		{"a review is deleted", happened(created, published), deleteReview{12, at}, happened(deleted), 0, ""},
		{"a deleted review can't be deleted again", happened(created, deleted), deleteReview{12, at}, nil, NotFound, ""},
		{"an unknown review can't be deleted", nil, deleteReview{12, at}, nil, NotFound, ""},
		{"a deleted review is restored", happened(created, deleted), restoreReview{12, at, at}, happened(restored), 0, ""},
		{"a restored review is as it was", happened(created, published, deleted, restored), update(events.ReviewChanges{Title: p("Slate 14")}, p(true), nil), nil, 0, ""},
		{"a review that is there needs no restoring", happened(created), restoreReview{12, at, at}, nil, 0, ""},
		{"an unknown review can't be restored", nil, restoreReview{12, at, at}, nil, NotFound, ""},
		{"an unknown event does no harm", happened(created, stranger{}), restoreReview{12, at, at}, nil, 0, ""},
	})
}

func TestArticleDecisions(t *testing.T) {
	created := events.ArticleCreated{ArticleID: 7, ArticleContent: events.ArticleContent{Title: "Batteries", Category: "AI"}, At: at}
	published := events.ArticlePublished{ArticleID: 7, At: at}
	unpublished := events.ArticleUnpublished{ArticleID: 7, At: at}
	deleted := events.ArticleDeleted{ArticleID: 7, At: at}
	restored := events.ArticleRestored{ArticleID: 7, At: at}
	playFrom(t, articles.start(), []scenario[article]{
		{"a new article is a draft", nil, createArticle{id: 7, content: created.ArticleContent, at: at}, happened(created), 0, ""},
		{"an article can be born published", nil, createArticle{id: 7, content: created.ArticleContent, status: statusPublished, at: at}, happened(created, published), 0, ""},
		{"an update records changed fields only", happened(created),
			updateArticle{id: 7, changes: events.ArticleChanges{Title: p("Cells"), Category: p("AI")}, at: at},
			happened(events.ArticleUpdated{ArticleID: 7, Changes: events.ArticleChanges{Title: p("Cells")}, At: at}), 0, ""},
		{"an update that changes nothing records nothing", happened(created, published), updateArticle{id: 7, changes: events.ArticleChanges{Title: p("Batteries")}, status: p(statusPublished), at: at}, nil, 0, ""},
		{"a draft becomes public", happened(created), updateArticle{id: 7, status: p(statusPublished), at: at}, happened(published), 0, ""},
		{"a public article becomes a draft", happened(created, published), updateArticle{id: 7, status: p(statusDraft), at: at}, happened(unpublished), 0, ""},
		{"a deleted article can't be updated", happened(created, deleted), updateArticle{id: 7, status: p(statusPublished), at: at}, nil, NotFound, ""},
		{"an article is deleted", happened(created), deleteArticle{7, at}, happened(deleted), 0, ""},
		{"a deleted article can't be deleted again", happened(created, deleted), deleteArticle{7, at}, nil, NotFound, ""},
		{"a deleted article is restored", happened(created, deleted), restoreArticle{7, at, at}, happened(restored), 0, ""},
		{"an article that is there needs no restoring", happened(created, deleted, restored), restoreArticle{7, at, at}, nil, 0, ""},
		{"an unknown article can't be restored", happened(stranger{}), restoreArticle{7, at, at}, nil, NotFound, ""},
	})
}

func TestCategoryAndSlugDecisions(t *testing.T) {
	created := events.CategoryCreated{CategoryID: 3, CategoryContent: events.CategoryContent{Name: "Gadgets", Slug: "gadgets"}, At: at}
	play(t, []scenario[category]{
		{"a category is created", nil, createCategory{3, created.CategoryContent, at}, happened(created), 0, ""},
		{"an update records changed fields only", happened(created), updateCategory{3, events.CategoryChanges{Name: p("Smart"), Slug: p("gadgets")}, nil, at},
			happened(events.CategoryUpdated{CategoryID: 3, Changes: events.CategoryChanges{Name: p("Smart")}, At: at}), 0, ""},
		{"an update that changes nothing records nothing", happened(created), updateCategory{3, events.CategoryChanges{Name: p("Gadgets")}, nil, at}, nil, 0, ""},
		{"an unknown category can't be updated", nil, updateCategory{3, events.CategoryChanges{Name: p("x")}, nil, at}, nil, NotFound, ""},
	})
	reserved := events.SlugReserved{Slug: "gadgets", CategoryID: 3, At: at}
	released := events.SlugReleased{Slug: "gadgets", At: at}
	later := at.Add(reservationAge + time.Second)
	play(t, []scenario[slug]{
		{"a free slug is reserved", nil, reserveSlug{categorySlugs, "gadgets", 3, false, at}, happened(reserved), 0, ""},
		{"the owner needs no second reservation", happened(reserved), reserveSlug{categorySlugs, "gadgets", 3, false, at}, nil, 0, ""},
		{"another's slug is taken", happened(reserved), reserveSlug{categorySlugs, "gadgets", 4, false, later}, nil, Invalid, "slug"},
		{"a young reservation counts before it is used", happened(reserved), reserveSlug{categorySlugs, "gadgets", 4, true, at.Add(time.Minute)}, nil, Invalid, "slug"},
		{"an old reservation that nobody uses is taken over", happened(reserved), reserveSlug{categorySlugs, "gadgets", 4, true, later},
			happened(events.SlugReserved{Slug: "gadgets", CategoryID: 4, At: later}), 0, ""},
		{"a released slug is free", happened(reserved, released), reserveSlug{categorySlugs, "gadgets", 4, false, at},
			happened(events.SlugReserved{Slug: "gadgets", CategoryID: 4, At: at}), 0, ""},
		{"the owner releases its slug", happened(reserved), releaseSlug{categorySlugs, "gadgets", 3, at}, happened(released), 0, ""},
		{"nobody else can", happened(reserved), releaseSlug{categorySlugs, "gadgets", 4, at}, nil, 0, ""},
	})
}

func TestMessageDecisions(t *testing.T) {
	in := MessageInput{Name: "Ada", Email: "ada@example.com", Subject: "Hi", Message: "Hello"}
	received := events.MessageReceived{MessageID: 5, Name: "Ada", Email: "ada@example.com", Subject: "Hi", Message: "Hello", At: at}
	read := events.MessageRead{MessageID: 5, At: at}
	deleted := events.MessageDeleted{MessageID: 5, At: at}
	play(t, []scenario[message]{
		{"a message is received", nil, receiveMessage{5, in, at}, happened(received), 0, ""},
		{"an unread message is read", happened(received), readMessage{5, at}, happened(read), 0, ""},
		{"reading twice records nothing", happened(received, read), readMessage{5, at}, nil, 0, ""},
		{"a deleted message can't be read", happened(received, deleted), readMessage{5, at}, nil, NotFound, ""},
		{"a message is deleted", happened(received, read), deleteMessage{5, at}, happened(deleted), 0, ""},
		{"a deletion that was cut short needs no second event", happened(received, deleted), deleteMessage{5, at}, nil, 0, ""},
		{"an unknown message can't be deleted", nil, deleteMessage{5, at}, nil, NotFound, ""},
	})
}

func TestSubscriberDecisions(t *testing.T) {
	subscribed := events.NewsletterSubscribed{SubscriberID: 4, Email: "ada@example.com", At: at}
	unsubscribed := events.NewsletterUnsubscribed{SubscriberID: 4, At: at}
	play(t, []scenario[subscriber]{
		{"a subscriber leaves", happened(subscribed), unsubscribe{4, at}, happened(unsubscribed), 0, ""},
		{"leaving twice records nothing", happened(subscribed, unsubscribed), unsubscribe{4, at}, nil, 0, ""},
		{"who was never there can't leave", nil, unsubscribe{4, at}, nil, 0, ""},
	})
}

func TestKeyDecisions(t *testing.T) {
	in := KeyInput{Name: "bot", Permissions: []string{PermitReviews}}
	past, future := at.Add(-time.Second), at.Add(time.Hour)
	created := events.ApiKeyCreated{KeyID: 2, Name: "bot", Hash: "h", Hint: "cndr_…wxyz", Permissions: in.Permissions, At: at}
	used := events.ApiKeyUsed{KeyID: 2, Requests: 3, At: at}
	deactivated := events.ApiKeyDeactivated{KeyID: 2, At: at}
	deleted := events.ApiKeyDeleted{KeyID: 2, At: at}
	expiring := created
	expiring.ExpiresAt = &future
	play(t, []scenario[apiKey]{
		{"a key is created", nil, createKey{2, in, "h", "cndr_…wxyz", at}, happened(created), 0, ""},
		{"a key can expire", nil, createKey{2, KeyInput{"bot", in.Permissions, &future}, "h", "cndr_…wxyz", at}, happened(expiring), 0, ""},
		{"a key can't be born expired", nil, createKey{2, KeyInput{"bot", in.Permissions, &past}, "h", "", at}, nil, Invalid, "expiresAt"},
		{"use is recorded", happened(created), useKey{2, 3, at}, happened(used), 0, ""},
		{"use after the end is not", happened(created, deactivated), useKey{2, 3, at}, nil, 0, ""},
		{"a key is deactivated", happened(created, used), deactivateKey{2, at}, happened(deactivated), 0, ""},
		{"deactivating twice records nothing", happened(created, deactivated), deactivateKey{2, at}, nil, 0, ""},
		{"a deactivated key can be deleted", happened(created, deactivated), deleteKey{2, at}, happened(deleted), 0, ""},
		{"a deleted key can't be deactivated", happened(created, deleted), deactivateKey{2, at}, nil, NotFound, ""},
		{"a deleted key can't be deleted again", happened(created, deleted), deleteKey{2, at}, nil, NotFound, ""},
		{"an unknown key can't be deactivated", nil, deactivateKey{2, at}, nil, NotFound, ""},
		{"the last event alone tells the state", happened(deleted), deleteKey{2, at}, nil, NotFound, ""},
		{"a use alone tells of an active key", happened(used), deactivateKey{2, at}, happened(deactivated), 0, ""},
	})
}

func TestAdminDecisions(t *testing.T) {
	set := events.AdminPasswordSet{PasswordHash: "h", At: at}
	in := events.AdminLoggedIn{SessionID: "s", Username: "admin", Address: "192.0.2.1", UserAgent: "x", ExpiresAt: at.Add(sessionLength), At: at}
	out := events.AdminLoggedOut{SessionID: "s", At: at}
	enter := logIn{verifiedHash: "h", session: "s", username: "admin", address: "192.0.2.1", userAgent: "x", at: at}
	someone := uuid.New()
	same := func(at time.Time) time.Time { return at }
	there := &signInOrigin{visitor: someone, network: netip.MustParseAddr("192.0.2.7"), since: same, networkOf: func(v uuid.UUID) (netip.Addr, bool) {
		return netip.MustParseAddr("192.0.2.7"), v == someone
	}}
	failed := func(n int) []events.Event {
		all := happened(set)
		for range n {
			all = append(all, events.AdminLoginFailed{VisitorID: someone, At: at})
		}
		return all
	}
	after := func(c logIn, at time.Time) logIn {
		c.visitor, c.from, c.at = someone, there, at
		return c
	}
	by := func(e events.AdminLoggedIn, at time.Time, who uuid.UUID) events.AdminLoggedIn {
		e.VisitorID, e.At, e.ExpiresAt = who, at, at.Add(sessionLength)
		return e
	}
	other := events.AdminPasswordSet{PasswordHash: "h2", At: at}
	change := changePassword{setPassword{hash: "h2", old: "h", at: at}, logIn{verifiedHash: "h", session: "s2", username: "admin", address: "192.0.2.1", userAgent: "x", at: at}}
	in2 := in
	in2.SessionID = "s2"
	play(t, []scenario[admin]{
		{"a password is set", nil, setPassword{hash: "h", at: at}, happened(set), 0, ""},
		{"a session lasts 24 hours", happened(set), enter, happened(in), 0, ""},
		{"a password changed meanwhile opens nothing", happened(set, events.AdminPasswordSet{PasswordHash: "h2", At: at}), enter, nil, Unauthorized, ""},
		{"a failure is recorded", happened(set), failLogIn{someone, there, at}, happened(events.AdminLoginFailed{VisitorID: someone, At: at}), 0, ""},
		{"the tenth failure is recorded", failed(9), failLogIn{someone, there, at}, happened(events.AdminLoginFailed{VisitorID: someone, At: at}), 0, ""},
		{"the eleventh is refused and leaves nothing", failed(10), failLogIn{someone, there, at}, nil, RateLimited, ""},
		{"the right password is refused after ten failures", failed(10), after(enter, at), nil, RateLimited, ""},
		{"elsewhere it is taken", failed(10), enter, happened(in), 0, ""},
		{"a quarter of an hour later it is taken", failed(10), after(enter, at.Add(signInSpan)), happened(by(in, at.Add(signInSpan), someone)), 0, ""},
		{"a success clears the failures", append(failed(10), by(in, at, someone)), failLogIn{someone, there, at}, happened(events.AdminLoginFailed{VisitorID: someone, At: at}), 0, ""},
		{"an open session ends", happened(set, in), logOut{"s", at}, happened(out), 0, ""},
		{"a session ends once", happened(set, in, out), logOut{"s", at}, nil, 0, ""},
		{"an unknown session needs no ending", happened(set), logOut{"s", at}, nil, 0, ""},
		{"an expired session needs no ending", happened(set, in), logOut{"s", at.Add(sessionLength)}, nil, 0, ""},
		{"a new password ends all sessions", happened(set, in, set), logOut{"s", at}, nil, 0, ""},
		{"whoever changes the password gets a new session", happened(set, in), change, happened(other, in2), 0, ""},
		{"that one is open", happened(set, in, other, in2), logOut{"s2", at}, happened(events.AdminLoggedOut{SessionID: "s2", At: at}), 0, ""},
		{"the other sessions end", happened(set, in, in2), endOtherSessions{"s2", at}, happened(out), 0, ""},
		{"without any, nothing is recorded", happened(set, in2), endOtherSessions{"s2", at}, nil, 0, ""},
	})
}

// The tenth failure closes a /64, the fiftieth a /48, and a success opens only the /64 that it came from.
func TestSignInsFromIPv6NetworksAreLimited(t *testing.T) {
	set := events.AdminPasswordSet{PasswordHash: "h", At: at}
	network := func(n int) netip.Addr { return netip.MustParseAddr(fmt.Sprintf("2001:db8:7:%x::", n)) }
	visitors := map[uuid.UUID]netip.Addr{}
	fail := func(from netip.Addr, when time.Time) events.Event { // each from another address
		who := uuid.New()
		visitors[who] = from
		return events.AdminLoginFailed{VisitorID: who, At: when}
	}
	fails := func(times int, from netip.Addr, when time.Time) (all []events.Event) {
		for range times {
			all = append(all, fail(from, when))
		}
		return all
	}
	succeeded := func(address string, when time.Time) events.Event {
		return events.AdminLoggedIn{SessionID: address, Username: "admin", Address: address, At: when, ExpiresAt: when.Add(sessionLength)}
	}
	from := func(n netip.Addr) *signInOrigin {
		return &signInOrigin{visitor: uuid.New(), network: n, since: func(at time.Time) time.Time { return at }, networkOf: func(v uuid.UUID) (netip.Addr, bool) {
			there, known := visitors[v]
			return there, known
		}}
	}
	given := func(parts ...[]events.Event) admin {
		s := admin{}.evolve(set)
		for _, part := range parts {
			for _, e := range part {
				s = s.evolve(e)
			}
		}
		return s
	}
	site := func(n int) (all []events.Event) { // n failures, at most nine in each /64, a second apart
		for i := range n {
			all = append(all, fail(network(i/9), at.Add(time.Duration(i)*time.Second)))
		}
		return all
	}
	now, elsewhere := at.Add(time.Minute), netip.MustParseAddr("2001:db8:8:1::")
	for _, test := range []struct {
		name  string
		state admin
		from  netip.Addr
		wait  time.Duration // 0: it may be tried
	}{
		{"nine in the /64", given(fails(9, network(1), at)), network(1), 0},
		{"ten in the /64", given(fails(10, network(1), at)), network(1), 14 * time.Minute},
		{"ten in another /64", given(fails(10, network(1), at)), network(2), 0},
		{"a success in the /64", given(fails(9, network(1), at), happened(succeeded("2001:db8:7:1::5", at)), fails(9, network(1), at)), network(1), 0},
		{"a success in another /64", given(fails(9, network(1), at), happened(succeeded("2001:db8:7:2::5", at)), fails(1, network(1), at)), network(1), 14 * time.Minute},
		{"49 in the /48", given(site(49)), network(100), 0},
		{"50 in the /48", given(site(50)), network(100), 14 * time.Minute},
		{"52 in the /48, the third goes", given(site(52)), network(100), 14*time.Minute + 2*time.Second},
		{"50 in the /48 and ten in the /64: both must go", given(site(50), fails(10, network(100), now)), network(100), 15 * time.Minute},
		{"50 in another /48", given(site(50)), elsewhere, 0},
		{"50 in the /48, less those of the /64 that has signed in", given(site(50), happened(succeeded("2001:db8:7:0::5", now))), network(100), 0},
		{"and those of others still count", given(site(50), happened(succeeded("2001:db8:7:0::5", now)), fails(9, network(50), now)), network(100), 14*time.Minute + 9*time.Second},
		{"an IPv4 address among them", given(site(50)), netip.MustParseAddr("192.0.2.1"), 0},
	} {
		err := test.state.signInAllowed(from(test.from), now)
		limited, _ := err.(*Error)
		switch {
		case test.wait == 0 && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.wait > 0 && (limited == nil || limited.Kind != RateLimited || limited.RetryAfter != test.wait):
			t.Errorf("%s: %+v, want a wait of %v", test.name, err, test.wait)
		}
	}
}

func TestMediaAndRequestDecisions(t *testing.T) {
	file := picture{contentType: "image/png", sha256: "ab", bytes: make([]byte, events.MediaChunkSize+10), shape: events.Shape{Width: 4, Height: 3, Animated: true}}
	chunk := func(n, from, to int) events.Event {
		return events.MediaStored{MediaChunk: events.MediaChunk{SHA256: "ab", ContentType: "image/png", Size: len(file.bytes), Chunk: n, Chunks: 2, Width: 4, Height: 3, Animated: true}, Bytes: file.bytes[from:to]}
	}
	first, second := chunk(0, 0, events.MediaChunkSize), chunk(1, events.MediaChunkSize, len(file.bytes))
	play(t, []scenario[media]{
		{"a file is stored in chunks", nil, storeMedia{file}, happened(first, second), 0, ""},
		{"a half-stored file is completed", happened(first), storeMedia{file}, happened(second), 0, ""},
		{"a stored file is not stored again", happened(first, second), storeMedia{file}, nil, 0, ""},
	})
	accepted := events.RequestAccepted{BodyHash: "b", IDs: []int64{7}, At: at}
	play(t, []scenario[request]{
		{"a new key is accepted", nil, acceptRequest{"b", []int64{7}, at}, happened(accepted), 0, ""},
		{"a repetition records nothing", happened(accepted), acceptRequest{"b", []int64{8}, at}, nil, 0, ""},
		{"another body under the same key is refused", happened(accepted), acceptRequest{"c", []int64{8}, at}, nil, Unprocessable, ""},
	})
}
