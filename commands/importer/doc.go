// Package importer brings in what other programs, or another Candor, have written: a WordPress export (WXR), a Ghost
// export (JSON), or Candor's own events (NDJSON of candor replay). It recognises them by their content.
//
// A file is read twice and never held whole: first to see that it can be read to its end and what belongs together
// (pictures, authors, tags), then item by item. Everything goes through the ordinary commands, so their rules hold, each
// under an Idempotency-Key made of the source's own id: a second run adds nothing, and one that was interrupted goes on.
//
// What is personal never enters: commenters, members, subscribers and authors' e-mail addresses are not even decoded.
package importer
