package e2e

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// The compose file can't be run by these tests; what it says must hold together all the same.
func TestComposeFileHoldsTogether(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	var compose struct {
		Services map[string]struct {
			Image       string
			Build       string
			Profiles    []string
			Environment map[string]string
			Ports       []string
			Volumes     []string
			DependsOn   any `yaml:"depends_on"`
		}
		Volumes map[string]any
	}
	if err := yaml.Unmarshal(text, &compose); err != nil {
		t.Fatal(err)
	}
	guides := readDocument(t, "docs/operations.md") + readDocument(t, "docs/clusters.md")
	caddy, err := os.ReadFile("deploy/Caddyfile")
	if err != nil {
		t.Fatal(err)
	}
	// What the balancer does not answer itself it passes on. Caddy sorts respond before reverse_proxy.
	blocked := regexp.MustCompile(`(?m)^\t(@\w+) path (.+)\n\trespond @\w+ 404$`).FindStringSubmatch(string(caddy))
	if blocked == nil || !slices.Contains(strings.Fields(blocked[2]), "/metrics") || !slices.Contains(strings.Fields(blocked[2]), "/readyz") ||
		!strings.Contains(blocked[0], "respond "+blocked[1]+" 404") {
		t.Errorf("the balancer passes /metrics or /readyz on: %q", blocked)
	}
	const store = "docker.kurrent.io/kurrent-lts/kurrentdb:26.0."
	if !strings.Contains(guides, "KurrentDB 26.0") {
		t.Error("docs/clusters.md doesn't name the version of the event store")
	}
	var single, instances []string
	taken := map[string]string{}
	for name, s := range compose.Services {
		if len(s.Profiles) == 0 {
			single = append(single, name)
		}
		if _, tag, pinned := strings.Cut(s.Image, ":"); s.Build == "" && (!pinned || tag == "latest") {
			t.Errorf("%s: image %q has no version", name, s.Image)
		}
		for _, port := range s.Ports {
			host := port[:strings.LastIndex(port, ":")] + regexp.MustCompile(`(/udp)?$`).FindString(port)
			if other := taken[host]; other != "" {
				t.Errorf("%s and %s both take port %s", name, other, host)
			}
			taken[host] = name
		}
		for _, v := range s.Volumes {
			source, _, _ := strings.Cut(v, ":")
			if _, err := os.Stat(source); strings.HasPrefix(source, ".") && err != nil {
				t.Errorf("%s: %v", name, err)
			} else if _, known := compose.Volumes[source]; !strings.HasPrefix(source, ".") && !known {
				t.Errorf("%s: volume %s is not declared", name, source)
			}
		}
		if strings.HasPrefix(name, "eventstore") && !strings.HasPrefix(s.Image, store) {
			t.Errorf("%s: image %q, want a supported one: %s…", name, s.Image, store)
		}
		for variable, value := range s.Environment {
			if strings.HasPrefix(s.Image, store) && !strings.HasPrefix(variable, "KURRENTDB_") {
				t.Errorf("%s: %s is no variable of KurrentDB", name, variable)
			}
			if strings.Contains(value, "changeit") || strings.Contains(strings.ToLower(variable), "password") && !strings.HasSuffix(value, ":-}") {
				t.Errorf("%s: %s has a password that everybody can read: %s", name, variable, value)
			}
			if strings.HasPrefix(variable, "CANDOR_") && !strings.Contains(guides, variable) && variable != "CANDOR_HOST" {
				t.Errorf("%s: neither docs/operations.md nor docs/clusters.md names %s", name, variable)
			}
		}
		if s.Build != "" || strings.HasPrefix(name, "candor") {
			if s.Environment["CANDOR_SITE_URL"] == "" { // the image listens on all addresses
				t.Errorf("%s: it does not start without CANDOR_SITE_URL", name)
			}
		}
		if strings.HasPrefix(name, "candor-") {
			instances = append(instances, name)
			if !strings.Contains(string(caddy), name+":8080") {
				t.Errorf("the balancer does not know %s", name)
			}
			// A checkpoint is signed with the same key, whichever of them signs it.
			if key := s.Environment["CANDOR_SIGNING_KEY"]; !slices.Contains(s.Volumes, "signing-key:"+path.Dir(key)) {
				t.Errorf("%s: the signing key %q is in none of the volumes %v that the instances share", name, key, s.Volumes)
			}
			if s.Environment["CANDOR_TRUSTED_PROXIES"] == "" ||
				!strings.Contains(s.Environment["CANDOR_EVENTSTORE"], "tls=true&tlsCaFile=/certs/ca/ca.crt") {
				t.Errorf("%s: %v", name, s.Environment)
			}
		}
	}
	slices.Sort(single)
	if want := []string{"candor", "eventstore"}; !slices.Equal(single, want) {
		t.Errorf("without a profile %v start, want %v", single, want)
	}
	if len(instances) != 2 {
		t.Errorf("the cluster has the instances %v", instances)
	}
}

// The image can't be built by these tests. Without one of these files a program is built all the same, but serves no pages, or only shells.
func TestTheImageGetsWhatIsBuiltIn(t *testing.T) {
	t.Parallel()
	build := readDocument(t, "Dockerfile")
	ignored := strings.Fields(readDocument(t, ".dockerignore"))
	for made, from := range map[string]string{
		"webapp/dist/site":              "COPY --from=web /src/webapp/dist/site webapp/dist/site\n",
		"webapp/dist/server":            "go run ./httpapi/render/compile < webapp/build/render.js > webapp/dist/server/render.bin\n",
		"webapp/build":                  "COPY --from=web /src/webapp/build webapp/build\n",
		"httpapi/geoip/db/country.mmdb": " httpapi/geoip/db/country.mmdb\n",
	} {
		if !strings.Contains(build, from) {
			t.Errorf("nothing makes %s", made)
		}
		if strings.HasPrefix(made, "webapp/") && !slices.Contains(ignored, made) {
			t.Errorf("%s may come from the machine that builds, whatever is in it", made)
		}
	}
}
