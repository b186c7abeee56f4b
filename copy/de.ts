import type { Copy, Locale, Says, Titles, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { Saying, Sayings } from './types/sayings.ts';

const signAnew: Says = ({ hostname }) => `Bitten Sie den DNS-Anbieter von ${hostname}, die Zone neu zu signieren.`;

const ofValidation: Says = ({ host }) => `Es geht um den Eintrag ${host}.`;

const addCname: Says = ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
  `Legen Sie ${atPlace} einen CNAME-Eintrag mit ${name} und ${value} an${withoutProxy}. Löschen Sie A- und AAAA-Einträge desselben Namens. Der Eintrag wird in wenigen Minuten erkannt.`;

const fixTarget: Says = ({ host, dnsForm: { atPlace, target } }) =>
  `Ändern Sie ${atPlace} den Wert des CNAME-Eintrags ${host} auf ${target}. Kopieren Sie ihn vollständig.`;

const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Das sieht nach einem Tippfehler aus: Nur wenige Zeichen weichen ab.' },
  missing_dot: {
    says: () => 'Der DNS-Anbieter hat die Domain angehängt.',
    fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `Ändern Sie ${atPlace} den Wert des CNAME-Eintrags ${host} auf ${cnameTarget}. (mit dem Punkt am Ende: Dann wird nichts angehängt). Lehnt das Formular den Punkt ab, geben Sie ${cnameTarget} ohne Punkt ein.`,
  },
  base_target: { says: () => 'Es fehlt der erste Teil des Werts, der den Server nennt.' },
  name_before_target: { says: () => 'Vor dem Wert steht ein Name, der nicht dazugehört.' },
  other_target: { says: () => 'Dieser Wert gehört zu einem anderen Konto oder Server.' },
  doubled_name: {
    says: ({ observed }) => `Es gibt den Eintrag ${observed}: Der DNS-Anbieter hat die Domain ein zweites Mal angehängt.`,
    fix: ({ cnameTarget, host, dnsForm: { atPlace } }) =>
      `Ändern Sie ${atPlace} den Namen dieses Eintrags auf ${host}, ohne die Domain: Der Anbieter hängt sie automatisch an. Der Wert muss ${cnameTarget} sein.`,
  },
  address_instead: {
    says: ({ observed }) => `Stattdessen gibt es Adressen: ${observed}.`,
    fix: ({ host, observed, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `Löschen Sie ${atPlace} die A- und AAAA-Einträge mit dem Namen ${host} (${observed}). Legen Sie dann einen CNAME-Eintrag mit ${name} und ${value} an${withoutProxy}.`,
  },
  txt_instead: { says: () => 'Es gibt einen TXT-Eintrag; der Typ muss CNAME sein.' },
  wildcard_answer: {
    says: () => 'Die Antwort kommt von einem Wildcard-Eintrag (*).',
    fix: ({ dnsForm: { atPlace, name, value } }) =>
      `Legen Sie ${atPlace} einen CNAME-Eintrag mit genau ${name} und ${value} an. Er hat Vorrang; der Wildcard-Eintrag kann bleiben.`,
  },
  cname_loop: { says: () => 'Die CNAME-Einträge verweisen im Kreis aufeinander.' },
  chain_too_long: { says: () => 'Die CNAME-Einträge führen über zu viele Namen.' },
  chain_unanswered: {
    says: () => 'Der Eintrag ist da, aber die Nameserver seines Ziels antworten nicht zuverlässig.',
    fix: fixTarget,
  },
  servers_not_public: {
    says: () => 'Keiner der bei der Registry eingetragenen Nameserver hat eine öffentliche IPv4-Adresse.',
    fix: ({ hostname }) =>
      `Tragen Sie beim Registrar der Domain von ${hostname} Nameserver mit öffentlichen IPv4-Adressen ein oder bitten Sie den DNS-Anbieter um solche Adressen.`,
  },
  negative_cache: {
    says: () => 'Der CNAME-Eintrag ist da, aber noch nicht überall sichtbar; das erledigt sich von allein.',
    fix: () => 'Sie müssen nichts tun. Lassen Sie den CNAME-Eintrag bestehen.',
  },
  servfail: { says: () => 'Die Antwort war SERVFAIL: Die Nameserver der Zone antworten mit einem Fehler oder kennen sie nicht.' },
  dnssec_bogus: {
    says: () => 'Die DNSSEC-Signaturen der Zone sind ungültig, deshalb gibt es keine Antwort.',
    fix: ({ hostname }) =>
      `Bitten Sie den DNS-Anbieter von ${hostname}, die Zone neu zu signieren. Soll sie nicht signiert sein, löschen Sie den DS-Eintrag beim Registrar.`,
  },
  dnssec_expired: {
    says: () => 'Die DNSSEC-Signaturen der Zone sind abgelaufen, deshalb gibt es keine Antwort.',
    fix: signAnew,
  },
  dnssec_key_missing: {
    says: () => 'Der DS-Eintrag der Registry nennt einen Schlüssel, den die Zone nicht hat, etwa nach einem Anbieterwechsel.',
    fix: ({ hostname }) =>
      `Löschen Sie beim Registrar der Domain von ${hostname} den DS-Eintrag oder ersetzen Sie ihn durch den des jetzigen DNS-Anbieters.`,
  },
  lame_servers: {
    says: () => 'Die bei der Registry eingetragenen Nameserver kennen die Zone nicht.',
    fix: ({ hostname }) =>
      `Tragen Sie beim Registrar der Domain von ${hostname} die Nameserver des DNS-Anbieters ein, der ihre Einträge hat, oder lassen Sie dort die Zone einrichten.`,
  },
  servers_silent: { says: () => 'Keiner der bei der Registry eingetragenen Nameserver hat geantwortet.' },
  servers_disagree: {
    says: () => 'Die Nameserver der Zone antworten unterschiedlich: Vielleicht ist eine Änderung noch nicht überall angekommen.',
    fix: ({ hostname, cnameTarget }) =>
      `Meist erledigt sich das in wenigen Minuten; wir prüfen weiter. Sonst bitten Sie den DNS-Anbieter von ${hostname}, die Zone auf allen Nameservern zu veröffentlichen, mit einem CNAME-Eintrag auf ${cnameTarget}.`,
  },
  name_servers_differ: {
    says: () => 'Die Zone nennt andere Nameserver als die Registry: Ein dort angelegter Eintrag wird nicht gefunden.',
    fix: ({ host, cnameTarget }) =>
      `Legen Sie einen CNAME-Eintrag mit dem Namen ${host} und dem Wert ${cnameTarget} bei den Nameservern der Registry an oder tragen Sie beim Registrar die Nameserver ein, die den Eintrag haben.`,
  },
  validation_missing: { says: ofValidation, fix: addCname },
  validation_wrong: { says: ofValidation, fix: fixTarget },
  domain_not_registered: {
    says: ({ observed }) => `Die Registry kennt ${observed} nicht: Die Domain ist nicht registriert oder abgelaufen.`,
    fix: ({ hostname, observed }) =>
      `Registrieren oder verlängern Sie ${observed} und tragen Sie die Nameserver ein. Prüfen Sie ${hostname} auf Tippfehler.`,
  },
  caa_restricted: {
    says: () => 'Einer davon nennt sie, aber für ein anderes Konto oder eine andere Prüfung als HTTP-01.',
  },
  caa_not_understood: {
    says: () => 'Einer davon ist als kritisch markiert und hat ein Tag, das keine Zertifizierungsstelle kennt.',
    fix: ({ observed, dnsForm: { atPlace } }) => `Ändern Sie ${atPlace} die CAA-Einträge so: ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Die Nameserver beantworten Abfragen von CAA-Einträgen mit einem Fehler; das gilt als Ablehnung.',
    fix: ({ hostname }) =>
      `Bitten Sie den DNS-Anbieter von ${hostname}, Abfragen von CAA-Einträgen zu beantworten, auch wenn es keine gibt.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `Es gibt auch die Adressen ${observed}.`,
    fix: ({ host, cnameTarget, observed, dnsForm: { atPlace } }) =>
      `Löschen Sie ${atPlace} die A- und AAAA-Einträge mit dem Namen ${host} (${observed}). Der CNAME-Eintrag auf ${cnameTarget} bleibt.`,
  },
  proxy_addresses: { says: () => 'Die gefundenen Adressen gehören einem Proxy.' },
  former_server: {
    says: () =>
      'Die Domain zieht um: Der CNAME-Eintrag zeigt noch auf den früheren Server. Alles funktioniert weiter; der Umzug endet, sobald er geändert ist.',
    fix: fixTarget,
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Die Adressen sind nicht die des Servers: ${observed}.`,
    fix: ({ host, dnsForm: { atPlace, target } }) =>
      `Löschen Sie ${atPlace} alle A- und AAAA-Einträge mit dem Namen ${host}; nur der CNAME-Eintrag auf ${target} bleibt.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Die IPv6-Adressen haben Vorrang, sind aber nicht die des Servers: ${observed}.`,
    fix: ({ host, dnsForm: { atPlace } }) => `Löschen Sie ${atPlace} alle AAAA-Einträge mit dem Namen ${host}.`,
  },
  renewal_paused: {
    says: () => 'Das ist seit einer Woche so: Das Zertifikat wird erst wieder erneuert, wenn der Eintrag zurück ist.',
  },
};

const nothingToDo: Says = () => 'Sie müssen nichts tun.';
const installing: Copy = {
  summary: ({ brand }) => `Sie haben alles erledigt. ${brand} richtet das Zertifikat ein.`,
  fix: nothingToDo,
};
const failed: Copy = {
  summary: () => 'Sie haben alles erledigt, aber das Zertifikat wurde noch nicht ausgestellt.',
  fix: ({ brand }) => `Sie müssen nichts tun. ${brand} kennt die Ursache und kann neu starten.`,
};

export const deWords: Words = {
  codes: {
    ok: {
      summary: ({ hostname }) => `${hostname} ist über eine sichere Verbindung (HTTPS) erreichbar.`,
      fix: () => 'Sie müssen nichts tun. Lassen Sie den CNAME-Eintrag bestehen.',
    },
    in_progress: {
      summary: ({ hostname, stage }) =>
        stage === 'dns'
          ? `${hostname} wird eingerichtet. Der nächste Schritt läuft automatisch.`
          : `Ihr DNS ist korrekt. Das Zertifikat für ${hostname} wird automatisch ausgestellt und eingerichtet.`,
      fix: (facts) =>
        facts.stage === 'dns'
          ? addCname(facts)
          : 'Sie müssen nichts tun; meist dauert es wenige Minuten. Lassen Sie den CNAME-Eintrag bestehen.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} hat noch keinen CNAME-Eintrag und zeigt deshalb noch nicht auf uns.`,
      fix: addCname,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `Der CNAME-Eintrag von ${hostname} zeigt auf ${observed}, muss aber auf ${cnameTarget} zeigen.`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) => `Das DNS von ${hostname} antwortet nicht korrekt; der CNAME-Eintrag ist nicht zu sehen.`,
      fix: ({ hostname, cnameTarget }) =>
        `Meist erledigt sich das; wir prüfen weiter. Sonst fragen Sie den DNS-Anbieter von ${hostname}, warum seine Nameserver mit einem Fehler antworten. Der CNAME-Eintrag muss auf ${cnameTarget} zeigen.`,
    },
    dns_validation_timeout: {
      summary: ({ hostname }) =>
        `Der Eintrag von ${hostname} war nicht rechtzeitig korrekt. Wir prüfen weiter: eine Woche lang jede Stunde, dann einen Monat lang jeden Tag.`,
      fix: fixTarget,
    },
    proxied_dns: {
      summary: ({ hostname }) => `Der Proxy des DNS-Anbieters verbirgt den CNAME-Eintrag von ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
        `Ändern Sie ${atPlace} den Eintrag: ${turnProxyOff}. Der CNAME-Eintrag zeigt weiter auf ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} hat neben dem CNAME-Eintrag weitere, die Besucher auf andere Server leiten.`,
      fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
        `Löschen Sie ${atPlace} alle anderen Einträge mit dem Namen ${host} (A, AAAA, TXT, MX). Nur der CNAME-Eintrag auf ${cnameTarget} darf bleiben.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Die CAA-Einträge von ${hostname} oder eines Namens darüber erlauben unserer Zertifizierungsstelle kein Zertifikat.`,
      fix: ({ observed, dnsForm: { atPlace } }) =>
        `Legen Sie ${atPlace} zusätzlich den Eintrag ${observed} an oder löschen Sie die vorhandenen CAA-Einträge.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Ihr DNS ist korrekt. ${brand} muss noch etwas erledigen.`,
      fix: nothingToDo,
    },
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: {
      summary: () => 'Das Zertifikat ist bei der Zertifizierungsstelle in der Warteschlange.',
      fix: () => 'Sie müssen nichts tun. Es wird ausgestellt, sobald die Zertifizierungsstelle es zulässt.',
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
        `Soll ${hostname} auf uns zeigen, lassen Sie den CNAME-Eintrag auf ${cnameTarget} zeigen und bitten Sie darum, die Einrichtung neu zu starten.`,
    },
    ready_to_switch: {
      summary: ({ hostname }) => `Das Zertifikat für ${hostname} ist da. Stellen Sie jetzt um: Besucher merken nichts.`,
      fix: addCname,
    },
  },
  others: { summary: ({ brand }) => `${brand} muss noch etwas erledigen.`, fix: nothingToDo },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}. (mit dem Punkt am Ende)` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      atPlace: form ? `bei ${form.name}` : `beim DNS-Anbieter von ${hostname}`,
      name: name ? `${host} im Feld „${name}“` : `dem Namen ${host}`,
      value: value ? `${target} im Feld „${value}“` : `dem Wert ${target}`,
      target,
      withoutProxy: (proxy ? `, mit „${proxy.name}“ auf „${proxy.off}“` : !form && ', ohne Proxy („DNS only“)') || '',
      turnProxyOff: proxy
        ? `stellen Sie „${proxy.name}“ dieses Eintrags auf „${proxy.off}“`
        : `schalten Sie für diesen Eintrag den Proxy aus${form ? '' : ' („DNS only“; bei Cloudflare die graue Wolke)'}`,
    };
  },
};

const waitingText: Titles = ({ brand }) => `Warten auf ${brand}`;
const notIssued: Titles = () => 'Das Zertifikat ist noch nicht ausgestellt';

export const de: Locale = {
  tag: 'de',
  direction: 'ltr',
  titles: {
    ok: ({ hostname }) => `${hostname} ist online`,
    in_progress: ({ stage }) => (stage === 'dns' ? 'Wird eingerichtet' : 'DNS ist korrekt. Das Zertifikat wird ausgestellt'),
    cname_not_found: () => 'Einen DNS-Eintrag anlegen',
    invalid_cname_target: () => 'Der Eintrag zeigt auf ein anderes Ziel',
    dns_validation_failed: () => 'Ihr DNS antwortet nicht korrekt',
    dns_validation_timeout: () => 'Einen DNS-Eintrag anlegen',
    proxied_dns: () => 'Schalten Sie den Proxy aus',
    conflicting_records: () => 'Ein anderer Eintrag steht im Weg',
    caa_forbids_issuance: () => 'Ein CAA-Eintrag verhindert das Zertifikat',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => 'In der Warteschlange',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => 'Das Zertifikat ist abgelaufen',
    hostname_claimed: () => 'Ein anderes Konto nutzt diese Domain',
    ready_to_switch: () => 'Bereit: Stellen Sie jetzt um',
  },
  reasonTitles: {
    negative_cache: () => 'Eintrag gefunden, noch nicht überall sichtbar',
    doubled_name: () => 'Die Domain wurde doppelt angehängt',
    target_typo: () => 'Fast richtig: ein Tippfehler',
    address_instead: () => 'Ein anderer Eintrag steht im Weg',
    addresses_elsewhere: () => 'Ein anderer Eintrag steht im Weg',
    ipv6_elsewhere: () => 'Ein anderer Eintrag steht im Weg',
  },
  labels: {
    steps: { added: 'Angelegt', dns: 'DNS-Eintrag', certificate: 'Zertifikat', live: 'Online' },
    stepStates: { done: 'erledigt', current: 'jetzt', todo: 'folgt' },
    record: 'DNS-Eintrag',
    fields: { type: 'Typ', name: 'Name', value: 'Wert' },
    fullName: (name) => `Nur wenn das Formular den vollständigen Namen verlangt: ${name}`,
    emptyName: 'leer lassen',
    actions: { add: 'Anlegen', change: 'Ändern', remove: 'Löschen' },
    copy: { name: 'Namen kopieren', value: 'Wert kopieren' },
    copied: (field) => `${field} kopiert`,
    selected: (field) => `${field} ist markiert: Bitte mit Tastatur oder Menü kopieren`,
    observed: 'Antwort Ihres DNS:',
    evidence: 'Was wir sehen',
    more: 'Mehr dazu',
    where: 'Wo trage ich das ein?',
    signInTo: (provider, zone) => `Melden Sie sich bei ${provider} an und wählen Sie ${zone}.`,
    openPath: (path) => `Öffnen Sie ${path}.`,
    enterValues: 'Tragen Sie die Werte von dieser Seite ein und speichern Sie.',
    checkNow: 'Jetzt prüfen',
    addedCheckNow: 'Ist eingetragen. Jetzt prüfen',
    justChecked: (what) => `Gerade geprüft: ${what}`,
    notYet: 'noch nicht da.',
    checking: 'Wird geprüft',
    checkedAt: (time) => `Zuletzt geprüft: ${time}`,
    nextCheckAt: (time) => `Nächste Prüfung: ${time}`,
    goesOn: 'Sie können diese Seite schließen. Wir prüfen automatisch weiter.',
    takesTime: 'DNS-Änderungen sind meist nach 5 bis 30 Minuten sichtbar, selten erst nach 24 Stunden.',
    open: (hostname) => `${hostname} öffnen`,
    openProvider: (provider) => `${provider} öffnen`,
    setUpAt: (provider) => `Bei ${provider} einrichten`,
    byHand: 'Oder von Hand:',
    loading: 'Wird geladen',
    cannotLoad: {
      title: 'Der Status konnte nicht geladen werden',
      text: 'Ihre Einrichtung ist nicht betroffen. Bitte versuchen Sie es gleich erneut.',
    },
    signedOut: { title: 'Bitte melden Sie sich erneut an', text: 'Nach der Anmeldung sehen Sie den Status.' },
    notFound: { title: 'Wir können diese Domain nicht anzeigen', text: 'Prüfen Sie die Schreibweise.' },
    tooMany: {
      title: 'Zu viele Versuche',
      text: (seconds) => `Bitte warten Sie ${seconds} Sekunden und versuchen Sie es dann erneut.`,
    },
    tryAgain: 'Erneut versuchen',
    brand: 'Ihr Anbieter',
  },
};

const signIn: Saying = ({ form, zone }) =>
  form ? `Melden Sie sich bei ${form.name} an` : `Melden Sie sich dort an, wo Sie das DNS von ${zone} verwalten,`;
const addBelow: Saying = (facts) => `${signIn(facts)} und legen Sie den Eintrag unten an.`;
const changeBelow: Saying = (facts) => `${signIn(facts)} und ersetzen Sie den Wert des Eintrags durch den Wert unten.`;
const askProvider: Saying = ({ zone }) =>
  `Die Nameserver von ${zone} antworten mit einem Fehler. Ihr DNS-Anbieter kann das beheben. Wir prüfen weiter.`;
const fixSignatures: Saying = ({ zone }) => `Die DNSSEC-Signaturen von ${zone} sind ungültig. Ihr DNS-Anbieter kann das beheben.`;
const copyWhole: Saying = () => 'Der Wert ist unvollständig oder ungenau. Kopieren Sie den Wert unten.';
const pointDirectly: Saying = () => 'Der Eintrag muss direkt auf den Wert unten zeigen.';
const keepTheCname: Saying = (facts) =>
  `${signIn(facts)} und löschen Sie die anderen Einträge dieses Namens. Der CNAME-Eintrag bleibt.`;
const atWork: Saying = ({ brand }) => `Sie haben alles erledigt. ${brand} richtet das Zertifikat ein.`;
const notYet: Saying = ({ brand }) => `Sie haben alles erledigt. ${brand} kennt die Ursache und kann neu starten.`;
const leftToOthers: Saying = ({ brand }) => `Sie müssen nichts tun: ${brand} muss noch etwas erledigen.`;

export const deSayings: Sayings = {
  codes: {
    ok: () => 'Besucher erreichen die Seite über eine sichere Verbindung. Das Zertifikat erneuert sich automatisch.',
    in_progress: (facts) => (facts.isDnsOpen ? addBelow(facts) : 'Sie müssen nichts tun. Das dauert meist 1 bis 5 Minuten.'),
    cname_not_found: addBelow,
    invalid_cname_target: changeBelow,
    dns_validation_failed: askProvider,
    dns_validation_timeout: addBelow,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy
        ? `stellen Sie „${proxy.name}“ dieses Eintrags auf „${proxy.off}“`
        : 'schalten Sie den Proxy für diesen Eintrag aus';
      return `${signIn(facts)} und ${off}. Der Eintrag bleibt.`;
    },
    conflicting_records: keepTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} und ändern Sie die CAA-Einträge wie unten gezeigt.`,
    challenge_unreachable: leftToOthers,
    server_not_connected: atWork,
    certificate_not_served: atWork,
    certificate_install_failed: atWork,
    ca_rate_limited: () => 'Sie müssen nichts tun. Das Zertifikat wird ausgestellt, sobald die Zertifizierungsstelle es zulässt.',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) =>
      `Besucher sehen eine Warnung. ${brand} muss das Zertifikat erneuern. Lassen Sie den Eintrag bestehen.`,
    hostname_claimed: ({ brand }) =>
      `Gehört sie Ihnen, legen Sie den Eintrag unten an und bitten Sie ${brand}, die Einrichtung neu zu starten.`,
    ready_to_switch: () => 'Das Zertifikat ist da. Setzen Sie jetzt den Eintrag unten: Besucher merken nichts.',
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => 'Die abweichenden Zeichen sind markiert. Kopieren Sie den Wert unten.',
    missing_dot: ({ zone }) =>
      `Ihr Anbieter hat ${zone} an den Wert angehängt. Fügen Sie den Wert unten mit dem Punkt am Ende ein.`,
    base_target: copyWhole,
    name_before_target: copyWhole,
    other_target: () => 'Dieser Wert gehört zu einem anderen Konto. Kopieren Sie den Wert unten.',
    doubled_name: ({ host, zone }) => `Geben Sie als Namen nur ${host} ein: Ihr Anbieter hängt ${zone} automatisch an.`,
    address_instead: (facts) => `${signIn(facts)} und löschen Sie die Adresseinträge. Legen Sie dann den CNAME-Eintrag an.`,
    txt_instead: () => 'Es gibt einen TXT-Eintrag. Wählen Sie stattdessen den Typ CNAME.',
    wildcard_answer: () => 'Bisher antwortet ein Wildcard-Eintrag (*). Legen Sie den Eintrag unten an; der andere kann bleiben.',
    cname_loop: pointDirectly,
    chain_too_long: pointDirectly,
    chain_unanswered: pointDirectly,
    negative_cache: () => 'Sie müssen nichts tun. Andere DNS-Server merken sich die alte Antwort noch eine Weile.',
    dnssec_bogus: fixSignatures,
    dnssec_expired: fixSignatures,
    dnssec_key_missing: () => 'Ihr Registrar hat einen alten DS-Eintrag. Löschen oder ersetzen Sie ihn dort.',
    lame_servers: ({ zone }) =>
      `Die beim Registrar von ${zone} eingetragenen Nameserver haben die Einträge nicht. Korrigieren Sie das dort.`,
    servers_not_public: ({ zone }) =>
      `Die beim Registrar von ${zone} eingetragenen Nameserver sind nicht öffentlich. Korrigieren Sie das dort.`,
    servers_disagree: () =>
      'Ihre Nameserver antworten unterschiedlich. Das erledigt sich meist in wenigen Minuten. Wir prüfen weiter.',
    name_servers_differ: ({ zone }) =>
      `Legen Sie den Eintrag bei den Nameservern an, die beim Registrar von ${zone} eingetragen sind.`,
    validation_missing: (facts) => `${signIn(facts)} und legen Sie zuerst den Eintrag unten an.`,
    validation_wrong: changeBelow,
    domain_not_registered: ({ zone }) =>
      `${zone} ist nicht registriert oder abgelaufen. Registrieren oder verlängern Sie die Domain zuerst.`,
    caa_unreadable: () =>
      'Ihre Nameserver beantworten Abfragen von CAA-Einträgen mit einem Fehler. Ihr DNS-Anbieter kann das beheben.',
    former_server: () =>
      'Alles funktioniert. Um den Umzug abzuschließen, ersetzen Sie den Wert des Eintrags durch den Wert unten.',
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} und löschen Sie die AAAA-Einträge dieses Namens. Der CNAME-Eintrag bleibt.`,
  },
};

export const dePortalLabels: PortalLabels = {
  title: 'Ihre Domain verbinden',
  hostname: 'Ihre Domain, zum Beispiel docs.example.com',
  go: 'Weiter',
  askForLink: (brand) =>
    `Geben Sie auch den vorderen Teil ein, etwa www. oder shop. Prüfen Sie die Schreibweise oder bitten Sie ${brand} um Ihren persönlichen Link.`,
  linkIsOver: (brand) =>
    `Dieser Link ist ungültig oder abgelaufen. Bitten Sie ${brand} um einen neuen oder geben Sie Ihre Domain ein.`,
  whereLines: [
    'Melden Sie sich dort an, wo Ihre Domain registriert ist oder ihr DNS verwaltet wird.',
    'Suchen Sie „DNS“, „Nameserver“ oder „Erweiterte Einstellungen“, dann „Eintrag hinzufügen“.',
    'Wählen Sie den Typ, fügen Sie Namen und Wert ein und speichern Sie.',
  ],
  send: 'Per E-Mail weiterleiten',
  mailSubject: (hostname) => `DNS-Eintrag für ${hostname}`,
  mailText: (hostname) => `Könnten Sie bitte das DNS von ${hostname} wie folgt einrichten?`,
  print: 'Drucken',
  providedBy: (brand) => `Bereitgestellt von ${brand}`,
  help: 'Hilfe',
  languages: 'Sprachen',
  noScript: 'Ein persönlicher Link braucht JavaScript. Geben Sie ohne JavaScript Ihre Domain ein.',
  notSetUp: 'Ihr DNS-Anbieter hat den Eintrag nicht angelegt. Versuchen Sie es erneut oder legen Sie ihn von Hand an.',
  checkedRecently: 'Vor Kurzem geprüft. Bitte versuchen Sie es in einer Minute erneut.',
  askedFor: (brand, at) =>
    `Ein anderer Anbieter hat diese Domain mit einem TXT-Eintrag nachgewiesen und kann sie ab ${at} übernehmen. Nicht gewollt? Löschen Sie den TXT-Eintrag _cps-claim und sagen Sie ${brand} Bescheid.`,
};
