// The program's build, by which a file that lacks events knows that another program may be able to apply them.

package projector

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// currentBuild identifies the program: by the revision that it was built from, or else by its file's SHA-256. It is "" if neither can be
// read.
var currentBuild = sync.OnceValue(func() string {
	if revision := builtFrom(); revision != "" {
		return revision
	}
	program, err := openProgram()
	if err != nil {
		return ""
	}
	defer program.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, program); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
})

// builtFrom returns the revision of an unchanged source tree, "" if the program was built from another one.
func builtFrom() (revision string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	unchanged := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			unchanged = s.Value == "false"
		}
	}
	if !unchanged {
		return ""
	}
	return revision
}

// openProgram opens the file that this process runs, even if another one has been installed in its place.
func openProgram() (*os.File, error) {
	if f, err := os.Open("/proc/self/exe"); err == nil {
		return f, nil
	}
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}
