package cli

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"candor/internal/secrets"
)

// variables returns a getenv that knows these.
func variables(set map[string]string) func(string) string {
	return func(name string) string { return set[name] }
}

// parse parses a command line with these environment variables and secrets.
func parse(variables func(string) string, given secrets.Secrets, args ...string) (commandLine, error) {
	var line commandLine
	parser, err := newParser(&line, kong.Resolvers(fromEnvironment(variables, given)))
	if err == nil {
		_, err = parser.Parse(args)
	}
	return line, err
}

// The connection string may hold a password, so it can come from a file; the command line still goes before it.
func TestTheEventStoreMayComeFromAFile(t *testing.T) {
	fromFile := secrets.Secrets{secrets.EventStore: {Value: "esdb://file", Source: secrets.EventStore + "_FILE"}}
	for _, test := range []struct {
		name string
		args []string
		from secrets.Secrets
		want string
	}{
		{"from a file", []string{"version"}, fromFile, "esdb://file"},
		{"from the command line", []string{"version", "--eventstore", "esdb://flag"}, fromFile, "esdb://flag"},
		{"not at all", []string{"version"}, nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			line, err := parse(variables(nil), test.from, test.args...)
			if err != nil || line.EventStore != test.want {
				t.Errorf("got %q, %v; want %q", line.EventStore, err, test.want)
			}
		})
	}
}

func TestAFlagComesFromTheCommandLineThenFromItsVariableThenFromItsDefault(t *testing.T) {
	set := variables(map[string]string{
		"CANDOR_ADDR": "127.0.0.1:1", "CANDOR_DEMO": "true", "CANDOR_TRUSTED_PROXIES": "10.0.0.1,10.0.0.2", "CANDOR_MAX_CONNECTIONS": "7",
		"CANDOR_RETENTION": "",
	})
	line, err := parse(set, nil, "serve", "--addr", "127.0.0.1:2")
	if err != nil {
		t.Fatal(err)
	}
	s := line.Serve
	if s.Addr != "127.0.0.1:2" || !s.Demo || strings.Join(s.TrustedProxies, " ") != "10.0.0.1 10.0.0.2" || s.MaxConnections != 7 ||
		s.Retention != "" {
		t.Errorf("got %+v", s)
	}
	if _, err := parse(variables(map[string]string{"CANDOR_MAX_CONNECTIONS": "many"}), nil, "serve"); err == nil ||
		!strings.Contains(err.Error(), "--max-connections") {
		t.Errorf("a variable that isn't a number: %v", err)
	}
}

// The process's own variables play no part, so that tests can run beside each other.
func TestOnlyTheGivenEnvironmentIsRead(t *testing.T) {
	t.Setenv("CANDOR_DATA", "/elsewhere")
	line, err := parse(variables(map[string]string{"CANDOR_DATA": "/here"}), nil, "version")
	if err != nil || line.Data != "/here" {
		t.Errorf("got %q, %v", line.Data, err)
	}
}

func TestHelpNamesTheVariables(t *testing.T) {
	var out strings.Builder
	if err := Run(t.Context(), []string{"serve", "--help"}, variables(nil), nil, &out, nil); err != nil ||
		!strings.Contains(out.String(), "($CANDOR_MAX_CONNECTIONS)") {
		t.Errorf("%v\n%s", err, &out)
	}
}
