// Package datadir defines the files of Candor's data folder, and how the commands on a folder find
// the server that runs on it.
//
//	log.db               the log of the embedded node; everything else depends on it
//	models/<name>.db     the read models; rebuilt from the log when they are missing
//	past/                read models of past moments; emptied at every start
//	renditions/          smaller copies of the pictures; made again when they are missing
//	signing.key          the private key of the site's checkpoints; can't be rebuilt
//	server.json          how to reach the running server's log; gone when it stops
//	eventstore-ca.crt    the certificate authority of a node that is open to other clients
package datadir

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
)

// Folder is the path of a data folder.
type Folder string

// ErrNoServer says that the folder has no run file.
var ErrNoServer = errors.New("no server runs on this data folder")

// Make creates the folder if it is missing, for its owner only.
func (f Folder) Make() error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	return nil
}

// LogFile returns the path of the embedded node's log.
func (f Folder) LogFile() string { return filepath.Join(string(f), "log.db") }

// SigningKey returns the path of the key that signs checkpoints.
func (f Folder) SigningKey() string { return filepath.Join(string(f), "signing.key") }

// Models returns the folder of the read models.
func (f Folder) Models() string { return filepath.Join(string(f), "models") }

// AsOf returns the folder of the read models as of past moments.
func (f Folder) AsOf() string { return filepath.Join(string(f), "past") }

// Renditions returns the folder of the smaller copies of pictures.
func (f Folder) Renditions() string { return filepath.Join(string(f), "renditions") }

// Server says how to reach a running server's log and control call. It is readable by the owner
// of the folder only: it holds the log's password.
type Server struct {
	PID              int    `json:"pid"`
	ConnectionString string `json:"connectionString"`       // of the log
	CA               string `json:"ca,omitempty"`           // PEM, where the log's certificate authority is our own
	HTTP             string `json:"http,omitempty"`         // "http://127.0.0.1:8080"; empty for a node alone
	Ops              string `json:"ops,omitempty"`          // "http://127.0.0.1:9090", where /readyz is; empty: at HTTP
	ControlToken     string `json:"controlToken,omitempty"` // opens the control call
}

// WriteRunFile writes s into the folder's run file, by which commands find the server. The returned function removes the file.
func (f Folder) WriteRunFile(s Server) (remove func() error, err error) {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, err
	}
	// Written beside and renamed, so that it is never read half-written.
	next := f.runFile() + ".new"
	if err := os.WriteFile(next, text, 0o600); err != nil {
		_ = os.Remove(next) // what was written before the disk was full
		return nil, fmt.Errorf("write the run file: %w", err)
	}
	if err := os.Rename(next, f.runFile()); err != nil {
		return nil, fmt.Errorf("write the run file: %w", err)
	}
	return func() error { return os.Remove(f.runFile()) }, nil
}

// Server reads the run file; without one, its error is [ErrNoServer]. A server that was killed
// leaves the file behind: the log's lock, not this file, shows whether one runs.
func (f Folder) Server() (Server, error) {
	text, err := os.ReadFile(f.runFile())
	if errors.Is(err, fs.ErrNotExist) {
		return Server{}, ErrNoServer
	}
	if err != nil {
		return Server{}, fmt.Errorf("read the run file: %w", err)
	}
	var s Server
	if err := json.Unmarshal(text, &s); err != nil {
		return Server{}, fmt.Errorf("%s: %w", f.runFile(), err)
	}
	return s, nil
}

// Ask posts body as JSON to a control call of the running server. The caller closes the answer's
// body. An error means that no server answers at the address of the run file.
func (s Server) Ask(ctx context.Context, path string, body any) (*http.Response, error) {
	if s.HTTP == "" {
		return nil, ErrNoServer
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.HTTP+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+s.ControlToken)
	return http.DefaultClient.Do(request)
}

func (f Folder) runFile() string { return filepath.Join(string(f), "server.json") }
