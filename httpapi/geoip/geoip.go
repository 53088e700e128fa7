// Package geoip tells from an address the country, and with a better database the city, of a
// visitor. It reads MaxMind-format files: the one built into the binary knows countries only.
package geoip

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/oschwald/maxminddb-golang/v2"
)

// What Locate says instead of a country code.
const (
	Local   = "Local"   // private, loopback, link-local and other addresses that are not on the internet
	Unknown = "Unknown" // public, but not in the database
)

// builtIn is the built-in country database, in the program's own file rather than on the heap. When the program is built
// with make, a copy of builtin.go.txt sets it; without the copy the package compiles, too.
var builtIn []byte

// DB answers from one database. It is safe for concurrent use.
type DB struct {
	reader *maxminddb.Reader // nil: every public address is Unknown
}

// Open opens the MaxMind file at path, or the built-in country database when path is empty.
// A program built without that database gets a DB that knows no public address; see [DB.Empty].
func Open(path string) (*DB, error) {
	if path != "" {
		reader, err := maxminddb.Open(path)
		if err != nil {
			return nil, fmt.Errorf("country database %s: %w", path, err)
		}
		return &DB{reader: reader}, nil
	}
	if builtIn == nil {
		return &DB{}, nil
	}
	reader, err := maxminddb.OpenBytes(builtIn)
	if err != nil {
		return nil, fmt.Errorf("built-in country database: %w", err)
	}
	return &DB{reader: reader}, nil
}

// Empty reports whether there is no database, so that the caller can warn once.
func (db *DB) Empty() bool { return db.reader == nil }

// KnowsCities reports whether the database has cities, too.
func (db *DB) KnowsCities() bool {
	return db.reader != nil && strings.Contains(db.reader.Metadata.DatabaseType, "City")
}

// Close gives a database file back. Locate must not be called afterwards.
func (db *DB) Close() error {
	if db.reader == nil {
		return nil
	}
	return db.reader.Close()
}

// Locate returns the ISO 3166 alpha-2 code of the country that addr is in, Local or Unknown,
// and the city's English name, "" where the database has none.
func (db *DB) Locate(addr netip.Addr) (country, city string) {
	addr = addr.Unmap().WithZone("")
	if !addr.IsValid() {
		return Unknown, ""
	}
	if !public(addr) {
		return Local, ""
	}
	if db.reader == nil {
		return Unknown, ""
	}
	result := db.reader.Lookup(addr)
	if !result.Found() {
		return Unknown, ""
	}
	// The built-in database has country_code at the top, MaxMind's own have country.iso_code.
	country = text(result, "country_code")
	if country == "" {
		country = text(result, "country", "iso_code")
	}
	if country == "" {
		country = Unknown
	}
	return country, text(result, "city", "names", "en")
}

// text returns the text at path in the record, "" when there is none.
func text(result maxminddb.Result, path ...any) string {
	var value string
	if result.DecodePath(&value, path...) != nil {
		return ""
	}
	return value
}

// sharedSpace is carrier-grade NAT (RFC 6598), which netip does not count as private.
var sharedSpace = netip.MustParsePrefix("100.64.0.0/10")

func public(addr netip.Addr) bool {
	return addr.IsGlobalUnicast() && !addr.IsPrivate() && !sharedSpace.Contains(addr)
}
