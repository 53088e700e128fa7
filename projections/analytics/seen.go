// The ids of the last page views, a second check after the log's: an id counts once, also if a
// client sends its backlog again when the log no longer remembers the first time.

package analytics

import (
	"encoding/binary"

	"candor/projections/projector"
)

const (
	maxSeen     = 1 << 15 // ids; at 100 views a second that is the last five minutes
	seenSegment = 512     // ids in one stored value
)

var seenTotal = []byte("total")

// seenIDs is a ring of the last ids, folded to 64 bits. Bucket "seen": "total" → how many there
// have been, and 00 00 00 3f (segment of the ring) → its ids, 8 bytes each.
type seenIDs struct {
	ring  []uint64
	total uint64 // the next goes to ring[total%maxSeen]
	set   map[uint64]struct{}
	clean uint64 // total when last written
}

func newSeenIDs() *seenIDs {
	return &seenIDs{set: map[uint64]struct{}{}}
}

func (s *seenIDs) load(t *projector.Tx) error {
	b := t.Bucket("seen")
	stored := b.Get(seenTotal)
	if stored == nil {
		return nil
	}
	s.total = projector.ParseNumber(stored)
	s.clean = s.total
	s.ring = make([]uint64, min(s.total, maxSeen))
	for i := range s.ring {
		if i%seenSegment == 0 {
			stored = b.Get(segmentKey(uint64(i)))
		}
		s.ring[i] = projector.ParseNumber(stored[8*(i%seenSegment):])
		s.set[s.ring[i]] = struct{}{}
	}
	return nil
}

// add remembers an id, and reports whether it is new.
func (s *seenIDs) add(id uint64) bool {
	if _, ok := s.set[id]; ok {
		return false
	}
	s.set[id] = struct{}{}
	if at := s.total % maxSeen; at < uint64(len(s.ring)) {
		delete(s.set, s.ring[at])
		s.ring[at] = id
	} else {
		s.ring = append(s.ring, id)
	}
	s.total++
	return true
}

func segmentKey(at uint64) []byte {
	return binary.BigEndian.AppendUint32(nil, uint32(at%maxSeen/seenSegment))
}

// flush writes the segments that have changed.
func (s *seenIDs) flush(t *projector.Tx) {
	if s.total == s.clean {
		return
	}
	b := t.Bucket("seen")
	first := s.clean - s.clean%seenSegment
	if s.total-first > maxSeen { // more than a round: all segments, each once
		first = s.total - s.total%seenSegment + seenSegment - maxSeen
	}
	for at := first; at < s.total; at += seenSegment {
		from := int(at % maxSeen)
		ids := make([]byte, 0, 8*seenSegment)
		for _, id := range s.ring[from:min(from+seenSegment, len(s.ring))] {
			ids = binary.BigEndian.AppendUint64(ids, id)
		}
		b.Put(segmentKey(at), ids)
	}
	b.Put(seenTotal, projector.Number(s.total))
	s.clean = s.total
}
