// Package facts keeps what lists of published items are filtered and sorted by, as a few bytes for each item, so that a list reads them
// all. Bucket
//
//	<kind>-facts   time of the first publication and id inverted, so that the newest comes first → the layout of a factRow
//
// Only items of kinds that are listed have them, and only while readers see them.
package facts

import (
	"encoding/binary"
	"math"

	"candor/projections/answers"
	"candor/projections/content/names"
	"candor/projections/projector"
)

// Row is the facts of one item: featured u8, category u64, year u16, rating and price as float64 bits, time of the last change u64, and the
// key of a use for each of its names.
type Row []byte

const header = 1 + 8 + 2 + 3*8

// Item is what is kept of a published item.
type Item struct {
	Featured          bool
	Category          uint64  // or what else lists may be narrowed to; 0: none
	Released, Updated int64   // Unix nanoseconds; Released is when it was first published
	Rating, Price     float64 // 0: none
	Names             []names.Spelled
}

// Row returns the facts as they are stored.
func (f Item) Row() Row {
	row := make(Row, 1, header+names.UseSize*len(f.Names))
	if f.Featured {
		row[0] = 1
	}
	row = binary.BigEndian.AppendUint64(row, f.Category)
	row = binary.BigEndian.AppendUint16(row, uint16(answers.Moment(f.Released).Year()))
	row = binary.BigEndian.AppendUint64(row, math.Float64bits(f.Rating))
	row = binary.BigEndian.AppendUint64(row, math.Float64bits(f.Price))
	row = binary.BigEndian.AppendUint64(row, uint64(f.Updated))
	for _, one := range f.Names {
		row = append(row, one.Use()...)
	}
	return row
}

func (r Row) featured() bool   { return r[0] != 0 }
func (r Row) Category() uint64 { return binary.BigEndian.Uint64(r[1:]) }
func (r Row) year() int        { return int(binary.BigEndian.Uint16(r[9:])) }
func (r Row) rating() float64  { return math.Float64frombits(binary.BigEndian.Uint64(r[11:])) }
func (r Row) price() float64   { return math.Float64frombits(binary.BigEndian.Uint64(r[19:])) }
func (r Row) Updated() int64   { return int64(binary.BigEndian.Uint64(r[27:])) }

// Uses returns the uses of names one after the other, none for an item without facts.
func (r Row) Uses() []byte {
	if len(r) < header {
		return nil
	}
	return r[header:]
}

// Has reports whether the item has a name of a kind, by its number.
func (r Row) Has(of names.Kind, number uint64) bool {
	for all := r.Uses(); len(all) >= names.UseSize; all = all[names.UseSize:] {
		if names.Kind(all[0]) == of && binary.BigEndian.Uint64(all[1:]) == number {
			return true
		}
	}
	return false
}

// Key returns the key of an item's facts: the end of its entries in the indexes.
func Key(released, id int64) []byte {
	return append(projector.Number(^released), projector.Number(^id)...)
}

// At returns the facts of an item, nil if readers don't see it; they are valid as long as the transaction.
func At(t *projector.Tx, kind string, released, id int64) Row {
	return t.Bucket(kind + "-facts").Get(Key(released, id))
}

// Scan visits the facts of all published items of a kind, newest first.
func Scan(t *projector.Tx, kind string, visit func(id int64, row Row) bool) {
	t.Bucket(kind+"-facts").Scan(nil, nil, func(key, row []byte) bool {
		if len(key) != 16 || len(row) < header {
			panic(projector.Damage("a row of facts is too short"))
		}
		return visit(int64(^projector.ParseNumber(key[8:])), row)
	})
}
