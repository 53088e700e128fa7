package persistent

// Creating, changing and deleting groups: each change is written to the configuration in the log first.

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"candor/events/embedded/internal/engine"
)

// Create creates a group. Its error is [ErrExists], [Failed] with what is wrong with the settings, or why the log can't be written.
func (m *Manager) Create(k Key, s Settings, user string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.err != nil:
		return m.err
	case slices.ContainsFunc(m.config.Entries, func(e entry) bool { return e.key().id() == k.id() }):
		return ErrExists
	}
	first, err := m.first(k, &s)
	if err != nil {
		return err
	}
	return m.put(k, s, first, user, true)
}

// Update gives a group other settings; its filter stays. Its consumers are dropped with [ErrDropped], and it goes on from
// its checkpoint. Its error is [ErrNotFound] or as that of Create.
func (m *Manager) Update(k Key, s Settings, user string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, err := m.entry(k)
	if err != nil {
		return err
	}
	old, first, err := e.read()
	if err != nil {
		return Failed(err.Error())
	}
	s.Filter = old.Filter
	if s.StartFrom != fromEnd || old.StartFrom != fromEnd { // else it stays at that time's end: nothing may be left out
		if first, err = m.first(k, &s); err != nil {
			return err
		}
	}
	return m.put(k, s, first, user, false)
}

// put stores a group's settings and starts it with them.
func (m *Manager) put(k Key, s Settings, first int64, user string, isNew bool) error {
	if err := s.check(k, m.engine.Last()); err != nil {
		return err
	}
	if isNew { // remove the state of an earlier group of that name
		if err := m.erase(k); err != nil {
			return err
		}
	}
	e := newEntry(k, &s, first)
	if err := m.change(k, user, &e); err != nil {
		return err
	}
	if old := m.groups[k.id()]; old != nil {
		old.close(ErrDropped, true)
		delete(m.groups, k.id())
	}
	g, err := start(m.engine, m.clock, k, s, first)
	if err != nil {
		return err
	}
	m.groups[k.id()] = g
	return nil
}

// Delete removes a group, its checkpoint and its parked messages. Its consumers are dropped with [ErrDropped].
func (m *Manager) Delete(k Key, user string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.entry(k); err != nil {
		return err
	}
	if err := m.change(k, user, nil); err != nil {
		return err
	}
	if g := m.groups[k.id()]; g != nil {
		g.close(ErrDropped, false)
		delete(m.groups, k.id())
	}
	return m.erase(k)
}

// erase deletes the streams of a group; they come back when they are written.
func (m *Manager) erase(k Key) error {
	for _, stream := range []string{k.checkpointStream(), k.parkedStream()} {
		switch _, err := m.engine.View(stream); {
		case errors.Is(err, engine.ErrStreamNotFound):
			continue
		case errors.Is(err, engine.ErrStreamDeleted):
			return Failed(fmt.Sprintf("the stream %s was deleted for ever", stream))
		case err != nil:
			return err
		}
		if res := m.engine.Delete(context.Background(), stream, engine.Expected{Kind: engine.Any}); res.Err != nil {
			return fmt.Errorf("%s: %w", stream, res.Err)
		}
	}
	return nil
}

// change stores the configuration with the given entry in place of the group's, or without the group.
func (m *Manager) change(k Key, user string, with *entry) error {
	c := m.config
	c.Updated, c.UpdatedBy = m.clock().UTC(), user
	c.Entries = slices.Clone(c.Entries)
	at := slices.IndexFunc(c.Entries, func(e entry) bool { return e.key().id() == k.id() })
	switch {
	case at >= 0 && with != nil:
		c.Entries[at] = *with
	case at >= 0:
		c.Entries = slices.Delete(c.Entries, at, at+1)
	default:
		c.Entries = append(c.Entries, *with)
	}
	if err := saveConfig(m.engine, c); err != nil {
		return err
	}
	m.config = c
	return nil
}

// first returns where a group with these settings begins if it has no checkpoint.
func (m *Manager) first(k Key, s *Settings) (int64, error) {
	switch {
	case s.StartFrom != fromEnd:
		return s.StartFrom, nil
	case k.Stream == All:
		return int64(m.engine.Last()) + 1, nil
	}
	last, _, err := m.engine.Tip(k.Stream)
	return last + 1, err
}

// entry returns the stored entry of a group, which may be invalid.
func (m *Manager) entry(k Key) (entry, error) {
	if m.err != nil {
		return entry{}, m.err
	}
	for _, e := range m.config.Entries {
		if e.key() == k {
			return e, nil
		}
	}
	return entry{}, ErrNotFound
}
