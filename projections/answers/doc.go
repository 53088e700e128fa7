// Package answers provides what queries return: ready JSON with an entity tag, compressed on demand, cached in bounded memory and dropped
// when what it shows changes.
package answers
