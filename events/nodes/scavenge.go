package nodes

// Scavenging all nodes, one after another.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"

	"candor/events"
)

const (
	lookEvery  = 200 * time.Millisecond // whether a scavenge has ended
	againEvery = time.Second            // whether another one, which is in the way, has
	maxAnswer  = 4 << 10                // bytes of an answer that are read
)

// Log is the part of [events.Log] that is needed to wait for a scavenge.
type Log interface {
	Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error
}

// Scavenged is the result of a node's scavenge.
type Scavenged struct {
	Node
	ID    string        // of the scavenge
	Took  time.Duration // until its end was seen
	Saved int64         // bytes, as the node says
	Err   error         // why the node was not scavenged
}

// Progress is the progress of scavenging the nodes. Waiting reports that the node is busy with somebody else's scavenge.
type Progress struct {
	Node    string
	Done    int // nodes
	Of      int
	Waiting bool
	Since   time.Duration // that the node has been worked on
}

// Scavenge scavenges all nodes and returns the result of each, in order. It continues after a node that fails, which its error names. If a
// scavenge is already running it waits for its end and starts another one: the first may have missed what was erased since.
// progress is called several times a second.
func (c *Cluster) Scavenge(ctx context.Context, log Log, progress func(Progress)) ([]Scavenged, error) {
	all, err := c.Nodes(ctx)
	if err != nil {
		return nil, err
	}
	var done []Scavenged
	var failed []error
	for i, node := range all {
		began := time.Now()
		s := Scavenged{Node: node}
		s.ID, s.Saved, s.Err = c.scavenge(ctx, log, node, func(waiting bool) {
			progress(Progress{Node: node.Address, Done: i, Of: len(all), Waiting: waiting, Since: time.Since(began)})
		})
		s.Took = time.Since(began)
		if ctx.Err() != nil {
			return done, ctx.Err()
		}
		if s.Err != nil {
			failed = append(failed, fmt.Errorf("node %s was not scavenged: %w", node.Address, s.Err))
		}
		done = append(done, s)
	}
	return done, errors.Join(failed...)
}

// scavenge scavenges one node.
func (c *Cluster) scavenge(ctx context.Context, log Log, node Node, tell func(waiting bool)) (id string, saved int64, err error) {
	if !node.Alive {
		return "", 0, errors.New("the cluster says that it is not alive")
	}
	for {
		tell(false)
		id, err = c.start(ctx, node.Address)
		if !errors.Is(err, errRunning) {
			break
		}
		tell(true)
		if err := pause(ctx, againEvery); err != nil {
			return "", 0, err
		}
	}
	if err != nil {
		return "", 0, err
	}
	for {
		ended, saved, err := result(ctx, log, id)
		if ended || err != nil && !errors.Is(err, events.ErrUnavailable) {
			return id, saved, err
		}
		tell(false)
		if err := pause(ctx, lookEvery); err != nil {
			return id, 0, err
		}
	}
}

// errRunning: a scavenge is under way on the node already.
var errRunning = errors.New("a scavenge is running there already")

// scavengeID finds the id in a node's answer, which is a line or JSON.
var scavengeID = regexp.MustCompile(`[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}`)

// start begins a scavenge on a node and returns its id.
func (c *Cluster) start(ctx context.Context, address string) (string, error) {
	scheme := "http://"
	if c.tls != nil {
		scheme = "https://"
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, scheme+address+"/admin/scavenge", strings.NewReader("{}"))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	if c.config.Username != "" {
		request.SetBasicAuth(c.config.Username, c.config.Password)
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return "", err
	}
	reply := strings.TrimSpace(string(text))
	switch {
	case strings.Contains(strings.ToLower(reply), "already running"):
		return "", errRunning
	case answer.StatusCode == http.StatusUnauthorized || answer.StatusCode == http.StatusForbidden:
		return "", fmt.Errorf("%w: it answers %s; scavenging is for its administrators", events.ErrAccessDenied, answer.Status)
	case answer.StatusCode != http.StatusOK:
		return "", fmt.Errorf("it answers %s: %s", answer.Status, reply)
	}
	id := scavengeID.FindString(reply)
	if id == "" {
		return "", fmt.Errorf("it answers without the scavenge's id: %s", reply)
	}
	return strings.ToLower(id), nil
}

// result looks for the end of a scavenge in the log.
func result(ctx context.Context, log Log, id string) (ended bool, saved int64, err error) {
	var reply struct {
		Result     string `json:"result"`
		Error      string `json:"error"`
		SpaceSaved int64  `json:"spaceSaved"`
	}
	err = log.Load(ctx, "$scavenges-"+id, 0, func(r events.Recorded) error {
		if r.Type != "$scavengeCompleted" {
			return nil
		}
		ended = true
		return json.Unmarshal(r.Data, &reply)
	})
	switch {
	case errors.Is(err, events.ErrStreamNotFound):
		return false, 0, nil
	case err != nil || !ended:
		return false, 0, err
	case reply.Result != "Success":
		return true, 0, fmt.Errorf("the scavenge ended as %s: %s", reply.Result, reply.Error)
	}
	return true, reply.SpaceSaved, nil
}

// pause waits, or returns ctx's error.
func pause(ctx context.Context, span time.Duration) error {
	select {
	case <-time.After(span):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
