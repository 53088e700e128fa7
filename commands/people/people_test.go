// Commands on what is personal: messages, subscribers, keys, the admin's account.

package people_test

import (
	"context"
	"fmt"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/access"
	"candor/commands/commandstest"
	"candor/commands/people"
	"candor/commands/rooms"
	"candor/events"
)

func TestDeletedMessageIsReallyGone(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	in := people.MessageInput{Name: "Ada", Email: "ada@example.com", Subject: "Hi", Message: "Hello"}
	for range 3 {
		if _, err := h.People.ReceiveMessage(ctx, commandstest.Guest, in); err != nil {
			t.Fatal(err)
		}
	}
	if read, err := h.People.ReadMessage(ctx, commandstest.Admin, 1); err != nil || read.Revision != 1 {
		t.Fatalf("read: %+v, %v", read, err)
	}
	if again, err := h.People.ReadMessage(ctx, commandstest.Admin, 1); err != nil || again.Position != 0 {
		t.Errorf("read again: %+v, %v", again, err)
	}
	if gone, err := h.People.DeleteMessage(ctx, commandstest.Admin, 1); err != nil || gone.Position == 0 {
		t.Fatalf("deleted: %+v, %v", gone, err)
	}
	if got := commandstest.Recorded(t, log, "message-1"); got != nil {
		t.Errorf("the stream still holds %d events", len(got))
	}
	for _, try := range []func() (commands.Result, error){
		func() (commands.Result, error) { return h.People.DeleteMessage(ctx, commandstest.Admin, 1) },
		func() (commands.Result, error) { return h.People.ReadMessage(ctx, commandstest.Admin, 1) },
		func() (commands.Result, error) { return h.People.ReadMessage(ctx, commandstest.Admin, 99) },
	} {
		_, err := try()
		commandstest.WantKind(t, err, commands.NotFound)
	}
	// A deletion that died between the fact and the erasure, and one that nobody asked for.
	fact, err := events.Encode(events.Envelope{Event: events.MessageDeleted{MessageID: 2, At: time.Now()}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := log.Append(ctx, "message-2", events.Exactly(0), fact); err != nil {
		t.Fatal(err)
	}
	if err := h.FinishErasures(ctx, []string{"message-2", "message-3", "message-99", "review-1", "junk"}); err != nil {
		t.Fatal(err)
	}
	if commandstest.Recorded(t, log, "message-2") != nil || len(commandstest.Recorded(t, log, "message-3")) != 1 {
		t.Error("message 2 should be erased and message 3 left alone")
	}
}

func TestSubscriberComesAndGoes(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	ada := people.EmailInput{Email: " Ada@Example.com "}
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			if got, err := h.People.Subscribe(ctx, commandstest.Guest, ada); err != nil || got.ID != 0 {
				t.Errorf("subscribe: %+v, %v", got, err)
			}
		})
	}
	group.Wait()
	if diff := cmp.Diff([]string{"NewsletterSubscribed"}, commandstest.Types(t, log, "subscriber-1")); diff != "" {
		t.Fatal(diff)
	}
	if got := commandstest.Recorded(t, log, "subscriber-2"); got != nil {
		t.Error("one address became two subscribers")
	}
	for range 2 {
		if _, err := h.People.Unsubscribe(ctx, commandstest.Guest, ada); err != nil {
			t.Fatal(err)
		}
		if commandstest.Recorded(t, log, "subscriber-1") != nil || len(taken(t, log)) != 0 {
			t.Fatal("the address is still known")
		}
	}
	if _, err := h.People.Unsubscribe(ctx, commandstest.Guest, people.EmailInput{Email: "nobody@example.com"}); err != nil {
		t.Errorf("an unknown address: %v", err)
	}
	if _, err := h.People.Subscribe(ctx, commandstest.Guest, ada); err != nil {
		t.Fatal(err)
	}
	// Each request takes a number, whether it needs it or not.
	if got := commandstest.Types(t, log, "subscriber-7"); len(got) != 1 {
		t.Errorf("who comes back is a new subscriber: %v", got)
	}
	// Unsubscribing dies after the fact: the next start, or the next subscription, ends it.
	fact, err := events.Encode(events.Envelope{Event: events.NewsletterUnsubscribed{SubscriberID: 7, At: time.Now()}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := log.Append(ctx, "subscriber-7", events.Exactly(0), fact); err != nil {
		t.Fatal(err)
	}
	if err := h.FinishErasures(ctx, []string{"subscriber-7"}); err != nil {
		t.Fatal(err)
	}
	if commandstest.Recorded(t, log, "subscriber-7") != nil || len(taken(t, log)) != 0 {
		t.Error("the erasure is not finished")
	}
	// A subscription that died before the address was taken is withdrawn by the next start.
	log.Fail(nil, func(stream string) bool { return stream == events.SubscribersStream })
	_, err = h.People.Subscribe(ctx, commandstest.Guest, ada)
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	if len(commandstest.Types(t, log, "subscriber-8")) != 1 || len(taken(t, log)) != 0 {
		t.Error("the subscription is not cut short")
	}
	if _, err := h.People.Subscribe(ctx, commandstest.Guest, ada); err != nil || len(commandstest.Types(t, log, "subscriber-9")) != 1 {
		t.Errorf("the next subscription: %v", err)
	}
	if err := h.FinishErasures(ctx, []string{"subscriber-8", "subscriber-9"}); err != nil {
		t.Fatal(err)
	}
	if commandstest.Recorded(t, log, "subscriber-8") != nil || len(commandstest.Types(t, log, "subscriber-9")) != 1 {
		t.Error("the interrupted subscription should be withdrawn and the other left alone")
	}
}

func TestKeyIsShownOnceAndEnds(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	key, err := h.Access.CreateKey(ctx, commandstest.Admin,
		access.KeyInput{Name: "bot", Permissions: []string{"create_news", "create_reviews"}})
	if err != nil {
		t.Fatal(err)
	}
	first := commandstest.Recorded(t, log, "apikey-1")[0]
	if strings.Contains(string(first.Data)+string(first.Meta), key.Plain) {
		t.Fatal("the key itself is in the log")
	}
	e, err := first.Decode()
	if err != nil || e.(events.ApiKeyCreated).Hash != access.HashKey(key.Plain) {
		t.Fatalf("%+v, %v", e, err)
	}
	past := time.Now().Add(-time.Minute)
	_, err = h.Access.CreateKey(ctx, commandstest.Admin, access.KeyInput{Name: "old", Permissions: []string{"create_news"}, ExpiresAt: &past})
	if commandstest.FieldsOf(t, err)["expiresAt"] == "" {
		t.Error("a key is born expired")
	}
	h.Access.UseKey(1, 3)
	h.Access.UseKey(1, 4)
	h.Access.UseKey(99, 1) // whoever that was: nothing to record
	if err := h.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	h = commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	if _, err := h.Access.DeactivateKey(ctx, commandstest.Admin, 1); err != nil {
		t.Fatal(err)
	}
	if again, err := h.Access.DeactivateKey(ctx, commandstest.Admin, 1); err != nil || again.Position != 0 {
		t.Errorf("deactivated again: %+v, %v", again, err)
	}
	if _, err := h.Access.DeleteKey(ctx, commandstest.Admin, 1); err != nil {
		t.Fatal(err)
	}
	_, err = h.Access.DeleteKey(ctx, commandstest.Admin, 1)
	commandstest.WantKind(t, err, commands.NotFound)
	all := commandstest.Recorded(t, log, "apikey-1")
	if diff := cmp.Diff([]string{"ApiKeyCreated", "ApiKeyUsed", "ApiKeyDeactivated", "ApiKeyDeleted"},
		commandstest.Types(t, log, "apikey-1")); diff != "" {
		t.Fatal(diff)
	}
	if e, err := all[1].Decode(); err != nil || e.(events.ApiKeyUsed).Requests != 7 {
		t.Errorf("use: %+v, %v", e, err)
	}
	for i := 1; i < len(all); i++ {
		if all[i].Metadata().Previous != all[i-1].Hash() {
			t.Errorf("event %d is not chained", i)
		}
	}
	if commandstest.Recorded(t, log, "apikey-99") != nil {
		t.Error("an unknown key has a stream")
	}
}

func TestAdminSignsInAndOut(t *testing.T) {
	log := commandstest.OpenLog(t)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Clock: func() time.Time { return now }})
	ctx := t.Context()
	in := func(name, password string) access.SignIn {
		return access.SignIn{SignInInput: access.SignInInput{Username: name, Password: password}, Address: netip.MustParseAddr("192.0.2.1"),
			UserAgent: "Firefox"}
	}
	_, err := h.Access.SignIn(ctx, commandstest.Guest, in("admin", ""))
	commandstest.WantKind(t, err, commands.Unauthorized)
	_, err = h.Access.SetPassword(ctx, commandstest.Admin, "short")
	if commandstest.FieldsOf(t, err)["password"] == "" {
		t.Error("a short password is taken")
	}
	if _, err := h.Access.SetPassword(ctx, commandstest.Admin, "correct horse"); err != nil {
		t.Fatal(err)
	}
	if same, err := h.Access.SetPassword(ctx, commandstest.Admin, "correct horse"); err != nil || same.Position != 0 {
		t.Errorf("the same password again: %+v, %v", same, err)
	}
	for _, wrong := range []access.SignIn{in("admin", "wrong horse"), in("root", "correct horse")} {
		failed, err := h.Access.SignIn(ctx, commandstest.Guest, wrong)
		commandstest.WantKind(t, err, commands.Unauthorized)
		if failed.Position == 0 || failed.Token != "" || err.Error() != "Invalid username or password." {
			t.Errorf("a failure: %+v, %v", failed, err)
		}
	}
	s, err := h.Access.SignIn(ctx, commandstest.Guest, in("admin", "correct horse"))
	if err != nil {
		t.Fatal(err)
	}
	if s.ID != access.SessionID(s.Token) || !s.ExpiresAt.Equal(now.Add(24*time.Hour)) {
		t.Errorf("session %+v", s)
	}
	// A second handler on the same log, as after a restart or in another instance.
	other := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Clock: func() time.Time { return now }})
	if out, err := other.Access.SignOut(ctx, commandstest.Admin, s.ID); err != nil || out.Position == 0 {
		t.Errorf("signed out: %+v, %v", out, err)
	}
	if again, err := h.Access.SignOut(ctx, commandstest.Admin, s.ID); err != nil || again.Position != 0 {
		t.Errorf("signed out again: %+v, %v", again, err)
	}
	want := []string{"AdminLoginFailed", "AdminPasswordSet", "AdminLoginFailed", "AdminLoginFailed", "AdminLoggedIn", "AdminLoggedOut"}
	if diff := cmp.Diff(want, commandstest.Types(t, log, "admin")); diff != "" {
		t.Error(diff)
	}
	all := commandstest.Recorded(t, log, "admin")
	for i, r := range all {
		if strings.Contains(string(r.Data), "horse") || strings.Contains(string(r.Data), s.Token) {
			t.Errorf("event %d holds a secret", i)
		}
		if i > 0 && r.Metadata().Previous != all[i-1].Hash() {
			t.Errorf("event %d is not chained", i)
		}
	}
}

// Hashing takes nearly all of the time, and 19 MiB.
func TestAnUnknownUsernameCostsAsMuchAsAWrongPassword(t *testing.T) {
	h := commandstest.HandlerOn(t, rooms.Config{Log: commandstest.OpenLog(t), Logger: zerolog.Nop()})
	attempt := func(username string) (allocated uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := h.Access.SignIn(t.Context(), commandstest.Guest,
			access.SignIn{SignInInput: access.SignInInput{Username: username, Password: "wrong"}}); commands.KindOf(err) != commands.Unauthorized {
			t.Error(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	withoutPassword := attempt("admin")
	if _, err := h.Access.SetPassword(t.Context(), commandstest.Admin, "correct horse"); err != nil {
		t.Fatal(err)
	}
	const oneHash = 19 << 20 // bytes
	for name, allocated := range map[string]uint64{"before a password is set": withoutPassword, "the admin": attempt("admin"),
		"an unknown name": attempt("nobody")} {
		if allocated < oneHash || allocated >= 2*oneHash {
			t.Errorf("%s: %d bytes were allocated, one hash takes %d", name, allocated, oneHash)
		}
	}
}

func TestManySignInsAtOnceAreAllAnswered(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	if _, err := h.Access.SetPassword(t.Context(), commandstest.Admin, "correct horse"); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 6 {
		group.Go(func() {
			_, err := h.Access.SignIn(t.Context(), commandstest.Guest,
				access.SignIn{SignInInput: access.SignInInput{Username: "admin", Password: fmt.Sprint("wrong ", i)}})
			if commands.KindOf(err) != commands.Unauthorized {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := commandstest.Types(t, log, "admin"); len(got) != 7 {
		t.Errorf("the stream: %v", got)
	}
}
