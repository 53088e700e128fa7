// What an import checks before it sends anything.

package input

import (
	"errors"
	"fmt"

	"candor/events/characters"
)

// CheckAddress returns why a web address would be refused, nil if it would not.
func CheckAddress(address string) error {
	switch {
	case characters.Count(address) > MaxAddress:
		return fmt.Errorf("has a URL of more than %d bytes", MaxAddress)
	case address == "" || !IsClean(address) || !isAddress(address):
		return errors.New("does not start with http://, https:// or /")
	}
	return nil
}
