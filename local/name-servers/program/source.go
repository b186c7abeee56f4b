package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/miekg/dns"
)

// What the control writes in one piece, after the zone files that it names (../index-file.ts).
type index struct {
	Generation int
	Zones      []struct {
		Origin string
		// Changes with the zone.
		Serial uint32
		// Which file each server answers from, the view among them.
		Files map[string]string
		// The view's: no server of the zone is to be had.
		Unreachable bool
		// "", or how the zone is signed: "right", "bogus", "expired", "missing-key".
		Signing string
	}
	Faults []fault
}

// Everything that is answered at one moment.
type snapshot struct {
	index
	// By server and origin.
	zones map[string]map[string]*zone
	// Why this is not what the folder says.
	problem error
}

type source struct {
	folder string
	mutex  sync.Mutex
	stat   os.FileInfo
	last   snapshot
	parsed map[string]*zone
	// By zone, as long as the program runs: who signed it once signs it again.
	signers map[string]*signer
}

// Looks for a new index at every question, so that whoever has written it asks and is answered from it.
func (s *source) current() snapshot {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	file := filepath.Join(s.folder, "index.json")
	stat, err := os.Stat(file)
	if err == nil && s.stat != nil && os.SameFile(stat, s.stat) && stat.ModTime().Equal(s.stat.ModTime()) {
		return s.last
	}
	if err == nil {
		var next snapshot
		if next, err = s.load(file); err == nil {
			s.last = next
		}
	}
	s.stat, s.last.problem = stat, err
	return s.last
}

func (s *source) load(file string) (snapshot, error) {
	var next snapshot
	text, err := os.ReadFile(file)
	if err != nil {
		return next, err
	}
	if err = json.Unmarshal(text, &next.index); err != nil {
		return next, err
	}
	next.zones = map[string]map[string]*zone{}
	parsed := map[string]*zone{}
	for _, each := range next.Zones {
		for server, name := range each.Files {
			key := fmt.Sprintf("%s %d %s", name, each.Serial, each.Signing)
			if parsed[key] == nil {
				if parsed[key] = s.parsed[key]; parsed[key] == nil {
					if parsed[key], err = s.readZone(name, each.Origin, each.Signing); err != nil {
						return next, err
					}
				}
			}
			if next.zones[server] == nil {
				next.zones[server] = map[string]*zone{}
			}
			next.zones[server][each.Origin] = parsed[key]
		}
	}
	s.parsed = parsed
	return next, nil
}

func (s *source) readZone(file string, origin string, signing string) (*zone, error) {
	z, err := readZone(filepath.Join(s.folder, file), origin)
	if err != nil || signing == "" {
		return z, err
	}
	if s.signers[origin] == nil {
		if s.signers[origin], err = newSigner(origin); err != nil {
			return nil, err
		}
	}
	z.signing, z.signer, z.names = signing, s.signers[origin], z.ownNames()
	return z, nil
}

// The answer to `generation.` in class CHAOS: which index is answered from, or why the newest is not.
func (s snapshot) generation(name string) []dns.RR {
	text := strconv.Itoa(s.Generation)
	if s.problem != nil {
		text = s.problem.Error()
	}
	header := dns.RR_Header{Name: name, Rrtype: dns.TypeTXT, Class: dns.ClassCHAOS}
	return []dns.RR{&dns.TXT{Hdr: header, Txt: []string{text[:min(len(text), 255)]}}}
}
