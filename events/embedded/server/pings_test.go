package server_test

// Clients that ask often whether the node is there.

import (
	"net"
	"testing"
	"time"

	"golang.org/x/net/http2"
)

// A connection lives although its client pings every second. grpc ends one after the third ping that comes too soon.
func TestPingsEverySecond(t *testing.T) {
	t.Parallel()
	c := config(t)
	c.Insecure = true
	conn, err := net.Dial("tcp", open(t, c).Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte(http2.ClientPreface)); err != nil {
		t.Fatal(err)
	}
	framer := http2.NewFramer(conn, conn)
	if err := framer.WriteSettings(); err != nil {
		t.Fatal(err)
	}
	for i := range byte(6) {
		if err := framer.WritePing(false, [8]byte{i}); err != nil {
			t.Fatal(err)
		}
		for answered := false; !answered; {
			frame, err := framer.ReadFrame()
			if err != nil {
				t.Fatalf("ping %d: %v", i, err)
			}
			switch f := frame.(type) {
			case *http2.GoAwayFrame:
				t.Fatalf("ping %d: the node ends the connection: %s", i, f.DebugData())
			case *http2.PingFrame:
				answered = f.IsAck() && f.Data[0] == i
			}
		}
		time.Sleep(time.Second)
	}
}
