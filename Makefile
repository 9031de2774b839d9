SITE ?= MT
SEED ?= 1000
RUNS ?= 1000
ADDR ?= 127.0.0.1:8080
DATA ?= data
PARKS ?= 600
GOLANGCI_VERSION = 2.15.0
DEADCODE_VERSION = 0.52.0
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS = -s -w -X holidaymaker/internal/site.buildCode=$(SITE) -X main.version=$(VERSION)

.DEFAULT_GOAL := help
.PHONY: help setup run build web-build test upgrade-test cluster cluster-stop cluster-test release release-check fuzz vulnerabilities dates check dev gallery life bench bench-full bench-web ceiling spec screens fmt lint contract contract-check basemap libwebp licences

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' Makefile

setup: ## install what the build and the tests need
	@sh tools/setup.sh

run: build ## build and serve the demo at http://localhost:8080 (SITE=BF|SN|MT|RP; OFFICE=localhost:8090: with its office there)
	bin/holidaymaker serve --demo --demo-parks $(PARKS) --addr $(ADDR) --data $(DATA) $(if $(OFFICE),--office-addr $(OFFICE))

build: web-build ## bin/holidaymaker with the front end inside (SITE=BF|SN|MT|RP)
	CGO_ENABLED=0 go build -trimpath -ldflags "$(LDFLAGS)" -o bin/holidaymaker ./cmd/holidaymaker

web-build:
	@sh tools/setup.sh build
	cd web && SITE=$(SITE) node node_modules/vite/bin/vite.js build --logLevel warn && \
		SITE=$(SITE) node node_modules/vite/bin/vite.js build --config vite.server.config.ts --logLevel warn && \
		SITE=$(SITE) node node_modules/vite/bin/vite.js build --config vite.office.config.ts --logLevel warn
	go run ./tools/precompress internal/web/dist internal/office/dist

test: setup build ## every check and test; ends with their count (NOW=2026-12-24T09:00: at that instant; ALL=1: more of them)
	@TEST_ALL="$(ALL)" go run ./tools/suite -now "$(NOW)"

upgrade-test: ## builds a release with two more migrations, upgrades nodes to it and goes back
	go test -tags upgrade ./cmd/holidaymaker -run Upgrade -count 1 -v -timeout 30m

release: ## archives of the commit for every brand and kind of machine, in dist/release
	@sh tools/setup.sh build
	go run ./tools/release

release-check: ## builds the archive of MT for amd64 twice, in two folders, and compares every byte
	@sh tools/setup.sh build
	go run ./tools/release -check -sites MT -machines amd64

cluster: setup build ## three nodes behind HAProxy, PostgreSQL under Patroni: http://localhost:8080 (docs/cluster.md)
	@go run ./tools/cluster up

cluster-stop: ## ends what make cluster has started
	@go run ./tools/cluster stop

cluster-test: setup build ## visitors book while hosts of a cluster fail; ends with a table (EVENTS=kill-primary,...)
	@go run ./tools/cluster test -events "$(EVENTS)"

fuzz: ## every fuzz target in turn, for a minute each (FOR=10m PACKAGE=content)
	@go run ./tools/fuzz -for $(or $(FOR),1m) -package "$(PACKAGE)"

vulnerabilities: ## known faults of the libraries: govulncheck and npm audit, where their data can be had
	@sh tools/vulnerabilities.sh

dates: setup build ## rules, store and a short journey of each brand at sixteen instants (NOW=...: at that one)
	@go run ./tools/suite -dates -now "$(NOW)"

check: setup ## format, lint, types and unit tests of the front end, in under two minutes
	@go run ./tools/suite -quick -now "$(NOW)"
	@TEST_NOW="$(NOW)" CGO_ENABLED=0 go test -trimpath ./internal/money ./internal/date ./internal/catalogue ./internal/booking ./tools/...

dev: web-build ## the front end with reload at http://localhost:5173 before the Go server (MOCKS=record|true)
	@trap 'kill 0' EXIT; \
	go run -ldflags "$(LDFLAGS)" ./cmd/holidaymaker serve --demo --demo-parks $(PARKS) --addr $(ADDR) --data $(DATA) & \
	cd web && SITE=$(SITE) VITE_MOCKS=$(MOCKS) node node_modules/vite/bin/vite.js

gallery: web-build ## every component and card of each brand, at two widths: http://localhost:5182/src/gallery/
	@trap 'kill 0' EXIT; \
	go run -ldflags "$(LDFLAGS)" ./cmd/holidaymaker serve --demo --demo-parks $(PARKS) --addr $(ADDR) --data $(DATA) & \
	cd web && for site in BF MT RP SN; do SITE=$$site node node_modules/vite/bin/vite.js --config gallery.config.ts & done; wait

life: ## random visitors against a random provider, by seed (SEED=1000 RUNS=1000)
	LIFE_SEED=$(SEED) LIFE_RUNS=$(RUNS) go test ./internal/payment -run 'TestRandomLife$$' -count 1 -timeout 0

bench: build ## speed and size of the search, against databases, on inventories S and M
	@cd bench && go run . -sizes S,M

bench-full: build ## the same with L and the imported catalogue (OSM=table of its sites)
	@cd bench && go run . -sizes S,M,L,import $(if $(OSM),-osm $(abspath $(OSM)))

bench-web: build ## pages as browsers see them: Lighthouse, interactions, pages rendered a second (ARGS='--parts inp')
	@cd bench/web && { cmp -s package-lock.json node_modules/.installed-lock.json || \
		{ npm ci --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.installed-lock.json; }; }
	@cd bench/web && node main.mjs $(ARGS)

ceiling: build ## how much one node serves, and what it does in a flood of visitors (ARGS='-memory 60,600')
	@go run ./tools/ceiling $(ARGS)

spec: ## which rows are proven, at which height (ROW=SRCH-12: its tests; UPDATE=1: write docs/proven-rows.txt)
	@go run ./tools/spec $(if $(ROW),-row $(ROW)) $(if $(UPDATE),-update)

screens: build ## pictures of every page of a brand at 390 and 1280 px, in screens/ (SITE=BF|SN|MT|RP)
	@cd web && SCREENS=$(SITE) node node_modules/vitest/vitest.mjs run --config vitest.e2e.config.ts

fmt: ## format everything
	gofmt -w cmd internal tools bench
	cd web && node node_modules/prettier/bin/prettier.cjs --write --log-level warn . ../e2e ../bench/web

lint: setup ## lint Go and TypeScript
	bin/tools/golangci-lint run
	cd web && npm run --silent lint

contract: ## generate the API description and the front end's types
	go run ./cmd/contract

contract-check:
	go run ./cmd/contract -check

basemap: ## generate the embedded map from Natural Earth's data
	go run ./tools/basemap

libwebp: ## copy the library that encodes WebP from its module
	@sh tools/libwebp.sh

licences: ## generate THIRD_PARTY.md
	go run ./tools/licences
