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
)

const (
	maxAgeKey    = "$maxAge"
	maxCountKey  = "$maxCount"
	truncateKey  = "$tb"
	keepAttempts = 5 // writers that may get in between
)

// MetadataLog is what [WriteMaxAge], [WriteMaxCount] and [WriteTruncateBefore] need of a log.
type MetadataLog interface {
	Append(ctx context.Context, stream string, want ExpectedRevision, ps ...Proposed) (Written, error)
	Last(ctx context.Context, stream string) (Recorded, error)
}

// WriteMaxAge implements SetMaxAge of a [Log]: it reads the stream's metadata and writes it again with the age, unless that is what it
// says. Errors: [ErrUnavailable], [ErrAccessDenied], metadata that is no JSON object.
func WriteMaxAge(ctx context.Context, log MetadataLog, stream string, age time.Duration) (Position, error) {
	position, err := keep(ctx, log, stream, maxAgeKey, int64(age/time.Second))
	if err != nil {
		return 0, fmt.Errorf("maximum age of %s: %w", stream, err)
	}
	return position, nil
}

// WriteMaxCount implements SetMaxCount of a [Log] in the same way.
func WriteMaxCount(ctx context.Context, log MetadataLog, stream string, count int) (Position, error) {
	position, err := keep(ctx, log, stream, maxCountKey, int64(count))
	if err != nil {
		return 0, fmt.Errorf("maximum count of %s: %w", stream, err)
	}
	return position, nil
}

// WriteTruncateBefore hides the events of stream whose revisions are below before, in the same way.
func WriteTruncateBefore(ctx context.Context, log MetadataLog, stream string, before uint64) (Position, error) {
	position, err := keep(ctx, log, stream, truncateKey, int64(before))
	if err != nil {
		return 0, fmt.Errorf("truncate %s: %w", stream, err)
	}
	return position, nil
}

// keep gives one name of a stream's metadata a value; 0 takes it away.
func keep(ctx context.Context, log MetadataLog, stream, name string, value int64) (Position, error) {
	for attempt := 1; ; attempt++ {
		written, err := tryKeep(ctx, log, stream, name, value)
		switch {
		case errors.Is(err, ErrStreamDeleted):
			return 0, nil
		case err == nil || !IsConflict(err) || attempt == keepAttempts:
			return written, err
		}
	}
}

func tryKeep(ctx context.Context, log MetadataLog, stream, name string, value int64) (Position, error) {
	keys, want := map[string]json.RawMessage{}, NoStream
	last, err := log.Last(ctx, MetadataPrefix+stream)
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
	meta := fmt.Appendf(nil, `{"at":%q}`, time.Now().UTC().Format(atLayout))
	written, err := log.Append(ctx, MetadataPrefix+stream, want, Proposed{ID: NewID(), Type: MetadataType, Data: data, Meta: meta})
	return written.Position, err
}
