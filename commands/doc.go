// Package commands decides what happens: it turns requests into events.
//
// Every noun has an aggregate: a small state, an evolve (state + event → state) and decisions
// (state + command → events or an [*Error]), all pure. [Handler] takes the same four steps for each
// command: load the stream, evolve, decide, append with the expected revision; a decision that
// lost a race is made again on fresh state. The Parse functions parse input and know every rule of a field;
// rules that depend on the log (a taken slug, a deleted review) are the decisions'.
//
// Reviews, articles and pages share one lifecycle: a kind (kind.go) describes each of them, and [Content] offers all of them
// alike.
//
// [Handler.Track] is the one command with a path of its own: page views of many requests are
// appended together; see pageview_batcher.go.
//
// Nothing here knows HTTP or read models. Questions that only a read model can answer quickly come in as small
// interfaces: [VisitorIndex], [SubscriberIndex], [ScheduleIndex] and [Locator].
package commands
