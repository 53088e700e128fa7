// Who was there when: the numbers of the visitors that viewed a page in each hour and each day,
// bots aside, so that visitors are counted once in any range.

package projections

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

const (
	crowdPeople = 1 << 13         // visitors whose numbers one stored value covers
	crowdBytes  = crowdPeople / 8 // of a value that is a bitmap
)

// presence says that a visitor viewed a page in an hour. Bucket "present":
//
//	'h' 00 07 9c 51 00 00 00 02 → of the hour and the visitors 2·8192 to 3·8192-1 those who were there
//	'd' 00 00 51 2e 00 00 00 02 → the same of a day
//
// The value is their numbers above the first, 2 bytes each in order, or, where that would not be
// shorter, a bitmap of 1,024 bytes.
type presence struct {
	hour    uint32
	visitor *visits
}

const (
	inHour = 'h'
	inDay  = 'd'
)

// flushPresence adds to the stored sets.
func flushPresence(t *txn, all []presence) {
	if len(all) == 0 {
		return
	}
	members := make([]uint64, len(all)) // period and number: sorted, those of one value stand together
	for i, p := range all {
		members[i] = uint64(p.hour)<<32 | uint64(p.visitor.number)
	}
	present := t.bucket("present")
	addPresent(present, inHour, members)
	for i, m := range members {
		members[i] = m>>32/hoursInDay<<32 | m&(1<<32-1)
	}
	addPresent(present, inDay, members)
}

// addPresent adds members of one kind of period; it sorts them.
func addPresent(present bucket, kind byte, members []uint64) {
	slices.Sort(members)
	var c crowd
	for first := 0; first < len(members); {
		period, group := uint32(members[first]>>32), uint32(members[first])/crowdPeople
		key := crowdKey(kind, period, group)
		c = crowd{}
		stored := present.get(key)
		c.add(stored)
		before := c.size()
		for ; first < len(members) && uint32(members[first]>>32) == period && uint32(members[first])/crowdPeople == group; first++ {
			c.put(uint16(members[first] % crowdPeople))
		}
		if c.size() != before {
			present.put(key, c.value())
		}
	}
}

// crowdKey is the key of a group of visitors in a period.
func crowdKey(kind byte, period, group uint32) []byte {
	return binary.BigEndian.AppendUint32(presentIn(kind, period), group)
}

// presentIn is the beginning of a period's keys.
func presentIn(kind byte, period uint32) []byte {
	return binary.BigEndian.AppendUint32(append(make([]byte, 0, 9), kind), period)
}

// crowd is a set of visitors of one group.
type crowd [crowdBytes]byte

func (c *crowd) put(n uint16) { c[n/8] |= 1 << (n % 8) }

// add adds those of a stored value.
func (c *crowd) add(stored []byte) {
	switch {
	case len(stored) == crowdBytes:
		for i, b := range stored {
			c[i] |= b
		}
	case len(stored) > crowdBytes || len(stored)%2 != 0:
		panic(damage{"a set of visitors is of the wrong length"})
	default:
		for ; len(stored) > 0; stored = stored[2:] {
			n := binary.BigEndian.Uint16(stored)
			if n >= crowdPeople {
				panic(damage{"a visitor is in the wrong set"})
			}
			c.put(n)
		}
	}
}

func (c *crowd) size() int {
	n := 0
	for at := 0; at < crowdBytes; at += 8 {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(c[at:]))
	}
	return n
}

// value is the set as it is stored.
func (c *crowd) value() []byte {
	n := c.size()
	if 2*n >= crowdBytes {
		return slices.Clone(c[:])
	}
	out := make([]byte, 0, 2*n)
	for at, b := range c {
		for ; b != 0; b &= b - 1 {
			out = binary.BigEndian.AppendUint16(out, uint16(8*at+bits.TrailingZeros8(b)))
		}
	}
	return out
}

// people is a set of visitors, by group.
type people map[uint32]*crowd

// addPeriod adds those who were there in a period.
func (p people) addPeriod(t *txn, kind byte, period uint32) {
	prefix := presentIn(kind, period)
	t.bucket("present").scan(prefix, nil, func(key, stored []byte) bool {
		if len(key) != len(prefix)+4 {
			panic(damage{"a set of visitors has a wrong key"})
		}
		p.group(binary.BigEndian.Uint32(key[len(prefix):])).add(stored)
		return true
	})
}

func (p people) group(n uint32) *crowd {
	c := p[n]
	if c == nil {
		c = new(crowd)
		p[n] = c
	}
	return c
}

// join adds other's.
func (p people) join(other people) {
	for n, c := range other {
		p.group(n).add(c[:])
	}
}

// leave takes out those who are in other, too, and says how many.
func (p people) leave(other people) int64 {
	n := int64(0)
	for group, c := range p {
		if there := other[group]; there != nil {
			before := c.size()
			for i := range c {
				c[i] &^= there[i]
			}
			n += int64(before - c.size())
		}
	}
	return n
}

func (p people) count() int64 {
	n := int64(0)
	for _, c := range p {
		n += int64(c.size())
	}
	return n
}

// empty forgets all, and keeps the memory.
func (p people) empty() {
	for _, c := range p {
		*c = crowd{}
	}
}
