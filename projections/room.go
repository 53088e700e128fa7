// Room: the memory that one batch leaves to the next. A catch-up's batches are of thousands of events, those of a live site of a few: room
// that a batch fills to less than an eighth goes, or a server would hold its start's for as long as it runs, and clear it again and again.

package projections

const (
	smallRoom = 1024 // entries, which stay in any case
	filled    = 8    // a batch that fills one part in so many keeps the room
)

// roomyMap is a map that is filled and emptied batch by batch.
type roomyMap[K comparable, V any] struct {
	of   map[K]V
	most int // entries since the map was made
}

func newRoomyMap[K comparable, V any]() roomyMap[K, V] { return roomyMap[K, V]{of: map[K]V{}} }

// empty takes everything out.
func (m *roomyMap[K, V]) empty() {
	m.most = max(m.most, len(m.of))
	if tooRoomy(len(m.of), m.most) {
		*m = newRoomyMap[K, V]()
		return
	}
	clear(m.of)
}

// emptied is the slice without its elements, for the next batch.
func emptied[E any](all []E) []E {
	if tooRoomy(len(all), cap(all)) {
		return nil
	}
	clear(all)
	return all[:0]
}

func tooRoomy(used, room int) bool { return room > smallRoom && used < room/filled }
