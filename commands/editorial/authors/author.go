// The author aggregate: what decisions about an author's profile need to know of it, and the decisions.

package authors

import (
	"slices"
	"time"

	"candor/commands"
	"candor/commands/history"
	"candor/events"
)

// author is the state of one author.
type author struct {
	exists, deleted bool
	content         events.AuthorContent
	addresses       []string // paths on another site that lead to the author's page
}

func (s author) Evolve(e events.Event) author {
	switch e := e.(type) {
	case events.AuthorCreated:
		s.exists, s.content = true, e.AuthorContent
	case events.AuthorUpdated:
		events.Apply(&s.content, e.Changes)
	case events.AuthorDeleted:
		s.exists, s.deleted = true, true
	case events.AddressKept:
		s.addresses = append(slices.Clip(s.addresses), e.Path)
	}
	return s
}

// Gone reports whether the author does not exist or is deleted.
func (s author) Gone() bool { return !s.exists || s.deleted }

// createAuthor makes an author's profile, whose name no other author has.
type createAuthor struct {
	id      events.AuthorID
	content events.AuthorContent
	at      time.Time
}

// Decide expects a stream that doesn't exist: the log refuses a second creation.
func (c createAuthor) Decide(author) ([]events.Event, error) {
	return []events.Event{events.AuthorCreated{AuthorID: c.id, AuthorContent: c.content, At: c.at}}, nil
}

// updateAuthor changes the fields that are given. No other author has a new name.
type updateAuthor struct {
	id      events.AuthorID
	changes events.AuthorChanges
	at      time.Time
}

// Decide returns an event only for what is really different.
func (c updateAuthor) Decide(s author) ([]events.Event, error) {
	if s.Gone() {
		return nil, commands.Missing("Author")
	}
	changes := events.Differing(s.content, c.changes)
	if changes == (events.AuthorChanges{}) {
		return nil, nil
	}
	return []events.Event{events.AuthorUpdated{AuthorID: c.id, Changes: changes, At: c.at}}, nil
}

// deleteAuthor deletes an author. If the stream of a deleted author still exists, its erasure was interrupted; it needs no second
// event.
type deleteAuthor struct {
	id events.AuthorID
	at time.Time
}

func (c deleteAuthor) Decide(s author) ([]events.Event, error) {
	switch {
	case !s.exists:
		return nil, commands.Missing("Author")
	case s.deleted:
		return nil, nil
	}
	return []events.Event{events.AuthorDeleted{AuthorID: c.id, At: c.at}}, nil
}

// TransitionTo returns the events that make of an author what it was in another state. One that is gone stays so: its data is erased.
func (s author) TransitionTo(number int64, to author, at time.Time) ([]events.Event, error) {
	if s.Gone() {
		return nil, nil
	}
	id := events.AuthorID(number)
	if to.Gone() {
		return deleteAuthor{id: id, at: at}.Decide(s)
	}
	return updateAuthor{id: id, changes: events.Whole[events.AuthorChanges](to.content), at: at}.Decide(s)
}

func (s author) Heading() string { return s.content.Name }

func (s author) Known() bool { return s.exists }

func (s author) Value() (any, []history.Mark) {
	return s.content, []history.Mark{{Name: "isDeleted", Is: s.deleted}}
}
