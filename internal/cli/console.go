// The console: what a command reads and writes besides the log.

package cli

import (
	"io"

	"github.com/rs/zerolog"
)

// console is what a command talks to besides the log.
type console struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	logger         zerolog.Logger // to stderr, for commands; a server makes its own
}
