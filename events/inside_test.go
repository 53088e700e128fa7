package events_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/rs/zerolog"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"candor/events"
	"candor/events/embedded"
)

// Over memory nothing is different from over the network: what is appended comes, credentials are asked for, and the end of the node
// is the end of what waits.
func TestTheNodeOfOurOwnProcessIsReachedThroughMemory(t *testing.T) {
	t.Parallel()
	n, err := embedded.Open(context.Background(), embedded.Config{
		Path: filepath.Join(t.TempDir(), "log.db"), Listen: "127.0.0.1:0", Username: "admin", Password: "right", CertDir: t.TempDir(), Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	calls := &counted{ClientConnInterface: n.Calls()}
	open := func(connection string) *events.Log {
		log, err := events.OpenLog(events.LogConfig{ConnectionString: connection, Logger: zerolog.Nop(), Inside: calls})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = log.Close() })
		return log
	}
	log := open(n.ConnectionString())
	fl := follow(t, log, 0, events.Filter{StreamPrefixes: []string{events.ReviewPrefix}})
	log.OnLane(t)
	for id := events.ReviewID(1); id <= 20; id++ {
		mustAppend(t, log, id.Stream(), events.ReviewPublished{ReviewID: id, At: at})
	}
	fl.until(t, "event", func() bool { return len(fl.numbers) == 20 })
	if !log.Fed() || calls.streams.Load() != 2 {
		t.Errorf("%d calls through memory, want one for appends and one for a subscription", calls.streams.Load())
	}
	stranger := open(strings.Replace(n.ConnectionString(), "right", "wrong", 1))
	if err := stranger.Subscribe(testContext(t), 0, events.Filter{}, func(events.Message) error { return nil }); !errors.Is(err, events.ErrAccessDenied) {
		t.Errorf("subscribe with a wrong password: got error %v, want ErrAccessDenied", err)
	}
	began := time.Now()
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	fl.until(t, "interruption", func() bool { return fl.broken > 0 })
	if _, err := log.Append(testContext(t), "review-1", events.Any, proposed(t, events.ReviewPublished{ReviewID: 1, At: at})); !errors.Is(err, events.ErrUnavailable) {
		t.Errorf("append to a closed node: got error %v, want ErrUnavailable (after %v)", err, time.Since(began))
	}
	if _, err := api.NewStreamsClient(n.Calls()).BatchAppend(testContext(t)); status.Code(err) != codes.Unavailable {
		t.Errorf("call to a closed node: got error %v, want Unavailable", err)
	}
}

// counted counts calls with streams.
type counted struct {
	grpc.ClientConnInterface
	streams atomic.Int64
}

func (c *counted) NewStream(ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	c.streams.Add(1)
	return c.ClientConnInterface.NewStream(ctx, desc, method, opts...)
}
