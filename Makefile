# The commands of the project. `make` alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

GO      ?= go

# The binary, the tests, the checks and the fuzz targets are built with the same flags, so that they share compiled packages. A higher GOGC
# makes the compiler and the checks faster.
FLAGS   := CGO_ENABLED=0 GOFLAGS="$(strip $(shell $(GO) env GOFLAGS) -trimpath)"
PLAIN   := $(FLAGS) GOGC=400
# What is run while building is for this machine, whatever machine the binary is for.
HERE    := GOOS= GOARCH=

BIN     := bin/candor
LINT    := bin/staticcheck
TESTSUM := bin/gotestsum
WEB     := webapp
MODULES := $(WEB)/node_modules/.package-lock.json
CLIENTS := examples/node_modules/.package-lock.json events/embedded/clients/node_modules/.package-lock.json
SITE    := $(WEB)/dist/site/index.html
PAGES   := $(WEB)/dist/server/render.bin
COUNTRY := httpapi/geoip/builtin.go
API     := bin/openapi.json
TYPES   := $(WEB)/src/lib/api-types.ts
OAPI    := httpapi/openapi/goclient/client.gen.go

WEB_SOURCES := $(filter-out $(TYPES),$(shell find $(WEB)/src $(WEB)/public -type f 2>/dev/null)) $(wildcard $(WEB)/*.html $(WEB)/*.ts $(WEB)/*.mjs $(WEB)/*.json)
GO_SOURCES  := $(shell find . -name '*.go' -not -path './$(WEB)/node_modules/*' -not -path './examples/*' -not -path './loadtest/*' -not -path './events/embedded/clients/*' -not -path './httpapi/openapi/goclient/*') go.mod go.sum
CONTENT     := $(shell find commands/demo/content -type f 2>/dev/null)

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

.PHONY: run
run: $(BIN) ## build everything and serve http://127.0.0.1:8080, with demo content on the first start
	@exec $(BIN) serve --demo

.PHONY: build
build: $(BIN) ## leave one self-contained bin/candor

$(BIN): $(GO_SOURCES) $(CONTENT) $(PAGES) $(COUNTRY)
	$(PLAIN) $(GO) build -ldflags '-s -w' -o $@ ./cmd/candor

$(MODULES): $(WEB)/package.json $(WEB)/package-lock.json
	cd $(WEB) && npm ci --no-audit --no-fund
	@touch $@

# The official Node clients, for the examples and for the tests of the embedded node.
$(CLIENTS): %/node_modules/.package-lock.json: %/package.json %/package-lock.json
	cd $* && npm ci --no-audit --no-fund
	@touch $@

# The types are for checks and for editors; the site is built without looking at them.
$(SITE): $(WEB_SOURCES) $(MODULES) | $(TYPES)
	cd $(WEB) && npm run build
	@touch $@

# The script that renders pages, compiled for the server's engine.
$(PAGES): $(SITE) $(wildcard httpapi/render/*.go httpapi/render/*.js httpapi/render/compile/*.go) go.mod
	@mkdir -p $(@D)
	$(PLAIN) $(HERE) $(GO) run ./httpapi/render/compile < $(WEB)/build/render.js > $@

# The country database (CC0) comes as an npm package and is built into the binary by a Go file that is there only beside it.
$(COUNTRY): $(MODULES) $(COUNTRY).txt
	cp $(WEB)/node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb $(@D)/db/country.mmdb
	cp $@.txt $@

# Tests write to a file system in memory where there is one with room, since much of their time is spent waiting for a disk to sync. What
# they kill are processes, and what a process wrote outlives it there, too. Programs are built elsewhere, as /dev/shm often lets none run.
ROOM      := 4000000 # KiB, several times what the tests use
IN-MEMORY := if [ "$$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt $(ROOM) ] 2>/dev/null; then \
	export GOTMPDIR="$${TMPDIR:-/tmp}" TMPDIR="$$(mktemp -d /dev/shm/candor.XXXXXX)"; trap 'rm -rf "$$TMPDIR"' EXIT; fi;

# The API's description, and what is generated from it: the web app's types, and oapi-codegen's Go client for a test.
$(API): $(wildcard httpapi/openapi/*.go httpapi/openapi/print/*.go httpapi/openapi/source/*.yaml events/kinds.go)
	@mkdir -p $(@D)
	$(PLAIN) $(HERE) $(GO) run ./httpapi/openapi/print > $@

$(TYPES): $(API) $(MODULES) $(WEB)/types.mjs
	node $(WEB)/types.mjs < $(API) > $@

$(OAPI): $(API) $(addprefix httpapi/openapi/goclient/,go.mod oapi-codegen.yaml)
	cd $(@D) && $(PLAIN) $(GO) tool oapi-codegen -config oapi-codegen.yaml $(CURDIR)/$(API)

.PHONY: test
test: tools ## every check, and every test but those of make nightly, up to a real browser
	@rm -rf $(FLAKY) && mkdir -p $(FLAKY)
	@$(MAKE) --no-print-directory -j2 -Otarget dependencies $(SITE) $(COUNTRY) $(CLIENTS)
	@$(MAKE) --no-print-directory $(BIN)
	@$(MAKE) --no-print-directory check-go
	@$(IN-MEMORY) $(MAKE) --no-print-directory -j1 lint-go check-web test-web test-go test-race # side by side they would slow each other down
	@$(IN-MEMORY) $(MAKE) --no-print-directory e2e # it needs all processors
	@if [ -n "$$(cat $(FLAKY)/*.txt 2>/dev/null)" ]; then echo "Flaky: these failed once and passed when tried again. Mend them before you resolve an issue."; cat $(FLAKY)/*.txt; fi
	@echo "all checks passed"

# The quick checks: no race detector, no killed processes, no browser. Tests of unchanged packages are not run again.
.PHONY: check
check: tools ## formatting, types, lint, unit and conformance tests: under two minutes once the caches are warm
	@$(MAKE) --no-print-directory -j2 -Otarget dependencies $(SITE) $(COUNTRY) $(LINT)
	@$(MAKE) --no-print-directory -j2 -Otarget quick-go check-web test-web
	@echo "all quick checks passed"

.PHONY: quick-go
quick-go: $(PAGES) $(COUNTRY) $(LINT)
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$unformatted" ]; then echo "not gofmt-ed:" $$unformatted >&2; exit 1; fi
	$(PLAIN) $(GO) vet ./...
	$(PLAIN) $(LINT) ./...
	$(PLAIN) $(GO) test -short -vet=off $$($(GO) list ./... | grep -vx 'candor/internal/e2e\|candor/examples/.*')

.PHONY: tools
# What the tests need besides Go, Node and make: a C compiler for -race, a browser (webapp/playwright.config.ts finds it, or
# CHROMIUM_PATH names it), and Python for the API's examples. Debian's headless shell is a cheaper Chromium.
tools:
	@if ! command -v $$($(GO) env CC) >/dev/null; then $(MAKE) --no-print-directory apt PACKAGES="gcc libc6-dev"; fi
	@if [ -n "$${CHROMIUM_PATH:-}" ] || command -v chromium-headless-shell >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && timeout 180 $(MAKE) --no-print-directory apt PACKAGES=chromium-headless-shell; then :; \
	elif command -v chromium || command -v chromium-browser || command -v google-chrome; then :; \
	else $(MAKE) --no-print-directory apt PACKAGES=chromium; fi
	@if ! command -v python3 >/dev/null; then $(MAKE) --no-print-directory apt PACKAGES=python3; fi

.PHONY: apt
apt:
	@if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then echo "missing: $(PACKAGES). Install it and try again." >&2; exit 1; fi
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(PACKAGES)

.PHONY: dependencies
dependencies: # compile the Go dependencies while npm downloads and builds what the binary needs
	@$(PLAIN) $(GO) build $$($(PLAIN) $(GO) list -e -deps -f '{{if and .Module (not .Module.Main)}}{{.ImportPath}}{{end}}' ./cmd/candor honnef.co/go/tools/cmd/staticcheck)

# The race detector watches our code and everything that shares its memory and locks (net/http, gRPC, encoding/json, sync, ...). Packages
# that only compute are left out: they have no races to find and would take much of the time. (Packages that use sync.Map, sync.Once or
# atomic.Pointer can't be left out, because the detector would miss the order that these establish, in regexp/syntax's tables and for
# users of kin-openapi's copy of sync.Map's methods, and in goldmark/util's table of entities. What goldmark's parser and renderer prepare
# in a sync.Once, they alone read. In protobuf, only the checks of unsafe pointers are left out.)
CALCULATORS := candor/commands/imagefile/... modernc.org/... go.etcd.io/bbolt/... github.com/andybalholm/brotli/... github.com/oasdiff/yaml3 go.yaml.in/yaml/v3 \
	github.com/alecthomas/kong/... golang.org/x/crypto/argon2 golang.org/x/crypto/blake2b crypto/internal/fips140/edwards25519/... \
	github.com/klauspost/compress/flate/... github.com/klauspost/compress/gzip/... golang.org/x/image/... image/... regexp encoding/base64 encoding/hex bytes strings strconv unicode/... hash/... compress/... sort bufio \
	github.com/yuin/goldmark $(addprefix github.com/yuin/goldmark/,ast extension/... parser renderer/... text) \
	$(addprefix github.com/tetratelabs/wazero/internal/,leb128 $(addprefix engine/wazevo/,backend/... frontend ssa)) github.com/JohannesKaufmann/... golang.org/x/net/html/...
RACE        := -race $(foreach package,$(CALCULATORS),-gcflags=$(package)=-race=false) \
	-gcflags=google.golang.org/protobuf/...=-d=checkptr=0

.PHONY: check-go
check-go: $(PAGES) $(COUNTRY) $(OAPI)
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$unformatted" ]; then echo "not gofmt-ed:" $$unformatted >&2; exit 1; fi
	$(PLAIN) $(GO) vet ./...
	cd loadtest && $(PLAIN) $(GO) vet ./...
	cd events/embedded/clients/kurrentdb && $(PLAIN) $(GO) vet ./...
	cd $(dir $(OAPI)) && $(PLAIN) $(GO) vet ./...

.PHONY: lint-go
lint-go: $(PAGES) $(COUNTRY) $(LINT)
	$(PLAIN) $(LINT) ./...
	cd loadtest && $(PLAIN) $(CURDIR)/$(LINT) ./...
	cd events/embedded/clients/kurrentdb && $(PLAIN) $(CURDIR)/$(LINT) ./...

$(LINT): go.mod go.sum
	$(PLAIN) $(GO) build -o $@ honnef.co/go/tools/cmd/staticcheck

# A slow machine may need longer than Go's ten minutes for a package.
TIME := -timeout 30m

# The race detector watches the packages where goroutines meet: the log's engine, the batcher of page views, limits, caches, the projector.
# It makes tests several times slower, so that make nightly alone watches the others. At most two packages are tested at a time: with more,
# tests only wait for each other, some for longer than they may. What waits longest begins first.
# With -short the longest tests are left to make nightly, and property tests draw a fifth of their cases.
SHARING := candor/(commands/traffic|events/embedded(/internal/.*)?|httpapi/(limit|render)|internal/logwriter|projections/(answers|projector))

# Where CI=true, a test that fails is tried once more, and what needed it is listed in $(FLAKY). After a panic or a data race, whether the
# detector or the runtime found it, nothing is tried again.
FLAKY := $(CURDIR)/bin/flaky
ifeq ($(CI),true)
# $(call go-test,NAME,FLAGS,PACKAGES)
go-test = $(TESTSUM) --format standard-quiet --jsonfile $(FLAKY)/$(1).json --rerun-fails=1 --rerun-fails-run-root-test --rerun-fails-abort-on-data-race \
	--rerun-fails-report $(FLAKY)/$(1).txt --packages="$(3)" -- $(2) && ! grep -m 1 '"Output":"fatal error: ' $(FLAKY)/$(1).json
else
go-test = $(GO) test $(2) $(3)
endif

$(TESTSUM): go.mod go.sum
	$(PLAIN) $(GO) build -o $@ gotest.tools/gotestsum

.PHONY: test-go
test-go: $(BIN) $(CLIENTS) $(OAPI) $(TESTSUM)
	$(FLAGS) GOGC=200 $(call go-test,go,-short -vet=off -ldflags=-w $(TIME) -p 2 -parallel 4,./internal/e2e ./httpapi ./events/embedded/server $$($(GO) list ./... | grep -vxE '$(SHARING)'))

# With the race detector a process sleeps for a second before it ends, in case other goroutines still race. Ours have ended by then, so this
# is switched off.
RACED := GORACE=atexit_sleep_ms=0 GOGC=200

.PHONY: test-race
test-race: $(PAGES) $(COUNTRY) $(TESTSUM)
	$(GO) build $(RACE) $$($(GO) list ./... | grep -xE '$(SHARING)') # with all processors, as -p 2 compiles two packages at a time
	$(RACED) $(call go-test,race,$(RACE) -short -vet=off -ldflags=-w $(TIME) -p 2 -parallel 4,./projections/projector $$($(GO) list ./... | grep -xE '$(SHARING)'))

# What takes too long for make test, which only tries the fuzz targets' seeds: all browser tests, everything under the race detector, a
# second browser, a minute of each fuzz target, and servers that are killed under load.
.PHONY: nightly
nightly: tools ## all browser tests, everything under the race detector, Firefox, longer fuzzing, kill -9 and the soak (two hours)
	@$(MAKE) --no-print-directory $(BIN) $(CLIENTS) $(OAPI)
	$(GO) build $(RACE) ./... # with all processors, as -p 1 compiles one package at a time
	$(RACED) $(GO) test $(RACE) -vet=off -ldflags=-w -timeout 90m -p 1 -parallel 4 ./...
	$(FLAGS) $(GO) test -vet=off -ldflags=-w $(TIME) ./commands/imagefile # memory is measured without the detector
	@$(IN-MEMORY) CANDOR_E2E_NIGHTLY=1 $(MAKE) --no-print-directory e2e
	@$(MAKE) --no-print-directory firefox
	@$(MAKE) --no-print-directory fuzz FUZZTIME=1m
	@$(MAKE) --no-print-directory crash
	@$(MAKE) --no-print-directory chaos
	@$(MAKE) --no-print-directory soak

# Every fuzz target, for a while, to find parsers that panic. Each package's tests are built once, and as many targets run at a
# time as there are processors. Only our own packages guide the fuzzer (-fuzz would compile every dependency again to watch it, too).
# What finds something new is made smaller for a second at most: Go's own bound of a minute is all that a target has.
# When the time ends in the middle of an input, Go reports a failure (golang/go#51484); a real finding has a failing input.
FUZZTIME ?= 10s
FUZZ     := $(CURDIR)/bin/fuzz
.PHONY: fuzz
fuzz: ## run every fuzz target (FUZZTIME=10s)
	@rm -rf $(FUZZ) && mkdir -p $(FUZZ)
	@packages=$$(grep -rl --include='*_test.go' '^func Fuzz' . --exclude-dir=node_modules | xargs -n1 dirname | sort -u); \
	$(PLAIN) $(GO) test -c -gcflags='candor/...=-d=libfuzzer' -ldflags=-w -o $(FUZZ)/ $$packages; \
	for package in $$packages; do \
	  for target in $$(grep -ho '^func Fuzz[A-Za-z0-9_]*' $$package/*_test.go | sed 's/^func //'); do echo "$$package $(FUZZ)/$$(basename $$package).test $$target"; done; \
	done > $(FUZZ)/targets
	@xargs -P "$$(getconf _NPROCESSORS_ONLN)" -L 1 sh -c 'cd "$$0" && "$$1" -test.run "^$$" -test.fuzz "^$$2\$$" -test.fuzztime $(FUZZTIME) -test.parallel 1 \
	  -test.fuzzminimizetime 1s -test.fuzzcachedir "$(FUZZ)/corpus/$$2" > "$$1.$$2.log" 2>&1 \
	  || { grep -qx "    context deadline exceeded" "$$1.$$2.log" && ! grep -q "Failing input\|panic:" "$$1.$$2.log"; } || { cat "$$1.$$2.log"; exit 255; }; \
	  echo "fuzz $$0 $$2: $$(grep -o "execs: [0-9]*" "$$1.$$2.log" | tail -n 1)"' < $(FUZZ)/targets
	@rm -rf $(FUZZ)

.PHONY: fmt
fmt: $(MODULES) ## format Go and the web app as the checks want them
	gofmt -w $$(git ls-files '*.go')
	cd $(WEB) && npm run format

.PHONY: check-web
check-web: $(MODULES) $(TYPES) $(OAPI)
	cd $(WEB) && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npx redocly lint --max-problems 20 ../$(API)
	cd $(WEB) && npm run typecheck && npm run lint

.PHONY: types
types: $(TYPES) ## generate the web app's types from the API's description

.PHONY: formats
formats: ## write anew how languages write dates and prices, as this Node's Intl knows it
	node $(WEB)/formats.mjs > bin/formats.json && mv bin/formats.json projections/formats/formats.json

.PHONY: crawlers
crawlers: $(MODULES) ## write anew which programs are counted apart from readers, as the list in webapp/package.json knows them
	node $(WEB)/crawlers.mjs > bin/crawlers.json && mv bin/crawlers.json commands/traffic/crawlers/crawlers.json

.PHONY: test-web
test-web: $(MODULES)
	cd $(WEB) && npm test

.PHONY: e2e
e2e: $(BIN) $(MODULES) ## the browser tests alone, against the real binary (CANDOR_E2E_NIGHTLY=1: with those of make nightly)
	cd $(WEB) && npm run e2e

.PHONY: firefox
firefox: $(BIN) $(MODULES) ## a smoke test in Firefox: Debian's firefox-esr, or the one that FIREFOX_PATH names
	@if [ -z "$${FIREFOX_PATH:-}" ] && ! command -v firefox-esr firefox >/dev/null; then $(MAKE) --no-print-directory apt PACKAGES=firefox-esr; fi
	cd $(WEB) && npm run firefox

.PHONY: crash
crash: ## twenty rounds of kill -9 under 64 writers, each checked against a fresh replay
	CANDOR_CRASH_ROUNDS=20 $(GO) test -count=1 -timeout 20m -v -run TestKilledServerKeepsEveryAcknowledgedWrite ./internal/e2e

.PHONY: chaos
chaos: ## three minutes of kill -9 of the node and two instances at random, under writes
	CANDOR_CHAOS_TIME=$${CANDOR_CHAOS_TIME:-3m} $(GO) test -count=1 -timeout 20m -v -run TestInstancesAndNodeDieAtRandom ./internal/e2e

.PHONY: bench
bench: $(BIN) ## the benchmarks: each figure is a ratio of two runs side by side
	$(GO) test -run '^$$' -bench . -benchmem -timeout 40m ./...

# Load tests of the binary: see loadtest/. make load SHORT=1 takes three minutes, make soak SOAK=2m a little over two.
SOAK ?= 30m
# The load generator runs at a higher priority than the server, where it may. Otherwise it lowers the server's priority, which makes a
# rebuild look more expensive than it is.
AHEAD := $(if $(filter 0,$(shell id -u)),nice -n -5)
.PHONY: load
load: $(BIN) ## requests at rising rates, beside a busy loop, a rebuild and a million page views (12 minutes)
	$(AHEAD) $(GO) run -C loadtest . --candor $(CURDIR)/$(BIN) load $(if $(SHORT),--short) $(if $(SCENARIO),--scenario $(SCENARIO))

.PHONY: page-bytes
page-bytes: $(BIN) $(MODULES) ## what a phone loads, in bytes by kind, and how long a slow one waits
	cd $(WEB) && npm run measure

.PHONY: soak
soak: $(BIN) ## mixed load on a node and two instances with kill -9 of each at random (SOAK=30m)
	$(GO) run -C loadtest . --candor $(CURDIR)/$(BIN) soak --for $(SOAK)

.PHONY: uploads
uploads: $(BIN) ## upload 200 pictures at once, with the server's memory watched until their smaller copies are made (five minutes)
	$(GO) run -C loadtest . --candor $(CURDIR)/$(BIN) uploads

.PHONY: clean
clean: ## remove what was built (never the data folder)
	rm -rf bin $(WEB)/build $(WEB)/dist/site $(WEB)/dist/server $(WEB)/fonts $(WEB)/node_modules examples/node_modules events/embedded/clients/node_modules $(COUNTRY) $(TYPES) $(OAPI) $(dir $(COUNTRY))db/country.mmdb
