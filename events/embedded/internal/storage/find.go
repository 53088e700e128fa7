package storage

// Finding an event by its id: in memory, and in the runs of ids.go.

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// FindID returns the revision and position of an event of stream with this id, the latest known one if there are several.
func (s *Store) FindID(stream string, id ID) (revision, position uint64, ok bool, err error) {
	fp := fingerprint(streamHash(stream), id)
	err = s.look(func(f *file) error {
		young := f.memtable.ids(nil, fp) // memory before the file, as everywhere
		return f.view(s.path, func(r *Reader) error {
			for _, p := range young {
				if revision, ok, err = r.isEvent(p, stream, id); ok || err != nil {
					position = p
					return err
				}
			}
			for run := range r.runs(fp) {
				for i := searchRun(run, fp); i < len(run)/idEntry && runFingerprint(run, i) == fp; i++ {
					p := binary.BigEndian.Uint64(run[i*idEntry+8:])
					if revision, ok, err = r.isEvent(p, stream, id); ok || err != nil {
						position = p
						return err
					}
				}
			}
			return nil
		})
	})
	return revision, position, ok, err
}

// runs yields each run that may contain fp, or the part of it.
func (r *Reader) runs(fp uint64) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		c := r.ids.Cursor()
		part := make([]byte, keyIDsSize+1)
		for k, v := c.Last(); k != nil; k, v = c.Prev() {
			if k[0] == tierParts {
				copy(part, k)
				part[keyIDsSize] = partOf(fp)
				if k, v = c.Seek(part); !bytes.Equal(k, part) {
					v = nil
				}
				c.Seek(part[:keyIDsSize]) // the run's first one
			}
			if !yield(v) {
				return
			}
		}
	}
}

// isEvent reports whether the event at position belongs to stream and has this id, and returns its revision.
func (r *Reader) isEvent(position uint64, stream string, id ID) (revision uint64, ok bool, err error) {
	b, found, err := r.Cursor().Seek(position)
	if err != nil || !found || b.First > position || string(b.Stream) != stream {
		return 0, false, err
	}
	i := int(position - b.First)
	events, err := b.Events(nil, i, i+1)
	if err != nil || events[0].ID != id {
		return 0, false, err
	}
	return b.Revision + uint64(i), true, nil
}
