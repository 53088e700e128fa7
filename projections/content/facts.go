// Facts: what lists of published items are filtered and sorted by, as a few bytes for each item, so that a list reads them all. Bucket
//
//	<kind>-facts   creation time and id inverted, so that the newest comes first → the layout of a factRow
//
// Only items of kinds that are listed have them, and only while readers see them.

package content

import (
	"encoding/binary"
	"math"

	"candor/projections/answers"
	"candor/projections/projector"
)

// factsSince is the first version of the model that stores facts and names.
const factsSince = 12

// listed is an item of a kind whose lists can be filtered and sorted.
type listed interface {
	scored() (rating, price float64) // 0: none
	names() []spelled                // of its brand, its author, its tags
}

// factRow is the facts of one item: featured u8, category u64, year u16, rating and price as float64 bits, time of the last change u64, and the
// key of a use for each of its names.
type factRow []byte

const factHeader = 1 + 8 + 2 + 3*8

// factRowOf returns the facts of a published item that has these names.
func factRowOf(h *head, one listed, names []spelled) factRow {
	row := make(factRow, 1, factHeader+useSize*len(names))
	if h.featured {
		row[0] = 1
	}
	rating, price := one.scored()
	row = binary.BigEndian.AppendUint64(row, h.group)
	row = binary.BigEndian.AppendUint16(row, uint16(answers.Moment(h.created).Year()))
	row = binary.BigEndian.AppendUint64(row, math.Float64bits(rating))
	row = binary.BigEndian.AppendUint64(row, math.Float64bits(price))
	row = binary.BigEndian.AppendUint64(row, uint64(h.updated))
	for _, one := range names {
		row = append(row, one.use()...)
	}
	return row
}

func (r factRow) featured() bool   { return r[0] != 0 }
func (r factRow) category() uint64 { return binary.BigEndian.Uint64(r[1:]) }
func (r factRow) year() int        { return int(binary.BigEndian.Uint16(r[9:])) }
func (r factRow) rating() float64  { return math.Float64frombits(binary.BigEndian.Uint64(r[11:])) }
func (r factRow) price() float64   { return math.Float64frombits(binary.BigEndian.Uint64(r[19:])) }
func (r factRow) updated() int64   { return int64(binary.BigEndian.Uint64(r[27:])) }

// uses returns the uses of names one after the other, none for an item without facts.
func (r factRow) uses() []byte {
	if len(r) < factHeader {
		return nil
	}
	return r[factHeader:]
}

// has reports whether the item has a name of a kind, by its number.
func (r factRow) has(of NameKind, number uint64) bool {
	for all := r.uses(); len(all) >= useSize; all = all[useSize:] {
		if NameKind(all[0]) == of && binary.BigEndian.Uint64(all[1:]) == number {
			return true
		}
	}
	return false
}

// factKey returns the key of an item's facts: the end of its entries in the indexes.
func factKey(created, id int64) []byte {
	return append(projector.Number(^created), projector.Number(^id)...)
}

// scanFacts visits the facts of all published items of a kind, newest first.
func scanFacts(t *projector.Tx, kind string, visit func(id int64, row factRow) bool) {
	t.Bucket(kind+"-facts").Scan(nil, nil, func(key, row []byte) bool {
		if len(key) != 16 || len(row) < factHeader {
			panic(projector.Damage("a row of facts is too short"))
		}
		return visit(idOf(key), row)
	})
}
