package editorial_test

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
	"candor/commands/access"
	"candor/commands/commandstest"
	"candor/commands/people"
	"candor/commands/rooms"
	"candor/commands/traffic"
	"candor/events"
)

// stuck is a log that doesn't answer about some streams until it is released, and ignores the context.
type stuck struct {
	*commandstest.Door
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
	return s.Door.Append(ctx, stream, want, ps...)
}

func (s *stuck) Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	s.wait("load", stream)
	return s.Door.Load(ctx, stream, from, handle)
}

func (s *stuck) Last(ctx context.Context, stream string) (events.Recorded, error) {
	s.wait("last", stream)
	return s.Door.Last(ctx, stream)
}

func (s *stuck) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	s.wait("subscribe", "")
	return s.Door.Subscribe(ctx, after, f, handle)
}

// While one request waits for the log, another that needs the same lock gives up when its own time is over.
func TestWaitingForALockEndsWithTheContext(t *testing.T) {
	subscribe := func(email string) func(context.Context, *rooms.Handlers) error {
		return func(ctx context.Context, h *rooms.Handlers) error {
			_, err := h.People.Subscribe(ctx, commandstest.Guest, people.EmailInput{Email: email})
			return err
		}
	}
	signIn := func(ctx context.Context, h *rooms.Handlers) error {
		_, err := h.Access.SignIn(ctx, commandstest.Admin,
			access.SignIn{SignInInput: access.SignInInput{Username: "admin", Password: "a long password"}, Address: commandstest.Home})
		return err
	}
	track := func(address string, id uuid.UUID) func(context.Context, *rooms.Handlers) error {
		return func(ctx context.Context, h *rooms.Handlers) error {
			return h.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{commandstest.View(id, "/")}, netip.MustParseAddr(address))
		}
	}
	rename := func(ctx context.Context, h *rooms.Handlers) error {
		_, err := h.Editorial.UpdatePage(ctx, commandstest.Admin, 1, parsePage(t, `{"slug":"another"}`), nil)
		return err
	}
	for _, tt := range []struct {
		name, call, prefix string
		first, second      func(context.Context, *rooms.Handlers) error
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
				log := &stuck{Door: commandstest.OpenLog(t), asked: make(chan struct{}, 100), released: make(chan struct{})}
				h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
				if _, err := h.Editorial.CreatePage(t.Context(), commandstest.Admin, parsePage(t, `{"title":"A page","content":"Text"}`)); err != nil {
					t.Fatal(err)
				}
				for _, do := range []func(context.Context, commands.Caller, people.EmailInput) (commands.Result, error){h.People.Subscribe,
					h.People.Unsubscribe} {
					if _, err := do(t.Context(), commandstest.Guest, people.EmailInput{Email: "gone@example.com"}); err != nil {
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
				commandstest.WantKind(t, tt.second(ctx, h), commands.Unavailable)
				if waited := time.Since(began); waited != time.Second {
					t.Errorf("it waited for %v", waited)
				}
				release()
				<-first
			})
		})
	}
}
