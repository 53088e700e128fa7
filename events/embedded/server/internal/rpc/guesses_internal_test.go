package rpc

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

// counted is a count of guesses whose clock is moved by hand.
type counted struct {
	*Guesses
	now     time.Time
	reports []int
}

func newCounted() *counted {
	c := &counted{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	c.Guesses = NewGuesses(func() time.Time { return c.now }, func(_ netip.Prefix, guesses int) { c.reports = append(c.reports, guesses) })
	return c
}

// guess tries a wrong password and reports whether it was looked at.
func (c *counted) guess(from string) bool {
	return c.try(netip.MustParseAddr(from), func() bool { return false })
}

func TestGuessesCountByNetwork(t *testing.T) {
	for _, test := range []struct {
		guesser, other string
		same           bool
	}{
		{"203.0.113.1", "203.0.113.254", true},
		{"203.0.113.1", "::ffff:203.0.113.9", true},
		{"203.0.113.1", "203.0.114.1", false},
		{"2001:db8:7:1::1", "2001:db8:7:ffff::2", true},
		{"2001:db8:7::1", "2001:db8:8::1", false},
		{"fe80::1%eth0", "fe80::1%eth1", true},
		{"127.0.0.1", "::1", false},
	} {
		c := newCounted()
		for n := range maxGuesses {
			if !c.guess(test.guesser) {
				t.Fatalf("guess %d is not looked at", n+1)
			}
		}
		if c.guess(test.guesser) {
			t.Errorf("%s: the eleventh guess is looked at", test.guesser)
		}
		if looked := c.guess(test.other); looked == test.same {
			t.Errorf("after guesses from %s, one from %s is looked at: %v", test.guesser, test.other, looked)
		}
	}
}

// Right passwords cost nothing, however many come at once.
func TestRightPasswordsAreNoGuesses(t *testing.T) {
	c := newCounted()
	for range 1000 {
		if !c.try(netip.MustParseAddr("203.0.113.1"), func() bool { return true }) {
			t.Fatal("a right password is not looked at")
		}
	}
	if len(c.reports) != 0 {
		t.Errorf("it is told of %v", c.reports)
	}
}

func TestGuessesOfAClockThatGoesBack(t *testing.T) {
	c := newCounted()
	for range maxGuesses {
		c.guess("203.0.113.1")
	}
	c.now = c.now.Add(-time.Hour)
	if !c.guess("203.0.113.1") {
		t.Error("an hour back, guesses of a time to come shut the network out")
	}
}

// Guessers with many networks fill neither the log nor the memory.
func TestManyNetworksAreToldOfInFewLines(t *testing.T) {
	c := newCounted()
	const networks, each = 5000, 12
	for n := range networks {
		for range each {
			c.guess(fmt.Sprintf("2001:db8:%x::1", n))
		}
	}
	if len(c.reports) != maxReports {
		t.Errorf("%d lines at once", len(c.reports))
	}
	c.now = c.now.Add(reportEvery)
	c.guess("203.0.113.1")
	if len(c.limits) > 1 {
		t.Errorf("%d networks are remembered", len(c.limits))
	}
	told := 0
	for _, guesses := range c.reports {
		told += guesses
	}
	if told != networks*each+1 {
		t.Errorf("%d guesses are told of", told)
	}
}
