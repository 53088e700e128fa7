package input_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"candor/commands/input"
)

// The contact form of the web app checks addresses before it sends them: both accept the same.
func TestEmailAgreesWithTheContactForm(t *testing.T) {
	text, err := os.ReadFile("../../webapp/src/lib/email.cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Address string
		Valid   bool
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	accepted := func(address string) bool {
		var r input.Rules
		r.Email("email", &address)
		return len(r.Errs) == 0
	}
	for _, c := range cases {
		if got := accepted(c.Address); got != c.Valid {
			t.Errorf("%q is accepted: %v, want %v", c.Address, got, c.Valid)
		}
	}
	host := "@" + strings.Repeat("ü", 20) + ".example"
	if !accepted(strings.Repeat("a", 254-len(host))+host) || accepted(strings.Repeat("a", 255-len(host))+host) {
		t.Error("an address may have 254 bytes")
	}
}
