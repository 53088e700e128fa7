package server_test

// Recorded calls, made again.

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"
)

const (
	// stillOpen and cancelled are the status of calls that don't end by themselves: nothing more came, or the caller had what it wanted.
	stillOpen = "still open when the caller cancelled"
	cancelled = "cancelled by the caller after the last message shown"
	// quiet is how long a call that is to stay open is watched for messages that should not come.
	quiet = 700 * time.Millisecond
	// notice is how long the node gets to notice that a caller has gone.
	notice = 100 * time.Millisecond
	// waitTime is how long a message may take that should come.
	waitTime = 20 * time.Second
)

// replayer makes recorded calls to a node.
type replayer struct {
	t    *testing.T
	conn *grpc.ClientConn
}

// reply is what a node answered to a call.
type reply struct {
	status   string
	details  string
	trailers map[string]string
	messages []any
}

// openCall is a call under way.
type openCall struct {
	stream   grpc.ClientStream
	cancel   context.CancelFunc
	messages chan proto.Message
	ended    chan error
}

// replay makes the call of step i of a scenario.
func (r *replayer) replay(s recordedScenario, i int) reply {
	r.t.Helper()
	step := s.Steps[i]
	service, name, _ := strings.Cut(step.Method, "/")
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service))
	if err != nil {
		r.t.Fatal(err)
	}
	method := d.(protoreflect.ServiceDescriptor).Methods().ByName(protoreflect.Name(name))
	twoWay := method.IsStreamingClient() && method.IsStreamingServer()
	call := r.begin(step, method)
	if !twoWay {
		if err := call.stream.CloseSend(); err != nil {
			r.t.Fatal(err)
		}
	}
	got := r.receive(step, call)
	call.cancel()
	if twoWay {
		time.Sleep(notice)
	}
	return got
}

// begin opens a call and sends its requests.
func (r *replayer) begin(step recordedStep, method protoreflect.MethodDescriptor) *openCall {
	r.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ctx = metadata.AppendToOutgoingContext(ctx, "requires-leader", "false")
	stream, err := r.conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, "/"+step.Method)
	if err != nil {
		r.t.Fatal(err)
	}
	call := &openCall{stream, cancel, make(chan proto.Message, 1), make(chan error, 1)}
	r.t.Cleanup(cancel)
	for _, request := range step.Requests {
		if err := stream.SendMsg(r.parse(request, method.Input())); err != nil && !errors.Is(err, io.EOF) {
			r.t.Fatal(err)
		}
	}
	go func() {
		for {
			m := dynamicpb.NewMessage(method.Output())
			if err := stream.RecvMsg(m); err != nil {
				call.ended <- err
				return
			}
			select {
			case call.messages <- m:
			case <-ctx.Done():
			}
		}
	}()
	return call
}

// receive takes a call's messages, up to its end or to where the recorded caller gave up.
func (r *replayer) receive(step recordedStep, call *openCall) (got reply) {
	r.t.Helper()
	stays := step.Status == stillOpen || step.Status == cancelled
	_, wanted := withoutCheckpoints(step.Messages)
	for {
		wait := waitTime
		if _, messages := withoutCheckpoints(got.messages); stays && len(messages) >= len(wanted) {
			if step.Status == cancelled {
				got.status = cancelled
				return got
			}
			wait = quiet
		}
		select {
		case m := <-call.messages:
			got.messages = append(got.messages, r.format(m))
		case err := <-call.ended:
			for len(call.messages) > 0 {
				got.messages = append(got.messages, r.format(<-call.messages))
			}
			r.end(&got, call, err)
			return got
		case <-time.After(wait):
			got.status = stillOpen
			if stays {
				got.status = step.Status
			}
			return got
		}
	}
}

// end notes how a call ended.
func (r *replayer) end(got *reply, call *openCall, err error) {
	if errors.Is(err, io.EOF) {
		err = nil
	}
	got.status = statusNames[status.Code(err)]
	got.details = status.Convert(err).Message()
	for key, values := range call.stream.Trailer() {
		if key != "content-type" && !strings.HasPrefix(key, "grpc-") {
			if got.trailers == nil {
				got.trailers = map[string]string{}
			}
			got.trailers[key] = strings.Join(values, ",")
		}
	}
}

// parse makes a message of recorded JSON.
func (r *replayer) parse(recorded any, d protoreflect.MessageDescriptor) proto.Message {
	r.t.Helper()
	data, err := json.Marshal(goNames(recorded))
	m := dynamicpb.NewMessage(d)
	if err == nil {
		err = protojson.Unmarshal(data, m)
	}
	if err != nil {
		r.t.Fatalf("%s: %v", data, err)
	}
	return m
}

// format makes JSON of a message.
func (r *replayer) format(m proto.Message) (out any) {
	r.t.Helper()
	data, err := protojson.Marshal(m)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

// goNames turns JSON as it was recorded into what protojson writes: names without underscores, durations as text, the
// error of a batch with its code as a number and its detail as a list of one. What was recorded leaves out defaults, or not.
func goNames(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = goNames(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for key, value := range v {
			switch key {
			case "deadline":
				out[key] = value.(map[string]any)["seconds"].(string) + "s"
			case "error":
				out[key] = goError(value.(map[string]any))
			default:
				out[strings.ReplaceAll(key, "_", "")] = goNames(value)
			}
		}
		return out
	}
	return v
}

// goError is goNames for the google.rpc.Status of a batch.
func goError(v map[string]any) map[string]any {
	out := map[string]any{"message": v["message"]}
	for code, name := range statusNames {
		if name == v["code"] {
			out["code"] = int(code)
		}
	}
	if detail, _ := v["details"].(map[string]any); detail != nil {
		out["details"] = []any{unpacked(detail)}
	}
	return out
}

// unpacked is a google.protobuf.Any as protojson writes it.
func unpacked(packed map[string]any) any {
	name := packed["type_url"].(string)
	_, full, _ := strings.Cut(name, "/")
	value, _ := packed["value"].(string)
	data, err := base64.StdEncoding.DecodeString(value)
	if err != nil {
		return err.Error()
	}
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(full))
	if err != nil {
		return err.Error()
	}
	m := dynamicpb.NewMessage(d.(protoreflect.MessageDescriptor))
	if err := proto.Unmarshal(data, m); err != nil {
		return err.Error()
	}
	text, err := protojson.Marshal(m)
	if err != nil {
		return err.Error()
	}
	out := map[string]any{}
	if err := json.Unmarshal(text, &out); err != nil {
		return err.Error()
	}
	out["@type"] = name
	return out
}
