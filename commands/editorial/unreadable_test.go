package editorial_test

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/access"
	"candor/commands/commandstest"
	"candor/commands/rooms"
	"candor/events"
)

// An event that can't be decoded never refuses commands for good: it counts as a withdrawal, and the owner can decide again.

// appendBroken appends an event of a known type whose data can't be decoded, with a schema.
func appendBroken(t testing.TB, log *commandstest.Door, stream, eventType string, schema int) {
	t.Helper()
	p := events.Proposed{ID: uuid.New(), Type: eventType, Data: []byte(`{"email":"eve@example.com",`),
		Meta: fmt.Appendf(nil, `{"schema":%d}`, schema)}
	if _, err := log.Append(t.Context(), stream, events.Any, p); err != nil {
		t.Fatal(err)
	}
}

// added returns the types of the events that a call appends to a stream.
func added(t *testing.T, log *commandstest.Door, stream string, call func() error) string {
	t.Helper()
	before := len(commandstest.Types(t, log, stream))
	if err := call(); err != nil {
		t.Errorf("%s: %v", stream, err)
	}
	return strings.Join(commandstest.Types(t, log, stream)[before:], " ")
}

const aReview = `{"productName":"Slate","productBrand":"Tarnholt","categoryId":1,"title":"One","content":"Text","rating":4,"authorName":"Ada","isPublished":true}`

func TestAnItemIsChangedAfterAnEventThatCannotBeDecoded(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	patch := func(id events.ReviewID, body string) func() error {
		return func() error {
			_, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, id, parseReview(t, body), nil)
			return err
		}
	}
	for i, row := range []struct {
		broken string
		change func(id events.ReviewID) func() error
		want   string
	}{
		{"ReviewUnpublished", func(id events.ReviewID) func() error { return patch(id, `{"isPublished":true}`) }, "ReviewPublished"},
		{"ReviewUpdated", func(id events.ReviewID) func() error { return patch(id, `{"title":"Two"}`) }, "ReviewUpdated"},
		{"ReviewFeatured", func(id events.ReviewID) func() error { return patch(id, `{"isFeatured":true}`) }, "ReviewFeatured"},
		{"ReviewDeleted", func(id events.ReviewID) func() error {
			return func() error {
				_, err := h.Editorial.Content(events.ReviewKind).Restore(ctx, commandstest.Admin, int64(id))
				return err
			}
		}, "ReviewRestored"},
		{"ReviewPublished", func(id events.ReviewID) func() error {
			return func() error {
				_, err := h.Editorial.Content(events.ReviewKind).Delete(ctx, commandstest.Admin, int64(id), nil)
				return err
			}
		}, "ReviewDeleted"},
	} {
		id := events.ReviewID(i + 1)
		if _, err := h.Editorial.CreateReview(ctx, commandstest.Admin, parseReview(t, aReview)); err != nil {
			t.Fatal(err)
		}
		appendBroken(t, log, id.Stream(), row.broken, 1)
		if got := added(t, log, id.Stream(), row.change(id)); got != row.want {
			t.Errorf("after %s a change appends %q, want %q", row.broken, got, row.want)
		}
		history, err := h.Editorial.Content(events.ReviewKind).History(ctx, int64(id), nil, 9)
		if err != nil || history[1].Type != row.broken {
			t.Errorf("its history is %+v (%v)", history, err)
		}
		appendBroken(t, log, id.Stream(), row.broken, 2)
		if _, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, id, parseReview(t, `{"title":"Three"}`),
			nil); commands.KindOf(err) != commands.Internal {
			t.Errorf("after an event of a newer program: %v", err)
		}
	}
}

// The admin decides of each version anew; the last decision ends the doubt.
func TestVersionsAreReleasedAfterAnEventThatCannotBeDecoded(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	if _, err := h.Editorial.CreateReview(ctx, commandstest.Admin, parseReview(t, aReview)); err != nil {
		t.Fatal(err)
	}
	for i, title := range []string{"Two", "Three"} {
		by := commandstest.Admin
		by.RequestID = fmt.Sprint("edit ", i)
		if _, err := h.Editorial.UpdateReview(ctx, by, 1, parseReview(t, `{"title":"`+title+`"}`), nil); err != nil {
			t.Fatal(err)
		}
	}
	appendBroken(t, log, "review-1", "ReviewVersionWithheld", 1)
	_, err := h.Editorial.Content(events.ReviewKind).Release(ctx, commandstest.Admin, 1, 3, nil)
	commandstest.WantKind(t, err, commands.NotFound) // readers see it
	release := func() error {
		_, err := h.Editorial.Content(events.ReviewKind).Release(ctx, commandstest.Admin, 1, 1, nil)
		return err
	}
	if got := added(t, log, "review-1", release); got != "ReviewVersionReleased" {
		t.Errorf("the first release appends %q", got)
	}
	withhold := func() error {
		_, err := h.Editorial.Content(events.ReviewKind).Withhold(ctx, commandstest.Admin, 1, 2, "privacy", nil)
		return err
	}
	if got := added(t, log, "review-1", withhold); got != "ReviewVersionReleased ReviewVersionWithheld" {
		t.Errorf("the last decision appends %q", got)
	}
	all := commandstest.Recorded(t, log, "review-1")
	if e, err := all[len(all)-2].Decode(); err != nil || e.(events.ReviewVersionReleased).Revision != events.EveryVersion {
		t.Errorf("what ends the doubt is %+v (%v)", e, err)
	}
	if got := added(t, log, "review-1", func() error {
		_, err := h.Editorial.Content(events.ReviewKind).Release(ctx, commandstest.Admin, 1, 2, nil)
		return err
	}); got != "ReviewVersionReleased" {
		t.Errorf("later a release appends %q", got)
	}
}

// No password is accepted until a new one is set, and a start doesn't give the site a first password.
func TestTheOldPasswordIsRefusedAfterAnEventThatCannotBeDecoded(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	signIn := func(h *rooms.Handlers, password string) error {
		in := access.SignIn{SignInInput: access.SignInInput{Username: "admin", Password: password}, Address: netip.MustParseAddr("192.0.2.1")}
		_, err := h.Access.SignIn(ctx, commandstest.Guest, in)
		return err
	}
	if _, err := h.Access.SetPassword(ctx, commandstest.Admin, "correct horse"); err != nil {
		t.Fatal(err)
	}
	if err := signIn(h, "correct horse"); err != nil {
		t.Fatal(err)
	}
	appendBroken(t, log, events.AdminStream, "AdminPasswordSet", 1)
	for _, one := range []*rooms.Handlers{h, commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})} {
		for _, password := range []string{"correct horse", events.NoPassword, ""} {
			commandstest.WantKind(t, signIn(one, password), commands.Unauthorized)
		}
		if set, err := one.Access.SetFirstPassword(ctx, commandstest.Admin, "first password"); err != nil || set.Position != 0 {
			t.Errorf("the next start sets a password: %+v, %v", set, err)
		}
	}
	if set, err := h.Access.SetPassword(ctx, commandstest.Admin, "battery staple"); err != nil || set.Position == 0 {
		t.Fatalf("%+v, %v", set, err)
	}
	if err := signIn(h, "battery staple"); err != nil {
		t.Errorf("with the new password: %v", err)
	}
	appendBroken(t, log, events.AdminStream, "AdminLoggedOut", 1)
	if err := signIn(h, "battery staple"); err != nil {
		t.Errorf("after signing out: %v", err)
	}
}

func TestAKeyIsDeactivatedAfterAnEventThatCannotBeDecoded(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	for i, broken := range []string{"ApiKeyUsed", "ApiKeyDeactivated"} {
		if _, err := h.Access.CreateKey(ctx, commandstest.Admin, access.KeyInput{Name: "bot", Permissions: []string{"create_news"}}); err != nil {
			t.Fatal(err)
		}
		id := events.KeyID(i + 1)
		appendBroken(t, log, id.Stream(), broken, 1)
		want := map[string]string{"ApiKeyUsed": "ApiKeyDeactivated", "ApiKeyDeactivated": ""}[broken]
		if got := added(t, log, id.Stream(), func() error {
			_, err := h.Access.DeactivateKey(ctx, commandstest.Admin, id)
			return err
		}); got != want {
			t.Errorf("after %s deactivating it appends %q, want %q", broken, got, want)
		}
	}
}

// A publication that may have been called off isn't carried out.
func TestNothingIsPublishedAfterAScheduleThatCannotBeDecoded(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	soon := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	draft := strings.Replace(aReview, `"isPublished":true`, `"publishAt":"`+soon+`"`, 1)
	if _, err := h.Editorial.CreateReview(ctx, commandstest.Admin, parseReview(t, draft)); err != nil {
		t.Fatal(err)
	}
	appendBroken(t, log, "review-1", "ReviewScheduled", 1)
	later := commandstest.HandlerOn(t,
		rooms.Config{Log: log, Logger: zerolog.Nop(), Clock: func() time.Time { return time.Now().Add(2 * time.Hour) }})
	if got := added(t, log, "review-1", func() error { _, err := later.Editorial.CarryOut(ctx, "review-1"); return err }); got != "" {
		t.Errorf("at its time %q is appended", got)
	}
}

func TestARemovedPictureIsRefusedAfterAnEventThatCannotBeDecoded(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	data := pngOf(t, 20, 20)
	first, err := h.Pictures.StorePicture(ctx, commandstest.Admin, upload(t, data))
	if err != nil {
		t.Fatal(err)
	}
	appendBroken(t, log, events.PictureStream(first.SHA256), "MediaRemoved", 1)
	_, err = h.Pictures.StorePicture(ctx, commandstest.Admin, upload(t, data))
	commandstest.WantKind(t, err, commands.Invalid)
	if _, err := h.Pictures.AllowPicture(ctx, commandstest.Admin, first.SHA256); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Pictures.StorePicture(ctx, commandstest.Admin, upload(t, data)); err != nil {
		t.Errorf("once it is allowed: %v", err)
	}
}

// An erasure isn't recorded as done when it can't be read what was to be deleted, and one isn't begun that would miss something.
func TestAnErasureThatCannotBeReadIsNotDone(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := commandstest.WithPeople(t, log)
	id := uuid.New()
	appendBroken(t, log, events.ErasureStream(id), "ErasureBegun", 1)
	if err := h.FinishErasures(t.Context(), []string{events.ErasureStream(id)}); err == nil {
		t.Error("it was finished")
	}
	if got := commandstest.Types(t, log, events.ErasureStream(id)); !slices.Equal(got, []string{"ErasureBegun"}) {
		t.Errorf("it holds %q", got)
	}
	appendBroken(t, log, "message-9", "MessageReceived", 1)
	if _, err := h.People.ErasePerson(t.Context(), commandstest.Admin, commandstest.PersonBy(t, "ada@example.com", "")); err != nil {
		t.Errorf("another address: %v", err)
	}
	_, err := h.People.FindPerson(t.Context(), commandstest.PersonBy(t, "Eve@example.com", ""))
	commandstest.WantKind(t, err, commands.Unprocessable)
	if err := log.DeleteStream(t.Context(), "message-9", events.Any); err != nil {
		t.Fatal(err)
	}
	found, err := h.People.FindPerson(t.Context(), commandstest.PersonBy(t, "Eve@example.com", ""))
	if diff := cmp.Diff(0, len(found.Messages)); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}
