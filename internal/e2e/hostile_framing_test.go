package e2e

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// hostileFraming sends requests whose end is in doubt, each with another request behind it that a proxy may not have seen.
func hostileFraming(t *testing.T, s *site) {
	const (
		head  = "POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
		body  = `{"name":"A","email":"a@example.org","subject":"S","message":"M"}`
		inner = "GET /api/site HTTP/1.1\r\nHost: x\r\n\r\n"
	)
	chunks := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	for name, test := range map[string]struct{ sent, status string }{
		"a length and chunks": {head + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, "201"},
		"chunks and a length": {head + "Transfer-Encoding: chunked\r\nContent-Length: 400\r\n\r\n" + chunks, "201"},
		"chunks of HTTP/1.0": {strings.Replace(head, "1.1", "1.0", 1) +
			fmt.Sprintf("Connection: keep-alive\r\nContent-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n%s", len(body), body), "201"},
		"another coding":         {head + "Transfer-Encoding: chunked, identity\r\n\r\n" + chunks, "501"},
		"two lengths":            {head + "Content-Length: 4\r\nContent-Length: 400\r\n\r\n" + body, "400"},
		"a length with a sign":   {head + fmt.Sprintf("Content-Length: +%d\r\n\r\n", len(body)) + body, "400"},
		"a chunk of signed size": {head + "Transfer-Encoding: chunked\r\n\r\n+" + chunks, "400"},
	} {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetDeadline(time.Now().Add(20 * time.Second))
		if _, err := io.WriteString(c, test.sent+inner); err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(c) // ends early if the server resets the connection, which is right as well
		_ = c.Close()
		if answers := strings.Count(string(got), "HTTP/1."); answers != 1 || !strings.HasPrefix(string(got), "HTTP/1.1 "+test.status) &&
			!strings.HasPrefix(string(got), "HTTP/1.0 "+test.status) {
			t.Errorf("%s: %d answers:\n%.600s", name, answers, got)
		}
	}
}
