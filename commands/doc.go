// Package commands decides what happens: it turns what somebody asks for into facts.
//
// Every noun has an aggregate: a small state, an evolve (state + event → state) and decisions
// (state + command → events or an [*Error]), all pure. [Handler] does the same four steps for each
// command: load the stream, evolve, decide, append with the expected revision; a decision that
// lost a race is run again on fresh state. What comes from outside is parsed by the Parse functions,
// which know every rule of a field; what nobody may know but the log (a taken slug, a
// deleted review) is known to the decisions.
//
// [Handler.Track] is the one command with a path of its own: page views of many requests are
// appended together; see pageview_batcher.go.
//
// Nothing here knows HTTP or read models. Two questions that only a read model can answer
// quickly come in as small interfaces: [VisitorIndex] and [Locator].
package commands
