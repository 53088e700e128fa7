// Package commands decides what happens: it turns requests into events.
//
// Every noun has an aggregate: a small state, an evolve (state + event → state) and decisions
// (state + command → events or an [*Error]), all pure. [Executor] takes the same four steps for each
// command: load the stream, evolve, decide, append with the expected revision; a decision that
// lost a race is made again on fresh state. The Parse functions parse input and know every rule of a field (package input);
// rules that depend on the log (a taken slug, a deleted review) are the decisions'.
//
// The commands themselves are in a room for each kind of work, which have a Handler each: editorial, traffic, people, access and pictures.
// Package rooms puts them together.
//
// Nothing here knows HTTP or read models. Questions that only a read model can answer quickly come in as small interfaces of the rooms.
package commands
