package main

import (
	"os"

	"github.com/miekg/dns"
)

// The records of a zone by name and type. A name without records is there when names below it have some (an empty non-terminal).
type zone struct {
	origin  string
	records map[string]map[uint16][]dns.RR
	// Of a signed zone: how, by whom, and its names in order.
	signing string
	signer  *signer
	names   []string
}

func readZone(file string, origin string) (*zone, error) {
	reader, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	z := &zone{origin: origin, records: map[string]map[uint16][]dns.RR{}}
	parser := dns.NewZoneParser(reader, origin, file)
	for record, ok := parser.Next(); ok; record, ok = parser.Next() {
		z.add(record)
	}
	return z, parser.Err()
}

func (z *zone) add(record dns.RR) {
	name := dns.CanonicalName(record.Header().Name)
	for above := name; z.records[above] == nil; above = parentOf(above) {
		z.records[above] = map[uint16][]dns.RR{}
		if above == z.origin {
			break
		}
	}
	kind := record.Header().Rrtype
	z.records[name][kind] = append(z.records[name][kind], record)
}

// What a zone says to a question (RFC 1034, section 4.3.2; RFC 4592 for wildcards).
type finding struct {
	// The records asked for, or the CNAME instead of them.
	records []dns.RR
	// Where the CNAME leads.
	target string
	// The name servers of a zone below, whose business the name is.
	referral []dns.RR
	exists   bool
}

func (z *zone) find(name string, kind uint16) finding {
	if cut := z.cutAbove(name, kind); cut != "" {
		return finding{referral: z.records[cut][dns.TypeNS], exists: true}
	}
	here, exists := z.records[name], z.records[name] != nil
	if !exists {
		here, exists = z.synthesized(name)
	}
	found := finding{records: here[kind], exists: exists}
	if kind == dns.TypeDNSKEY && name == z.origin && z.signer != nil {
		found.records = []dns.RR{z.signer.public}
	}
	if kind == dns.TypeANY {
		for _, records := range here {
			found.records = append(found.records, records...)
		}
	}
	// A CNAME beside other records, which no zone should have: whoever asks for the others gets those.
	if alias := here[dns.TypeCNAME]; len(found.records) == 0 && len(alias) > 0 {
		found.records, found.target = alias, dns.CanonicalName(alias[0].(*dns.CNAME).Target)
	}
	return found
}

// The highest name above or at this one that is delegated; DS belongs to the zone above the cut (RFC 4035, section 3.1.4.1).
func (z *zone) cutAbove(name string, kind uint16) string {
	cut := ""
	for above := name; above != z.origin; above = parentOf(above) {
		isOwnDS := kind == dns.TypeDS && above == name
		if len(z.records[above][dns.TypeNS]) > 0 && !isOwnDS {
			cut = above
		}
	}
	return cut
}

// The records of the wildcard right below the closest name that is there, as if they were this name's.
func (z *zone) synthesized(name string) (map[uint16][]dns.RR, bool) {
	wildcard := z.records["*."+z.encloserOf(name)]
	if wildcard == nil {
		return nil, false
	}
	made := map[uint16][]dns.RR{}
	for kind, records := range wildcard {
		for _, record := range records {
			renamed := dns.Copy(record)
			renamed.Header().Name = name
			made[kind] = append(made[kind], renamed)
		}
	}
	return made, true
}

// The closest name above that is there (RFC 4592, section 3.3.1).
func (z *zone) encloserOf(name string) string {
	encloser := parentOf(name)
	for z.records[encloser] == nil {
		encloser = parentOf(encloser)
	}
	return encloser
}

// Addresses of name servers as far as this zone knows them: glue, and those of zones beside.
func (z *zone) addressesOf(servers []dns.RR) []dns.RR {
	var found []dns.RR
	for _, server := range servers {
		here := z.records[dns.CanonicalName(server.(*dns.NS).Ns)]
		found = append(append(found, here[dns.TypeA]...), here[dns.TypeAAAA]...)
	}
	return found
}

// SOA as a negative answer has it: its TTL is how long that may be kept (RFC 2308, section 5).
func (z *zone) negative() []dns.RR {
	soa := dns.Copy(z.records[z.origin][dns.TypeSOA][0]).(*dns.SOA)
	soa.Hdr.Ttl = min(soa.Hdr.Ttl, soa.Minttl)
	return []dns.RR{soa}
}

func parentOf(name string) string {
	next, end := dns.NextLabel(name, 0)
	if end {
		return "."
	}
	return name[next:]
}
