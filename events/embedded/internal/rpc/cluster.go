package rpc

// What clients ask before anything else: which server this is, and where its leader is.

import (
	"context"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"
)

// serverVersion is the release whose behaviour this node has. Clients want three numbers.
const serverVersion = "24.10.0"

// features serves the list of what can be called. Clients change their ways by it, so it names only what is served.
type features struct {
	serverfeatures.UnimplementedServerFeaturesServer
}

// GetSupportedMethods implements the service. Names are in lower case, as the real server's.
func (*features) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	res := &serverfeatures.SupportedMethods{EventStoreServerVersion: serverVersion}
	for service, methods := range map[string][]string{
		"event_store.client.streams.streams":                {"append", "batchappend", "delete", "read", "tombstone"},
		"event_store.client.gossip.gossip":                  {"read"},
		"event_store.client.server_features.serverfeatures": {"getsupportedmethods"},
		"event_store.client.persistent_subscriptions.persistentsubscriptions": {
			"create", "update", "delete", "read", "getinfo", "list", "replayparked", "restartsubsystem",
		},
	} {
		for _, m := range methods {
			method := &serverfeatures.SupportedMethod{ServiceName: service, MethodName: m}
			if strings.HasSuffix(service, ".persistentsubscriptions") {
				method.Features = []string{"stream", "all"}
			}
			res.Methods = append(res.Methods, method)
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
