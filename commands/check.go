// Rules that can be checked without carrying anything out: what an import will make of a file.

package commands

import (
	"context"
	"errors"
	"fmt"
)

// CheckAddress returns why a web address would be refused, nil if it would not.
func CheckAddress(address string) error {
	switch {
	case len(address) > maxAddress:
		return fmt.Errorf("has a URL of more than %d bytes", maxAddress)
	case address == "" || !isClean(address) || !isAddress(address):
		return errors.New("does not start with http://, https:// or /")
	}
	return nil
}

// CheckPicture returns why a picture's address or data string would be refused, nil if it would not.
func CheckPicture(text string) error {
	if !isDataString(text) {
		return CheckAddress(text)
	}
	_, err := parseDataString(context.Background(), text) // takes a few seconds at most
	return err
}
