// Package difference tells what changed between two texts, in words and for eyes.
package difference
