package server_test

// What the official client alone makes possible: the same appends to a server that knows nothing but frames of HTTP/2.

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/protobuf/proto"
)

// BenchmarkAppendCeiling appends batches of 100 in turns to a node, to a server that says yes at once, to one that writes over
// a file's blocks and syncs them before it does, and to a plain file; µs a batch of each. "of-ceiling" is the node's speed as a ratio of
// the syncing server's, "client-only" the plain file's time as a ratio of the client's own: more than that no server can reach.
func BenchmarkAppendCeiling(b *testing.B) {
	for _, writers := range []int{1, 4} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			clients := []*esdb.Client{connect(b, open(b, config(b))), sayYes(b, false), sayYes(b, true)}
			file, bytes := newPlain(b), make([]byte, (len(viewData)+len(viewMetadata))*100)
			for _, c := range clients {
				if _, err := c.AppendToStream(context.Background(), "warm", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
					views(1)...); err != nil {
					b.Fatal(err)
				}
			}
			var took [4]time.Duration
			b.ResetTimer()
			for round := range rounds {
				n := b.N*(round+1)/rounds - b.N*round/rounds
				for i, c := range clients {
					began := time.Now()
					appendBatches(b, c, n, writers, 100, func(int) string { return "pageviews-2026-11-21" })
					took[i] += time.Since(began)
				}
				began := time.Now()
				file.append(b, n, bytes)
				took[3] += time.Since(began)
			}
			for i, name := range []string{"node", "client", "ceiling", "file"} {
				b.ReportMetric(float64(took[i].Microseconds())/float64(b.N), "µs-"+name)
			}
			b.ReportMetric(took[2].Seconds()/took[0].Seconds(), "of-ceiling")
			b.ReportMetric(took[3].Seconds()/took[1].Seconds(), "client-only")
		})
	}
}

// yes is a server that answers every append with success, after it wrote and synced the append's bytes to a file, if it has one.
type yes struct {
	net.Listener
	file *os.File
}

// sayYes starts such a server and returns an official client of it.
func sayYes(b *testing.B, durable bool) *esdb.Client {
	web := httptest.NewUnstartedServer(nil) // for its certificate
	web.StartTLS()
	defer web.Close()
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: web.TLS.Certificates, NextProtos: []string{"h2"}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	y := &yes{Listener: l}
	if durable {
		if y.file, err = os.Create(filepath.Join(b.TempDir(), "yes")); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { y.file.Close() })
		if _, err := y.file.Write(make([]byte, 4<<20)); err != nil {
			b.Fatal(err)
		}
		if err := y.file.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go y.serve(c)
		}
	}()
	conf, err := esdb.ParseConnectionString(fmt.Sprintf("esdb://%s:%s@%s", user, "password", l.Addr()))
	if err != nil {
		b.Fatal(err)
	}
	conf.Logger = func(esdb.LogLevel, string, ...any) {}
	conf.RootCAs = x509.NewCertPool()
	conf.RootCAs.AddCert(web.Certificate())
	client, err := esdb.NewClient(conf)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { client.Close() })
	return client
}

func (y *yes) serve(c net.Conn) {
	defer c.Close()
	out := bufio.NewWriterSize(c, 32<<10)
	in := bufio.NewReaderSize(c, 64<<10)
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(in, preface); err != nil {
		return
	}
	f := http2.NewFramer(out, in)
	f.SetReuseFrames()
	f.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 16 << 20})
	f.WriteWindowUpdate(0, 1<<30)
	var block bytes.Buffer
	enc := hpack.NewEncoder(&block)
	dec := hpack.NewDecoder(4096, nil)
	msg, _ := proto.Marshal(&api.AppendResp{Result: &api.AppendResp_Success_{Success: &api.AppendResp_Success{
		CurrentRevisionOption: &api.AppendResp_Success_CurrentRevision{CurrentRevision: 1},
		PositionOption:        &api.AppendResp_Success_Position{Position: &api.AppendResp_Position{CommitPosition: 1, PreparePosition: 1}},
	}}})
	data := append([]byte{0, 0, 0, 0, byte(len(msg))}, msg...)
	headers := func(stream uint32, end bool, kv ...string) {
		block.Reset()
		for i := 0; i < len(kv); i += 2 {
			enc.WriteField(hpack.HeaderField{Name: kv[i], Value: kv[i+1]})
		}
		f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block.Bytes(), EndHeaders: true, EndStream: end})
	}
	appends := map[uint32]bool{}
	var body []byte
	got := 0
	for {
		if in.Buffered() == 0 {
			out.Flush()
		}
		frame, err := f.ReadFrame()
		if err != nil {
			return
		}
		switch fr := frame.(type) {
		case *http2.SettingsFrame:
			if !fr.IsAck() {
				f.WriteSettingsAck()
			}
		case *http2.PingFrame:
			if !fr.IsAck() {
				f.WritePing(true, fr.Data)
			}
		case *http2.HeadersFrame:
			fields, err := dec.DecodeFull(fr.HeaderBlockFragment())
			if err != nil {
				return
			}
			for _, h := range fields {
				if h.Name == ":path" && h.Value == api.Streams_Append_FullMethodName {
					appends[fr.StreamID] = true
				}
			}
		case *http2.DataFrame:
			got += len(fr.Data())
			if got > 8<<20 {
				f.WriteWindowUpdate(0, uint32(got))
				got = 0
			}
			if y.file != nil {
				body = append(body, fr.Data()...)
			}
			if !fr.StreamEnded() {
				continue
			}
			id := fr.StreamID
			if !appends[id] {
				headers(id, true, ":status", "200", "content-type", "application/grpc", "grpc-status", "12")
				continue
			}
			delete(appends, id)
			if y.file != nil {
				if _, err := y.file.WriteAt(body, 0); err != nil {
					return
				}
				if err := syscall.Fdatasync(int(y.file.Fd())); err != nil {
					return
				}
				body = body[:0]
			}
			headers(id, false, ":status", "200", "content-type", "application/grpc")
			f.WriteData(id, false, data)
			headers(id, true, "grpc-status", "0")
		}
	}
}
