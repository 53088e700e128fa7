// The exit code of a command.

package cli

import (
	"errors"

	"github.com/alecthomas/kong"

	"candor/commands/importer"
)

// errRefused says that a command did what it could, but that some of it was refused.
var errRefused = errors.New("refused")

// ExitCode returns the exit code for what [Run] returned: 0 without an error, 2 if the command line can't be understood, 3 if an import
// refused an item, and 1 for all else.
func ExitCode(err error) int {
	var usage *kong.ParseError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &usage), errors.Is(err, importer.ErrBaseURL):
		return 2
	case errors.Is(err, errRefused):
		return 3
	}
	return 1
}
