package links

// What is linked where: the rules of EventStoreDB's standard projections.

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/google/uuid"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

const (
	categoryPrefix = "$ce-"
	typePrefix     = "$et-"
	namesPrefix    = "$category-"
	streamsStream  = "$streams"
	deletedStream  = typePrefix + "$deleted"

	typeLink      = "$>"
	typeReference = "$@"
	typeDeleted   = "$streamDeleted"
	typeMetadata  = "$metadata"
	metaPrefix    = "$$"
)

// isSystem reports whether a stream's name is the store's own.
func isSystem(stream []byte) bool { return len(stream) > 0 && stream[0] == '$' }

// category returns the part of a stream's name before the first "-", nil if there is none.
func category(stream []byte) []byte {
	if i := bytes.IndexByte(stream, '-'); i > 0 {
		return stream[:i]
	}
	return nil
}

// concerns reports whether events of a stream can be linked.
func concerns(stream []byte) bool {
	return !isSystem(bytes.TrimPrefix(stream, []byte(metaPrefix))) // its metadata may say that it is deleted
}

// link adds the links of one event of a stream for which [concerns] is true.
func (b *batch) link(ev *storage.Event) {
	stream, revision := ev.Stream, ev.Revision
	deleted := string(ev.Type) == typeDeleted
	target := strconv.AppendUint(nil, revision, 10)
	target = append(append(target, '@'), stream...)
	if name, ok := bytes.CutPrefix(stream, []byte(metaPrefix)); ok {
		if string(ev.Type) != typeMetadata || !engine.ParseMetadata(ev.Data).SoftDeleted() {
			return
		}
		stream, deleted = name, true
	}
	cause := uuid.UUID(ev.ID).String()
	first := revision == 0 && !deleted
	isLink := string(ev.Type) == typeLink

	of := category(stream)
	if of != nil {
		to := target
		if isLink && !deleted {
			to = ev.Data
		}
		b.add(categoryPrefix+string(of), typeLink, to, about{Stream: string(stream), Deleted: deleted, Cause: cause})
	}
	switch {
	case deleted:
		b.add(deletedStream, typeLink, target, about{Deleted: true, Cause: cause})
	case !isLink:
		b.add(typePrefix+string(ev.Type), typeLink, target, about{Cause: cause})
	}
	if !first {
		return
	}
	b.add(streamsStream, typeLink, target, about{Cause: cause})
	if of != nil {
		b.add(namesPrefix+string(of), typeReference, stream, about{Cause: cause})
	}
}

// about is the metadata of a link.
type about struct {
	Stream  string // that the linked event belongs to
	Deleted bool   // the event deletes it
	Cause   string // the event's id
}

// append writes it as JSON, with EventStoreDB's names.
func (a about) append(p []byte) []byte {
	p = append(p, '{')
	if a.Stream != "" {
		name, err := json.Marshal(a.Stream)
		if err != nil {
			panic(err) // a string
		}
		p = append(append(append(p, `"$o":`...), name...), ',')
	}
	if a.Deleted {
		p = append(p, `"$deleted":-1,`...)
	}
	return append(append(append(p, `"$causedBy":"`...), a.Cause...), `"}`...)
}
