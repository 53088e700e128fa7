//go:build !linux && !darwin && !freebsd

package server

import "errors"

// freeSpace can't tell on this system.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
