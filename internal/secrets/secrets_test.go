package secrets_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candor/internal/secrets"
)

// environment returns a getenv that knows these variables.
func environment(variables map[string]string) func(string) string {
	return func(name string) string { return variables[name] }
}

func TestASecretIsAVariableOrAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("from the file \r\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := secrets.Read(environment(map[string]string{
		secrets.AdminPassword: "from the variable", secrets.NodePassword + "_FILE": file,
	}))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]secrets.Secret{
		secrets.AdminPassword:   {Value: "from the variable", Source: secrets.AdminPassword},
		secrets.NodePassword:    {Value: "from the file ", Source: secrets.NodePassword + "_FILE"},
		secrets.AnalystPassword: {Source: secrets.AnalystPassword},
	} {
		if got[name] != want {
			t.Errorf("%s: %+v, want %+v", name, got[name], want)
		}
	}
}

func TestASecretThatCannotBeReadIsNamed(t *testing.T) {
	for _, test := range []struct {
		name      string
		variables map[string]string
	}{
		{"both are set", map[string]string{secrets.AdminPassword: "a", secrets.AdminPassword + "_FILE": "/nowhere"}},
		{"the file is missing", map[string]string{secrets.AdminPassword + "_FILE": "/nowhere"}},
	} {
		if _, err := secrets.Read(environment(test.variables)); err == nil || !strings.Contains(err.Error(), secrets.AdminPassword+"_FILE") {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
