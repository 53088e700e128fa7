package server

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candor/events/datadir"
	"candor/internal/openlog"
	"candor/internal/secrets"
)

func goodConfig(t *testing.T) Config {
	return Config{
		Folder: datadir.Folder(filepath.Join(t.TempDir(), "data")), Addr: "127.0.0.1:0", AdminUsername: "admin", MaxConnections: 10,
		Stdout: io.Discard, Stderr: io.Discard,
	}
}

func TestABadConfigIsRefusedBeforeAnythingIsOpened(t *testing.T) {
	password := secrets.Secret{Value: "plum ladder harbour", Source: secrets.NodePassword}
	opened := openlog.Access{Listen: "127.0.0.1:0", Password: password}
	tests := []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no connections", func(c *Config) { c.MaxConnections = 0 }, "--max-connections"},
		{"an address without a port", func(c *Config) { c.Addr = "127.0.0.1" }, "--addr"},
		{"an operator's address without a port", func(c *Config) { c.OpsAddr = "localhost" }, "--ops-addr"},
		{"a public address without a scheme", func(c *Config) { c.SiteURL = "example.com" }, "--site-url"},
		{"a moment in the future", func(c *Config) { c.AsOf = time.Now().Add(time.Hour) }, "--as-of"},
		{"the past with the demo site", func(c *Config) { c.AsOf, c.Demo = time.Now().Add(-time.Hour), true }, "--as-of"},
		{"the past on an opened event store", func(c *Config) { c.AsOf, c.Access = time.Now().Add(-time.Hour), opened }, "--as-of"},
		{"a short password", func(c *Config) {
			c.AdminPassword = secrets.Secret{Value: "short", Source: "CANDOR_ADMIN_PASSWORD_FILE"}
		}, "CANDOR_ADMIN_PASSWORD_FILE: "},
		{"a negative budget", func(c *Config) { c.TrackBudget = -1 }, "--track-budget"},
		{"two logs", func(c *Config) { c.EventStore, c.Access = "esdb://x", opened }, "--eventstore-listen"},
		{"projections of another log", func(c *Config) { c.EventStore, c.LinkEvents = "esdb://x", true }, "--eventstore-projections"},
		{"a weak password for nobody", func(c *Config) { c.Access.Insecure = true }, "--eventstore-insecure-password"},
		{"an opened event store without a password", func(c *Config) { c.Access.Listen = "127.0.0.1:0" }, secrets.NodePassword},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := goodConfig(t)
			test.change(&c)
			if _, err := New(c); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error that names %s", err, test.want)
			}
			if _, err := os.Stat(string(c.Folder)); !os.IsNotExist(err) {
				t.Errorf("the data folder was made: %v", err)
			}
		})
	}
}

func TestAGoodConfigOpensNothingYet(t *testing.T) {
	c := goodConfig(t)
	if _, err := New(c); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(string(c.Folder)); !os.IsNotExist(err) {
		t.Errorf("the data folder was made: %v", err)
	}
}
