// Keys and values: how numbers, texts and structures are stored in a bucket.

package projector

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
)

// MaxKey is the size of the longest key that is stored; bbolt's own limit is 32 KiB.
const MaxKey = 1024 // bytes

// ShortHashSize is how many bytes of a SHA-256 are a short hash.
const ShortHashSize = 8

// Number returns n as a key: big-endian, so that byte order is number order.
func Number[N ~int64 | ~uint64](n N) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// ParseNumber reads what Number wrote.
func ParseNumber(key []byte) uint64 {
	if len(key) < 8 {
		panic(Damage("a stored number is too short"))
	}
	return binary.BigEndian.Uint64(key)
}

// BoundedKey returns a text as a key: whole, or its beginning and its hash if it is very long. It is never empty.
func BoundedKey(s string) []byte { return AppendBounded(nil, s) }

// AppendBounded appends BoundedKey of s to a key.
func AppendBounded(key []byte, s string) []byte {
	if len(s) <= MaxKey {
		return append(append(key, '='), s...)
	}
	return append(append(append(key, '~'), s[:MaxKey]...), ShortHash([]byte(s))...)
}

// ShortHash returns the first bytes of the SHA-256 of body in hex.
func ShortHash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:ShortHashSize])
}

// Encode returns v as JSON. All stored types can be encoded.
func Encode(v any) []byte {
	body, err := json.Marshal(v)
	if err != nil {
		panic(Damage("a value has no JSON: " + err.Error()))
	}
	return body
}

// EncodeMarkup is Encode for what holds markup, which it doesn't escape: that is shorter.
func EncodeMarkup(v any) []byte {
	var out bytes.Buffer
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	if err := to.Encode(v); err != nil {
		panic(Damage("a value has no JSON: " + err.Error()))
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
