// Passwords: what the admin may choose, and their hashes, which are argon2id in the PHC string format.

package access

import (
	"context"
	"errors"
	"strings"

	"github.com/alexedwards/argon2id"

	"candor/commands"
	"candor/commands/access/passwords"
	"candor/commands/input"
	"candor/events/characters"
)

const (
	minPassword = 10 // characters
	maxPassword = 1_024

	hashesAtOnce  = 2  // each takes 19 MiB and a core for tens of milliseconds
	hashesWaiting = 32 // further sign-ins are refused
)

// CheckPassword checks a new password for the admin. Error: Invalid on "password".
func CheckPassword(password string) error {
	var r input.Rules
	tidyNewPassword(&r, "password", password)
	if len(r.Errs) > 0 {
		return commands.Refuse(r.Errs...)
	}
	return nil
}

// tidyNewPassword refuses a password that is too short, too long or too easy to guess.
func tidyNewPassword(r *input.Rules, field, password string) {
	switch {
	case characters.Count(password) < minPassword:
		r.Fail(field, "Password must be at least %d characters", minPassword)
	case characters.Count(password) > maxPassword:
		r.Fail(field, "Password must be at most %d characters", maxPassword)
	case passwords.WellKnown(password):
		r.Fail(field, "Password is too easy to guess: it is a common password, or an extended one")
	}
}

// hasher limits how many passwords are hashed at the same time, so that strangers at the login form can't take all memory and cores.
type hasher struct {
	running chan struct{}
	waiting chan struct{}
}

func newHasher() *hasher {
	return &hasher{running: make(chan struct{}, hashesAtOnce), waiting: make(chan struct{}, hashesAtOnce+hashesWaiting)}
}

// do runs f as soon as a slot is free. Errors: Unavailable, f's, ctx's.
func (h *hasher) do(ctx context.Context, f func() error) error {
	select {
	case h.waiting <- struct{}{}:
		defer func() { <-h.waiting }()
	default:
		return &commands.Error{Kind: commands.Unavailable, Message: "Too many people are signing in. Please try again.",
			RetryAfter: commands.RetryAfter}
	}
	select {
	case h.running <- struct{}{}:
		defer func() { <-h.running }()
		return f()
	case <-ctx.Done():
		return commands.Typed(ctx.Err())
	}
}

// hashParams are OWASP's parameters for argon2id.
var hashParams = &argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// hashPassword returns a hash with a new salt.
func hashPassword(password string) (string, error) { return argon2id.CreateHash(password, hashParams) }

// errBadHash refuses a stored hash.
var errBadHash = errors.New("not an argon2id hash in PHC format, or its parameters are out of range")

// checkHash accepts argon2id hashes whose parameters are within reason: others would make the server hang, or crash.
func checkHash(hash string) error {
	p, _, key, err := argon2id.DecodeHash(hash)
	if err != nil {
		return errBadHash
	}
	if len(key) < 16 || len(key) > 64 || p.Iterations < 1 || p.Iterations > 64 || p.Parallelism < 1 || p.Memory > 1<<20 {
		return errBadHash
	}
	return nil
}

// matches reports whether a hash was made of password. The comparison takes constant time.
func matches(password, hash string) bool {
	if checkHash(hash) != nil {
		return false
	}
	match, err := argon2id.ComparePasswordAndHash(password, hash)
	return match && err == nil
}

// dummyHash matches no password. Checking against it takes as long as checking against a real one.
var dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$" + strings.Repeat("A", 22) + "$" + strings.Repeat("A", 43)
