package server_test

// Guessed passwords: how many the node looks at, who is kept out meanwhile, and what the log is told.

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/rs/zerolog"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"candor/events/embedded/server"
)

// guessed is a node whose clock stands still until it is moved, and whose log is read.
type guessed struct {
	*testing.T
	node *server.Server
	mu   sync.Mutex
	now  time.Time
	log  bytes.Buffer
}

func newGuessed(t *testing.T) *guessed {
	g := &guessed{T: t, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	c := withUsers(t)
	c.Clock = func() time.Time {
		g.mu.Lock()
		defer g.mu.Unlock()
		return g.now
	}
	c.Logger = zerolog.New(zerolog.SyncWriter(&g.log))
	g.node = open(t, c)
	return g
}

func (g *guessed) pass(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now = g.now.Add(d)
}

// client is an official client with a connection of its own.
func (g *guessed) client(name, password string) *esdb.Client {
	return signIn(g.T, g.node, name, password)
}

// try reads as somebody, on a client's connection, and says how that ended.
func (g *guessed) try(c *esdb.Client, as *esdb.Credentials) string {
	g.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	rs, err := c.ReadStream(ctx, "nothing", esdb.ReadStreamOptions{Authenticated: as}, 1)
	_, err = tryCollect(rs, err)
	var e *esdb.Error
	if e, _ = esdb.FromError(err); e != nil && e.Code() == esdb.ErrorCodeResourceNotFound {
		return "let in"
	}
	if e != nil && e.Code() == esdb.ErrorCodeUnauthenticated {
		return "wrong"
	}
	for cause := err; cause != nil; {
		if status.Code(cause) == codes.ResourceExhausted && strings.Contains(cause.Error(), "too many wrong passwords from this network") {
			return "not looked at"
		}
		u, ok := cause.(interface{ Unwrap() error })
		if !ok {
			break
		}
		cause = u.Unwrap()
	}
	return fmt.Sprint("unexpected: ", err)
}

// reports are the lines of log that tell of guesses, after the node is closed.
func (g *guessed) reports() (lines, guesses int) {
	g.Helper()
	if err := g.node.Close(); err != nil {
		g.Fatal(err)
	}
	for line := range strings.Lines(g.log.String()) {
		var l struct {
			Level, Network string
			Guesses        int
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			g.Fatal(err)
		}
		if l.Guesses == 0 {
			continue
		}
		if l.Level != "warn" || l.Network != "127.0.0.0/24" {
			g.Errorf("it is told of guesses by %s", line)
		}
		lines, guesses = lines+1, guesses+l.Guesses
	}
	if strings.Contains(g.log.String(), "127.0.0.1\"") {
		g.Errorf("the log names the address itself:\n%s", &g.log)
	}
	return lines, guesses
}

func TestANetworkMayGuessTenPasswordsASecond(t *testing.T) {
	g := newGuessed(t)
	early := g.client(user, password)
	if got := g.try(early, nil); got != "let in" {
		t.Fatalf("the right password: %s", got)
	}
	attackers := []*esdb.Client{g.client(user, "guess"), g.client("ann", "guess"), g.client("nobody", "guess")}
	const total = 400
	var mu sync.Mutex
	got := map[string]int{}
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			for n := range total / 20 {
				how := g.try(attackers[i%len(attackers)], &esdb.Credentials{Login: user, Password: fmt.Sprint("guess ", i, n)})
				mu.Lock()
				got[how]++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if got["wrong"] != 10 || got["not looked at"] != total-10 {
		t.Errorf("%d guesses within a second ended so: %v; want 10 looked at", total, got)
	}

	late := g.client(user, password)
	if how := g.try(late, nil); how != "not looked at" {
		t.Errorf("the right password on a new connection, which a guesser may have: %s", how)
	}
	if how := g.try(early, nil); how != "let in" {
		t.Errorf("who had signed in before the guesses: %s", how)
	}
	if how := g.try(early, &esdb.Credentials{Login: "ann", Password: "anns"}); how != "not looked at" {
		t.Errorf("who has signed in, with another user's password: %s", how)
	}
	if how := g.try(dial(t, g.node, g.node.OwnConnectionString()), nil); how != "let in" {
		t.Errorf("the node's owner: %s", how)
	}

	g.pass(99 * time.Millisecond)
	if how := g.try(late, nil); how != "not looked at" {
		t.Errorf("a tenth of a second is not over: %s", how)
	}
	g.pass(901 * time.Millisecond)
	if how := g.try(late, nil); how != "let in" {
		t.Errorf("the right password a second later: %s", how)
	}
	for n := range 11 {
		if how, want := g.try(attackers[0], nil), map[bool]string{true: "wrong", false: "not looked at"}[n < 10]; how != want {
			t.Errorf("guess %d of the next second: %s, want %s", n+1, how, want)
		}
	}

	if lines, guesses := g.reports(); lines != 20 || guesses != 20 {
		t.Errorf("at once, the log tells of %d guesses in %d lines", guesses, lines)
	}
}

// A typing error is in the log, too, and shuts nobody out.
func TestAFewWrongPasswordsAreLoggedAsWell(t *testing.T) {
	g := newGuessed(t)
	if how := g.try(g.client(user, "gues"), nil); how != "wrong" {
		t.Errorf("a wrong password: %s", how)
	}
	if how := g.try(g.client(user, password), nil); how != "let in" {
		t.Errorf("the right one: %s", how)
	}
	if lines, guesses := g.reports(); lines != 1 || guesses != 1 {
		t.Errorf("the log tells of %d guesses in %d lines", guesses, lines)
	}
}

// The way in for scavenges, by HTTP/1.1, is no other way to guess.
func TestGuessesByHTTPCount(t *testing.T) {
	g := newGuessed(t)
	answers := map[int]int{}
	for n := range 15 {
		code, _ := post(t, g.node, "POST", "/admin/scavenge", user, fmt.Sprint("guess ", n))
		answers[code]++
	}
	if answers[401] != 10 || answers[429] != 5 {
		t.Errorf("15 guesses were answered %v", answers)
	}
	if how := g.try(g.client(user, password), nil); how != "not looked at" {
		t.Errorf("by gRPC: %s", how)
	}
}

// A call may carry many passwords; each of them is a guess.
func TestManyPasswordsInACallCount(t *testing.T) {
	g := newGuessed(t)
	ctx := within(t)
	for n := range 20 {
		ctx = as(ctx, user, fmt.Sprint("guess ", n))
	}
	if _, err := connectRaw(t, g.node).streams.Delete(as(ctx, user, password), nil); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("21 passwords, the last one right: %v", err)
	}
	if _, guesses := g.reports(); guesses != 11 {
		t.Errorf("the log tells of %d guesses", guesses)
	}
}
