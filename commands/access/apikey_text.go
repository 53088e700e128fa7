// What an API key looks like: "cndr_", 256 random bits in 43 base-62 characters, and 6 characters
// of CRC-32 over all that, so that clients and secret scanners recognise a mistyped or invented key
// without a request.

package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"math/big"
	"strings"
)

const (
	keyPrefix      = "cndr_"
	keySecretLen   = 43 // base-62 characters of 256 bits
	keyChecksumLen = 6  // base-62 characters of 32 bits

	base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// newKeyText returns the text of a new key.
func newKeyText() string {
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // never fails: crypto/rand ends the program instead
	body := keyPrefix + inBase62(new(big.Int).SetBytes(secret[:]), keySecretLen)
	return body + keyChecksum(body)
}

// keyChecksum returns the checksum of the rest of a key's text.
func keyChecksum(body string) string {
	return inBase62(big.NewInt(int64(crc32.ChecksumIEEE([]byte(body)))), keyChecksumLen)
}

// inBase62 writes n with leading zeros.
func inBase62(n *big.Int, length int) string {
	digits := make([]byte, length)
	base, digit := big.NewInt(int64(len(base62))), new(big.Int)
	n = new(big.Int).Set(n)
	for i := length - 1; i >= 0; i-- {
		n.DivMod(n, base, digit)
		digits[i] = base62[digit.Int64()]
	}
	return string(digits)
}

// ValidKeyFormat reports whether plain can be a key of ours: prefix, length, characters and checksum.
func ValidKeyFormat(plain string) bool {
	if len(plain) != len(keyPrefix)+keySecretLen+keyChecksumLen || !strings.HasPrefix(plain, keyPrefix) {
		return false
	}
	body, checksum := plain[:len(plain)-keyChecksumLen], plain[len(plain)-keyChecksumLen:]
	return strings.Trim(body[len(keyPrefix):], base62) == "" && checksum == keyChecksum(body)
}

// HashKey returns the hash under which a key is stored: the lower-case hex SHA-256 of its text. 256 random bits need no slow hash.
func HashKey(plain string) string {
	sum := sha256.Sum256([]byte(plain))
	return hex.EncodeToString(sum[:])
}

// keyHint returns the part of a key that lists may show: the prefix and the last four characters.
func keyHint(plain string) string { return keyPrefix + "…" + plain[len(plain)-4:] }
