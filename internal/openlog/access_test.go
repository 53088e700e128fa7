package openlog_test

import (
	"strings"
	"testing"

	"candor/internal/openlog"
	"candor/internal/secrets"
)

func TestAnOpenedNodeNeedsGoodPasswords(t *testing.T) {
	const good, other = "plum ladder harbour", "tin otter gallery"
	for _, test := range []struct {
		name           string
		listen         string
		admin, analyst string
		insecure       bool
		want           string // part of the error; "": there is none
	}{
		{"a good password", "0.0.0.0:2113", good, "", false, ""},
		{"two good passwords", "0.0.0.0:2113", good, other, false, ""},
		{"none", "127.0.0.1:0", "", "", false, "CANDOR_EVENTSTORE_PASSWORD_FILE"},
		{"a short one", "127.0.0.1:0", "kVq72mTz81L", "", false, "CANDOR_EVENTSTORE_PASSWORD: the password must have at least 12 characters"},
		{"a well-known one", "127.0.0.1:0", "changeitchangeit", "", false, "CANDOR_EVENTSTORE_PASSWORD: the password is too easy to guess"},
		{"a short one for analysts", "127.0.0.1:0", good, "looking", false, "CANDOR_EVENTSTORE_ANALYST_PASSWORD: "},
		{"the same for both", "127.0.0.1:0", good, good, false, "CANDOR_EVENTSTORE_ANALYST_PASSWORD must differ"},
		{"a weak one that is wanted", "localhost:2113", "changeit", "", true, ""},
		{"a weak one that others could try", "192.0.2.1:2113", "changeit", "", true, "loopback"},
		{"a weak one on all addresses", ":2113", "changeit", "", true, "loopback"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := openlog.Access{
				Listen: test.listen, Insecure: test.insecure,
				Password:        secrets.Secret{Value: test.admin, Source: secrets.NodePassword},
				AnalystPassword: secrets.Secret{Value: test.analyst, Source: secrets.AnalystPassword},
			}.Check()
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
