package wire

import (
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

var here, there = netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("10.0.0.2")

// hosts attaches two hosts and returns their ends of the devices.
func hosts(t *testing.T, w *Wire) (a, b net.Conn) {
	t.Cleanup(w.Close)
	ends := [2]net.Conn{}
	for i, addr := range []netip.Addr{here, there} {
		device, end := net.Pipe()
		t.Cleanup(func() { device.Close(); end.Close() })
		w.Attach(addr, device)
		ends[i] = end
	}
	return ends[0], ends[1]
}

// between returns a packet with a number in it.
func between(from, to netip.Addr, number byte) []byte {
	p := make([]byte, 21)
	p[0] = 4<<4 | 5
	copy(p[12:], from.AsSlice())
	copy(p[16:], to.AsSlice())
	p[20] = number
	return p
}

// received returns the number of the next packet, or false if none comes in a second.
func received(t *testing.T, at net.Conn) (byte, bool) {
	t.Helper()
	if err := at.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	p := make([]byte, 100)
	n, err := at.Read(p)
	return p[20], err == nil && n == 21
}

func send(t *testing.T, from net.Conn, p []byte) {
	t.Helper()
	if _, err := from.Write(p); err != nil {
		t.Fatal(err)
	}
}

func TestPacketsArriveUntilTheWayIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(1)
		a, b := hosts(t, w)
		send(t, a, between(here, there, 1))
		if n, ok := received(t, b); !ok || n != 1 {
			t.Errorf("got packet %d, %v", n, ok)
		}
		w.Around(there, Rule{Cut: true})
		send(t, a, between(here, there, 2))
		if n, ok := received(t, b); ok {
			t.Errorf("packet %d arrived on a way that was cut", n)
		}
		send(t, b, between(there, here, 3))
		if n, ok := received(t, a); ok {
			t.Errorf("packet %d came back on a way that was cut", n)
		}
		w.Heal()
		send(t, a, between(here, there, 4))
		if n, ok := received(t, b); !ok || n != 4 {
			t.Errorf("after healing: got packet %d, %v", n, ok)
		}
	})
}

func TestDelayedPacketsArriveInOrderAndNotBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const delay = 100 * time.Millisecond
		w := New(1)
		a, b := hosts(t, w)
		w.Between(here, there, Rule{Delay: delay})
		begin := time.Now()
		for n := range byte(10) {
			send(t, a, between(here, there, n))
		}
		for want := range byte(10) {
			if n, ok := received(t, b); !ok || n != want {
				t.Fatalf("got packet %d, %v; want %d", n, ok, want)
			}
		}
		if took := time.Since(begin); took != delay {
			t.Errorf("they took %s", took)
		}
	})
}

func TestTheShareThatIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(1)
		a, b := hosts(t, w)
		w.Between(here, there, Rule{Loss: 0.05})
		const sent = 2000
		arrived := make(chan int)
		go func() {
			count := 0
			for {
				if _, ok := received(t, b); !ok {
					break
				}
				count++
			}
			arrived <- count
		}()
		for range sent {
			send(t, a, between(here, there, 0))
		}
		if lost := sent - <-arrived; lost < 60 || lost > 140 {
			t.Errorf("%d of %d were lost, want about 100", lost, sent)
		}
	})
}

// Devices also send what no host is meant to get.
func TestWhatIsNoPacketOfAHostIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := hosts(t, New(1))
		send(t, a, []byte{6 << 4, 0, 0})
		send(t, a, between(here, netip.MustParseAddr("10.0.0.9"), 1))
		send(t, a, between(here, there, 2))
		if n, ok := received(t, b); !ok || n != 2 {
			t.Errorf("got packet %d, %v", n, ok)
		}
	})
}
