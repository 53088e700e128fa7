// The plan: what a log that is made from a backup consists of, in order.

package restore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"

	"github.com/google/uuid"

	"candor/events"
	"candor/events/embedded"
)

// item is an event of the log that is made, or the deletion of a stream for ever.
type item struct {
	stream    string
	revision  uint64
	tombstone bool
	events.Proposed
	at events.Position // in the backup, for progress
}

// stream is what the whole backup says of a stream.
type stream struct {
	settings   events.Position // of its last metadata; 0: it has none
	before     uint64          // revisions below it are deleted; math.MaxInt64 or more: all of it is
	first      uint64          // revision of the first event in the backup
	hasEvents  bool
	tombstoned bool
	next       uint64 // revision of the stream's next item, while items are read
}

func (s *stream) deleted() bool { return s.tombstoned || s.before >= math.MaxInt64 }

// truncateBefore returns the $tb that the stream needs, because its first events are gone.
func (s *stream) truncateBefore() uint64 {
	if s.hasEvents && !s.deleted() {
		return max(s.before, s.first)
	}
	return s.before
}

// plan is a backup and what it says of each stream.
type plan struct {
	open    func() (io.ReadCloser, error)
	streams map[string]*stream
}

// newPlan reads the backup once. Errors are those of [embedded.CheckBackup].
func newPlan(open func() (io.ReadCloser, error), progress func(at, head uint64)) (*plan, embedded.Backup, error) {
	p := &plan{open: open, streams: map[string]*stream{}}
	b, err := p.read(progress, func(r events.Recorded) error {
		if d, ok := events.ReadDeletion(r); ok {
			s := p.of(d.Stream)
			s.settings, s.before = r.Position, d.Before
			s.tombstoned = s.tombstoned || r.Type == events.TombstoneType
		} else if s := p.of(r.Stream); !s.hasEvents {
			s.hasEvents, s.first = true, r.Revision
		}
		return nil
	})
	return p, b, err
}

func (p *plan) of(name string) *stream {
	s := p.streams[name]
	if s == nil {
		s = &stream{}
		p.streams[name] = s
	}
	return s
}

// read calls handle with the backup's events but those of the store's own streams.
func (p *plan) read(progress func(at, head uint64), handle func(events.Recorded) error) (embedded.Backup, error) {
	file, err := p.open()
	if err != nil {
		return embedded.Backup{}, err
	}
	defer file.Close()
	return embedded.ReadBackup(file, progress, func(r events.Recorded) error {
		if events.OwnedByStore(r.Stream) {
			return nil
		}
		return handle(r)
	})
}

// items calls yield with the items in order: of a stream's metadata the last, of a deleted stream only its deletion, and in the place of
// events that are gone or truncated empty ones, so that revisions stay the same in a store in which every stream begins at 0. Its error
// is yield's, or that of reading the backup.
func (p *plan) items(yield func(item) error) error {
	for _, s := range p.streams {
		s.next = 0
	}
	_, err := p.read(nil, func(r events.Recorded) error {
		if d, ok := events.ReadDeletion(r); ok {
			return p.settings(r, d.Stream, yield)
		}
		s := p.streams[r.Stream]
		if s.deleted() {
			return nil
		}
		if s.next == 0 && s.settings == 0 && s.truncateBefore() > 0 { // nothing but the gap says that events are gone
			empty := events.Recorded{Stream: events.MetadataPrefix + r.Stream, Type: events.MetadataType,
				ID:       derivedID(r.Stream, "metadata"),
				Position: r.Position, Data: []byte(`{}`)}
			if err := yield(s.metadata(empty)); err != nil {
				return err
			}
		}
		for ; s.next < r.Revision; s.next++ {
			if err := yield(truncated(r, s.next)); err != nil {
				return err
			}
		}
		if s.next++; r.Revision < s.before {
			return yield(truncated(r, r.Revision))
		}
		return yield(itemOf(r))
	})
	return err
}

// settings yields what a metadata event or a tombstone of a stream becomes, if anything.
func (p *plan) settings(r events.Recorded, name string, yield func(item) error) error {
	s := p.streams[name]
	switch {
	case r.Position != s.settings:
		return nil // a later one replaces it
	case s.tombstoned:
		return yield(item{stream: name, tombstone: true, at: r.Position})
	}
	return yield(s.metadata(r))
}

// metadata returns the stream's last metadata as an item, with the $tb that the stream needs.
func (s *stream) metadata(r events.Recorded) item {
	one := itemOf(r)
	one.revision = 0
	if before := s.truncateBefore(); before > s.before || s.settings == 0 {
		one.Data = withTruncateBefore(one.Data, before)
	}
	return one
}

func itemOf(r events.Recorded) item {
	return item{stream: r.Stream, revision: r.Revision, at: r.Position,
		Proposed: events.Proposed{ID: r.ID, Type: r.Type, Binary: r.Binary, Data: r.Data, Meta: r.Meta}}
}

// truncated returns what stands in the place of an event that is gone: revision of the stream of r.
func truncated(r events.Recorded, revision uint64) item {
	return item{stream: r.Stream, revision: revision, at: r.Position, Proposed: events.Proposed{
		ID: derivedID(r.Stream, strconv.FormatUint(revision, 10)), Type: events.TruncatedType, Data: []byte(`{}`),
	}}
}

// withTruncateBefore returns metadata with another $tb. The rest stays as it is, byte for byte; what isn't a JSON object is none.
func withTruncateBefore(data []byte, before uint64) []byte {
	var keys map[string]json.RawMessage
	if json.Unmarshal(data, &keys) != nil || keys == nil {
		keys = map[string]json.RawMessage{}
	}
	keys["$tb"] = fmt.Append(nil, before)
	with, err := json.Marshal(keys)
	if err != nil {
		panic(err) // each value was JSON
	}
	return with
}

// derivedID returns the same id for the same words, so that a repeated restore recognises what the first one made.
func derivedID(stream, what string) uuid.UUID {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("candor restore\x00"+stream+"\x00"+what))
}

// difference returns how an event of a log differs from the item, "" if it doesn't.
func (i item) difference(r events.Recorded) string {
	switch {
	case r.Stream != i.stream:
		return "stream"
	case i.tombstone:
		if r.Type != events.TombstoneType {
			return "type"
		}
	case r.Revision != i.revision:
		return "revision"
	case r.ID != i.ID:
		return "id"
	case r.Type != i.Type:
		return "type"
	case r.Binary != i.Binary:
		return "content type"
	case !bytes.Equal(r.Data, i.Data):
		return "content"
	case !bytes.Equal(r.Meta, i.Meta):
		return "metadata"
	}
	return ""
}

// follows reports whether the item can be appended together with the one before it.
func (i item) follows(before item) bool {
	return !i.tombstone && !before.tombstone && i.stream == before.stream && i.revision == before.revision+1
}

// size returns how many bytes count towards an append's limit.
func (i item) size() int { return len(i.Data) + len(i.Meta) + 2*len(i.Type) }

// errStopped ends the reading of items.
var errStopped = errors.New("stopped")

// all is [plan.items] as a sequence. An error is its last element.
func (p *plan) all() iter.Seq2[item, error] {
	return func(yield func(item, error) bool) {
		err := p.items(func(i item) error {
			if !yield(i, nil) {
				return errStopped
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(item{}, err)
		}
	}
}
