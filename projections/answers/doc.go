// Package answers holds what queries return: ready JSON with an entity tag, compressed when asked for, cached in bounded memory and dropped when what it
// shows changes.
package answers
