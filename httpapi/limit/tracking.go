// How many tracked events a network may send, so that nobody can fill the disk.
//
// A network is forgotten only when all it sent has expired, never to make room for others. So nobody gets a new budget by sending from
// many addresses: while the table is full, all networks that are not in it share one budget.

package limit

import (
	"net/netip"
	"sync"
	"time"

	"candor/commands/traffic"
)

const (
	trackSeconds     = 60
	trackBytes       = 4 << 20 // of request bodies, in any trackSeconds
	maxTrackNetworks = 200_000 // in the table; together they have at most as many entries as there were requests in a minute
	trackSweep       = 5 * time.Second
)

// Tracking counts the tracked events and the bytes of request bodies of each network in any 60 seconds. It is safe for concurrent use.
type Tracking struct {
	events      uint32 // that a network may send
	maxNetworks int

	mu       sync.Mutex
	networks map[netip.Addr]*trackedMinute
	others   trackedMinute // networks that are not in the table
	swept    time.Time
}

// trackedMinute holds what one network has sent lately, by the second, oldest first.
type trackedMinute struct {
	seconds []trackedSecond
	total   trackedSecond
}

type trackedSecond struct {
	at            int64 // Unix seconds
	events, bytes uint32
}

// NewTracking allows each network so many events. For 0 it returns nil, which allows any number.
func NewTracking(events int) *Tracking {
	if events <= 0 {
		return nil
	}
	return &Tracking{events: uint32(events), maxNetworks: maxTrackNetworks, networks: map[netip.Addr]*trackedMinute{}}
}

// Take counts a request, or nothing at all if it is more than is left; then it returns how long to wait until it is allowed.
func (b *Tracking) Take(now time.Time, client netip.Addr, events, bytes int) (ok bool, wait time.Duration) {
	if b == nil {
		return true, 0
	}
	network := traffic.Network(client.Unmap())
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.minuteOf(network, now)
	m.expire(now)
	e, size := uint32(events), uint32(bytes)
	if m.total.events+e > b.events || m.total.bytes+size > trackBytes {
		return false, m.wait(now, b.events, e, size)
	}
	m.add(now, e, size)
	return true, 0
}

// minuteOf returns a network's minute, or the one that networks outside of the table share; the mutex is held.
func (b *Tracking) minuteOf(network netip.Addr, now time.Time) *trackedMinute {
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

// expire forgets the seconds that ended more than 60 seconds ago.
func (m *trackedMinute) expire(now time.Time) {
	expired := 0
	for expired < len(m.seconds) && !m.seconds[expired].expires().After(now) {
		m.total.events -= m.seconds[expired].events
		m.total.bytes -= m.seconds[expired].bytes
		expired++
	}
	m.seconds = m.seconds[:copy(m.seconds, m.seconds[expired:])]
}

// expires returns when the end of a second is 60 seconds ago.
func (s trackedSecond) expires() time.Time { return time.Unix(s.at+1+trackSeconds, 0) }

func (m *trackedMinute) add(now time.Time, events, bytes uint32) {
	m.total.events += events
	m.total.bytes += bytes
	at, last := now.Unix(), len(m.seconds)-1
	if last >= 0 && m.seconds[last].at >= at { // later where the clock was put back
		m.seconds[last].events += events
		m.seconds[last].bytes += bytes
		return
	}
	m.seconds = append(m.seconds, trackedSecond{at, events, bytes})
}

// wait returns how long it takes until a request is allowed that isn't now.
func (m *trackedMinute) wait(now time.Time, budget, events, bytes uint32) time.Duration {
	left := m.total
	for _, s := range m.seconds {
		left.events -= s.events
		left.bytes -= s.bytes
		if left.events+events <= budget && left.bytes+bytes <= trackBytes {
			return s.expires().Sub(now)
		}
	}
	return trackSeconds * time.Second // it alone is more than the budget
}
