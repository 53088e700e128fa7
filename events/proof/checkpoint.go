// Checkpoints: the root of the history up to a moment, in a text that is signed.

package proof

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"candor/events"
)

// EmptyRoot is the root of a history without events.
var EmptyRoot = tlog.Hash(sha256.Sum256(nil))

// MaxCheckpoint is how long a checkpoint's text can be; one of ours has some 300 bytes.
const MaxCheckpoint = 16 << 10 // bytes

// Checkpoint says what the history was. It can be relied on once [Open] has returned it.
type Checkpoint struct {
	Origin   string          // the name of the key that signs: "example.com", "candor/9f86d081884c7d65"
	Size     int64           // leaves in the tree
	Root     tlog.Hash       // over them
	Position events.Position // of the last of them; 0 when there is none
	Time     time.Time       // when it was signed, to the second, UTC
}

// Errors of Open. The messages say what they mean for whoever holds the text.
var (
	ErrNoCheckpoint = errors.New("this is no signed checkpoint")
	ErrOtherKey     = errors.New("this checkpoint is not signed with the given key")
	ErrTampered     = errors.New("this checkpoint was changed after it was signed")
)

// text is what is signed.
func (c Checkpoint) text() string {
	return fmt.Sprintf("%s\n%d\n%s\nposition %d\ntime %s\n", c.Origin, c.Size, c.Root, c.Position, c.Time.UTC().Format(time.RFC3339))
}

// Open checks the signature of a checkpoint's text with a public key ([Key.Public]) and returns what it says.
// Errors: ErrNoCheckpoint, ErrOtherKey, ErrTampered, and one for a key that is none.
func Open(text []byte, publicKey string) (Checkpoint, error) {
	verifier, err := note.NewVerifier(strings.TrimSpace(publicKey))
	if err != nil {
		return Checkpoint{}, fmt.Errorf("the public key is not of the form name+hash+key: %w", err)
	}
	if len(text) > MaxCheckpoint {
		return Checkpoint{}, fmt.Errorf("%w: it has %d bytes", ErrNoCheckpoint, len(text))
	}
	text = []byte(strings.ReplaceAll(string(text), "\r\n", "\n")) // mail and editors do that
	signed, err := note.Open(text, note.VerifierList(verifier))
	var foreign *note.UnverifiedNoteError
	var invalid *note.InvalidSignatureError
	switch {
	case errors.As(err, &foreign) && len(foreign.Note.UnverifiedSigs) > 0:
		by := foreign.Note.UnverifiedSigs[0]
		return Checkpoint{}, fmt.Errorf("%w: it is signed by %s with key %08x, the given key is %08x of %s", ErrOtherKey, by.Name, by.Hash,
			verifier.KeyHash(), verifier.Name())
	case errors.As(err, &invalid):
		return Checkpoint{}, fmt.Errorf("%w: the signature of %s does not fit the text", ErrTampered, invalid.Name)
	case err != nil:
		return Checkpoint{}, fmt.Errorf("%w: %w", ErrNoCheckpoint, err)
	}
	c, err := parse(signed.Text)
	if err == nil && c.Origin != verifier.Name() {
		err = fmt.Errorf("%w: it is of %s, the given key of %s", ErrOtherKey, c.Origin, verifier.Name())
	}
	return c, err
}

// parse reads a checkpoint's text. Lines of other extensions are passed over.
func parse(text string) (Checkpoint, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	bad := func(what string) (Checkpoint, error) {
		return Checkpoint{}, fmt.Errorf("%w: %s", ErrNoCheckpoint, what)
	}
	if len(lines) < 3 {
		return bad("it has too few lines")
	}
	c := Checkpoint{Origin: lines[0]}
	var err error
	if c.Size, err = strconv.ParseInt(lines[1], 10, 64); err != nil || c.Size < 0 {
		return bad("its second line is no size of a tree")
	}
	if c.Root, err = tlog.ParseHash(lines[2]); err != nil {
		return bad("its third line is no root hash")
	}
	for _, line := range lines[3:] {
		name, value, _ := strings.Cut(line, " ")
		switch name {
		case "position":
			position, err := strconv.ParseUint(value, 10, 64)
			if err != nil {
				return bad("its position is no number")
			}
			c.Position = events.Position(position)
		case "time":
			if c.Time, err = time.Parse(time.RFC3339, value); err != nil {
				return bad("its time is not of RFC 3339")
			}
		}
	}
	return c, nil
}
