// The server's version, which the client must be able to read (faults.go).

package esdb

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"candor/events"
)

// unreadableVersion is how the client (v4.2.0, getSupportedMethods) begins its error for a server whose version it can't read.
const unreadableVersion = "invalid EventStoreDB server version format"

// withVersion adds an [events.ServerVersionError] to err where that is why the client doesn't connect. It asks the servers that the
// connection string names. If none of them has such a version, because it is another node of the cluster that does, err stays as it is.
func (l *Log) withVersion(err error) error {
	if !strings.Contains(err.Error(), unreadableVersion) {
		return err
	}
	config, parseErr := l.config.parse()
	if parseErr != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), l.heartbeatTimeout)
	defer cancel()
	for _, address := range Addresses(config) {
		if version, asked := serverVersion(ctx, config, address); asked == nil && !readableVersion(version) {
			return fmt.Errorf("%w: %w", &events.ServerVersionError{Version: version}, err)
		}
	}
	return err
}

// readableVersion reports whether the client can read a version: it reads three numbers, or fewer.
func readableVersion(version string) bool {
	for i, part := range strings.Split(version, ".") {
		if _, err := strconv.Atoi(part); err != nil && i < 3 {
			return false
		}
	}
	return true
}

// serverVersion asks the server at an address for its version, without credentials, as every client does when it connects.
func serverVersion(ctx context.Context, config *official.Configuration, address string) (string, error) {
	secure, err := TLSConfig(config)
	if err != nil {
		return "", err
	}
	transport := insecure.NewCredentials()
	if secure != nil {
		transport = credentials.NewTLS(secure)
	}
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(transport))
	if err != nil {
		return "", err
	}
	defer connection.Close()
	methods, err := serverfeatures.NewServerFeaturesClient(connection).GetSupportedMethods(ctx, &shared.Empty{})
	return methods.GetEventStoreServerVersion(), err
}
