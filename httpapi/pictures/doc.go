// Package pictures answers with stored pictures, and takes, replaces and removes them.
package pictures
