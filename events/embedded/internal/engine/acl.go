package engine

// Access control lists: who may do what with a stream, as its metadata and the stream $settings say.
//
// The rules are EventStoreDB's (developers.eventstore.com, "User authorization"; and LegacyStreamPermissionAssertion in its
// source for the order in which lists stand in for each other). They are about names only: of users and of groups.

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"candor/events/embedded/internal/storage"
)

// Names with a meaning of their own.
const (
	Everybody    = "$all"      // in an access list: every user
	Admins       = "$admins"   // the group that no access list keeps out
	AllStream    = "$all"      // the name by which the whole log has metadata, and so an access list
	SettingsName = "$settings" // the stream whose last event has the lists of streams without one, and that event's type
	systemPrefix = "$"         // of the names of system streams
)

// Access is a way to use a stream.
type Access uint8

const (
	Read Access = iota
	Write
	Delete
	ReadMetadata
	WriteMetadata
	accesses // how many there are
)

// aclKeys are the keys of an access list's JSON, by Access.
var aclKeys = [accesses]string{"$r", "$w", "$d", "$mr", "$mw"}

// ACL says who may do what: for each access the names of users and groups. nil: not in this list; empty: nobody. It is
// immutable.
type ACL struct{ names [accesses][]string }

// defaultACLs apply where $settings has none: user streams are everybody's, system streams the administrators'.
var defaultACLs = Settings{User: sameForAll(Everybody), System: sameForAll(Admins)}

func sameForAll(name string) *ACL {
	a := &ACL{}
	for i := range a.names {
		a.names[i] = []string{name}
	}
	return a
}

// Settings are the lists of streams that have none of their own. nil: the default.
type Settings struct{ User, System *ACL }

// What the $acl of a stream is when it is not a list but the name of one of the two in $settings.
var likeUserStreams, likeSystemStreams = &ACL{}, &ACL{}

// errNoACL: JSON that is no access list.
var errNoACL = errors.New("an access list must be an object of $r, $w, $d, $mr and $mw, each a name or a list of names")

// parseACL reads an access list. Keys that it doesn't know are passed over, as in the real server.
func parseACL(data []byte) (*ACL, error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil || fields == nil {
		return nil, errNoACL
	}
	a := &ACL{}
	for i, key := range aclKeys {
		raw, ok := fields[key]
		if !ok {
			continue
		}
		var one *string
		if json.Unmarshal(raw, &one) == nil && one != nil {
			a.names[i] = []string{*one}
			continue
		}
		var many []*string
		if json.Unmarshal(raw, &many) != nil || many == nil || slices.Contains(many, nil) {
			return nil, errNoACL
		}
		a.names[i] = make([]string, len(many))
		for j, name := range many {
			a.names[i][j] = *name
		}
	}
	return a, nil
}

// parseStreamACL reads the $acl of a stream's metadata: a list, or the name of a common one.
func parseStreamACL(data []byte) (*ACL, error) {
	var name string
	if json.Unmarshal(data, &name) != nil {
		return parseACL(data)
	}
	switch name {
	case "$userStreamAcl":
		return likeUserStreams, nil
	case "$systemStreamAcl":
		return likeSystemStreams, nil
	}
	return nil, errNoACL
}

// size returns the approximate size of the list in bytes.
func (a *ACL) size() (n int) {
	if a == nil {
		return 0
	}
	for _, names := range a.names {
		for _, name := range names {
			n += 16 + len(name)
		}
	}
	return n
}

// ParseSettings reads an event of $settings. It fails if that is not a JSON object or one of its two lists is not a list.
func ParseSettings(data []byte) (s Settings, err error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil || fields == nil {
		return s, errors.New("must be a JSON object with $userStreamAcl and $systemStreamAcl")
	}
	for key, list := range map[string]**ACL{"$userStreamAcl": &s.User, "$systemStreamAcl": &s.System} {
		raw, ok := fields[key]
		if !ok {
			continue
		}
		if *list, err = parseACL(raw); err != nil {
			return Settings{}, errors.New(key + ": " + err.Error())
		}
	}
	return s, nil
}

// Allowed reports whether a user with these names (the user's and the groups') has access to stream. Administrators always have,
// which the caller checks. The whole log is the stream [AllStream], which nobody writes. What concerns a metadata
// stream is decided by the list of the stream that it belongs to.
func (e *Engine) Allowed(stream string, want Access, names []string) (bool, error) {
	if stream == AllStream && (want == Write || want == Delete) {
		return false, nil
	}
	if IsMetadataStream(stream) {
		stream = stream[len(metadataPrefix):]
		switch want {
		case Read:
			want = ReadMetadata
		case Write:
			want = WriteMetadata
		default:
			return false, nil
		}
	}
	h, err := e.head(stream)
	if err != nil {
		return false, err
	}
	set, err := e.settings()
	if err != nil {
		return false, err
	}
	own, common, usual, builtIn := h.meta.ACL, set.User, e.usual.User, defaultACLs.User
	if own == likeSystemStreams || own != likeUserStreams && strings.HasPrefix(stream, systemPrefix) {
		common, usual, builtIn = set.System, e.usual.System, defaultACLs.System
	}
	for _, list := range []*ACL{own, common, usual, builtIn} {
		if list != nil && list.names[want] != nil {
			return slices.ContainsFunc(list.names[want], func(name string) bool {
				return name == Everybody || slices.Contains(names, name)
			}), nil
		}
	}
	return false, nil
}

// SetUsual replaces the built-in default lists. Call it before anything else.
func (e *Engine) SetUsual(s Settings) { e.usual = s }

// settled caches the parsed $settings.
type settled struct {
	mu       sync.Mutex
	revision int64 // of the event that says it, plus one
	Settings
}

// settings returns the settings in the last event of $settings. Invalid ones are ignored, as in the real server.
func (e *Engine) settings() (s Settings, err error) {
	h, err := e.head(SettingsName)
	if err != nil || h.Last < 0 || h.SoftDeleted || h.Tombstoned {
		return s, err
	}
	e.settled.mu.Lock()
	defer e.settled.mu.Unlock()
	if e.settled.revision == h.Last+1 {
		return e.settled.Settings, nil
	}
	err = e.Event(SettingsName, uint64(h.Last), func(ev *storage.Event) {
		if s, err = ParseSettings(ev.Data); err != nil {
			s = Settings{}
		}
		e.settled.revision, e.settled.Settings = h.Last+1, s
	})
	return s, err
}
