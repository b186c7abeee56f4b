import type { Says, Words } from '../types/locale.ts';

const signAnew: Says = ({ hostname }) => `Bitten Sie den DNS-Anbieter von ${hostname}, die Zone neu zu signieren.`;

export const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Es sieht nach einem Tippfehler aus: nur wenige Zeichen sind anders.' },
  missing_dot: {
    says: () => 'Der DNS-Anbieter hat die Domain an das Ziel angehängt.',
    fix: ({ hostname, cnameTarget, dnsForm: { place } }) =>
      `Ändern Sie bei ${place} den Wert des CNAME-Eintrags ${hostname} auf ${cnameTarget}. mit einem Punkt am Ende: dann wird nichts angehängt. Lehnt das Formular den Punkt ab, geben Sie ${cnameTarget} ganz ein.`,
  },
  name_before_target: { says: () => 'Vor dem Ziel steht ein Name, der nicht dazugehört.' },
  other_target: { says: () => 'Das ist das Ziel eines anderen Kontos oder Servers.' },
  doubled_name: {
    says: ({ observed }) => `Es gibt den Eintrag ${observed}: der DNS-Anbieter hat die Domain noch einmal angehängt.`,
    fix: ({ cnameTarget, host, observed, dnsForm: { place } }) =>
      `Ändern Sie bei ${place} den Namen des Eintrags ${observed} auf ${host}, ohne die Domain: der Anbieter hängt sie selbst an. Der Wert muss ${cnameTarget} sein.`,
  },
  address_instead: {
    says: ({ observed }) => `Stattdessen gibt es Adressen: ${observed}.`,
    fix: ({ hostname, observed, dnsForm: { place, name, value, withoutProxy } }) =>
      `Löschen Sie bei ${place} die A- und AAAA-Einträge von ${hostname} (${observed}). Legen Sie dann einen CNAME-Eintrag mit ${name} und ${value} an, ${withoutProxy}.`,
  },
  wildcard_answer: {
    says: () => 'Die Antwort kommt von einem Wildcard-Eintrag (*).',
    fix: ({ dnsForm: { place, name, value } }) =>
      `Legen Sie bei ${place} einen CNAME-Eintrag mit genau ${name} und ${value} an. Er hat Vorrang; der Wildcard-Eintrag kann bleiben.`,
  },
  cname_loop: { says: () => 'Die CNAME-Einträge führen im Kreis.' },
  chain_too_long: { says: () => 'Die CNAME-Einträge führen über zu viele Namen; zeigen Sie direkt auf das Ziel.' },
  chain_unanswered: {
    says: () => 'Der Eintrag ist da, aber die Nameserver, zu denen er führt, antworten nicht verlässlich.',
    fix: ({ hostname, dnsForm: { place, target } }) =>
      `Ändern Sie bei ${place} den Wert des CNAME-Eintrags ${hostname} auf ${target}: dann führt er direkt hierher.`,
  },
  servers_not_public: {
    says: () => 'Keiner der bei der Registry eingetragenen Nameserver hat eine öffentliche IPv4-Adresse.',
    fix: ({ hostname }) =>
      `Tragen Sie beim Registrar der Domain von ${hostname} Nameserver mit öffentlichen IPv4-Adressen ein, oder bitten Sie den DNS-Anbieter um solche Adressen.`,
  },
  negative_cache: {
    says: () => 'Der CNAME-Eintrag ist da, aber noch nicht überall sichtbar; das geht von selbst vorbei.',
    fix: () => 'Nichts zu tun. Lassen Sie den CNAME-Eintrag bestehen.',
  },
  servfail: { says: () => 'Die Antwort war SERVFAIL: die Nameserver der Zone versagen oder kennen sie nicht.' },
  dnssec_bogus: {
    says: () => 'Die DNSSEC-Signaturen der Zone sind ungültig, deshalb gibt es keine Antwort.',
    fix: ({ hostname }) =>
      `Bitten Sie den DNS-Anbieter von ${hostname}, die Zone neu zu signieren, oder löschen Sie den DS-Eintrag beim Registrar, wenn sie nicht signiert sein soll.`,
  },
  dnssec_expired: {
    says: () => 'Die DNSSEC-Signaturen der Zone sind abgelaufen, deshalb gibt es keine Antwort.',
    fix: signAnew,
  },
  dnssec_key_missing: {
    says: () => 'Der DS-Eintrag der Registry nennt einen Schlüssel, den die Zone nicht hat, etwa nach einem Anbieterwechsel.',
    fix: ({ hostname }) =>
      `Löschen Sie beim Registrar der Domain von ${hostname} den DS-Eintrag, oder ersetzen Sie ihn durch den des jetzigen DNS-Anbieters.`,
  },
  lame_servers: {
    says: () => 'Die bei der Registry eingetragenen Nameserver kennen die Zone nicht.',
    fix: ({ hostname }) =>
      `Tragen Sie beim Registrar der Domain von ${hostname} die Nameserver des DNS-Anbieters ein, der ihre Einträge hat, oder lassen Sie ihn die Zone einrichten.`,
  },
  servers_silent: { says: () => 'Keiner der bei der Registry eingetragenen Nameserver hat geantwortet.' },
  servers_disagree: {
    says: () => 'Die Nameserver der Zone antworten verschieden: vielleicht ist eine Änderung noch unterwegs.',
    fix: ({ hostname, cnameTarget }) =>
      `Meist geht das in Minuten vorbei; wir prüfen weiter. Sonst bitten Sie den DNS-Anbieter von ${hostname}, die Zone auf allen Nameservern zu veröffentlichen, mit einem CNAME-Eintrag auf ${cnameTarget}.`,
  },
  name_servers_differ: {
    says: () => 'Die Zone nennt andere Nameserver als die Registry: ein dort angelegter Eintrag wird nicht gesehen.',
    fix: ({ hostname, cnameTarget }) =>
      `Legen Sie den CNAME-Eintrag ${hostname} mit dem Wert ${cnameTarget} bei den Nameservern der Registry an, oder tragen Sie beim Registrar die Nameserver ein, die den Eintrag haben.`,
  },
  domain_not_registered: {
    says: ({ observed }) => `Die Registry kennt ${observed} nicht: die Domain ist nicht registriert oder abgelaufen.`,
    fix: ({ hostname, observed }) =>
      `Registrieren oder verlängern Sie ${observed}, und tragen Sie die Nameserver ein. Prüfen Sie ${hostname} auf Tippfehler.`,
  },
  caa_restricted: {
    says: () => 'Einer davon nennt sie, aber für ein anderes Konto oder eine andere Art der Prüfung als HTTP-01.',
  },
  caa_not_understood: {
    says: () => 'Einer davon ist als kritisch markiert und hat ein Tag, das keine Zertifizierungsstelle kennt.',
    fix: ({ observed, dnsForm: { place } }) => `Ändern Sie bei ${place} die CAA-Einträge so: ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Die Nameserver versagen bei Fragen nach CAA-Einträgen; Zertifizierungsstellen werten das als Ablehnung.',
    fix: ({ hostname }) =>
      `Bitten Sie den DNS-Anbieter von ${hostname}, Fragen nach CAA-Einträgen zu beantworten, auch wenn es keine gibt.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `Es gibt auch die Adressen ${observed}.`,
    fix: ({ hostname, cnameTarget, observed, dnsForm: { place } }) =>
      `Löschen Sie bei ${place} die A- und AAAA-Einträge von ${hostname} (${observed}). Der CNAME-Eintrag auf ${cnameTarget} bleibt.`,
  },
  proxy_addresses: { says: () => 'Die gefundenen Adressen gehören einem Proxy.' },
  former_server: {
    says: () => 'Das ist das frühere Ziel. Es funktioniert weiter; der Umzug endet, wenn der Eintrag geändert ist.',
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Die Adressen sind nicht die des Servers: ${observed}.`,
    fix: ({ hostname, dnsForm: { place, target } }) =>
      `Löschen Sie bei ${place} alle A- und AAAA-Einträge mit dem Namen ${hostname}; nur der CNAME-Eintrag auf ${target} bleibt.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Die IPv6-Adressen sind nicht die des Servers, werden aber zuerst gefragt: ${observed}.`,
    fix: ({ hostname, dnsForm: { place } }) => `Löschen Sie bei ${place} alle AAAA-Einträge mit dem Namen ${hostname}.`,
  },
  renewal_paused: {
    says: () => 'Das ist seit einer Woche so: das Zertifikat wird erst wieder erneuert, wenn der Eintrag zurück ist.',
  },
};
