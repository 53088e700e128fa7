package persistent

// How long consumers take, for groups with extra statistics.

import (
	"slices"
	"time"
)

// window is how many of the last times count.
const window = 1000

// times are the last times that a consumer took for a message.
type times struct {
	ring []int64 // ms
	next int
}

func (t *times) add(d time.Duration) {
	if len(t.ring) < window {
		t.ring = append(t.ring, d.Milliseconds())
		return
	}
	t.ring[t.next] = d.Milliseconds()
	t.next = (t.next + 1) % window
}

// Measurement is one figure, in milliseconds.
type Measurement struct {
	Key   string
	Value int64
}

// measurements returns the figures, under the real server's names; none if nothing was measured.
func (t *times) measurements() []Measurement {
	if t == nil || len(t.ring) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(t.ring))
	sum := int64(0)
	for _, ms := range sorted {
		sum += ms
	}
	n := len(sorted)
	at := func(perMille int) int64 { return sorted[min(perMille*n/1000, n-1)] }
	return []Measurement{
		{"Mean", sum / int64(n)}, {"Median", sorted[n/2]}, {"Fastest", sorted[0]},
		{"Quintile 1", at(0)}, {"Quintile 2", at(200)}, {"Quintile 3", at(400)}, {"Quintile 4", at(600)}, {"Quintile 5", at(800)},
		{"90%", at(900)}, {"95%", at(950)}, {"99%", at(990)}, {"99.5%", at(995)}, {"99.9%", at(999)}, {"Highest", sorted[n-1]},
	}
}
