package passwords_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"candor/commands/access/passwords"
)

func TestWellKnown(t *testing.T) {
	for _, password := range []string{
		"", "changeit", "CHANGEIT", "changeitchangeit", "changeit changeit", "changeit1234", "changeit20261123",
		"2026changeit!!!!", "changeitnow1",
		"password", "password1234", "PASSWORD!!!!", "P4ssw0rd1234", "p@$$w0rd2026", "mypassword12", "password-password", "passwordpass",
		"admin", "admin-admin-1", "adminadminadmin", "@dmin@dmin123", "administrator1", "candor", "candorcandor", "Candor-Admin-2026",
		"candor-eventstore",
		"eventstore", "eventstore12", "EventStoreDB1", "analyst-analyst",
		"123456789012", "123456789123", "098765432109", "1234567890", "111111111111", "112233445566", "123123123123", "000000000001",
		"abcabcabcabc", "xyzxyzxyzxy", "abcdefghijkl", "zyxwvutsrqpo", "qwertyuiop", "qwertyuiop12", "qwerty123456", "asdfghjkl123",
		"poiuytrewq09", "!@#$%^&*()!@",
		"letmeinletmein", "open sesame!", "secretsecret", "correcthorsebatterystaple",
	} {
		if !passwords.WellKnown(password) {
			t.Errorf("%q counts as good", password)
		}
	}
	for _, password := range []string{
		"correct horse battery", "the node's own password", "a password of the node", "another password", "only looking at the log",
		"kVq7-2mTz-81Lx", "9f86d081884c7d65", "Tr0ub4dor&3xyz", "päivänkakkara on keltainen", "日本語のパスワード文字列", "plum 71 ladder", "4711 0815 2323",
	} {
		if passwords.WellKnown(password) {
			t.Errorf("%q counts as well known", password)
		}
	}
}

// What a password manager makes is nobody's first guess.
func TestRandomPasswordsAreNotWellKnown(t *testing.T) {
	const characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	rapid.Check(t, func(t *rapid.T) {
		// Drawn all at once, for rapid likes small values: a password of zeros is not what is meant.
		seed := rapid.Uint64().Draw(t, "seed")
		var password strings.Builder
		for range 16 {
			seed += 0x9e3779b97f4a7c15 // splitmix64
			z := (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			password.WriteByte(characters[(z^z>>31)%uint64(len(characters))])
		}
		if passwords.WellKnown(password.String()) {
			t.Fatalf("%q counts as well known", password.String())
		}
	})
}

// FuzzWellKnown: it copes with anything, and neither case nor what stands behind a password makes a well-known word a good one.
func FuzzWellKnown(f *testing.F) {
	for _, seed := range []string{"", "changeit", "\xff\xfe", "ſ", "İstanbul", "日本", "p4$$", strings.Repeat("a", 1000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		passwords.WellKnown(text)
		digits := strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, text)
		for _, word := range []string{"changeit", "PASSWORD", "Admin"} {
			if !passwords.WellKnown(word + digits) {
				t.Errorf("%q counts as good", word+digits)
			}
		}
	})
}
