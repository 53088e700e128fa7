package server

// A scavenge that an administrator requests by HTTP: it runs in the background, and its start and end are events.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/google/uuid"

	"candor/events/embedded"
	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
	"candor/events/embedded/server/internal/rpc"
)

// The streams and events in which EventStoreDB records scavenges; each has a stream of its own.
const (
	scavengesStream   = "$scavenges"
	scavengeStarted   = "$scavengeStarted"
	scavengeCompleted = "$scavengeCompleted"
)

// scavengeReport is the data of $scavengeCompleted, as EventStoreDB writes it.
type scavengeReport struct {
	ID        string  `json:"scavengeId"`
	Node      string  `json:"nodeEndpoint"`
	Result    string  `json:"result"` // "Success", "Stopped" or "Failed"
	Error     *string `json:"error"`
	Took      string  `json:"timeTaken"`
	Saved     int64   `json:"spaceSaved"`
	LastChunk int     `json:"maxChunkScavenged"`
}

// startScavenge starts a scavenge and returns its id. Errors: rpc.ErrRunning, [embedded.ErrCopying],
// [embedded.ErrStopping], and those of writing the log.
func (s *Server) startScavenge() (string, error) {
	host, port, err := s.advertised()
	if err != nil {
		return "", err
	}
	report := scavengeReport{ID: uuid.NewString(), Node: net.JoinHostPort(host, strconv.Itoa(port))}
	began := time.Now()
	err = s.StartScavenge(func() error {
		return s.recordScavenge(report.ID, 0, scavengeStarted, map[string]any{"scavengeId": report.ID, "nodeEndpoint": report.Node})
	}, func(done embedded.Scavenged, err error) {
		report.Result, report.Took, report.Saved = "Success", timeSpan(time.Since(began)), done.Before-done.After
		if err != nil {
			text := err.Error()
			report.Result, report.Error, report.Saved = "Failed", &text, 0
		}
		if errors.Is(err, embedded.ErrStopping) {
			report.Result = "Stopped"
		}
		if err := s.recordScavenge(report.ID, 1, scavengeCompleted, report); err != nil {
			s.config.Logger.Warn().Err(err).Msg("the end of a scavenge could not be recorded")
		}
	})
	if errors.Is(err, embedded.ErrScavenging) {
		err = rpc.ErrRunning
	}
	if err != nil {
		return "", err
	}
	return report.ID, nil
}

// recordScavenge writes an event of a scavenge, at a revision of its stream, and links it from the stream of all scavenges.
func (s *Server) recordScavenge(id string, revision int, eventType string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	stream := scavengesStream + "-" + id
	for _, e := range []struct {
		stream string
		event  storage.Event
	}{
		{stream, storage.Event{Type: []byte(eventType), JSON: true, Data: text}},
		{scavengesStream, storage.Event{Type: []byte(engine.TypeLink), Data: fmt.Appendf(nil, "%d@%s", revision, stream)}},
	} {
		e.event.ID = engine.NewID()
		body := &storage.Body{}
		body.Add(e.event)
		switch res := s.Engine().Append(context.Background(), e.stream, engine.Expected{Kind: engine.Any}, body); {
		case res.Err != nil:
			return res.Err
		case res.Outcome == engine.Deleted:
			return fmt.Errorf("the stream %s was deleted for ever", e.stream)
		}
	}
	return nil
}

// timeSpan writes a duration as .NET does: 00:01:02.5.
func timeSpan(d time.Duration) string {
	d = d.Round(10 * time.Millisecond)
	return fmt.Sprintf("%02d:%02d:%05.2f", int(d.Hours()), int(d.Minutes())%60, (d % time.Minute).Seconds())
}
