package rpc

// What clients ask before anything else: which server this is, and where its leader is.

import (
	"context"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"
)

// serverVersion is the release that this node answers like, as the test of recorded answers compares. Clients want three numbers.
const serverVersion = "23.10.6"

// servedMethod is a method with what clients may ask of it beyond its first version.
type servedMethod struct {
	name     string
	features []string
}

// served are the services and their methods, in lower case, as the real server names them.
var served = []struct {
	name    string
	methods []servedMethod
}{
	{"event_store.client.streams.streams", []servedMethod{
		{"read", []string{"position", "events"}}, {"append", nil}, {"delete", nil}, {"tombstone", nil}, {"batchappend",
			[]string{"deadline_duration"}},
	}},
	{"event_store.client.gossip.gossip", []servedMethod{{"read", nil}}},
	{"event_store.client.server_features.serverfeatures", []servedMethod{{"getsupportedmethods", nil}}},
}

// features serves the list of what can be called. Clients change their ways by it, so it names only what is served.
type features struct {
	serverfeatures.UnimplementedServerFeaturesServer
}

// GetSupportedMethods implements the service.
func (*features) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	res := &serverfeatures.SupportedMethods{EventStoreServerVersion: serverVersion}
	for _, service := range served {
		for _, m := range service.methods {
			res.Methods = append(res.Methods, &serverfeatures.SupportedMethod{ServiceName: service.name,
				MethodName: m.name, Features: m.features})
		}
	}
	return res, nil
}

// member serves the gossip of a cluster of one.
type member struct {
	gossip.UnimplementedGossipServer
	id   string
	host string
	port int
}

func newMember(host string, port int) *member {
	return &member{id: uuid.NewString(), host: host, port: port}
}

// Read implements the service.
func (m *member) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{{
		InstanceId:   &shared.UUID{Value: &shared.UUID_String_{String_: m.id}},
		TimeStamp:    time.Now().UnixNano() / 100,
		State:        gossip.MemberInfo_Leader,
		IsAlive:      true,
		HttpEndPoint: &gossip.EndPoint{Address: m.host, Port: uint32(m.port)},
	}}}, nil
}
