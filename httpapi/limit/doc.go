// Package limit counts what clients may use: requests of API keys, sign-ins, public writes, tracked events, and memory for request
// bodies. Counts are in memory; what must survive a restart, or is counted together with other instances, is read from the log.
package limit
