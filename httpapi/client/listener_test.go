// How many connections there may be, and what becomes of one more.

package client_test

import (
	"bufio"
	"net"
	"net/http"
	"net/netip"
	"testing"

	"candor/httpapi/client"
)

func TestBeyondTheLimitIdleConnectionsEndAndNewOnesAreAnswered(t *testing.T) {
	t.Parallel()
	entered, leave, idles := make(chan struct{}), make(chan struct{}), make(chan struct{}, 16)
	web := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/held" {
			entered <- struct{}{}
			<-leave
		}
	})}
	web.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateIdle {
			idles <- struct{}{}
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	limits := client.Limits{
		Max: 2, Refused: func() {}, Crowded: func(netip.Addr, int) {},
		Refusal: []byte("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
	}
	go func() { _ = web.Serve(client.Limit(web, l, limits)) }()
	t.Cleanup(func() { _ = web.Close() })
	ask := func(path string) (answered func() *http.Response) {
		t.Helper()
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		in := bufio.NewReader(c)
		if _, err := c.Write([]byte("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n")); err != nil {
			t.Fatal(err)
		}
		return func() *http.Response {
			t.Helper()
			a, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			return a
		}
	}
	idle := ask("/")
	if a := idle(); a.StatusCode != http.StatusOK {
		t.Fatalf("status %d", a.StatusCode)
	}
	<-idles
	first, second := ask("/held"), ask("/held") // the second in the place of the idle one
	<-entered
	<-entered
	for range 3 {
		if a := ask("/")(); a.StatusCode != http.StatusServiceUnavailable || a.Header.Get("Retry-After") != "1" || !a.Close {
			t.Errorf("one more: status %d, Retry-After %q, closes %t", a.StatusCode, a.Header.Get("Retry-After"), a.Close)
		}
	}
	close(leave)
	for _, held := range []func() *http.Response{first, second} {
		if a := held(); a.StatusCode != http.StatusOK {
			t.Errorf("a held request: status %d", a.StatusCode)
		}
	}
	<-idles
	if a := ask("/")(); a.StatusCode != http.StatusOK {
		t.Errorf("when there is room again: status %d", a.StatusCode)
	}
}
