// The console: where a command reads and writes text.

package cli

import (
	"io"

	"github.com/rs/zerolog"
)

// console holds a command's standard streams.
type console struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	logger         zerolog.Logger // writes to stderr; a server has one of its own
}
