package main

import (
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/store"
)

func TestStaffSeeWhatPartnersSend(t *testing.T) {
	dir := aDatabase(t)
	run := func(args ...string) string {
		t.Helper()
		text, err := printed(t, func() error { return partnerCommand(t.Context(), append(args, "--data", dir)) })
		if err != nil {
			t.Error(err)
		}
		return text
	}
	opened(t, dir, func(s *store.Store) {
		now := s.Now()
		if err := s.ARI().Keep(t.Context(), 0, nil, ari.Receipt{Partner: "haven", Park: "HV101", Kind: "OTA_HotelAvailNotifRQ", At: now, Warnings: []string{"past"}, Body: []byte("<first/>")}); err != nil {
			t.Fatal(err)
		}
		for i := range 10 {
			if err := s.ARI().Refused(t.Context(), ari.Receipt{Partner: "haven", Park: "HV101", Kind: "OTA_HotelAvailNotifRQ", At: now.Add(time.Duration(i) * time.Second), Refused: "402 no room", Body: []byte("<second/>")}); err != nil {
				t.Fatal(err)
			}
		}
	})
	if got := run("list"); !strings.Contains(got, "haven") || !strings.Contains(got, "the last 10 messages were refused") {
		t.Error(got)
	}
	messages := strings.Split(strings.TrimSpace(run("messages", "haven")), "\n")
	first, last := messages[1], messages[len(messages)-1]
	if len(messages) != 12 || !strings.Contains(first, "402 no room") || !strings.Contains(last, "stored; past") {
		t.Errorf("%q", messages)
	}
	id, _, _ := strings.Cut(last, " ")
	if got := run("message", id); !strings.Contains(got, "OTA_HotelAvailNotifRQ about HV101: stored; past") || !strings.Contains(got, "<first/>") {
		t.Error(got)
	}
	if err := partnerCommand(t.Context(), []string{"message", "nothing", "--data", dir}); err == nil {
		t.Error("a message that does not exist is shown")
	}
}
