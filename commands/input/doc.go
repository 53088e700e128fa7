// Package input reads what callers send: JSON objects field by field, and the rules of single fields (spec.md sections 3 and 5).
//
// The error of a Parse function that uses it is a *commands.Error of kind Invalid, which names every bad field; malformed JSON is a bad
// "body".
package input
