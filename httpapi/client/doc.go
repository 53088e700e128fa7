// Package client knows the clients of a site: their addresses, also behind trusted proxies, and how many connections each of them may
// have.
package client
