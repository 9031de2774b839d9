package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"holidaymaker/internal/availability"

	"github.com/jackc/pgx/v5"
)

// cluster is a PostgreSQL server that the bench starts in its own directory.
// Clients connect through a socket in that directory.
type cluster struct {
	dir    string
	run    *syscall.Credential // the user that runs it when the bench runs as root, because PostgreSQL refuses root
	server *exec.Cmd
	alive  io.Closer // the server stops when it is closed or this process ends
}

func postgresBin(name string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(found) == 0 {
		return ""
	}
	slices.Sort(found)
	return found[len(found)-1]
}

// startCluster returns nil when the machine has no PostgreSQL.
func startCluster(parent string) *cluster {
	if postgresBin("initdb") == "" {
		return nil
	}
	c := &cluster{dir: filepath.Join(parent, "postgres")}
	must(os.MkdirAll(c.dir, 0o700))
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		must(err)
		uid, err := strconv.Atoi(u.Uid)
		must(err)
		gid, err := strconv.Atoi(u.Gid)
		must(err)
		must(os.Chmod(parent, 0o755))
		must(os.Chown(c.dir, uid, gid))
		c.run = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	c.command("initdb", "-D", c.dir+"/data", "-U", "bench", "--auth=trust", "-E", "UTF8", "--locale=C")
	options := []string{"-c", "listen_addresses=", "-c", "unix_socket_directories=" + c.dir}
	for _, o := range []string{"shared_buffers=3GB", "work_mem=64MB", "maintenance_work_mem=1GB", "max_wal_size=8GB", "effective_cache_size=10GB",
		"random_page_cost=1.1", "jit=off", "autovacuum=off", "max_connections=120"} {
		options = append(options, "-c", o)
	}
	c.start(options)
	return c
}

// start starts the server. It stops when this process closes the server's input
// or ends in any way.
func (c *cluster) start(options []string) {
	const script = `log=$1; shift
"$@" >>"$log" 2>&1 &
server=$!
cat >/dev/null
kill -QUIT $server; wait $server`
	c.server = exec.Command("/bin/sh", append([]string{"-c", script, "sh", c.dir + "/log", postgresBin("postgres"), "-D", c.dir + "/data"}, options...)...)
	c.server.Dir = c.dir
	c.server.SysProcAttr = &syscall.SysProcAttr{Credential: c.run, Setsid: true}
	in, err := c.server.StdinPipe()
	must(err)
	c.alive = in
	must(c.server.Start())
	for patience := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		conn, err := pgx.Connect(context.Background(), c.dsn("postgres"))
		if err == nil {
			must(conn.Close(context.Background()))
			return
		}
		if time.Now().After(patience) {
			log, _ := os.ReadFile(c.dir + "/log")
			panic(fmt.Sprintf("PostgreSQL does not start: %v\n%s", err, log))
		}
	}
}

// processor is the processor time that the server and its processes have used, also those
// that have ended.
func (c *cluster) processor() (total time.Duration) {
	const ticks = 100 // a second, of Linux
	parents, used := map[int]int{}, map[int]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue // it has ended
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
		_, rest, _ := strings.Cut(string(text), ") ") // the name may contain spaces
		fields := strings.Fields(rest)
		parents[pid], _ = strconv.Atoi(fields[1])
		for _, i := range []int{11, 12, 13, 14} { // its own and of ended children
			n, _ := strconv.Atoi(fields[i])
			used[pid] += n
		}
	}
	for pid := range used {
		for above := pid; above > 1; above = parents[above] {
			if above == c.server.Process.Pid {
				total += time.Duration(used[pid]) * time.Second / ticks
				break
			}
		}
	}
	return total
}

func (c *cluster) command(name string, args ...string) {
	cmd := exec.Command(postgresBin(name), args...)
	cmd.Dir = c.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.run}
	if out, err := cmd.CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%s: %v\n%s", name, err, out))
	}
}

func (c *cluster) stop() {
	if c != nil {
		must(c.alive.Close())
		_ = c.server.Wait() // stopped by a signal, so it ends with an error
	}
}

func (c *cluster) dsn(database string) string {
	return fmt.Sprintf("host=%s user=bench dbname=%s", c.dir, database)
}

// url returns the address under which the product's store reaches a database.
func (c *cluster) url(database string) string {
	return "postgres://bench@/" + database + "?host=" + url.QueryEscape(c.dir)
}

func (c *cluster) create(database string) {
	conn, err := pgx.Connect(context.Background(), c.dsn("postgres"))
	must(err)
	defer conn.Close(context.Background())
	_, err = conn.Exec(context.Background(), "CREATE DATABASE "+database)
	must(err)
}

// postgres answers from a covering index, with prepared statements.
type postgres struct {
	conn *pgx.Conn
	ctx  context.Context
}

func priceDatabase(m *market) string { return "prices_" + strings.ToLower(m.name) }

func newPostgres(c *cluster, m *market, unitData []availability.UnitData, ix *availability.Index) *postgres {
	name := priceDatabase(m)
	c.create(name)
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, c.dsn(name))
	must(err)
	e := &postgres{conn, ctx}
	e.exec(`CREATE UNLOGGED TABLE price (channel smallint, nights smallint, region smallint, arrival smallint, unit int, lo smallint, hi smallint,
		park int, dogs smallint, features smallint, operator smallint, price int)`)
	e.exec("CREATE UNLOGGED TABLE minima (channel smallint, nights smallint, region smallint, dogs smallint, class smallint, arrival smallint, price int)")
	e.copy("price", []int{2, 2, 2, 2, 4, 2, 2, 4, 2, 2, 2, 4}, func(put func(...int)) {
		m.eachOpen(unitData, func(s *stay) {
			put(s.channel, s.nights, s.region, s.arrival, s.unit, s.lo, s.hi, s.park, bit(s.dogs), int(s.features), s.operator, int(s.price))
		})
	})
	e.copy("minima", []int{2, 2, 2, 2, 2, 2, 4}, func(put func(...int)) { m.eachMinimum(ix, func(row []int) { put(row...) }) })
	e.exec(`CREATE INDEX price_search ON price (channel, nights, region, arrival) INCLUDE (park, lo, hi, dogs, features, operator, price)`)
	e.exec(`CREATE INDEX minima_search ON minima (channel, nights, region, dogs, class, arrival) INCLUDE (price)`)
	e.exec("VACUUM (FREEZE, ANALYZE) price")
	e.exec("VACUUM (FREEZE, ANALYZE) minima")
	return e
}

func (e *postgres) exec(text string) {
	if _, err := e.conn.Exec(e.ctx, text); err != nil {
		panic(fmt.Sprintf("%v: %s", err, text))
	}
}

// copy writes rows in PostgreSQL's binary format: widths are the sizes of the
// columns in bytes, 2 for smallint and 4 for int.
func (e *postgres) copy(table string, widths []int, rows func(put func(row ...int))) {
	in, out := io.Pipe()
	go func() {
		b := bufio.NewWriterSize(out, 1<<20)
		_, _ = b.WriteString("PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00")
		var line []byte
		rows(func(row ...int) {
			line = binary.BigEndian.AppendUint16(line[:0], uint16(len(row)))
			for i, v := range row {
				line = binary.BigEndian.AppendUint32(line, uint32(widths[i]))
				if widths[i] == 2 {
					line = binary.BigEndian.AppendUint16(line, uint16(v))
				} else {
					line = binary.BigEndian.AppendUint32(line, uint32(v))
				}
			}
			_, _ = b.Write(line)
		})
		_, _ = b.Write([]byte{0xff, 0xff})
		out.CloseWithError(b.Flush()) // the reader gets an error of writing
	}()
	_, err := e.conn.PgConn().CopyFrom(e.ctx, in, "COPY "+table+" FROM STDIN BINARY")
	must(err)
}

func (e *postgres) name() string { return "postgres" }

func (e *postgres) close() { e.conn.Close(e.ctx) }

func (e *postgres) text(q *question) (string, []any) {
	var args []any
	mark := numbered(&args)
	d := mark(int16(q.day))
	regions := func() string {
		if q.region >= 0 {
			return " AND region = " + mark(int16(q.region))
		}
		var all []int16
		for r := range trades[q.channel].regions {
			all = append(all, int16(regionID(q.channel, r)))
		}
		return " AND region = ANY(" + mark(all) + ")"
	}
	text := fmt.Sprintf(`SELECT park, arrival, price, units, count(*) OVER (), count(*) FILTER (WHERE arrival = %[1]s) OVER () FROM (
		SELECT DISTINCT ON (park) park, arrival, min(price) AS price, count(*) AS units FROM price WHERE `+conditions(q, regions, mark)+`
		GROUP BY park, arrival ORDER BY park, abs(arrival - %[1]s), arrival) f
		ORDER BY abs(arrival - %[1]s), price, park LIMIT %d`, d, firstPage)
	return text, args
}

func (e *postgres) search(q *question, a *answer) {
	*a = answer{rows: a.rows[:0]}
	text, args := e.text(q)
	rows, err := e.conn.Query(e.ctx, text, args...)
	must(err)
	var f found
	_, err = pgx.ForEachRow(rows, []any{&f.park, &f.day, &f.price, &f.units, &a.total, &a.exact}, func() error {
		a.rows = append(a.rows, f)
		return nil
	})
	if err != nil {
		panic(fmt.Sprintf("%v: %s", err, text))
	}
}

// plan panics when a search reads more than the index.
func (e *postgres) plan(q *question) {
	text, args := e.text(q)
	rows, err := e.conn.Query(e.ctx, "EXPLAIN "+text, args...)
	must(err)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(err)
	if whole := strings.Join(lines, "\n"); !strings.Contains(whole, "Index Only Scan") {
		panic("PostgreSQL reads more than its index:\n" + whole)
	}
}

func (e *postgres) calendar(c *calendar) (days []day) {
	rows, err := e.conn.Query(e.ctx, `SELECT arrival, price FROM minima
		WHERE channel = $1 AND nights = $2 AND region = $3 AND dogs = $4 AND class = $5 ORDER BY arrival`,
		c.channel, c.nights, c.region, bit(c.dogs), class(c.party))
	must(err)
	var d day
	_, err = pgx.ForEachRow(rows, []any{&d.day, &d.price}, func() error {
		days = append(days, d)
		return nil
	})
	must(err)
	flagWeeks(days)
	return days
}
