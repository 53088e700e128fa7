// Append: the one way in which events get into the log.

package events

import (
	"context"
	"errors"
	"fmt"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// Written says where an append ended.
type Written struct {
	Revision uint64   // of the stream's last event
	Position Position // of the last event written; 0 when a repeated append can't tell
}

// errWrongRevision is the log's refusal that becomes a [*ConflictError].
var errWrongRevision = errors.New("wrong expected revision")

// Append writes ps to stream in one atomic step, durable when it returns. The stream must be as
// want says; otherwise nothing is written and the error is a [*ConflictError]. Appending the
// same event ids again with the same want succeeds and writes nothing new. Other errors:
// [ErrStreamDeleted], [ErrTooLarge], [ErrUnavailable], [ErrAccessDenied].
func (l *Log) Append(ctx context.Context, stream string, want ExpectedRevision, ps ...Proposed) (Written, error) {
	var written Written
	err := l.patiently(ctx, &l.writes, func() (err error) {
		written, err = l.appendBatch(ctx, stream, want, ps)
		if errors.Is(err, errNoLane) {
			written, err = l.appendCall(ctx, stream, want, ps)
		}
		return err
	})
	switch {
	case err == nil:
		l.succeeded(writeRequest)
		return written, nil
	case errors.Is(err, errWrongRevision), isWrongVersion(err):
		return Written{}, &ConflictError{Stream: stream, Expected: want}
	}
	return Written{}, fmt.Errorf("append to %s: %w", stream, err)
}

// appendBatch appends over the lane. Its error is errNoLane, and nothing has been sent, where there is none, or none for this.
func (l *Log) appendBatch(ctx context.Context, stream string, want ExpectedRevision, ps []Proposed) (Written, error) {
	client, era, err := l.enter()
	if err != nil {
		return Written{}, err
	}
	defer l.leave(client)
	lane := client.lanes.get()
	if lane == nil || laneBytes(ps) > laneMost {
		return Written{}, errNoLane
	}
	written, err := lane.append(ctx, era, stream, want, ps)
	return written, l.judge(ctx, client, writeRequest, err)
}

// appendCall appends through the client, with a call of its own.
func (l *Log) appendCall(ctx context.Context, stream string, want ExpectedRevision, ps []Proposed) (written Written, err error) {
	data := make([]esdb.EventData, len(ps))
	for i, p := range ps {
		data[i] = esdb.EventData{EventID: p.ID, EventType: p.Type, ContentType: esdb.ContentTypeJson, Data: p.Data, Metadata: p.Meta}
		if p.Binary {
			data[i].ContentType = esdb.ContentTypeBinary
		}
	}
	var answer Written // not looked at when the call is given up
	err = l.call(ctx, writeRequest, func(c *esdb.Client) error {
		result, err := c.AppendToStream(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: want.client()}, data...)
		if err == nil {
			answer = Written{Revision: result.NextExpectedVersion, Position: Position(result.CommitPosition)}
		}
		return err
	})
	if err != nil {
		return Written{}, err
	}
	return answer, nil
}
