package server

// Passwords: the server's own, which nobody guesses, and what the log is told of those who try.

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"

	"candor/events/embedded/server/internal/rpc"
)

// secret makes a password that is as good as a random one to who has not the authority's key, and the same at the next start: programs that
// were told it stay signed in. It changes with the password that it stands for.
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
