package cli

import (
	"testing"

	"github.com/alecthomas/kong"

	"candor/internal/secrets"
)

// The connection string may hold a password, so it can come from a file; the command line still goes before it.
func TestTheEventStoreMayComeFromAFile(t *testing.T) {
	t.Setenv(secrets.EventStore, "")
	fromFile := secrets.Secret{Value: "esdb://file", Source: secrets.EventStore + "_FILE"}
	for _, test := range []struct {
		name string
		args []string
		from secrets.Secret
		want string
	}{
		{"from a file", []string{"version"}, fromFile, "esdb://file"},
		{"from the command line", []string{"version", "--eventstore", "esdb://flag"}, fromFile, "esdb://flag"},
		{"not at all", []string{"version"}, secrets.Secret{}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var line commandLine
			parser, err := newParser(&line, kong.Resolvers(eventStoreFrom(test.from)))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(test.args); err != nil {
				t.Fatal(err)
			}
			if line.EventStore != test.want {
				t.Errorf("got %q, want %q", line.EventStore, test.want)
			}
		})
	}
}
