// The visits of each visitor, until the day of the last one is summarised.

package analytics

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/google/uuid"

	"candor/projections/projector"
)

// visits holds a visitor's visits. Stored: 8 bytes each of first, last (Unix nanoseconds) and count,
// and 4 of number, which version 1 didn't have.
type visits struct {
	first, last, count int64
	number             uint32 // the visitor's, from 0 in the order of the log; set while flushing

	id    uuid.UUID
	known bool   // has a row; set while flushing
	noted uint32 // of the hour that was last added to present; 0: none
}

func (a *analytics) visit(id uuid.UUID, at, views int64) *visits {
	v := a.visits[id]
	if v == nil {
		v = &visits{first: at, last: at, id: id}
		a.visits[id] = v
		a.arrived = append(a.arrived, v)
	}
	v.first, v.last, v.count = min(v.first, at), max(v.last, at), v.count+views
	return v
}

// flushVisits writes the visitors' rows, in the order of the keys, which is fastest in bbolt. New visitors are numbered
// in the order of the log, so that the numbers are the same whatever the batches were.
func (a *analytics) flushVisits(t *projector.Tx) {
	if len(a.visits) == 0 {
		return
	}
	sorted := slices.Clone(a.arrived)
	slices.SortFunc(sorted, func(a, b *visits) int { return bytes.Compare(a.id[:], b.id[:]) })
	rows, left := t.Bucket("visitor"), t.Bucket("left")
	for _, v := range sorted {
		day := hourOf(v.last) / hoursInDay
		if stored := rows.Get(v.id[:]); stored != nil {
			old := parseVisits(stored)
			v.known, v.number = true, old.number
			v.first, v.last, v.count = min(v.first, old.first), max(v.last, old.last), v.count+old.count
			before := hourOf(old.last) / hoursInDay
			if day <= before {
				continue
			}
			left.Delete(dayPerson(before, v.id))
		}
		left.Put(dayPerson(day, v.id), nil)
	}
	counted := t.Bucket("total").Counted(visitorNumbers)
	next := counted
	for _, v := range a.arrived {
		if !v.known {
			v.number = uint32(next)
			next++
		}
	}
	for _, v := range sorted {
		rows.Put(v.id[:], v.row())
	}
	if next > counted {
		t.Bucket("total").Count(visitorNumbers, next-counted)
		t.Bucket("total").Count(visitorsCounted, next-counted)
	}
	a.visits = map[uuid.UUID]*visits{}
	a.arrived = nil
}

const (
	visitsSize = 28 // bytes of a row
	visitsOnce = 24 // of version 1, which answers until the next one is built
)

func (v *visits) row() []byte {
	out := make([]byte, 0, visitsSize)
	for _, n := range []int64{v.first, v.last, v.count} {
		out = binary.BigEndian.AppendUint64(out, uint64(n))
	}
	return binary.BigEndian.AppendUint32(out, v.number)
}

func parseVisits(stored []byte) visits {
	if len(stored) != visitsSize && len(stored) != visitsOnce {
		panic(projector.Damage("a visitor's row is of the wrong length"))
	}
	v := visits{first: int64(projector.ParseNumber(stored)), last: int64(projector.ParseNumber(stored[8:])),
		count: int64(projector.ParseNumber(stored[16:]))}
	if len(stored) == visitsSize {
		v.number = binary.BigEndian.Uint32(stored[visitsOnce:])
	}
	return v
}
