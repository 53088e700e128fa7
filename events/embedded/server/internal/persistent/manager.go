package persistent

// All groups of a node: how they start and end, and how they are found. administer.go creates and changes them.

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"time"

	"candor/events/embedded/internal/engine"
)

// Manager manages a node's groups. It is safe for concurrent use.
type Manager struct {
	engine *engine.Engine
	clock  func() time.Time
	report func(problem string, err error)

	mu     sync.RWMutex
	err    error             // why there are no groups
	groups map[string]*Group // by Key.id
	config config
}

// Open starts the groups in the log's configuration. An invalid one is reported and left out. Their
// goroutines end with [Manager.Close].
func Open(e *engine.Engine, clock func() time.Time, report func(problem string, err error)) *Manager {
	m := &Manager{engine: e, clock: clock, report: report}
	m.open()
	return m
}

// open requires the lock, except the first time.
func (m *Manager) open() {
	m.groups = map[string]*Group{}
	if m.config, m.err = loadConfig(m.engine); m.err != nil {
		m.report("persistent subscriptions can't be used", m.err)
		return
	}
	for _, e := range m.config.Entries {
		settings, first, err := e.read()
		if err == nil {
			err = settings.check(e.key(), math.MaxInt64)
		}
		if err == nil && m.groups[e.key().id()] == nil {
			var g *Group
			if g, err = start(m.engine, m.clock, e.key(), settings, first); err == nil {
				m.groups[e.key().id()] = g
			}
		}
		if err != nil {
			m.report("persistent subscription "+e.key().id()+" can't be used", err)
		}
	}
}

// group returns a running group.
func (m *Manager) group(k Key) (*Group, error) {
	if m.err != nil {
		return nil, m.err
	}
	if g := m.groups[k.id()]; g != nil && g.key == k {
		return g, nil
	}
	return nil, ErrNotFound
}

// Connect adds a consumer to a group. Its error is [ErrNotFound], [ErrFull], or why the group does not work.
func (m *Manager) Connect(k Key, client Client) (*Consumer, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	g, err := m.group(k)
	if err != nil {
		return nil, err
	}
	return g.connect(client)
}

// Replay hands out a group's parked messages again: those before revision stopAt of its parked stream. They are done with, there,
// when a consumer is. Its error is [ErrNotFound], or why the group does not work.
func (m *Manager) Replay(k Key, stopAt int64) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	g, err := m.group(k)
	if err != nil {
		return err
	}
	return g.replay(stopAt)
}

// Info returns the figures of a group. Its error is [ErrNotFound].
func (m *Manager) Info(k Key) (Info, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	g, err := m.group(k)
	if err != nil {
		return Info{}, err
	}
	return g.info(), nil
}

// List returns the figures of the groups of a stream, or of all if stream is "". Its error is [ErrNotFound] if the stream has none.
func (m *Manager) List(stream string) ([]Info, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.err != nil {
		return nil, m.err
	}
	var found []Info
	for _, e := range m.config.Entries {
		if g := m.groups[e.key().id()]; g != nil && (stream == "" || e.Stream == stream) {
			found = append(found, g.info())
		}
	}
	if stream != "" && found == nil {
		return nil, ErrNotFound
	}
	slices.SortStableFunc(found, func(a, b Info) int { return cmp.Compare(a.Stream, b.Stream) })
	return found, nil
}

// Restart drops all consumers with [ErrDropped] and starts the groups in the log's configuration.
func (m *Manager) Restart() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closeAll(ErrDropped)
	m.open()
}

// Stats are the figures of all groups.
type Stats struct {
	Groups    int
	Consumers int
	Parked    int64 // messages
}

// Stats returns the current figures.
func (m *Manager) Stats() (s Stats) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, g := range m.groups {
		g.mu.Lock()
		s.Groups++
		s.Consumers += len(g.consumers)
		s.Parked += g.parked.count()
		g.mu.Unlock()
	}
	return s
}

// Drain ends all consumers, since the node is being closed. Groups continue to write pending messages.
func (m *Manager) Drain() {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, g := range m.groups {
		g.fail(engine.ErrStopping)
	}
}

// Close ends all consumers and groups. No goroutine is left.
func (m *Manager) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closeAll(engine.ErrStopping)
	m.err = engine.ErrStopping
}

func (m *Manager) closeAll(err error) {
	for _, g := range m.groups {
		g.close(err, true)
	}
	m.groups = map[string]*Group{}
}
