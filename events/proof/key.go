// Keys: the Ed25519 pair that signs a site's checkpoints, and the file in which it lies.

package proof

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// Key signs checkpoints.
type Key struct {
	signer note.Signer
	public string
}

// Origin is the key's name, the first line of what it signs.
func (k *Key) Origin() string { return k.signer.Name() }

// Public is the text to give to whoever wants to check signatures, in one line: "<origin>+<hash>+<base64>".
func (k *Key) Public() string { return k.public }

// Sign returns the signed text of c, with the key's origin.
func (k *Key) Sign(c Checkpoint) ([]byte, error) {
	c.Origin, c.Time = k.Origin(), c.Time.UTC().Truncate(time.Second)
	return note.Sign(&note.Note{Text: c.text()}, k.signer)
}

// KeyFile is where a site's key lies: one line of text, for its owner only. All methods are safe for concurrent use.
type KeyFile struct {
	Path    string
	SiteURL string // names a new key, "https://example.com" → "example.com"; "": it gets a random name

	mu  sync.Mutex
	key *Key
}

// Key returns the file's key. The first time it makes one.
func (f *KeyFile) Key() (*Key, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.key != nil {
		return f.key, nil
	}
	key, err := f.read()
	if errors.Is(err, fs.ErrNotExist) {
		if err = f.make(); err == nil {
			key, err = f.read()
		}
	}
	if err != nil {
		return nil, err
	}
	f.key = key
	return key, nil
}

// Existing is Key, but never makes one: its error is then an fs.ErrNotExist.
func (f *KeyFile) Existing() (*Key, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.key != nil {
		return f.key, nil
	}
	return f.read()
}

func (f *KeyFile) read() (*Key, error) {
	text, err := os.ReadFile(f.Path)
	if err != nil {
		return nil, fmt.Errorf("signing key: %w", err)
	}
	key, err := parseKey(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Errorf("signing key %s: %w", f.Path, err)
	}
	return key, nil
}

// make leaves a new key in the file, whole or not at all. Of two programs that do so at once one wins.
func (f *KeyFile) make() error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return fmt.Errorf("signing key: %w", err)
	}
	private, _, err := note.GenerateKey(rand.Reader, f.origin())
	if err != nil {
		return fmt.Errorf("signing key: %w", err)
	}
	beside, err := os.CreateTemp(filepath.Dir(f.Path), filepath.Base(f.Path)+".*") // mode 0600
	if err != nil {
		return fmt.Errorf("signing key: %w", err)
	}
	defer os.Remove(beside.Name())
	_, err = beside.WriteString(private + "\n")
	if err := errors.Join(err, beside.Sync(), beside.Close()); err != nil {
		return fmt.Errorf("signing key: %w", err)
	}
	if err := os.Link(beside.Name(), f.Path); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("signing key: %w", err)
	}
	return nil
}

// origin names a new key: by the site without its scheme, as C2SP advises, or else at random.
func (f *KeyFile) origin() string {
	if u, err := url.Parse(f.SiteURL); err == nil && u.Host != "" && !strings.ContainsAny(u.Host, "+ ") {
		return u.Host
	}
	return "candor/" + strings.ToLower(rand.Text()[:16])
}

func parseKey(text string) (*Key, error) {
	signer, err := note.NewSigner(text)
	if err != nil {
		return nil, errors.New("it holds no key of the form PRIVATE+KEY+name+hash+key")
	}
	parts := strings.SplitN(text, "+", 5) // the base64 may have a plus of its own
	seed, err := base64.StdEncoding.DecodeString(parts[4])
	if err != nil || len(seed) != 1+ed25519.SeedSize {
		return nil, errors.New("its key is no Ed25519 seed")
	}
	public, err := note.NewEd25519VerifierKey(signer.Name(), ed25519.NewKeyFromSeed(seed[1:]).Public().(ed25519.PublicKey))
	return &Key{signer: signer, public: public}, err
}
