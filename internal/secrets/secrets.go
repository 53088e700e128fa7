// Package secrets knows the settings that are no flags, since command lines are visible to every user of a machine. Each is an
// environment variable, and can also be given as a file, CANDOR_…_FILE, as container platforms hand them out.
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

// FromFiles sets each variable whose file is named to what the file holds, without the line's end. Its errors name the variable.
func FromFiles() error {
	for _, name := range Names() {
		file := os.Getenv(name + "_FILE")
		if file == "" {
			continue
		}
		if os.Getenv(name) != "" {
			return fmt.Errorf("%s and %s_FILE are both set: which one is meant?", name, name)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s_FILE: %w", name, err)
		}
		if err := os.Setenv(name, strings.TrimRight(string(text), "\r\n")); err != nil {
			return err
		}
	}
	return nil
}

// Source returns the variable that a secret came from: its own, or the one that names its file.
func Source(name string) string {
	if os.Getenv(name+"_FILE") != "" {
		return name + "_FILE"
	}
	return name
}
