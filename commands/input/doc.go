// Package input reads what callers send: JSON objects field by field, and the rules of single fields (spec.md sections 3 and 5).
package input
