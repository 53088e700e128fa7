// Retention: how long, and how many, events of a stream are kept, in the stream's metadata.

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
	maxAgeKey    = "$maxAge"
	maxCountKey  = "$maxCount"
	truncateKey  = "$tb"
	keepAttempts = 5 // writers that may get in between
)

// SetMaxAge says that the events of stream are kept for age, in whole seconds; 0: for ever. EventStoreDB
// hides older ones from reads of the stream, not from $all, until a scavenge removes them. Everything else
// in the metadata stays as it is. The position is that of what was written, 0 when nothing had to be; a
// deleted stream is left alone. Errors: ErrUnavailable, ErrAccessDenied, metadata that is no JSON object.
func (l *Log) SetMaxAge(ctx context.Context, stream string, age time.Duration) (Position, error) {
	position, err := l.keep(ctx, stream, maxAgeKey, int64(age/time.Second))
	if err != nil {
		return 0, fmt.Errorf("how long %s is kept: %w", stream, err)
	}
	return position, nil
}

// SetMaxCount says that only the last count events of stream are kept; 0: all. It is otherwise as SetMaxAge.
func (l *Log) SetMaxCount(ctx context.Context, stream string, count int) (Position, error) {
	position, err := l.keep(ctx, stream, maxCountKey, int64(count))
	if err != nil {
		return 0, fmt.Errorf("how much of %s is kept: %w", stream, err)
	}
	return position, nil
}

// keep gives one name of a stream's metadata a value; 0 takes it away.
func (l *Log) keep(ctx context.Context, stream, name string, value int64) (Position, error) {
	for attempt := 1; ; attempt++ {
		written, err := l.tryKeep(ctx, stream, name, value)
		switch {
		case errors.Is(err, ErrStreamDeleted):
			return 0, nil
		case err == nil || !IsConflict(err) || attempt == keepAttempts:
			return written, err
		}
	}
}

func (l *Log) tryKeep(ctx context.Context, stream, name string, value int64) (Position, error) {
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
	wanted := strconv.FormatInt(value, 10)
	switch {
	case string(keys[truncateKey]) == strconv.FormatInt(math.MaxInt64, 10): // deleted: new metadata would revive it
		return 0, nil
	case value == 0 && keys[name] == nil, value > 0 && string(keys[name]) == wanted:
		return 0, nil
	case value == 0:
		delete(keys, name)
	default:
		keys[name] = json.RawMessage(wanted)
	}
	data, err := json.Marshal(keys)
	if err != nil {
		return 0, err
	}
	written, err := l.Append(ctx, metadataOf+stream, want, Proposed{ID: uuid.New(), Type: "$metadata", Data: data})
	return written.Position, err
}
