// The ledger of a soak: what was acknowledged, what was asked for without an answer, and what should never have happened.

package main

import (
	"fmt"
	"sync"
)

// ledger is safe for concurrent use.
type ledger struct {
	mu       sync.Mutex
	views    map[string]bool // by id: acknowledged or not
	retried  map[string]bool // views that were sent again, perhaps to another instance
	reviews  map[string]bool // by title, which is the Idempotency-Key too
	people   map[string]bool // e-mail addresses of subscribers
	messages map[string]bool // subjects
	edits    map[string]*edited
	statuses map[string]int // answers by "kind status"
	faults   []string       // what broke a promise, the first mostFaults of them
	broken   int            // how often one was
}

// edited is one review that one admin edits.
type edited struct {
	title        string   // last acknowledged
	maybe        []string // asked for since, without an answer
	acknowledged []string // all
}

func newLedger() *ledger {
	return &ledger{views: map[string]bool{}, retried: map[string]bool{}, reviews: map[string]bool{}, people: map[string]bool{},
		messages: map[string]bool{}, edits: map[string]*edited{}, statuses: map[string]int{}}
}

// maxFaults is how many faults are recorded with their text.
const maxFaults = 50

func (l *ledger) fault(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.broke(format, args...)
}

// broke is fault for who holds the lock.
func (l *ledger) broke(format string, args ...any) {
	if l.broken++; l.broken <= maxFaults {
		l.faults = append(l.faults, fmt.Sprintf(format, args...))
	}
}

// ask notes that something is asked for.
func (l *ledger) ask(in map[string]bool, what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !in[what] {
		in[what] = false
	}
}

// noted carries an answer into the ledger and reports whether it was an acknowledgement. While processes die, connections
// break and 503 is an answer; any other refusal breaks a promise.
func (l *ledger) noted(kind string, in map[string]bool, what string, got answer, err error) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.statuses[kind+" broken"]++
		return false
	}
	l.statuses[fmt.Sprintf("%s %d", kind, got.status)]++
	switch {
	case got.status >= 200 && got.status < 300:
		if in != nil {
			in[what] = true
		}
		return true
	case got.status == 503 && got.header.Get("Retry-After") == "":
		l.broke("%s: 503 without Retry-After", kind)
	case got.status != 503 && got.status != 304:
		l.broke("%s %s: %d: %.300s", kind, what, got.status, got.body)
	}
	return got.status == 304
}

// counts are how many there are, and how many of them acknowledged.
func counts(in map[string]bool) (all, acknowledged int) {
	for _, ok := range in {
		if ok {
			acknowledged++
		}
	}
	return len(in), acknowledged
}
