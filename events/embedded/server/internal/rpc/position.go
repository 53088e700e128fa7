package rpc

// Where a stream begins and ends, told beside the events of a read. Clients ask for it with control_option.compatibility: the .NET
// client waits for it to say whether the stream is there.

import (
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"

	"candor/events/embedded/internal/engine"
)

// readPage is how many revisions EventStoreDB looks at in one go.
const readPage = 32

// sendFirst tells the revision at which a read forwards goes on, if nothing that can be seen is in its first page.
func (c *collector) sendFirst(view engine.View, stream grpc.ServerStream) error {
	if !c.q.positions || c.q.backwards {
		return nil
	}
	from, first := uint64(0), view.First
	if c.q.start == fromHere {
		from = c.q.at
	}
	switch {
	case first > view.Last || from > view.Last: // there is nothing to be seen
		first = view.Last + 1
	case from >= first || first-from < min(readPage, c.q.count):
		return nil
	}
	if from == first {
		return nil
	}
	return stream.SendMsg(&api.ReadResp{Content: &api.ReadResp_FirstStreamPosition{FirstStreamPosition: first}})
}

// sendLast tells the last revision of a stream.
func (c *collector) sendLast(view engine.View, stream grpc.ServerStream) error {
	if !c.q.positions {
		return nil
	}
	return stream.SendMsg(&api.ReadResp{Content: &api.ReadResp_LastStreamPosition{LastStreamPosition: view.Last}})
}
