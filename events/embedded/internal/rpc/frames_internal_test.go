package rpc

// Joined frames against what was sent.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"testing"

	"golang.org/x/net/http2"
	"pgregory.net/rapid"
)

// wire is a connection that gives its bytes out in pieces of the given sizes, and then ends.
type wire struct {
	net.Conn
	bytes  []byte
	pieces func() int
}

func (w *wire) Read(p []byte) (int, error) {
	if len(w.bytes) == 0 {
		return 0, io.EOF
	}
	n := copy(p, w.bytes[:min(len(w.bytes), w.pieces())])
	w.bytes = w.bytes[n:]
	return n, nil
}

// sent writes the preface and what write does.
func sent(t fataler, write func(*http2.Framer)) []byte {
	var out bytes.Buffer
	out.WriteString(http2.ClientPreface)
	f := http2.NewFramer(&out, nil)
	f.AllowIllegalWrites = true
	write(f)
	return out.Bytes()
}

type fataler interface{ Fatalf(string, ...any) }

// meaning is what frames say: everything but where one frame of data of a stream ends and the next begins. It counts the frames, too.
func meaning(t fataler, p []byte) (said []string, frames int) {
	if !bytes.HasPrefix(p, []byte(http2.ClientPreface)) {
		t.Fatalf("no preface")
	}
	f := http2.NewFramer(nil, bytes.NewReader(p[len(http2.ClientPreface):]))
	f.SetMaxReadFrameSize(1<<24 - 1)
	f.AllowIllegalReads = true
	growing := ""
	for {
		frame, err := f.ReadFrame()
		if errors.Is(err, io.EOF) {
			return said, frames
		}
		if err != nil {
			return append(said, err.Error()), frames
		}
		frames++
		h := frame.Header()
		key := h.Type.String() + string(rune(h.StreamID))
		flags := fmt.Sprintf("|%x", h.Flags)
		var content string
		switch frame := frame.(type) {
		case *http2.DataFrame:
			content = string(frame.Data())
			if h.Flags&^http2.FlagDataEndStream == 0 && growing == key {
				said[len(said)-1] += content
				content = ""
			} else {
				said = append(said, key+":"+content)
			}
			growing = key
			if h.Flags != 0 {
				growing = ""
				said = append(said, flags)
			}
			continue
		case *http2.HeadersFrame:
			content = string(frame.HeaderBlockFragment())
		case *http2.PingFrame:
			content = string(frame.Data[:])
		}
		growing = ""
		said = append(said, key+flags+":"+content)
	}
}

// What a client sends means the same with its frames joined, however it arrives and whatever sizes grpc reads.
func TestJoinedFramesMeanTheSame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := sent(r, func(f *http2.Framer) {
			for range rapid.IntRange(0, 20).Draw(r, "frames") {
				stream := uint32(rapid.IntRange(1, 3).Draw(r, "stream"))
				kind := rapid.IntRange(0, 20).Draw(r, "kind")
				content := bytes.Repeat([]byte{byte(rapid.IntRange(0, 255).Draw(r, "byte"))}, rapid.OneOf(
					rapid.IntRange(0, 20), rapid.IntRange(300, 3000), rapid.IntRange(maxFrame-20, maxFrame+20)).Draw(r, "size"))
				switch kind {
				case 0:
					f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: content, EndHeaders: true})
				case 1:
					f.WritePing(false, [8]byte{1, 2, 3})
				case 2:
					f.WriteDataPadded(stream, false, content, make([]byte, 7))
				case 3:
					f.WriteData(stream, true, content)
				case 4:
					f.WriteData(stream, false, make([]byte, joinRoom-frameHeader+rapid.IntRange(-1, 20000).Draw(r, "beyond")))
				default:
					f.WriteData(stream, false, content)
				}
			}
		})
		p = p[:max(preface, len(p)-rapid.SampledFrom([]int{0, 0, 0, 1, 5}).Draw(r, "cut"))]
		want, _ := meaning(r, p)
		chance := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "chance"), 0))
		most := rapid.SampledFrom([]int{300, 4000, 50000}).Draw(r, "most")
		c := newJoined(&wire{bytes: p, pieces: func() int { return 1 + chance.IntN(most) }})
		var got []byte
		for buf := make([]byte, 50000); ; {
			n, err := c.Read(buf[:1+chance.IntN(most)])
			got = append(got, buf[:n]...)
			if errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				r.Fatalf("%v", err)
			}
		}
		is, _ := meaning(r, got)
		for i := range max(len(is), len(want)) {
			if i >= len(is) || i >= len(want) || is[i] != want[i] {
				r.Fatalf("of %d frames and runs, number %d differs; joined there are %d", len(want), i, len(is))
			}
		}
	})
}

// A hundred events that came together are a few frames, none larger than grpc takes.
func TestFramesThatCameTogetherAreJoined(t *testing.T) {
	p := sent(t, func(f *http2.Framer) {
		for range 99 {
			f.WriteData(1, false, make([]byte, 300))
		}
		f.WriteData(1, true, make([]byte, 300))
	})
	got, err := io.ReadAll(newJoined(&wire{bytes: p, pieces: func() int { return len(p) }}))
	if err != nil {
		t.Fatal(err)
	}
	if _, frames := meaning(t, got); frames > 4 {
		t.Errorf("100 frames of 300 bytes became %d", frames)
	}
	f := http2.NewFramer(nil, bytes.NewReader(got[preface:]))
	f.SetMaxReadFrameSize(maxFrame)
	for {
		if _, err := f.ReadFrame(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
