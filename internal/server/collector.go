package server

import (
	"runtime"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/operations/flags"
)

// collector collects the state of the server's background work at each scrape.
// It does not query the database.
type collector struct{ server *Server }

// Descriptions of the collected metrics; docs/operations.md says what to alert on.
var (
	loopCompleted   = describe("loop_last_completed_timestamp_seconds", "When the loop last completed a round.", "loop")
	loopRounds      = describe("loop_rounds_total", "Rounds of the loop that ended, completed or not.", "loop")
	loopErrors      = describe("loop_errors_total", "Rounds of the loop that ended with an error.", "loop")
	loopTook        = describe("loop_last_round_duration_seconds", "How long the loop's last round took.", "loop")
	loopFailing     = describe("loop_failing", "1 while the loop's last round ended with an error or the loop is stale.", "loop")
	componentUp     = describe("component_up", "1 while the component works, 0 while it does not.", "component")
	readyDesc       = describe("ready", "1 while /readyz answers 200.")
	queueDepth      = describe("queue_depth", "Work that waits in the database.", "queue")
	queueOldest     = describe("queue_oldest_age_seconds", "How long the oldest work in the queue has waited.", "queue")
	outboxGivenUp   = describe("outbox_jobs_given_up", "Outbox jobs that were given up and are kept, by kind.", "kind")
	outboxFailing   = describe("outbox_jobs_failing", "Outbox jobs that have failed five times or more and are still tried, by kind.", "kind")
	paymentsUnknown = describe("payments_unknown", "Payments whose outcome is not known yet.")
	paymentsStuck   = describe("payments_stuck", "Captures, cancellations and refunds that do not get done.")
	paymentsAlert   = describe("payments_alert", "Payments that a member of staff must look at.")
	calendarsOf     = describe("calendars", "Calendars of other channels, by how reading them goes.", "status")
	calendarsBadly  = describe("calendars_not_understood", "Calendars of other channels of which something is not understood.")
	calendarOverlap = describe("calendar_overlaps", "Bookings on nights that another channel has blocked, for staff.")
	reservationsOf  = describe("reservations", "Bookings that partners have not acknowledged and whose guests are still to come, by status.", "status")
	sendersSilent   = describe("partners_silent", "Partners whose rates are on sale and that have sent nothing for long.")
	sendersRefused  = describe("partners_refused", "Partners of which the last messages about a park were refused.")
	adsRefused      = describe("hotel_ads_refused", "Properties that Google refuses.")
	followerRead    = describe("follower_last_read_timestamp_seconds", "When this node last read the change log to its end.")
	followerLag     = describe("follower_lag_seconds", "For how long there have been changes that searches on this node do not show; 0: there are none.")
	followerBack    = describe("follower_lag_changes", "Changes in the database that searches on this node do not show yet.")
	badRecords      = describe("bad_records", "Records that are left out because they cannot be used, by kind.", "kind")
	erasedDesc      = describe("retention_erased_total", "Personal data that this node has erased because its time was over, by kind.", "kind")
	flagStreams     = describe("flag_streams", "Open streams of feature flags.")
	flagOn          = describe("flag_on", "1 while a feature flag of the product is on.", "flag")
	nodesSeen       = describe("nodes", "Nodes of the database with a heartbeat within the last minute.")
	schemaVersion   = describe("schema_version", "The newest migration of the database's schema.")
	schemaMin       = describe("schema_min_version", "A release whose newest migration is older cannot work on the schema.")
	clockSkew       = describe("clock_skew_seconds", "How far the database's clock is ahead of this machine's; 0 while they agree within two seconds.")
	poolConns       = describe("db_connections", "Connections of a database pool, by state: in_use, idle, max.", "pool", "state")
	poolWaits       = describe("db_connection_waits_total", "How often work waited for a connection of the pool.", "pool")
	poolWaited      = describe("db_connection_wait_seconds_total", "How long work waited for connections of the pool.", "pool")
	databaseLog     = describe("db_log_bytes", "Size of SQLite's write-ahead log.")
	indexBuilt      = describe("index_built_timestamp_seconds", "When the index that searches read was put in place.")
	indexTook       = describe("index_build_duration_seconds", "How long it took to read and build the index that searches read.")
	contentAnswers  = describe("content_answers_total", "Calls for content by how they were answered: fresh or stale from memory, asked of the source, or asked in vain (failed).", "how")
	cachedAnswers   = describe("cached_answers", "Answers to public calls in memory.")
	callsRunning    = describe("calls_running", "Calls that run now, by kind.", "kind")
	callsMax        = describe("calls_running_max", "Calls that may run at once, by kind.", "kind")
	callsWaiting    = describe("calls_waiting", "Calls that wait for their turn, by kind.", "kind")
	callsShed       = describe("calls_shed_total", "Calls that were turned away with 503, by kind.", "kind")
	inFlightNow     = describe("http_requests_in_flight", "Requests under way.")
	inFlightBytes   = describe("http_response_bytes_in_flight", "Bytes of unshared answers that clients have yet to take.")
	refusedTotal    = describe("http_requests_refused_total", "Requests refused because a client, or all, had too many requests or bytes under way, or because requests waited too long for a processor.")
	requestDelay    = describe("http_request_delay_seconds", "How long a request waits before anything looks at it.")
	tlsExpiry       = describe("tls_certificate_expiry_timestamp_seconds", "When the certificate of --tls-cert becomes invalid.")
	connections     = describe("http_connections", "Open connections of visitors.")
	evictedTotal    = describe("http_connections_evicted_total", "Idle connections that were closed for new ones.")
	connsRefused    = describe("http_connections_refused_total", "Connections that were closed at once because too many were open.")
	logLost         = describe("log_lines_lost_total", "Lines of the log that were dropped because its reader did not read, or that could not be written.")
	tracesDropped   = describe("traces_dropped_total", "Spans that the collector of traces has not got, because it was slow or away.")
	buildInfo       = describe("build_info", "Always 1; its labels say what is running.", "version", "go_version", "site", "database")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("holidaymaker_"+name, help, labels, nil)
}

// Describe sends nothing: the registry then accepts whatever Collect sends.
func (c collector) Describe(chan<- *prometheus.Desc) {}

// sends returns the functions that send values to the registry.
func sends(to chan<- prometheus.Metric) (gauge, counter send) {
	gauge = func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	counter = func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, value, labels...)
	}
	return gauge, counter
}

// Collect sends the current values.
func (c collector) Collect(to chan<- prometheus.Metric) {
	gauge, counter := sends(to)
	s := c.server
	gauge(buildInfo, 1, s.config.Version, runtime.Version(), s.site.SiteCode, s.store.Dialect())
	gauge(readyDesc, oneIf(s.notReady() == nil))
	c.loops(gauge, counter)
	c.backlog(gauge)
	c.backups(gauge)
	c.paymentPages(gauge, counter)
	schema := s.store.KnownSchema()
	gauge(schemaVersion, float64(schema.Have))
	gauge(schemaMin, float64(schema.Min))
	s.shed.collect(gauge, counter)
	gauge(cachedAnswers, float64(s.calls.CachedAnswers()))
	gauge(clockSkew, s.store.Skew().Seconds())
	gauge(flagStreams, float64(s.flags.Streams()))
	if s.keyPair != nil {
		gauge(tlsExpiry, float64(s.keyPair.expiry().Unix()))
	}
	counter(logLost, float64(s.lines.lost.Load()))
	counter(tracesDropped, float64(s.traces.Dropped()))
	for kind, n := range s.eraser.Erased() {
		counter(erasedDesc, float64(n), string(kind))
	}
	for _, key := range []string{flags.CardProvider, flags.Wallet, flags.Maintenance} {
		gauge(flagOn, oneIf(s.flags.On(key, nil)), key)
	}
	if size, err := s.store.LogBytes(); err == nil && s.store.Dialect() == "sqlite" {
		gauge(databaseLog, float64(size))
	}
	for _, pool := range s.store.Pools() {
		gauge(poolConns, float64(pool.InUse), pool.Name, "in_use")
		gauge(poolConns, float64(pool.Idle), pool.Name, "idle")
		gauge(poolConns, float64(pool.MaxOpenConnections), pool.Name, "max")
		counter(poolWaits, float64(pool.WaitCount), pool.Name)
		counter(poolWaited, pool.WaitDuration.Seconds(), pool.Name)
	}
}

// collect sends what is running and what was refused.
func (s *shedder) collect(gauge, counter send) {
	for _, gate := range append(s.calls.All(), s.pages, s.pictures) {
		gauge(callsRunning, float64(gate.Running()), gate.Kind)
		gauge(callsMax, float64(gate.Turns()), gate.Kind)
		gauge(callsWaiting, float64(gate.Waiting()), gate.Kind)
		counter(callsShed, float64(gate.Shed()), gate.Kind)
	}
	requests, bytes, refused := s.load.Now()
	gauge(inFlightNow, float64(requests))
	gauge(inFlightBytes, float64(bytes))
	counter(refusedTotal, float64(refused))
	gauge(requestDelay, s.delay.Wait().Seconds())
	open, evicted, turnedAway := s.open.Now()
	gauge(connections, float64(open))
	counter(evictedTotal, float64(evicted))
	counter(connsRefused, float64(turnedAway))
}

type send func(d *prometheus.Desc, value float64, labels ...string)

// loops sends the state of the background loops, the follower and the
// components.
func (c collector) loops(gauge, counter send) {
	s := c.server
	now, loops := time.Now(), s.loops.Status()
	for _, status := range loops {
		if !status.Completed.IsZero() {
			gauge(loopCompleted, seconds(status.Completed), status.Name)
		}
		counter(loopRounds, float64(status.Rounds), status.Name)
		counter(loopErrors, float64(status.Failures), status.Name)
		gauge(loopTook, status.Took.Seconds(), status.Name)
		gauge(loopFailing, oneIf(status.Err != nil || status.Stale(now)), status.Name)
	}
	status := s.inventory.Status()
	gauge(followerRead, seconds(status.Followed))
	gauge(followerLag, status.Lag.Seconds())
	gauge(followerBack, float64(status.Behind))
	gauge(indexBuilt, seconds(status.Built))
	gauge(indexTook, status.Took.Seconds())
	counts := s.content.Counts()
	for how, count := range map[string]uint64{"fresh": counts.Fresh.Load(), "stale": counts.Stale.Load(), "asked": counts.Asked.Load(), "failed": counts.Failed.Load()} {
		counter(contentAnswers, float64(count), how)
	}
	for _, part := range s.components(loops, now) {
		if part.State != doctor.StateNotUsed && part.State != doctor.StateUnknown {
			gauge(componentUp, oneIf(part.State == doctor.StateOK), strings.ReplaceAll(part.Name, " ", "_"))
		}
	}
}

// backlog sends the counts of waiting work, of jobs given up, and of bad
// records.
func (c collector) backlog(gauge send) {
	s := c.server
	for _, q := range s.queues() {
		gauge(queueDepth, float64(q.depth), q.name)
		gauge(queueOldest, q.oldest.Seconds(), q.name)
	}
	for kind, count := range s.badRecords() {
		gauge(badRecords, float64(count), string(kind))
	}
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	gauge(nodesSeen, float64(s.health.nodes))
	gauge(paymentsUnknown, float64(s.health.backlog.payments.Unknown))
	gauge(paymentsStuck, float64(s.health.backlog.payments.Stuck))
	gauge(paymentsAlert, float64(s.health.backlog.payments.Alerts))
	for _, status := range ical.Statuses {
		gauge(calendarsOf, float64(s.health.backlog.calendars.Status[status]), status)
	}
	gauge(calendarsBadly, float64(s.health.backlog.calendars.NotUnderstood))
	gauge(calendarOverlap, float64(s.health.backlog.calendars.Overlaps))
	gauge(reservationsOf, float64(s.health.backlog.reservations.Waiting), string(reservation.Waits))
	gauge(reservationsOf, float64(s.health.backlog.reservations.Unread), string(reservation.Delivered))
	gauge(reservationsOf, float64(s.health.backlog.reservations.Refused), string(reservation.Refused))
	silent, refused := 0, 0
	for _, p := range s.health.backlog.senders {
		if p.Silent(s.config.now()) {
			silent++
		}
		if p.Misunderstood(s.config.now()) {
			refused++
		}
	}
	gauge(sendersSilent, float64(silent))
	gauge(sendersRefused, float64(refused))
	gauge(adsRefused, float64(s.health.backlog.hotelAds.Refused))
	for _, kind := range s.jobKinds {
		status := s.health.backlog.outboxOf(kind)
		gauge(outboxFailing, float64(status.Failing), kind)
		gauge(outboxGivenUp, float64(status.GivenUp), kind)
	}
}

// seconds converts a time to Unix seconds; 0 means never.
func seconds(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixMilli()) / 1000
}

func oneIf(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}
