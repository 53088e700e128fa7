// Transactions on a read model's file: every pair carries a checksum, and the file's meta keeps
// the sum of them all, so that any damage is detected.
//
// bbolt guards only its two meta pages. A stored value is the CRC-32C of (bucket, key, payload)
// in 4 bytes, little-endian, and then the payload, which may be packed (pack.go). The sum over all pairs of mixed checksums is
// updated by every put and delete; [file.verify] computes it anew.

package projector

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"candor/events"
)

const checksumSize = 4 // bytes before each payload

// fillPercent is how full bbolt leaves the pages that it splits: most keys of a build grow, so that few of them are split again. See
// Scattered.
const fillPercent = 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Tx is one transaction on a read model's file. The first error of a write makes the
// commit fail, so that Apply need not check errors.
type Tx struct {
	tx      *bbolt.Tx
	meta    meta // written back at commit
	buckets map[string]Bucket
	buffer  []byte // for the next stored values, which must not change before the commit
	looked  []byte // the payload that Contains has unpacked last
	err     error
	aside   []SetAside // the events that it sets aside
}

// Bucket is one of the file's top-level buckets.
type Bucket struct {
	b     *bbolt.Bucket // nil in a reading transaction when it was never written
	look  *bbolt.Cursor // for single look-ups: a new one for each would allocate its path
	Name  string
	seed  uint32 // checksum of its name
	packs bool   // see Packed
	t     *Tx
}

// Checkpoint returns up to where the log is applied as the transaction sees it. Its error is errDamaged.
func (t *Tx) Checkpoint() (events.Position, error) {
	m, err := metaOf(t.tx)
	return m.Checkpoint, err
}

// Version returns the version of the model that wrote the file. Its error is errDamaged.
func (t *Tx) Version() (int, error) {
	m, err := metaOf(t.tx)
	return m.Version, err
}

// Fail makes the commit fail with err, unless something else already does.
func (t *Tx) Fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// refused is called with bbolt's error for a row that it didn't take. A key or value that can't be stored is the fault of the event that it
// is made from.
func (t *Tx) refused(err error) {
	for _, unfit := range []error{bbolterrors.ErrKeyRequired, bbolterrors.ErrKeyTooLarge, bbolterrors.ErrValueTooLarge} {
		if errors.Is(err, unfit) {
			panic(Damage("a row can't be stored: " + err.Error()))
		}
	}
	t.Fail(fmt.Errorf("write a row: %w", err))
}

// Bucket returns the named bucket; a writing transaction creates it if missing.
func (t *Tx) Bucket(name string) Bucket {
	if b, ok := t.buckets[name]; ok {
		return b
	}
	b := Bucket{b: t.tx.Bucket([]byte(name)), Name: name, seed: crc32.Checksum([]byte(name), castagnoli), t: t}
	if b.b == nil && t.tx.Writable() {
		made, err := t.tx.CreateBucket([]byte(name))
		if err != nil {
			panic(corruption(fmt.Sprintf("make bucket %s: %v", name, err)))
		}
		b.b = made
	}
	if b.b != nil {
		b.b.FillPercent = fillPercent
		b.look = b.b.Cursor()
	}
	if t.buckets == nil {
		t.buckets = make(map[string]Bucket, 8)
	}
	t.buckets[name] = b
	return b
}

// Scattered returns the bucket for writing many keys in no order: its pages are split in the middle, so that both halves have space for
// more.
func (b Bucket) Scattered() Bucket {
	b.b.FillPercent = bbolt.DefaultFillPercent
	return b
}

// Get returns the payload under key, nil when there is none. It is valid until the transaction
// ends or, in a writing one, until the next put.
func (b Bucket) Get(key []byte) []byte {
	stored := b.stored(key)
	if stored == nil {
		return nil
	}
	return b.payload(key, stored)
}

// Contains reports whether the payload under key contains a text. It is Get for many payloads that are packed.
func (b Bucket) Contains(key, text []byte) bool {
	stored := b.stored(key)
	if stored == nil {
		return false
	}
	var payload []byte
	payload, b.t.looked = unpackIn(b.checked(key, stored), b.t.looked)
	return bytes.Contains(payload, text)
}

// stored returns what is under key, checksum and payload, nil when there is nothing.
func (b Bucket) stored(key []byte) []byte {
	if b.b == nil {
		return nil
	}
	found, stored := b.look.Seek(key)
	if !bytes.Equal(found, key) {
		return nil
	}
	return stored
}

// Any reports whether the bucket has any pair.
func (b Bucket) Any() bool {
	if b.b == nil {
		return false
	}
	key, _ := b.b.Cursor().First()
	return key != nil
}

// Put stores payload under key.
func (b Bucket) Put(key, payload []byte) { b.replace(key, b.stored(key), payload) }

// Change replaces the payload under key, nil if there is none, with fn's result.
func (b Bucket) Change(key []byte, fn func(old []byte) []byte) {
	stored := b.stored(key)
	var old []byte
	if stored != nil {
		old = b.payload(key, stored)
	}
	b.replace(key, stored, fn(old))
}

// replace puts payload in the place of old, which is stored under key.
func (b Bucket) replace(key, old, payload []byte) {
	payload = pack(payload, b.packs)
	sum := b.checksum(key, payload)
	b.forget(old)
	b.t.meta.Sum += mix(sum)
	stored := b.t.allocate(checksumSize + len(payload))
	binary.LittleEndian.PutUint32(stored, sum)
	copy(stored[checksumSize:], payload)
	if err := b.b.Put(key, stored); err != nil {
		b.t.refused(err)
	}
}

// Delete removes the pair of key, if there is one.
func (b Bucket) Delete(key []byte) {
	if old := b.stored(key); old != nil {
		b.remove(key, old)
	}
}

// remove deletes key, under which old is stored.
func (b Bucket) remove(key, old []byte) {
	b.forget(old)
	if err := b.b.Delete(key); err != nil {
		b.t.refused(err)
	}
}

// forget takes a stored value, or nothing, out of the sum.
func (b Bucket) forget(old []byte) {
	if old == nil {
		return
	}
	if len(old) < checksumSize {
		panic(corruption("a stored value is too short"))
	}
	b.t.meta.Sum -= mix(binary.LittleEndian.Uint32(old))
}

// bufferSize is how many bytes for stored values are allocated at once.
const bufferSize = 16 << 10

// allocate returns n bytes for a stored value.
func (t *Tx) allocate(n int) []byte {
	if n > bufferSize/4 {
		return make([]byte, n)
	}
	if n > len(t.buffer) {
		t.buffer = make([]byte, bufferSize)
	}
	taken := t.buffer[:n:n]
	t.buffer = t.buffer[n:]
	return taken
}

// Scan calls visit with the pairs whose keys begin with prefix, from the key from on when it is
// not nil, in order, until visit returns false. Keys and payloads are valid during visit only;
// visit must not write to the bucket.
func (b Bucket) Scan(prefix, from []byte, visit func(key, payload []byte) bool) {
	if b.b == nil {
		return
	}
	if from == nil {
		from = prefix
	}
	c := b.b.Cursor()
	var buffer []byte
	for key, stored := c.Seek(from); key != nil && bytes.HasPrefix(key, prefix); key, stored = c.Next() {
		var payload []byte
		payload, buffer = unpackIn(b.checked(key, stored), buffer)
		if !visit(key, payload) {
			return
		}
	}
}

// ScanBack is Scan from the largest key below before (nil: from the last one) downwards, over the whole bucket.
func (b Bucket) ScanBack(before []byte, visit func(key, payload []byte) bool) {
	if b.b == nil {
		return
	}
	c := b.b.Cursor()
	var key, stored []byte
	if before == nil {
		key, stored = c.Last()
	} else if key, _ = c.Seek(before); key == nil {
		key, stored = c.Last()
	} else {
		key, stored = c.Prev()
	}
	for ; key != nil; key, stored = c.Prev() {
		if !visit(key, b.payload(key, stored)) {
			return
		}
	}
}

// Skip moves a cursor n keys into prefix without looking at payloads, and returns the key
// there; nil past the end.
func (b Bucket) Skip(prefix []byte, n int) []byte {
	if b.b == nil {
		return nil
	}
	c := b.b.Cursor()
	key, _ := c.Seek(prefix)
	for ; n > 0 && key != nil && bytes.HasPrefix(key, prefix); n-- {
		key, _ = c.Next()
	}
	if key == nil || !bytes.HasPrefix(key, prefix) {
		return nil
	}
	return key
}

// payload returns the payload of a stored value.
func (b Bucket) payload(key, stored []byte) []byte {
	return unpack(b.checked(key, stored))
}

// checked returns the payload of a stored value as it is stored, after checking it.
func (b Bucket) checked(key, stored []byte) []byte {
	if len(stored) < checksumSize {
		panic(corruption("a stored value is too short"))
	}
	payload := stored[checksumSize:]
	if b.checksum(key, payload) != binary.LittleEndian.Uint32(stored) {
		panic(corruption("a stored value does not match its checksum"))
	}
	return payload
}

func (b Bucket) checksum(key, payload []byte) uint32 {
	return crc32.Update(crc32.Update(b.seed, castagnoli, key), castagnoli, payload)
}

// mix spreads a checksum over 64 bits (SplitMix64's finalizer), so that sums of many detect changes.
func mix(sum uint32) uint64 {
	x := uint64(sum) + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Count adds n to the number under key and returns the sum. Zero is not stored, so that the
// file does not depend on how a count came back to it.
func (b Bucket) Count(key []byte, n int64) int64 {
	old := b.stored(key)
	if old != nil {
		n += int64(ParseNumber(b.payload(key, old)))
	}
	if n != 0 {
		b.replace(key, old, Number(n))
	} else if old != nil {
		b.remove(key, old)
	}
	return n
}

// Counted returns the number under key, 0 when there is none.
func (b Bucket) Counted(key []byte) int64 {
	if stored := b.Get(key); stored != nil {
		return int64(ParseNumber(stored))
	}
	return 0
}
