// Package operations answers how the site is doing, and what other commands on its machine ask for: health, overview, proofs, rebuilds,
// scavenges and backups.
package operations
