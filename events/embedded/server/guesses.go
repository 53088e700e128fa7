package server

// Passwords: the server's own, and the log of wrong ones.

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"

	"candor/events/embedded/server/internal/rpc"
)

// secret derives a password from the authority's key. Without the key it can't be guessed, and it stays the same after a restart, so that
// programs that use it stay signed in. It changes with the administrator's password.
func (a *authority) secret(password string) (string, error) {
	key, err := x509.MarshalECPrivateKey(a.key)
	if err != nil {
		return "", err
	}
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte("own password\x00" + password))
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil)), nil
}

// reportGuesses logs wrong passwords: the network they came from, not the address, which may be a person's.
func (s *Server) reportGuesses(r rpc.GuessReport) {
	network := "others"
	if r.Network.IsValid() {
		network = r.Network.String()
	}
	s.config.Logger.Warn().Str("network", network).Int("guesses", r.Guesses).Int("refused", r.Refused).Msg("wrong passwords for the event store")
}
