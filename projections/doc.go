// Package projections opens the read models, which follow the log and answer every read.
//
// [Open] starts one projector for each model of [Models]. A query returns an [Answer], ready bytes with an entity tag;
// Status says how each model is doing. A writer waits with WaitFor until the model shows what it has written. The machine
// under the models is package projector. These packages know no HTTP and no commands.
package projections
