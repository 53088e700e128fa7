// Package httpapi serves the site over HTTP: the API, the public pages with their heads, feeds, health and metrics.
//
// [New] builds one [http.Handler] over [commands.Handler], which decides, and
// [projections.Models], which answer; [NewServer] wraps it with timeouts. There is one file a
// noun (reviews.go, messages.go, …), its routes at its top. A handler parses, calls
// and writes; no business rule is here. Every error becomes application/problem+json in one
// table, problem.go.
//
// # The way of a request
//
//	server.ServeHTTP    serve.go: request id, security headers, panics, log line, metrics
//	  match             table.go: path → endpoint → method, 404 and 405
//	  cross-origin      an unsafe request from a foreign page is refused
//	  caller            callers.go: who may call the route, which states that (route.go)
//	  handler           reviews.go, …: a read writes ready bytes (answer.go); a write calls a command,
//	                    waits until the read models have passed its position, and answers from them
//
// What must survive a restart is in the log; the limits count in memory and are seeded from it
// (limits.go). Keys, passwords, cookies, bodies and client addresses never reach the logger.
package httpapi
