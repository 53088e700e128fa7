package commands_test

import (
	"context"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/events"
)

// stuck is a log that doesn't answer about some streams until it is released, and ignores the context.
type stuck struct {
	*door
	call, prefix string        // which calls; "": none yet
	asked        chan struct{} // gets one for each
	released     chan struct{}
}

func (s *stuck) wait(call, stream string) {
	if s.call == call && strings.HasPrefix(stream, s.prefix) {
		s.asked <- struct{}{}
		<-s.released
	}
}

func (s *stuck) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	s.wait("append", stream)
	return s.door.Append(ctx, stream, want, ps...)
}

func (s *stuck) Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	s.wait("load", stream)
	return s.door.Load(ctx, stream, from, handle)
}

func (s *stuck) Last(ctx context.Context, stream string) (events.Recorded, error) {
	s.wait("last", stream)
	return s.door.Last(ctx, stream)
}

func (s *stuck) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	s.wait("subscribe", "")
	return s.door.Subscribe(ctx, after, f, handle)
}

// While one request waits for the log, another that needs the same lock gives up when its own time is over.
func TestWaitingForALockEndsWithTheContext(t *testing.T) {
	subscribe := func(email string) func(context.Context, *commands.Handler) error {
		return func(ctx context.Context, h *commands.Handler) error {
			_, err := h.Subscribe(ctx, guest, commands.EmailInput{Email: email})
			return err
		}
	}
	signIn := func(ctx context.Context, h *commands.Handler) error {
		_, err := h.SignIn(ctx, admin, commands.SignIn{SignInInput: commands.SignInInput{Username: "admin", Password: "a long password"}, Address: home})
		return err
	}
	track := func(address string, id uuid.UUID) func(context.Context, *commands.Handler) error {
		return func(ctx context.Context, h *commands.Handler) error {
			return h.Track(ctx, guest, []commands.TrackInput{view(id, "/")}, netip.MustParseAddr(address))
		}
	}
	rename := func(ctx context.Context, h *commands.Handler) error {
		_, err := h.UpdatePage(ctx, admin, 1, parsePage(t, `{"slug":"another"}`), nil)
		return err
	}
	for _, tt := range []struct {
		name, call, prefix string
		first, second      func(context.Context, *commands.Handler) error
	}{
		{"addresses", "last", events.SubscribersStream, subscribe("ada@example.com"), subscribe("bob@example.com")},
		{"the admin's account", "load", events.AdminStream, signIn, signIn},
		{"a new visitor", "append", events.VisitorPrefix, track("192.0.2.1", uuid.Nil), track("192.0.2.1", uuid.Nil)},
		{"the visitors' salt", "last", events.VisitorSaltStream, track("192.0.2.1", uuid.Nil), track("192.0.2.2", uuid.Nil)},
		{"the latest views", "last", events.PageViewPrefix, track("192.0.2.1", uuid.New()), track("192.0.2.1", uuid.New())},
		{"a page's slug", "load", events.PageSlugPrefix, rename, rename},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log := &stuck{door: openLog(t), asked: make(chan struct{}, 100), released: make(chan struct{})}
				h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop()})
				if _, err := h.CreatePage(t.Context(), admin, parsePage(t, `{"title":"A page","content":"Text"}`)); err != nil {
					t.Fatal(err)
				}
				for _, do := range []func(context.Context, commands.Caller, commands.EmailInput) (commands.Result, error){h.Subscribe, h.Unsubscribe} {
					if _, err := do(t.Context(), guest, commands.EmailInput{Email: "gone@example.com"}); err != nil {
						t.Fatal(err)
					}
				}
				log.call, log.prefix = tt.call, tt.prefix
				first := make(chan error, 1)
				go func() { first <- tt.first(t.Context(), h) }()
				<-log.asked
				release := sync.OnceFunc(func() { close(log.released) })
				time.AfterFunc(time.Minute, release) // ends a wait that ignores its context
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				began := time.Now()
				wantKind(t, tt.second(ctx, h), commands.Unavailable)
				if waited := time.Since(began); waited != time.Second {
					t.Errorf("it waited for %v", waited)
				}
				release()
				<-first
			})
		})
	}
}
