package embedded

// A scavenge that an administrator asks for by HTTP: it goes on in the background, and says in the log when it has begun and ended.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/google/uuid"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/rpc"
	"candor/events/embedded/internal/storage"
)

// The streams and events in which EventStoreDB tells of scavenges; the second stream has one for each.
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

// startScavenge begins a scavenge and returns the id under which the log tells of it. Errors: rpc.ErrRunning, [ErrCopying], [ErrStopping], and
// what keeps the log from being written.
func (n *Node) startScavenge() (string, error) {
	switch err := n.beginScavenge(); {
	case errors.Is(err, ErrScavenging):
		return "", rpc.ErrRunning
	case err != nil:
		return "", err
	}
	host, port, err := n.advertised()
	report := scavengeReport{ID: uuid.NewString(), Node: net.JoinHostPort(host, strconv.Itoa(port))}
	if err == nil {
		err = n.tellScavenge(report.ID, 0, scavengeStarted, map[string]any{"scavengeId": report.ID, "nodeEndpoint": report.Node})
	}
	if err != nil {
		n.rewriting.Unlock()
		n.scavenges.Done()
		return "", err
	}
	go func() {
		defer n.scavenges.Done()
		began := time.Now()
		s, err := n.scavenge(context.Background(), nil)
		n.rewriting.Unlock() // first: who reads that it has ended may ask for the next one
		report.Result, report.Took, report.Saved = "Success", timeSpan(time.Since(began)), s.Before-s.After
		if err != nil {
			text := err.Error()
			report.Result, report.Error, report.Saved = "Failed", &text, 0
		}
		if errors.Is(err, ErrStopping) {
			report.Result = "Stopped"
		}
		if err := n.tellScavenge(report.ID, 1, scavengeCompleted, report); err != nil {
			n.config.Logger.Warn().Err(err).Msg("the end of a scavenge could not be told")
		}
	}()
	return report.ID, nil
}

// tellScavenge writes an event of a scavenge, at a revision of its stream, and links it from the stream of all scavenges.
func (n *Node) tellScavenge(id string, revision int, eventType string, data any) error {
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
		e.event.ID = storage.ID(uuid.New())
		body := &storage.Body{}
		body.Add(e.event)
		switch res := n.engine.Append(context.Background(), e.stream, engine.Expected{Kind: engine.Any}, body); {
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
