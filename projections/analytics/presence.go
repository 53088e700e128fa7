// Presence: the numbers of the visitors that viewed a page in each hour and each day, without bots, so that visitors are counted once in
// any range.

package analytics

import (
	"encoding/binary"

	"github.com/RoaringBitmap/roaring/v2"

	"candor/projections/projector"
)

// presence says that a visitor viewed a page in an hour. Bucket "present":
//
//	'h' 00 07 9c 51 → the numbers of the visitors of the hour, as a roaring bitmap in its portable format
//	'd' 00 00 51 2e → those of the day
type presence struct {
	hour    uint32
	visitor *visits
}

const (
	inHour = 'h'
	inDay  = 'd'
)

// flushPresence adds to the stored sets.
func flushPresence(t *projector.Tx, all []presence) {
	hours, days := map[uint32]people{}, map[uint32]people{}
	for _, p := range all {
		addTo(hours, p.hour, p.visitor.number)
		addTo(days, p.hour/hoursInDay, p.visitor.number)
	}
	addPresent(t, inHour, hours)
	addPresent(t, inDay, days)
}

func addTo(periods map[uint32]people, period, visitor uint32) {
	there, ok := periods[period]
	if !ok {
		there = newPeople()
		periods[period] = there
	}
	there.Add(visitor)
}

// addPresent adds to the stored sets of one kind of period.
func addPresent(t *projector.Tx, kind byte, periods map[uint32]people) {
	for period, there := range periods {
		there.addPeriod(t, kind, period)
		stored, err := there.ToBytes()
		if err != nil {
			t.Fail(err)
			return
		}
		t.Bucket("present").Put(presentIn(kind, period), stored)
	}
}

// presentIn returns the key of a period.
func presentIn(kind byte, period uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{kind}, period)
}

// people is a set of visitors.
type people struct{ *roaring.Bitmap }

func newPeople() people { return people{roaring.New()} }

// addPeriod adds the visitors of a period.
func (p people) addPeriod(t *projector.Tx, kind byte, period uint32) {
	stored := t.Bucket("present").Get(presentIn(kind, period))
	if stored == nil {
		return
	}
	there := roaring.New()
	if err := there.UnmarshalBinary(stored); err != nil {
		panic(projector.Damage("a set of visitors: " + err.Error()))
	}
	p.Or(there)
}

// leave removes the visitors that are also in other, and returns how many.
func (p people) leave(other people) int64 {
	n := p.AndCardinality(other.Bitmap)
	p.AndNot(other.Bitmap)
	return int64(n)
}

// count returns the number of visitors.
func (p people) count() int64 { return int64(p.GetCardinality()) }
