package persistent

// Figures of a group.

import "time"

// Info is a group at one moment.
type Info struct {
	Key
	Settings
	Status       string // Live or Behind, with ReplayingParkedMessages; NotReady if it does not work
	StartFrom    string
	Checkpoint   string // the last place that was written, "" if none was
	Known        string // the place of the last event that was read and wanted, "" if there was none
	Consumers    []ConsumerInfo
	Total        int64 // messages handed out since the group was started
	SinceLast    int64 // since the last time anybody asked
	PerSecond    int   // the same as a rate
	Buffered     int   // messages that wait, read while the group was behind
	BufferedLive int   // the same while it was not
	Retrying     int   // messages that wait to be handed out again
	InFlight     int   // messages that consumers have
	Parked       int64 // messages in the parked stream that are not being replayed
}

// ConsumerInfo is one consumer at one moment.
type ConsumerInfo struct {
	Client
	Total        int64
	SinceLast    int64
	PerSecond    int
	Free         int // slots
	InFlight     int
	Measurements []Measurement // nil unless the group has extra statistics
}

// info takes the lock.
func (g *Group) info() Info {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	passed := now.Sub(g.measuredAt)
	rate := func(n int64) int {
		if passed <= 0 {
			return 0
		}
		return int(float64(n) / passed.Seconds())
	}
	i := Info{
		Key: g.key, Settings: g.settings, Status: "Behind", StartFrom: g.key.placeText(g.settings.StartFrom),
		Total: g.total, SinceLast: g.total - g.measured, PerSecond: rate(g.total - g.measured),
		Retrying: len(g.retry), InFlight: len(g.inFlight), Parked: g.parked.count(),
	}
	if g.live {
		i.Status, i.BufferedLive = "Live", len(g.buffer)
	} else {
		i.Buffered = len(g.buffer)
	}
	if replaying := "ReplayingParkedMessages"; g.parked.wanted() && g.live {
		i.Status = replaying + ", " + i.Status
	} else if g.parked.wanted() {
		i.Status += ", " + replaying
	}
	if g.err != nil {
		i.Status = "NotReady"
	}
	if g.checkpoint.place >= 0 {
		i.Checkpoint = g.key.placeText(g.checkpoint.place)
	}
	if g.known >= 0 {
		i.Known = g.key.placeText(g.known)
	}
	for _, c := range g.consumers {
		i.Consumers = append(i.Consumers, ConsumerInfo{
			Client: c.Client, Total: c.total, SinceLast: c.total - c.measured, PerSecond: rate(c.total - c.measured),
			Free: c.free(), InFlight: c.inFlight, Measurements: c.times.measurements(),
		})
		c.measured = c.total
	}
	g.measured, g.measuredAt = g.total, now
	return i
}
