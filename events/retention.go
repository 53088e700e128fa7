// Retention: how long the events of a stream are kept, in the stream's metadata.

package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/google/uuid"
)

const (
	maxAgeKey     = "$maxAge"
	truncateKey   = "$tb"
	maxAgeRetries = 5 // writers that may get in between
)

// SetMaxAge says that the events of stream are kept for age, in whole seconds; 0: for ever. EventStoreDB
// hides older ones from reads of the stream, not from $all, until a scavenge removes them. Everything else
// in the metadata stays as it is. The position is that of what was written, 0 when nothing had to be; a
// deleted stream is left alone. Errors: ErrUnavailable, ErrAccessDenied, metadata that is no JSON object.
func (l *Log) SetMaxAge(ctx context.Context, stream string, age time.Duration) (Position, error) {
	for attempt := 1; ; attempt++ {
		written, err := l.trySetMaxAge(ctx, stream, int64(age/time.Second))
		switch {
		case errors.Is(err, ErrStreamDeleted):
			return 0, nil
		case err == nil:
			return written, nil
		case !IsConflict(err) || attempt == maxAgeRetries:
			return 0, fmt.Errorf("how long %s is kept: %w", stream, err)
		}
	}
}

func (l *Log) trySetMaxAge(ctx context.Context, stream string, seconds int64) (Position, error) {
	keys, want := map[string]json.RawMessage{}, NoStream
	last, err := l.Last(ctx, metadataOf+stream)
	switch {
	case err == nil:
		want = Exactly(last.Revision)
		if err := json.Unmarshal(last.Data, &keys); err != nil {
			return 0, fmt.Errorf("its metadata: %w", err)
		}
	case !errors.Is(err, ErrStreamNotFound):
		return 0, err
	}
	wanted := strconv.FormatInt(seconds, 10)
	switch {
	case string(keys[truncateKey]) == strconv.FormatInt(math.MaxInt64, 10): // deleted: new metadata would revive it
		return 0, nil
	case seconds == 0 && keys[maxAgeKey] == nil, seconds > 0 && string(keys[maxAgeKey]) == wanted:
		return 0, nil
	case seconds == 0:
		delete(keys, maxAgeKey)
	default:
		keys[maxAgeKey] = json.RawMessage(wanted)
	}
	data, err := json.Marshal(keys)
	if err != nil {
		return 0, err
	}
	written, err := l.Append(ctx, metadataOf+stream, want, Proposed{ID: uuid.New(), Type: "$metadata", Data: data})
	return written.Position, err
}
