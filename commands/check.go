// Rules that can be asked without carrying anything out: what an import will make of a file.

package commands

import (
	"errors"
	"fmt"
)

// Check tells which rules a new review breaks, as far as that can be told without the log: nil or an *Error of kind Invalid.
func (in ReviewInput) Check() error {
	in, errs := in.tidied()
	if errs = merge(errs, in.missing()); len(errs) > 0 {
		return invalid(errs...)
	}
	return nil
}

// Check is the same for a new article.
func (in ArticleInput) Check() error {
	in, errs := in.tidied()
	if errs = merge(errs, in.missing()); len(errs) > 0 {
		return invalid(errs...)
	}
	return nil
}

// CheckAddress tells why a web address would be refused, nil if it would not.
func CheckAddress(address string) error {
	switch {
	case len(address) > maxAddress:
		return fmt.Errorf("has a URL of more than %d bytes", maxAddress)
	case address == "" || !isClean(address) || !isAddress(address):
		return errors.New("does not start with http://, https:// or /")
	}
	return nil
}

// CheckPicture tells why a picture's address or data string would be refused, nil if it would not.
func CheckPicture(text string) error {
	if !isDataString(text) {
		return CheckAddress(text)
	}
	_, err := parseDataString(text)
	return err
}
