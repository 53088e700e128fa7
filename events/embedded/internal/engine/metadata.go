package engine

// A stream's metadata, which decides which events are visible.

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

const (
	// metadataPrefix begins the name of a stream's metadata stream.
	metadataPrefix = "$$"
	// typeMetadata is the type of the events that hold metadata.
	typeMetadata = "$metadata"
	// typeTombstone is the type of the event that ends a stream for ever.
	typeTombstone = "$streamDeleted"
	// tombstoneRevision is that event's revision, 2^63-1.
	tombstoneRevision = math.MaxInt64
	// softDeleted is the $tb of a stream that was deleted and can be written again.
	softDeleted = math.MaxInt64
)

// softDeletion is the metadata that a delete writes. The access list and custom keys are lost, as in the real server.
const softDeletion = `{"$tb":9223372036854775807}`

// Metadata is the part of a stream's metadata that this node obeys. The zero value hides nothing.
type Metadata struct {
	MaxCount       uint64        // only the last so many events are visible; 0: all
	MaxAge         time.Duration // only events younger than this are visible; 0: all
	TruncateBefore uint64        // only events from this revision on are visible
	ACL            *ACL          // who may do what; nil: what holds for streams without a list
}

// SoftDeleted reports whether the metadata says that the stream is deleted.
func (m Metadata) SoftDeleted() bool { return m.TruncateBefore == softDeleted }

// IsMetadataStream reports whether a stream holds another one's metadata.
func IsMetadataStream(stream string) bool { return strings.HasPrefix(stream, metadataPrefix) }

// ParseMetadata reads a stream's metadata. A number out of range counts as absent; JSON that is no object,
// a number that is no integer, or an access list that is none, makes it no metadata at all. Unknown keys are ignored.
func ParseMetadata(data []byte) Metadata {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return Metadata{}
	}
	var m Metadata
	for key, set := range map[string]func(int64){
		"$maxCount": func(n int64) {
			if n > 0 {
				m.MaxCount = uint64(n)
			}
		},
		"$maxAge": func(n int64) {
			if n > 0 && n <= int64(math.MaxInt64/time.Second) {
				m.MaxAge = time.Duration(n) * time.Second
			}
		},
		"$tb": func(n int64) {
			if n >= 0 {
				m.TruncateBefore = uint64(n)
			}
		},
		"$cacheControl": func(int64) {},
	} {
		raw, ok := fields[key]
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(string(raw), 10, 64)
		if err != nil {
			return Metadata{}
		}
		set(n)
	}
	if raw, ok := fields["$acl"]; ok {
		list, err := parseStreamACL(raw)
		if err != nil {
			return Metadata{}
		}
		m.ACL = list
	}
	return m
}

// revive returns the metadata data with its $tb set to revision and everything else unchanged.
func revive(data []byte, revision uint64) []byte {
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(data, &fields) != nil || fields == nil {
		fields = map[string]json.RawMessage{}
	}
	fields["$tb"] = strconv.AppendUint(nil, revision, 10)
	out, err := json.Marshal(fields)
	if err != nil {
		panic(err) // the values are raw JSON that was just parsed
	}
	return out
}
