package persistent

// A group's settings.

import (
	"fmt"
	"math"
	"time"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// All stands for the whole log in place of a stream's name.
const All = "$all"

// Start of a group that begins with events after its creation.
const fromEnd = -1

// The strategies: which consumer gets the next message.
const (
	RoundRobin          = "RoundRobin"          // each one after another, skipping those without a free slot
	DispatchToSingle    = "DispatchToSingle"    // one until it has no free slot, then the next
	Pinned              = "Pinned"              // the same consumer for the same stream, as long as it is there
	PinnedByCorrelation = "PinnedByCorrelation" // the same consumer for the same $correlationId
)

// Filter says which events of $all a group wants.
type Filter struct {
	ByType   bool     // Regex and Prefixes are about the event's type, otherwise about its stream's name
	Regex    string   // as in .NET; it wins over the prefixes
	Prefixes []string // any of them
}

// Settings are a group's settings. Numbers count messages.
type Settings struct {
	StartFrom       int64   // the first revision, or position in $all; -1: what comes after the creation
	Filter          *Filter // for $all; nil: every event
	ResolveLinks    bool
	ExtraStatistics bool          // measure how long consumers take
	MessageTimeout  time.Duration // how long a consumer may take before the message is retried; 0: for ever
	MaxRetries      int           // a message that was retried so often is parked
	MinCheckpoint   int           // at least so many are done between two checkpoints by time
	MaxCheckpoint   int           // so many done make a checkpoint at once
	CheckpointAfter time.Duration // between two checkpoints by time; 0: there are none by time
	MaxConsumers    int           // 0: any number
	LiveBuffer      int           // messages that wait while the group keeps up with the log
	HistoryBuffer   int           // messages that wait while it is behind
	ReadBatch       int           // events read at a time
	Strategy        string
}

// maxBuffer is the maximum number of messages of a buffer, and of one consumer, whatever the settings say.
const maxBuffer = 1 << 16

// Key identifies a group.
type Key struct{ Stream, Group string }

// id returns the group's name in the log.
func (k Key) id() string { return k.Stream + "::" + k.Group }

func (k Key) checkpointStream() string { return "$persistentsubscription-" + k.id() + "-checkpoint" }
func (k Key) parkedStream() string     { return "$persistentsubscription-" + k.id() + "-parked" }

// check returns what is wrong with the settings. last is the position of the log's last event.
func (s *Settings) check(k Key, last uint64) error {
	if n := len("$$" + k.checkpointStream()); n > storage.MaxStreamName {
		return Failed(fmt.Sprintf("group name: the group's checkpoint stream would have a name of %d bytes, more than %d", n, storage.MaxStreamName))
	}
	for _, number := range []struct {
		name       string
		value, min int
	}{
		{"max retry count", s.MaxRetries, 0},
		{"min checkpoint count", s.MinCheckpoint, 0},
		{"max checkpoint count", s.MaxCheckpoint, 0},
		{"max subscriber count", s.MaxConsumers, 0},
		{"live buffer size", s.LiveBuffer, 1},
		{"history buffer size", s.HistoryBuffer, 1},
		{"read batch size", s.ReadBatch, 1},
	} {
		if number.value < number.min {
			return Failed(fmt.Sprintf("%s: %d is less than %d", number.name, number.value, number.min))
		}
	}
	switch {
	case s.ReadBatch >= s.HistoryBuffer:
		return Failed(fmt.Sprintf("read batch size: %d must be less than the history buffer size, %d", s.ReadBatch, s.HistoryBuffer))
	case s.MessageTimeout < 0:
		return Failed("message timeout: must not be negative")
	case s.CheckpointAfter < 0:
		return Failed("checkpoint after: must not be negative")
	case s.StartFrom < fromEnd:
		return Failed("start from: must not be negative")
	case k.Stream == All && s.StartFrom > 0 && uint64(s.StartFrom) > last:
		return Failed("Invalid Start From position: commit position must be less than or equal to the last commit position in the transaction file.")
	}
	if _, err := newStrategy(s.Strategy); err != nil {
		return err
	}
	_, err := s.Filter.matcher()
	return err
}

// matcher returns the matcher of the wanted texts, nil if all are.
func (f *Filter) matcher() (*engine.Matcher, error) {
	if f == nil {
		return nil, nil
	}
	match, err := engine.NewMatcher(f.Regex, f.Prefixes)
	if err != nil {
		return nil, Failed("filter: " + err.Error())
	}
	return match, nil
}

// placeText writes a place of the key's source as the real server does: a revision, or a position twice.
func (k Key) placeText(place int64) string {
	if k.Stream == All {
		return fmt.Sprintf("C:%d/P:%d", place, place)
	}
	return fmt.Sprint(place)
}

// parsePlace reads what placeText writes; the position of $all is the first of the two.
func (k Key) parsePlace(text string) (place int64, err error) {
	if k.Stream == All {
		var prepare int64
		_, err = fmt.Sscanf(text, "C:%d/P:%d", &place, &prepare)
	} else {
		_, err = fmt.Sscanf(text, "%d", &place)
	}
	if err == nil && (place < fromEnd || place == math.MaxInt64 && k.Stream == All) {
		err = fmt.Errorf("out of range")
	}
	if err != nil {
		return 0, fmt.Errorf("%q is no place in %s: %w", text, k.Stream, err)
	}
	return place, nil
}
