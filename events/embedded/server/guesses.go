package server

// Passwords: the server's own, and the log of wrong ones.

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"net/netip"
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

// reportGuess logs wrong passwords: the network that the latest came from, not the address, which may be a person's.
func (s *Server) reportGuess(network netip.Prefix, guesses int) {
	s.config.Logger.Warn().Stringer("network", network).Int("guesses", guesses).Msg("wrong passwords for the event store")
}
