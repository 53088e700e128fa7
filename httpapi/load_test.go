// Servers on loopback, and a load generator: raw connections that cost little beside the server.

package httpapi_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"candor/httpapi"
)

// listen serves on loopback, as candor serve does; stop ends it.
func listen(tb testing.TB, server *http.Server) (address string, stop func()) {
	tb.Helper()
	return listenOver(tb, server, func(l net.Listener) net.Listener { return httpapi.LimitConnections(server, l, 1024) })
}

// listenOver is listen over what bound makes of the listener.
func listenOver(tb testing.TB, server *http.Server, bound func(net.Listener) net.Listener) (address string, stop func()) {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(bound(l)) // ends with http.ErrServerClosed
	}()
	return l.Addr().String(), func() {
		_ = server.Close()
		<-done
	}
}

// serve listens until the test ends, with net/http alone, and returns the address.
func serve(tb testing.TB, h http.Handler) string {
	tb.Helper()
	address, stop := listenOver(tb, httpapi.NewServer(h), func(l net.Listener) net.Listener { return l })
	tb.Cleanup(stop)
	return address
}

// load sends request n times over the given number of connections and returns requests a second.
// Every answer must have the status.
func load(tb testing.TB, address string, request []byte, status, connections, n int) float64 {
	tb.Helper()
	var left atomic.Int64
	left.Store(int64(n))
	var group sync.WaitGroup
	failed := make(chan error, connections)
	began := time.Now()
	for range connections {
		group.Go(func() {
			if err := sendAll(address, request, status, &left); err != nil {
				failed <- err
			}
		})
	}
	group.Wait()
	took := time.Since(began)
	select {
	case err := <-failed:
		tb.Fatal(err)
	default:
	}
	return float64(n) / took.Seconds()
}

func sendAll(address string, request []byte, status int, left *atomic.Int64) error {
	c, err := connect(address, status)
	if err != nil {
		return err
	}
	defer c.Close()
	for left.Add(-1) >= 0 {
		if err := c.ask(request); err != nil {
			return err
		}
	}
	return nil
}

// caller is one connection, on which every answer must have the same status.
type caller struct {
	net.Conn
	in   *bufio.Reader
	want []byte // how answers begin
}

func connect(address string, status int) (*caller, error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &caller{c, bufio.NewReaderSize(c, 64<<10), fmt.Appendf(nil, "HTTP/1.1 %d ", status)}, nil
}

// ask sends a request and reads its answer.
func (c *caller) ask(request []byte) error {
	if _, err := c.Write(request); err != nil {
		return err
	}
	return readAnswer(c.in, c.want)
}

var contentLength = []byte("Content-Length: ")

func readAnswer(in *bufio.Reader, want []byte) error {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, want) {
		return fmt.Errorf("answer %q, want %q", line, want)
	}
	length := 0
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if line = bytes.TrimRight(line, "\r\n"); len(line) == 0 {
			break
		}
		if text, ok := bytes.CutPrefix(line, contentLength); ok {
			if length, err = strconv.Atoi(string(text)); err != nil {
				return err
			}
		}
	}
	_, err = in.Discard(length)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}
