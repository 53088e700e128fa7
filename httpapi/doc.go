// Package httpapi is Candor's face to the web: the calls of the spec's section 7, the public
// pages with their heads, feeds, health and metrics.
//
// [New] builds one [http.Handler] over [commands.Handler], which decides, and
// [projections.Models], which answer; [NewServer] wraps it with timeouts. There is one file a
// noun (reviews.go, messages.go, …), its routes at its top. A handler parses, authorizes, calls
// and writes; no business rule is here. Every error becomes application/problem+json in one
// table, problem.go.
//
// # The way of a request
//
//	server.ServeHTTP    serve.go: request id, security headers, panics, log line, metrics
//	  cross-origin      an unsafe request from a foreign page is refused
//	  mux.Router.Match  routes.go: path → endpoint → method, 404 and 405
//	  handler           reviews.go, …: a read writes ready bytes (answer.go); a write calls a command,
//	                    waits until the read models have passed its position, and answers from them
//
// What must survive a restart is in the log; the limits count in memory and are seeded from it
// (limits.go). Keys, passwords, cookies, bodies and client addresses never reach the logger.
package httpapi
