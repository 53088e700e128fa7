// The budget of tracked events: how many a network may send, so that nobody can fill the disk.
//
// Networks are forgotten only when nothing of theirs counts any more, never to make room for others. So nobody gets a new budget by
// sending from many addresses: while the table is full, all networks that are not in it share one budget.

package httpapi

import (
	"net/netip"
	"sync"
	"time"

	"candor/commands"
)

const (
	trackSeconds     = 60
	trackBytes       = 4 << 20 // of request bodies, in any trackSeconds
	maxTrackNetworks = 200_000 // in the table; the entries of all together are no more than the requests of a minute
	trackSweep       = 5 * time.Second
)

// trackBudget counts the tracked events and the bytes of request bodies of each network in any 60 seconds. It is safe for concurrent use.
type trackBudget struct {
	events      uint32 // a network may send
	maxNetworks int

	mu       sync.Mutex
	networks map[netip.Addr]*trackedMinute
	others   trackedMinute // networks that find no place in the table
	swept    time.Time
}

// trackedMinute is what one network has sent lately, by the second, oldest first.
type trackedMinute struct {
	seconds []trackedSecond
	total   trackedSecond
}

type trackedSecond struct {
	at            int64 // Unix seconds
	events, bytes uint32
}

// newTrackBudget returns nil, which allows everything, for 0 events.
func newTrackBudget(events int) *trackBudget {
	if events <= 0 {
		return nil
	}
	return &trackBudget{events: uint32(events), maxNetworks: maxTrackNetworks, networks: map[netip.Addr]*trackedMinute{}}
}

// take counts a request, or nothing at all if it is more than is left; then it says how long to wait until it fits.
func (b *trackBudget) take(now time.Time, client netip.Addr, events, bytes int) (ok bool, wait time.Duration) {
	if b == nil {
		return true, 0
	}
	network := commands.Network(client.Unmap())
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.of(network, now)
	m.expire(now)
	e, size := uint32(events), uint32(bytes)
	if m.total.events+e > b.events || m.total.bytes+size > trackBytes {
		return false, m.wait(now, b.events, e, size)
	}
	m.add(now, e, size)
	return true, 0
}

// of finds a network's minute, or the others'; the mutex is held.
func (b *trackBudget) of(network netip.Addr, now time.Time) *trackedMinute {
	m := b.networks[network]
	if m != nil {
		return m
	}
	full := len(b.networks) >= b.maxNetworks
	if since := now.Sub(b.swept); since >= trackSeconds*time.Second || full && since >= trackSweep {
		b.swept = now
		for network, m := range b.networks {
			if m.expire(now); len(m.seconds) == 0 {
				delete(b.networks, network)
			}
		}
		full = len(b.networks) >= b.maxNetworks
	}
	if full {
		return &b.others
	}
	m = &trackedMinute{}
	b.networks[network] = m
	return m
}

// expire forgets the seconds that lie wholly before the last 60.
func (m *trackedMinute) expire(now time.Time) {
	gone := 0
	for gone < len(m.seconds) && !m.seconds[gone].over().After(now) {
		m.total.events -= m.seconds[gone].events
		m.total.bytes -= m.seconds[gone].bytes
		gone++
	}
	m.seconds = m.seconds[:copy(m.seconds, m.seconds[gone:])]
}

// over is when a second's last moment is 60 seconds ago.
func (s trackedSecond) over() time.Time { return time.Unix(s.at+1+trackSeconds, 0) }

func (m *trackedMinute) add(now time.Time, events, bytes uint32) {
	m.total.events += events
	m.total.bytes += bytes
	at, last := now.Unix(), len(m.seconds)-1
	if last >= 0 && m.seconds[last].at >= at { // later: the clock was put back
		m.seconds[last].events += events
		m.seconds[last].bytes += bytes
		return
	}
	m.seconds = append(m.seconds, trackedSecond{at, events, bytes})
}

// wait says when a request will fit that doesn't fit now.
func (m *trackedMinute) wait(now time.Time, budget, events, bytes uint32) time.Duration {
	left := m.total
	for _, s := range m.seconds {
		left.events -= s.events
		left.bytes -= s.bytes
		if left.events+events <= budget && left.bytes+bytes <= trackBytes {
			return s.over().Sub(now)
		}
	}
	return trackSeconds * time.Second // alone it is more than the budget
}
