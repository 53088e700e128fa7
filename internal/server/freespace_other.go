//go:build !linux && !darwin && !freebsd

package server

import "errors"

// freeSpace returns an error: it isn't supported on this system.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
