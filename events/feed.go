// Feeds: subscriptions over a connection of our own.
//
// The client makes some twenty objects of every event that it receives, and building a large read model takes more time for that than
// for all else. A feed is the same call to the same node, asked for in the official module's types, but what comes is read by hand
// (feedwire.go), and it says that it takes several answers in one message. The embedded node then sends a page of the log as one
// message; other servers don't know the word, and send each answer alone. A feed belongs to one client of ours (connection.go), and is
// never mended: the next one comes with the next client. Where a feed is not to be had, or says what we can't read, the subscription
// goes through the client.

package events

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const (
	// pagesHeader and pagesWanted, in a call's metadata, ask for several answers in a message.
	pagesHeader, pagesWanted = "candor-answers", "together"
	// feedMost is the largest message that is taken, in bytes: the client's own limit.
	feedMost = 17 << 20
)

var (
	// errNoFeed says that nothing has been asked, and the client can.
	errNoFeed = errors.New("no connection of our own for subscriptions")
	// errUnreadable says that an answer is not what we know of the protocol.
	errUnreadable = errors.New("unreadable answer")
)

// feeds is the connection for the subscriptions of one client, made when the first one asks for it.
type feeds struct {
	config target

	mu    sync.Mutex
	conn  connection
	never bool // an answer could not be read
}

// open starts a subscription that ends with ctx. Its error is errNoFeed where it has to go through the client.
func (f *feeds) open(ctx context.Context, after Position, filter Filter) (*feed, error) {
	conn, err := f.connection(ctx)
	if err != nil {
		return nil, err
	}
	opts := []grpc.CallOption{grpc.ForceCodecV2(newFeedCodec()), grpc.MaxCallRecvMsgSize(feedMost)}
	if c := f.config; c.Username != "" && c.Password != "" && !c.DisableTLS {
		opts = append(opts, grpc.PerRPCCredsCallOption{Creds: basicAuth(c.Username + ":" + c.Password)})
	}
	calling, hangUp := context.WithCancel(metadata.AppendToOutgoingContext(ctx, pagesHeader, pagesWanted))
	call, err := api.NewStreamsClient(conn).Read(calling, feedRequest(after, filter), opts...)
	made := &feed{feeds: f, call: call, hangUp: hangUp}
	if err == nil {
		err = made.confirmed()
	}
	if err != nil {
		hangUp()
		return nil, made.failure(err)
	}
	return made, nil
}

// connection returns the one connection, to the node that the client would choose.
func (f *feeds) connection(ctx context.Context) (connection, error) {
	f.mu.Lock()
	conn, never := f.conn, f.never
	f.mu.Unlock()
	switch {
	case never, f.config.NodePreference != esdb.NodePreferenceLeader:
		return nil, errNoFeed
	case conn != nil:
		return conn, nil
	}
	asking, cancel := context.WithTimeout(ctx, time.Duration(f.config.GossipTimeout)*time.Second)
	defer cancel()
	made, err := dialWriter(asking, f.config)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoFeed, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.conn != nil { // somebody else was quicker
		_ = made.Close()
		return f.conn, nil
	}
	f.conn = made
	return made, nil
}

// giveUp sends all further subscriptions through the client.
func (f *feeds) giveUp() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.never = true
}

// close ends the connection. No feed is open any more.
func (f *feeds) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.conn != nil {
		_ = f.conn.Close()
	}
}

// feedRequest asks for what matches the filter after a position, for ever.
func feedRequest(after Position, filter Filter) *api.ReadReq {
	all := &api.ReadReq_Options_AllOptions{AllOption: &api.ReadReq_Options_AllOptions_Start{Start: &shared.Empty{}}}
	if after > 0 {
		all.AllOption = &api.ReadReq_Options_AllOptions_Position{
			Position: &api.ReadReq_Options_Position{CommitPosition: uint64(after), PreparePosition: uint64(after)},
		}
	}
	options := &api.ReadReq_Options{
		StreamOption:  &api.ReadReq_Options_All{All: all},
		ReadDirection: api.ReadReq_Options_Forwards,
		CountOption:   &api.ReadReq_Options_Subscription{Subscription: &api.ReadReq_Options_SubscriptionOptions{}},
		FilterOption:  &api.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption:    &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
	}
	chosen := &api.ReadReq_Options_FilterOptions{
		Window:                       &api.ReadReq_Options_FilterOptions_Max{Max: checkpointWindow},
		CheckpointIntervalMultiplier: 1,
	}
	switch {
	case len(filter.StreamPrefixes) > 0:
		chosen.Filter = &api.ReadReq_Options_FilterOptions_StreamIdentifier{
			StreamIdentifier: &api.ReadReq_Options_FilterOptions_Expression{Prefix: filter.StreamPrefixes},
		}
	case len(filter.TypePrefixes) > 0:
		chosen.Filter = &api.ReadReq_Options_FilterOptions_EventType{
			EventType: &api.ReadReq_Options_FilterOptions_Expression{Prefix: filter.TypePrefixes},
		}
	}
	if chosen.Filter != nil {
		options.FilterOption = &api.ReadReq_Options_Filter{Filter: chosen}
	}
	return &api.ReadReq{Options: options}
}

// feed is one subscription. One goroutine uses it.
type feed struct {
	feeds  *feeds
	call   api.Streams_ReadClient
	hangUp context.CancelFunc // ends the call
	page   feedPage           // the answers that are left
}

// next implements subscription.
func (f *feed) next(m *Message) error {
	for {
		for !f.page.empty() {
			told, err := f.page.take(m)
			if err != nil {
				return f.failure(err)
			}
			if told {
				return nil
			}
		}
		if err := f.call.RecvMsg(&f.page); err != nil {
			return f.failure(err)
		}
	}
}

// confirmed waits for the node to say that the subscription stands.
func (f *feed) confirmed() error {
	if err := f.call.RecvMsg(&f.page); err != nil {
		return err
	}
	return f.page.confirmation()
}

// failure types the error that has ended the call, as far as the client's own would be; judge does the rest.
func (f *feed) failure(err error) error {
	if s := status.Convert(err); refusesCredentials(s.Code(), s.Message()) {
		return fmt.Errorf("%w: %w", ErrAccessDenied, err)
	}
	if errors.Is(err, errUnreadable) {
		f.feeds.giveUp()
	}
	return err
}

// close implements subscription.
func (f *feed) close() { f.hangUp() }
