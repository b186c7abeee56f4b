import type { Copy, Says, Words } from '../types/locale.ts';
import { reasons } from './reasons.ts';

const nothing: Says = () => 'Nichts zu tun.';
const installing: Copy = { summary: ({ brand }) => `Ihr Teil ist erledigt. ${brand} richtet das Zertifikat ein.`, fix: nothing };
const failed: Copy = {
  summary: () => 'Ihr Teil ist erledigt, aber das Zertifikat wurde noch nicht ausgestellt.',
  fix: ({ brand }) => `Nichts zu tun. ${brand} sieht den Grund und kann neu beginnen.`,
};
const fixTarget: Says = ({ hostname, dnsForm: { place, target } }) =>
  `Ändern Sie bei ${place} den Wert des CNAME-Eintrags ${hostname} auf ${target}. Kopieren Sie ihn ganz.`;

export const words: Words = {
  codes: {
    ok: {
      summary: ({ hostname }) => `${hostname} ist über eine sichere Verbindung (HTTPS) erreichbar.`,
      fix: () => 'Nichts zu tun. Lassen Sie den CNAME-Eintrag bestehen.',
    },
    in_progress: {
      summary: ({ hostname, stage }) =>
        stage === 'dns'
          ? `${hostname} wird eingerichtet. Der nächste Schritt läuft von selbst.`
          : `Ihr DNS stimmt. Das Zertifikat für ${hostname} wird geholt und eingerichtet; alles läuft von selbst.`,
      fix: ({ hostname, cnameTarget, stage }) =>
        stage === 'dns'
          ? `Nichts zu tun, wenn ${hostname} schon einen CNAME-Eintrag auf ${cnameTarget} hat. Sonst legen Sie ihn jetzt an.`
          : 'Nichts zu tun; meist dauert es einige Minuten. Lassen Sie den CNAME-Eintrag bestehen.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} hat noch keinen CNAME-Eintrag und führt deshalb noch nicht hierher.`,
      fix: ({ dnsForm: { place, name, value, withoutProxy } }) =>
        `Legen Sie bei ${place} einen CNAME-Eintrag mit ${name} und ${value} an, ${withoutProxy}. Löschen Sie A- und AAAA-Einträge desselben Namens. Er wird innerhalb von Minuten gefunden.`,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `Der CNAME-Eintrag von ${hostname} zeigt auf ${observed}, muss aber auf ${cnameTarget} zeigen.`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) => `Das DNS von ${hostname} antwortet nicht richtig; der CNAME-Eintrag ist nicht zu sehen.`,
      fix: ({ hostname, cnameTarget }) =>
        `Meist geht das vorbei; wir prüfen weiter. Sonst fragen Sie den DNS-Anbieter von ${hostname}, warum seine Nameserver versagen. Der CNAME-Eintrag ${hostname} muss auf ${cnameTarget} zeigen.`,
    },
    dns_validation_timeout: {
      summary: ({ hostname, cnameTarget }) =>
        `Der CNAME-Eintrag von ${hostname} zeigte nicht rechtzeitig auf ${cnameTarget}. Wir suchen weiter: eine Woche lang jede Stunde, dann einen Monat lang jeden Tag.`,
      fix: ({ hostname, dnsForm: { place, target } }) =>
        `Lassen Sie bei ${place} den CNAME-Eintrag ${hostname} auf ${target} zeigen. Dann geht es von selbst weiter, mit „Jetzt prüfen“ sofort.`,
    },
    proxied_dns: {
      summary: ({ hostname }) => `Der Proxy des DNS-Anbieters verbirgt den CNAME-Eintrag von ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { place, turnProxyOff } }) =>
        `Bei ${place}: ${turnProxyOff}. Der CNAME-Eintrag zeigt weiter auf ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} hat neben dem CNAME-Eintrag weitere, die Besucher woandershin führen.`,
      fix: ({ hostname, cnameTarget, dnsForm: { place } }) =>
        `Löschen Sie bei ${place} alle anderen Einträge mit dem Namen ${hostname} (A, AAAA, TXT, MX). Nur der CNAME-Eintrag auf ${cnameTarget} darf bleiben.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Die CAA-Einträge von ${hostname} oder eines Namens darüber erlauben unserer Zertifizierungsstelle kein Zertifikat.`,
      fix: ({ observed, dnsForm: { place } }) =>
        `Legen Sie bei ${place} zusätzlich den Eintrag ${observed} an, oder löschen Sie die vorhandenen CAA-Einträge.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Ihr DNS stimmt. ${brand} muss noch etwas erledigen.`,
      fix: nothing,
    },
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: {
      summary: () => 'Das Zertifikat wartet in der Schlange der Zertifizierungsstelle.',
      fix: () => 'Nichts zu tun. Es geht von selbst weiter, sobald Platz ist.',
    },
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: {
      summary: () => 'Das Zertifikat ist abgelaufen: Besucher sehen eine Warnung.',
      fix: ({ brand }) => `Lassen Sie den CNAME-Eintrag bestehen. ${brand} muss das Zertifikat erneuern.`,
    },
    hostname_claimed: {
      summary: ({ hostname }) => `Ein anderes Konto hat bewiesen, dass ${hostname} ihm gehört. Hier gilt die Domain nicht mehr.`,
      fix: ({ hostname, cnameTarget }) =>
        `Soll ${hostname} hierher führen, lassen Sie den CNAME-Eintrag auf ${cnameTarget} zeigen und bitten Sie um einen Neubeginn.`,
    },
  },
  others: { summary: ({ brand }) => `${brand} muss noch etwas erledigen.`, fix: nothing },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}. (mit dem Punkt am Ende)` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      place: form ? `${form.name}, dem DNS-Anbieter von ${hostname},` : `dem DNS-Anbieter von ${hostname}`,
      name: name ? `${host} im Feld „${name}“` : `dem Namen ${hostname}`,
      value: value ? `${target} im Feld „${value}“` : `dem Wert ${target}`,
      target,
      withoutProxy: proxy ? `mit „${proxy.name}“ auf „${proxy.off}“` : 'ohne Proxy („DNS only“)',
      turnProxyOff: proxy
        ? `stellen Sie „${proxy.name}“ dieses Eintrags auf „${proxy.off}“`
        : 'schalten Sie für diesen Eintrag den Proxy aus („DNS only“; bei Cloudflare die graue Wolke)',
    };
  },
};
