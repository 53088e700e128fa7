// Package projections opens the read models, which follow the log and answer every read.
//
// [Open] starts one projector for each of the [Models], which are packages. A query returns an answer of package answers: ready bytes
// with an entity tag. Status reports how each model is doing. A writer waits with WaitFor until the model shows what it has written.
// Package projector keeps the models following the log. These packages know no HTTP and no commands.
package projections
