package storage

// Keys and values of the buckets; doc.go shows an example of each.

import "encoding/binary"

var (
	bucketHeader = []byte("header")
	bucketLog    = []byte("log")
	bucketIndex  = []byte("index")
	bucketIDs    = []byte("ids")

	keyMagic   = []byte("magic")
	keyFormat  = []byte("format")
	keyIndexed = []byte("indexed")
	keyRemoved = []byte("removed")
	keyJournal = []byte("journal")
)

const (
	magic = "candor event log"
	// format is a log that is complete in its file and was never scavenged.
	format = 1
	// formatScavenged is a log whose events up to the header's "removed" may be missing; its index has extents without events.
	formatScavenged = 2
	// formatJournal is a log whose youngest events are in the journal that "journal" names. When they have been moved into the file, its
	// format is 1 again, or 2 if there is "removed".
	formatJournal = 3
)

func keyLog(position uint64, piece int) []byte {
	k := make([]byte, 10)
	binary.BigEndian.PutUint64(k, position)
	binary.BigEndian.PutUint16(k[8:], uint16(piece))
	return k
}

// readLogKey returns the position and piece of a key of the log; ok is false if it is not one.
func readLogKey(k []byte) (position uint64, piece int, ok bool) {
	if len(k) != 10 {
		return 0, 0, false
	}
	return binary.BigEndian.Uint64(k), int(binary.BigEndian.Uint16(k[8:])), true
}

// prefixIndex returns the key prefix of the stream's entries in the index.
func prefixIndex(stream string) []byte {
	k := make([]byte, 0, 2+len(stream)+8)
	k = binary.BigEndian.AppendUint16(k, uint16(len(stream)))
	return append(k, stream...)
}

// Extent says that the Count events of a stream from Revision on have the positions from Position on. Position 0 says that
// a scavenge removed the one event at Revision, which nevertheless was the stream's last.
type Extent struct {
	Revision uint64
	Position uint64
	Count    uint64
}

// Last returns the last revision of the extent.
func (x Extent) Last() uint64 { return x.Revision + x.Count - 1 }

// Gone reports whether the extent's event was removed.
func (x Extent) Gone() bool { return x.Position == 0 }

func valueIndex(x Extent) []byte {
	v := binary.BigEndian.AppendUint64(make([]byte, 0, 12), x.Position)
	return binary.BigEndian.AppendUint32(v, uint32(x.Count))
}

// readIndex decodes an entry of the index whose key has the given prefix.
func readIndex(prefix, k, v []byte) (Extent, error) {
	if len(k) != len(prefix)+8 || len(v) != 12 {
		return Extent{}, damaged("an index entry has %d and %d bytes", len(k), len(v))
	}
	return Extent{
		Revision: binary.BigEndian.Uint64(k[len(prefix):]),
		Position: binary.BigEndian.Uint64(v),
		Count:    uint64(binary.BigEndian.Uint32(v[8:])),
	}, nil
}

const keyIDsSize = 1 + 8

func keyIDs(tier byte, last uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{tier}, last)
}

// keyPart returns the key of a part of the run whose key is run.
func keyPart(run []byte, part byte) []byte { return append(run[:len(run):len(run)], part) }
