// Package httpapi answers requests over HTTP: it has what every request shares, and the rooms below it have the routes of each kind of
// work, with a file a noun. A handler parses, calls a command or reads from [projections.Models], and writes; no business rule is here.
//
// # The way of a request
//
//	Server.ServeHTTP    serve.go: request id, security headers, panics, log line, metrics
//	  match             table.go: path → endpoint → method, 404 and 405
//	  cross-origin      an unsafe request from a foreign page is refused
//	  who               callers.go: who may call the route, which states that (route.go)
//	  handler           editorial/content_read.go, …: a read writes ready bytes (answer.go); a write calls a command,
//	                    waits until the read models have passed its position, and answers from them
//
// Every error becomes application/problem+json in one table, problem.go. What must survive a restart is in the log; the limits count in
// memory and are seeded from it (limits.go). Keys, passwords, cookies, bodies and client addresses never reach the logger.
package httpapi
