// Package secrets reads the settings that are not flags, because every user of a machine can see its command lines. Each is an environment
// variable, and can also be given as a file, CANDOR_…_FILE, which is how container platforms hand out secrets.
package secrets

import (
	"fmt"
	"os"
	"strings"
)

// The environment variables.
const (
	AdminPassword   = "CANDOR_ADMIN_PASSWORD"
	NodePassword    = "CANDOR_EVENTSTORE_PASSWORD"
	AnalystPassword = "CANDOR_EVENTSTORE_ANALYST_PASSWORD"
	EventStore      = "CANDOR_EVENTSTORE" // its connection string may hold a password
)

// Names returns all of them.
func Names() []string { return []string{AdminPassword, NodePassword, AnalystPassword, EventStore} }

// Secret is the value of a setting, and where it was set.
type Secret struct {
	Value  string
	Source string // the variable for errors to name: its own, or the one that names its file
}

// Secrets holds the secrets by the names of their variables.
type Secrets map[string]Secret

// Read returns every secret, an empty one where neither its variable nor its file is set. A file's last line ends are left out. Errors name
// the variable.
func Read(getenv func(string) string) (Secrets, error) {
	all := Secrets{}
	for _, name := range Names() {
		s := Secret{Value: getenv(name), Source: name}
		if file := getenv(name + "_FILE"); file != "" {
			if s.Value != "" {
				return nil, fmt.Errorf("%s and %s_FILE are both set: set only one of them", name, name)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, fmt.Errorf("%s_FILE: %w", name, err)
			}
			s = Secret{Value: strings.TrimRight(string(text), "\r\n"), Source: name + "_FILE"}
		}
		all[name] = s
	}
	return all, nil
}
