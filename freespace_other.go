//go:build !linux && !darwin && !freebsd

package main

import "errors"

// freeSpace can't tell on this system.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
