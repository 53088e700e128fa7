// Package respond holds what responses have in common: entity tags, compression, security headers and cookies.
package respond
