// Answers that leave in one write are whole, whatever their length.

package httpapi_test

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strconv"
	"testing"
	"time"

	"candor/httpapi"
)

func TestAnAnswerInOnePieceIsWhole(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte("honest "), 40_000)
	address, stop := listen(t, &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.RawQuery)
		w.Header().Set("Content-Length", r.URL.RawQuery)
		httpapi.Send(w, r, text[:n])
	})})
	t.Cleanup(stop)
	c, err := connect(address, http.StatusOK)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil { // a piece may be kept for ever
		t.Fatal(err)
	}
	in := bufio.NewReader(c)
	sizes := []int{0, 1, 2_047, 2_048, 2_049, 8_192, 150_000, len(text)}
	for size := 3_900; size < 4_200; size++ { // where the head and the body fill net/http's buffer
		sizes = append(sizes, size)
	}
	for _, size := range sizes {
		for _, method := range []string{"GET", "HEAD"} {
			if _, err := io.WriteString(c, method+" /?"+strconv.Itoa(size)+" HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			a, err := http.ReadResponse(in, &http.Request{Method: method})
			if err != nil {
				t.Fatalf("%s of %d bytes: %v", method, size, err)
			}
			got, err := io.ReadAll(a.Body)
			want := text[:size]
			if method == "HEAD" {
				want = nil
			}
			if err != nil || !bytes.Equal(got, want) || a.ContentLength != int64(size) {
				t.Fatalf("%s of %d bytes: got %d, Content-Length %d (%v)", method, size, len(got), a.ContentLength, err)
			}
			for name, want := range map[string]string{"X-Request-Id": "id-of-the-request", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY"} {
				if got := a.Header.Values(name); len(got) != 1 || got[0] != want {
					t.Fatalf("%s of %d bytes: %s is %q", method, size, name, got)
				}
			}
		}
	}
}
