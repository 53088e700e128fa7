// Facts about backups of the log. Stream backups.

package events

import "time"

func init() { registerItem[BackupMade](1, BackupKind, ActionCreated) }

// BackupMade says that a backup of the log was written into a file. The backup itself ends before it.
type BackupMade struct {
	Position Position  `json:"position"` // of its last event
	Bytes    int64     `json:"bytes"`    // of the file
	By       string    `json:"by"`       // the user who ran the command
	Verified bool      `json:"verified"` // it was checked while it was written
	At       time.Time `json:"at"`
}

func (BackupMade) EventType() string { return "BackupMade" }
