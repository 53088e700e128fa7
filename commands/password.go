// Passwords: argon2id in the PHC string format, with OWASP's parameters (19 MiB, 2 passes, 1 lane).

package commands

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"candor/internal/passwords"
)

const (
	minPassword = 10    // characters
	maxPassword = 1_024 // bytes

	hashMemory  = 19 << 10 // KiB
	hashPasses  = 2
	hashLanes   = 1
	hashKeyLen  = 32 // bytes
	hashSaltLen = 16 // bytes

	hashesAtOnce  = 2  // each takes 19 MiB and a core for tens of milliseconds
	hashesWaiting = 32 // more sign-ins than this at one time are sent away
)

// CheckPassword reports what is wrong with a password for the admin. Error: Invalid on "password".
func CheckPassword(password string) error {
	switch {
	case utf8.RuneCountInString(password) < minPassword:
		return invalid(fieldError("password", "Password must be at least %d characters", minPassword))
	case len(password) > maxPassword:
		return invalid(fieldError("password", "Password must be at most %d bytes long", maxPassword))
	case passwords.WellKnown(password):
		return invalid(fieldError("password", "Password is too easy to guess: it is a common password, or an extended one"))
	}
	return nil
}

// hasher hashes passwords, a few at a time, so that strangers at the login form can't take all
// memory and cores.
type hasher struct {
	running chan struct{}
	waiting chan struct{}
}

func newHasher() *hasher {
	return &hasher{running: make(chan struct{}, hashesAtOnce), waiting: make(chan struct{}, hashesAtOnce+hashesWaiting)}
}

// do runs f when it is its turn. Errors: Unavailable, ctx's.
func (h *hasher) do(ctx context.Context, f func() error) error {
	select {
	case h.waiting <- struct{}{}:
		defer func() { <-h.waiting }()
	default:
		return &Error{Kind: Unavailable, Message: "Too many people are signing in. Please try again.", RetryAfter: retryAfter}
	}
	select {
	case h.running <- struct{}{}:
		defer func() { <-h.running }()
		return f()
	case <-ctx.Done():
		return typed(ctx.Err())
	}
}

// phc is a parsed hash.
type phc struct {
	memory    uint32 // KiB
	passes    uint32
	lanes     uint8
	salt, key []byte
}

func (p phc) String() string {
	b := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.memory, p.passes, p.lanes, b.EncodeToString(p.salt), b.EncodeToString(p.key))
}

var errNotPHC = errors.New("not an argon2id hash in PHC format")

// parsePHC reads a hash. Parameters beyond reason are refused: they would stop the server.
func parsePHC(text string) (phc, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return phc{}, errNotPHC
	}
	var p phc
	if n, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.passes, &p.lanes); err != nil || n != 3 {
		return phc{}, errNotPHC
	}
	var err1, err2 error
	p.salt, err1 = base64.RawStdEncoding.DecodeString(parts[4])
	p.key, err2 = base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(p.key) < 16 || len(p.key) > 64 || p.passes < 1 || p.passes > 64 || p.lanes < 1 || p.memory > 1<<20 {
		return phc{}, errNotPHC
	}
	return p, nil
}

// hashPassword makes a hash with a new salt.
func hashPassword(password string) string {
	p := phc{memory: hashMemory, passes: hashPasses, lanes: hashLanes, salt: make([]byte, hashSaltLen)}
	_, _ = rand.Read(p.salt) // never fails: crypto/rand ends the program instead
	p.key = argon2.IDKey([]byte(password), p.salt, p.passes, p.memory, p.lanes, hashKeyLen)
	return p.String()
}

// matches reports whether password is the one that was hashed, in a time that tells nothing.
func (p phc) matches(password string) bool {
	key := argon2.IDKey([]byte(password), p.salt, p.passes, p.memory, p.lanes, uint32(len(p.key)))
	return subtle.ConstantTimeCompare(key, p.key) == 1
}

// nobody is a hash that no password has; checking against it costs what checking a real one does.
var nobody = phc{memory: hashMemory, passes: hashPasses, lanes: hashLanes, salt: make([]byte, hashSaltLen), key: make([]byte, hashKeyLen)}
