// Package proof maintains the Merkle tree over the chained events, so that a checkpoint or a proof costs a few look-ups however long the
// history is. Package events/proof defines the tree.
package proof

import (
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"candor/events"
	"candor/events/proof"
	"candor/projections/projector"
)

// Version is the version of what Proof makes of the log.
//
//	1: first
//	2: sign-ins whose metadata says so are no leaves
const Version = 2

// hashesPerRow is how many of the tree's hashes are stored together, 4 KiB.
const hashesPerRow = 128

func init() { projector.Register("proof", define) }

func define(projector.Config) projector.ReadModel {
	return projector.ReadModel{Definition: projector.Definition{
		Version:     Version,
		Prefixes:    events.ChainedFilter(),
		CommitDelay: 200 * time.Millisecond,
		New:         func() projector.Model { return &merkle{} },
	}, Reader: func(p *projector.Projector) any { return &Reader{projector.NewView[*merkle](p)} }}
}

// Reader answers with the tree and with proofs about it.
type Reader struct{ projector.View[*merkle] }

// Tree describes a history, as checkpoints do.
type Tree struct {
	Size     int64           // leaves
	Root     tlog.Hash       // over them
	Position events.Position // of the last one; 0 when there is none
}

// merkle is one generation's tree. Buckets:
//
//	hash   00 00 00 00 00 00 00 01 (row) → hashes 128 to 255 in the order of tlog.StoredHashIndex, 32 bytes each
//	leaf   00 00 00 00 00 01 58 3b (position) → number of the leaf, from 0
//	tree   "head" → size and position of the last leaf, two numbers
type merkle struct {
	size     int64
	position events.Position
	row      []byte // the last row so far; the others are stored
	dirty    bool
}

var treeHead = []byte("head")

// Tree returns the tree over the whole history. Its error is ErrNotReady or ErrClosed.
func (p *Reader) Tree() (Tree, error) {
	var tree Tree
	err := p.Read(func(_ *merkle, t *projector.Tx) (err error) {
		tree.Size, tree.Position = treeOf(t)
		tree.Root, err = tlog.TreeHash(tree.Size, stored(t))
		return err
	})
	return tree, err
}

// Consistency proves that the tree of size to begins with that of size from, and returns the roots of both
// (RFC 6962 section 2.1.2); to 0 is the whole history. Errors: ErrNotFound unless 1 ≤ from ≤ to ≤ size, ErrNotReady, ErrClosed.
func (p *Reader) Consistency(from, to int64) (c Consistency, err error) {
	err = p.Read(func(_ *merkle, t *projector.Tx) error {
		size, _ := treeOf(t)
		if to == 0 {
			to = size
		}
		if from < 1 || from > to || to > size {
			return projector.ErrNotFound
		}
		c.From, c.To = from, to
		if c.FromRoot, err = tlog.TreeHash(from, stored(t)); err != nil {
			return err
		}
		if c.ToRoot, err = tlog.TreeHash(to, stored(t)); err != nil {
			return err
		}
		c.Proof, err = tlog.ProveTree(to, from, stored(t))
		return err
	})
	return c, err
}

// Consistency is a proof about two sizes of the tree.
type Consistency struct {
	From, To         int64
	FromRoot, ToRoot tlog.Hash
	Proof            tlog.TreeProof
}

// Inclusion proves that the event at position is a leaf of the tree of the given size; size 0 is the whole
// history (RFC 6962 section 2.1.1). Errors: ErrNotFound if it isn't one, ErrNotReady, ErrClosed.
func (p *Reader) Inclusion(position events.Position, size int64) (i Inclusion, err error) {
	err = p.Read(func(_ *merkle, t *projector.Tx) error {
		whole, _ := treeOf(t)
		if size == 0 {
			size = whole
		}
		found := t.Bucket("leaf").Get(projector.Number(position))
		if found == nil || size < 1 || size > whole {
			return projector.ErrNotFound
		}
		i.Size, i.Index = size, int64(projector.ParseNumber(found))
		if i.Index >= size {
			return projector.ErrNotFound
		}
		if i.Root, err = tlog.TreeHash(size, stored(t)); err != nil {
			return err
		}
		leaves, err := stored(t).ReadHashes([]int64{tlog.StoredHashIndex(0, i.Index)})
		if err != nil {
			return err
		}
		i.Leaf = leaves[0]
		i.Proof, err = tlog.ProveRecord(size, i.Index, stored(t))
		return err
	})
	return i, err
}

// Inclusion is a proof about one event.
type Inclusion struct {
	Index, Size int64
	Leaf, Root  tlog.Hash
	Proof       tlog.RecordProof
}

func treeOf(t *projector.Tx) (size int64, position events.Position) {
	head := t.Bucket("tree").Get(treeHead)
	if head == nil {
		return 0, 0
	}
	return int64(projector.ParseNumber(head)), events.Position(projector.ParseNumber(head[8:]))
}

// stored reads the hashes from the file.
func stored(t *projector.Tx) tlog.HashReader {
	return tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		hashes := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			hashes[i] = hashIn(t.Bucket("hash").Get(projector.Number(index/hashesPerRow)), index)
		}
		return hashes, nil
	})
}

// hashIn takes a hash out of its row.
func hashIn(row []byte, index int64) tlog.Hash {
	at := int(index%hashesPerRow) * tlog.HashSize
	if len(row) < at+tlog.HashSize {
		panic(projector.Damage("a hash of the tree is missing"))
	}
	return tlog.Hash(row[at : at+tlog.HashSize])
}

func (m *merkle) Load(t *projector.Tx) error {
	m.size, m.position = treeOf(t)
	if count := tlog.StoredHashCount(m.size); count%hashesPerRow != 0 {
		m.row = append(m.row, t.Bucket("hash").Get(projector.Number(count/hashesPerRow))...)
	}
	return nil
}

// Decode returns the event's leaf. Events of unknown types have one, too.
func (m *merkle) Decode(r *events.Recorded) (any, error) {
	if leaf, ok := proof.Leaf(*r); ok {
		return leaf, nil
	}
	return nil, nil
}

func (m *merkle) Apply(t *projector.Tx, event *projector.Event) bool {
	hashes, err := tlog.StoredHashesForRecordHash(m.size, event.Data.(tlog.Hash),
		tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
			read := make([]tlog.Hash, len(indexes))
			last := tlog.StoredHashCount(m.size) / hashesPerRow
			for i, index := range indexes {
				row := m.row
				if index/hashesPerRow != last {
					row = t.Bucket("hash").Get(projector.Number(index / hashesPerRow))
				}
				read[i] = hashIn(row, index)
			}
			return read, nil
		}))
	if err != nil {
		panic(projector.Damage(err.Error())) // only hashIn can fail
	}
	at := tlog.StoredHashCount(m.size)
	for _, hash := range hashes {
		m.row = append(m.row, hash[:]...)
		at++
		if at%hashesPerRow == 0 {
			t.Bucket("hash").Put(projector.Number(at/hashesPerRow-1), m.row)
			m.row = m.row[:0]
		}
	}
	t.Bucket("leaf").Put(projector.Number(event.Position), projector.Number(m.size))
	m.size++
	m.position, m.dirty = event.Position, true
	return true
}

func (m *merkle) Flush(t *projector.Tx) {
	if !m.dirty {
		return
	}
	if len(m.row) > 0 {
		t.Bucket("hash").Put(projector.Number(tlog.StoredHashCount(m.size)/hashesPerRow), m.row)
	}
	t.Bucket("tree").Put(treeHead, append(projector.Number(m.size), projector.Number(m.position)...))
	m.dirty = false
}

func (m *merkle) Committed()                       {}
func (m *merkle) CacheStats() projector.CacheStats { return projector.CacheStats{} } // nothing is cached: queries are a few look-ups
