// Package persistent implements persistent subscriptions: groups of consumers that share the events of a stream or of $all,
// each event going to one of them until one acknowledges it, and the group remembering how far it has come.
//
// The main types are [Manager], all groups of a node; [Settings], what a group was created with; and [Consumer], one
// connection to a group. The package knows streams and bytes, and nothing of gRPC. The rules are EventStoreDB's,
// as far as a comment does not say otherwise.
//
// # From the log to a consumer and back
//
//	log ─ reader ─▶ buffer ─┐                     ┌▶ consumer: queue ─▶ Next ─▶ the client
//	                        ├ dispatch (strategy) ┤
//	            retry list ─┘                     └▶ …
//	                ▲                                       │
//	                ├── Nack(Retry), timeout, disconnected ─┤
//	                │                                       ├── Ack, Nack(Skip) ─▶ done
//	parked stream ──┘ replayed                              └── Nack(Park), too many retries ─▶ writer ─▶ parked stream
//
// A group has two goroutines: the reader, which fills the buffer and stops while it is full, and the writer, which
// parks messages, writes checkpoints and looks for timeouts. Everything else happens under the group's lock, in the
// goroutine that asks for it, and never waits.
//
// A message in here is a place in the log and a few numbers. The event itself is cached within a limit (see budget), and
// otherwise read again when it is sent. So a group's memory depends on the number of
// messages that its settings and its consumers' buffers allow, and not on their size.
//
// # A group in the log
//
//	$persistentSubscriptionConfig                          the settings of all groups; the last event counts
//	$persistentsubscription-<stream>::<group>-checkpoint   everything up to this place is done; the last event counts
//	$persistentsubscription-<stream>::<group>-parked       links to the parked messages; $tb is where those not yet replayed begin
//
// # Guarantees
//
// Every event from the group's start on is acknowledged, skipped or parked by somebody, or stays in the group: what is not
// done when the node ends, in whatever way, is before the checkpoint's end and comes again. Messages are handed out in
// the order of their places, except those that are retried or replayed. A checkpoint is never at or beyond
// a message that is not done; a message that is being parked is done when its link is durable; a replayed message stays
// in the parked stream until it is done.
package persistent
