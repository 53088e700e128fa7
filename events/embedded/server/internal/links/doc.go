// Package links writes the system streams that EventStoreDB's standard projections make: by category, by event type, and
// of all streams.
//
//	$ce-review            a link to every event of the streams review-…
//	$et-ReviewPublished   a link to every event of that type; $et-$deleted: to what deleted a stream
//	$streams              a link to the first event of every stream
//	$category-review      the name of every stream review-…, in an event of type $@
//
// The category is the part of a stream's name before the first "-". A link is an event of type $> whose data is
// "4@review-12": revision 4 of that stream; it is not a copy, and dangles once its event is removed. Its metadata names the event
// ($causedBy), and in a category the stream ($o).
//
// Streams whose names begin with "$" are not linked, with one exception: the deletion of a stream is linked in the stream's category and
// in $et-$deleted, as in EventStoreDB. For a link in a stream of a category its target is linked.
//
// # Exactly once
//
// [Projections] is one goroutine. It reads the log from its checkpoint, and appends the links of a few thousand events with the
// new checkpoint in one commit: after a crash both are there or neither. The checkpoint is the last event of the stream
// $projections-$system-checkpoint, so it is in every backup, and projections that are turned on later process the
// whole log.
package links
