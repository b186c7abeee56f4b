import type { Copy, Locale, Says, Titles, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { Saying, Sayings } from './types/sayings.ts';

const signAnew: Says = ({ hostname }) => `Bitten Sie den DNS-Anbieter von ${hostname}, die Zone neu zu signieren.`;

const fixTarget: Says = ({ hostname, dnsForm: { atPlace, target } }) =>
  `Ändern Sie ${atPlace} den Wert des CNAME-Eintrags ${hostname} auf ${target}. Kopieren Sie ihn ganz.`;

const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Es sieht nach einem Tippfehler aus: nur wenige Zeichen sind anders.' },
  missing_dot: {
    says: () => 'Der DNS-Anbieter hat die Domain an das Ziel angehängt.',
    fix: ({ hostname, cnameTarget, dnsForm: { atPlace } }) =>
      `Ändern Sie ${atPlace} den Wert des CNAME-Eintrags ${hostname} auf ${cnameTarget}. (mit dem Punkt am Ende: dann wird nichts angehängt). Lehnt das Formular den Punkt ab, geben Sie ${cnameTarget} ganz ein.`,
  },
  base_target: { says: () => 'Es fehlt der erste Teil des Ziels, der den Server nennt.' },
  name_before_target: { says: () => 'Vor dem Ziel steht ein Name, der nicht dazugehört.' },
  other_target: { says: () => 'Das ist das Ziel eines anderen Kontos oder Servers.' },
  doubled_name: {
    says: ({ observed }) => `Es gibt den Eintrag ${observed}: der DNS-Anbieter hat die Domain noch einmal angehängt.`,
    fix: ({ cnameTarget, host, observed, dnsForm: { atPlace } }) =>
      `Ändern Sie ${atPlace} den Namen des Eintrags ${observed} auf ${host}, ohne die Domain: der Anbieter hängt sie selbst an. Der Wert muss ${cnameTarget} sein.`,
  },
  address_instead: {
    says: ({ observed }) => `Stattdessen gibt es Adressen: ${observed}.`,
    fix: ({ hostname, observed, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `Löschen Sie ${atPlace} die A- und AAAA-Einträge von ${hostname} (${observed}). Legen Sie dann einen CNAME-Eintrag mit ${name} und ${value} an${withoutProxy}.`,
  },
  txt_instead: { says: () => 'Es gibt einen TXT-Eintrag mit diesem Ziel; der Typ muss CNAME sein.' },
  wildcard_answer: {
    says: () => 'Die Antwort kommt von einem Wildcard-Eintrag (*).',
    fix: ({ dnsForm: { atPlace, name, value } }) =>
      `Legen Sie ${atPlace} einen CNAME-Eintrag mit genau ${name} und ${value} an. Er hat Vorrang; der Wildcard-Eintrag kann bleiben.`,
  },
  cname_loop: { says: () => 'Die CNAME-Einträge führen im Kreis.' },
  chain_too_long: { says: () => 'Die CNAME-Einträge führen über zu viele Namen; zeigen Sie direkt auf das Ziel.' },
  chain_unanswered: {
    says: () => 'Der Eintrag ist da, aber die Nameserver, zu denen er führt, antworten nicht verlässlich.',
    fix: ({ hostname, dnsForm: { atPlace, target } }) =>
      `Ändern Sie ${atPlace} den Wert des CNAME-Eintrags ${hostname} auf ${target}: dann führt er direkt hierher.`,
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
    fix: ({ observed, dnsForm: { atPlace } }) => `Ändern Sie ${atPlace} die CAA-Einträge so: ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Die Nameserver versagen bei Fragen nach CAA-Einträgen; Zertifizierungsstellen werten das als Ablehnung.',
    fix: ({ hostname }) =>
      `Bitten Sie den DNS-Anbieter von ${hostname}, Fragen nach CAA-Einträgen zu beantworten, auch wenn es keine gibt.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `Es gibt auch die Adressen ${observed}.`,
    fix: ({ hostname, cnameTarget, observed, dnsForm: { atPlace } }) =>
      `Löschen Sie ${atPlace} die A- und AAAA-Einträge von ${hostname} (${observed}). Der CNAME-Eintrag auf ${cnameTarget} bleibt.`,
  },
  proxy_addresses: { says: () => 'Die gefundenen Adressen gehören einem Proxy.' },
  former_server: {
    says: () =>
      'Die Domain zieht um: der CNAME-Eintrag führt noch zum früheren Server. Das funktioniert weiter; der Umzug endet, wenn er geändert ist.',
    fix: fixTarget,
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Die Adressen sind nicht die des Servers: ${observed}.`,
    fix: ({ hostname, dnsForm: { atPlace, target } }) =>
      `Löschen Sie ${atPlace} alle A- und AAAA-Einträge mit dem Namen ${hostname}; nur der CNAME-Eintrag auf ${target} bleibt.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Die IPv6-Adressen sind nicht die des Servers, werden aber zuerst gefragt: ${observed}.`,
    fix: ({ hostname, dnsForm: { atPlace } }) => `Löschen Sie ${atPlace} alle AAAA-Einträge mit dem Namen ${hostname}.`,
  },
  renewal_paused: {
    says: () => 'Das ist seit einer Woche so: das Zertifikat wird erst wieder erneuert, wenn der Eintrag zurück ist.',
  },
};

const nothingToDo: Says = () => 'Nichts zu tun.';
const installing: Copy = {
  summary: ({ brand }) => `Ihr Teil ist erledigt. ${brand} richtet das Zertifikat ein.`,
  fix: nothingToDo,
};
const failed: Copy = {
  summary: () => 'Ihr Teil ist erledigt, aber das Zertifikat wurde noch nicht ausgestellt.',
  fix: ({ brand }) => `Nichts zu tun. ${brand} sieht den Grund und kann neu beginnen.`,
};

const addCname: Says = ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
  `Legen Sie ${atPlace} einen CNAME-Eintrag mit ${name} und ${value} an${withoutProxy}. Löschen Sie A- und AAAA-Einträge desselben Namens. Er wird innerhalb von Minuten gefunden.`;

export const deWords: Words = {
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
      fix: (facts) =>
        facts.stage === 'dns'
          ? addCname(facts)
          : 'Nichts zu tun; meist dauert es einige Minuten. Lassen Sie den CNAME-Eintrag bestehen.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} hat noch keinen CNAME-Eintrag und führt deshalb noch nicht hierher.`,
      fix: addCname,
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
      summary: ({ hostname }) =>
        `Der Eintrag von ${hostname} war nicht rechtzeitig richtig. Wir prüfen weiter: eine Woche lang jede Stunde, dann einen Monat lang jeden Tag.`,
      fix: fixTarget,
    },
    proxied_dns: {
      summary: ({ hostname }) => `Der Proxy des DNS-Anbieters verbirgt den CNAME-Eintrag von ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
        `Ändern Sie ${atPlace} den Eintrag: ${turnProxyOff}. Der CNAME-Eintrag zeigt weiter auf ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} hat neben dem CNAME-Eintrag weitere, die Besucher woandershin führen.`,
      fix: ({ hostname, cnameTarget, dnsForm: { atPlace } }) =>
        `Löschen Sie ${atPlace} alle anderen Einträge mit dem Namen ${hostname} (A, AAAA, TXT, MX). Nur der CNAME-Eintrag auf ${cnameTarget} darf bleiben.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Die CAA-Einträge von ${hostname} oder eines Namens darüber erlauben unserer Zertifizierungsstelle kein Zertifikat.`,
      fix: ({ observed, dnsForm: { atPlace } }) =>
        `Legen Sie ${atPlace} zusätzlich den Eintrag ${observed} an, oder löschen Sie die vorhandenen CAA-Einträge.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Ihr DNS stimmt. ${brand} muss noch etwas erledigen.`,
      fix: nothingToDo,
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
        : 'schalten Sie für diesen Eintrag den Proxy aus („DNS only“; bei Cloudflare die graue Wolke)',
    };
  },
};

const waitingText: Titles = ({ brand }) => `${brand} ist am Zug`;
const notIssued: Titles = () => 'Das Zertifikat ist noch nicht ausgestellt';

export const de: Locale = {
  tag: 'de',
  direction: 'ltr',
  titles: {
    ok: ({ hostname }) => `${hostname} ist online`,
    in_progress: ({ stage }) => (stage === 'dns' ? 'Wird eingerichtet' : 'DNS stimmt. Das Zertifikat wird geholt'),
    cname_not_found: () => 'Einen DNS-Eintrag anlegen',
    invalid_cname_target: () => 'Der Eintrag zeigt woandershin',
    dns_validation_failed: () => 'Ihr DNS antwortet nicht richtig',
    dns_validation_timeout: () => 'Der Eintrag wurde nicht rechtzeitig gefunden',
    proxied_dns: () => 'Schalten Sie den Proxy aus',
    conflicting_records: () => 'Ein anderer Eintrag ist im Weg',
    caa_forbids_issuance: () => 'Ein CAA-Eintrag verbietet das Zertifikat',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => 'In der Warteschlange',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => 'Das Zertifikat ist abgelaufen',
    hostname_claimed: () => 'Ein anderes Konto nutzt diese Domain',
  },
  reasonTitles: {
    negative_cache: () => 'Eintrag gefunden, noch nicht überall sichtbar',
    doubled_name: () => 'Der Name ist doppelt',
    target_typo: () => 'Fast richtig: ein Tippfehler',
    addresses_elsewhere: () => 'Ein anderer Eintrag ist im Weg',
    ipv6_elsewhere: () => 'Ein anderer Eintrag ist im Weg',
  },
  labels: {
    steps: { added: 'Angelegt', dns: 'DNS-Eintrag', certificate: 'Zertifikat', live: 'Online' },
    stepStates: { done: 'erledigt', current: 'jetzt', todo: 'folgt' },
    record: 'DNS-Eintrag',
    fields: { type: 'Typ', name: 'Name', value: 'Wert' },
    fullName: (name) => `Manche Anbieter wollen den ganzen Namen: ${name}`,
    emptyName: 'leer lassen',
    actions: { add: 'Anlegen', change: 'Ändern', remove: 'Löschen' },
    copyButton: 'Kopieren',
    copy: (field) => `${field} kopieren`,
    copied: (field) => `${field} kopiert`,
    selected: (field) => `${field} ist markiert: kopieren Sie mit Tastatur oder Menü`,
    observed: 'Ihr DNS antwortet',
    evidence: 'Was wir gesehen haben',
    checkNow: 'Jetzt prüfen',
    addedCheckNow: 'Eingetragen. Jetzt prüfen',
    justChecked: (what) => `Gerade geprüft: ${what}`,
    notYet: 'noch nicht da.',
    checking: 'Wird geprüft',
    checkedAt: (time) => `Zuletzt geprüft: ${time}`,
    nextCheckAt: (time) => `Nächste Prüfung: ${time}`,
    goesOn: 'Sie können diese Seite schließen. Es geht von selbst weiter.',
    takesTime: 'DNS-Änderungen sind meist in 5 bis 30 Minuten zu sehen, selten erst nach 24 Stunden.',
    open: (hostname) => `${hostname} öffnen`,
    openProvider: (provider) => `${provider} öffnen`,
    setUpAt: (provider) => `Bei ${provider} einrichten`,
    byHand: 'Oder von Hand',
    loading: 'Wird geladen',
    cannotLoad: {
      title: 'Der Stand lässt sich nicht laden',
      text: 'Ihre Einrichtung ist nicht betroffen. Versuchen Sie es gleich noch einmal.',
    },
    signedOut: { title: 'Bitte melden Sie sich neu an', text: 'Der Stand wird Ihnen gezeigt, wenn Sie angemeldet sind.' },
    notFound: { title: 'Diese Domain können wir nicht zeigen', text: 'Prüfen Sie, wie der Name geschrieben ist.' },
    tooMany: {
      title: 'Zu viele Anfragen auf einmal',
      text: (seconds) => `Bitte warten Sie ${seconds} Sekunden und versuchen Sie es dann neu.`,
    },
    tryAgain: 'Noch einmal',
    brand: 'Ihr Anbieter',
  },
};

const signIn: Saying = ({ form, zone }) =>
  form ? `Melden Sie sich bei ${form.name} an` : `Melden Sie sich dort an, wo Sie das DNS von ${zone} verwalten`;
const addBelow: Saying = (facts) => `${signIn(facts)} und legen Sie den Eintrag unten an.`;
const askProvider: Saying = ({ zone }) =>
  `Die Nameserver von ${zone} antworten mit einem Fehler. Ihr DNS-Anbieter kann das beheben. Wir prüfen weiter.`;
const fixSignatures: Saying = ({ zone }) => `Die DNSSEC-Signaturen von ${zone} sind ungültig. Ihr DNS-Anbieter kann das beheben.`;
const copyWhole: Saying = () => 'Der Wert ist nicht vollständig oder nicht genau. Kopieren Sie den unten.';
const pointDirectly: Saying = () => 'Lassen Sie den Eintrag direkt auf den Wert unten zeigen.';
const keepTheCname: Saying = (facts) =>
  `${signIn(facts)} und löschen Sie die anderen Einträge dieses Namens. Der CNAME-Eintrag bleibt.`;
const atWork: Saying = ({ brand }) => `Ihr Teil ist erledigt. ${brand} richtet das Zertifikat ein.`;
const notYet: Saying = ({ brand }) => `Ihr Teil ist erledigt. ${brand} sieht den Grund und kann neu starten.`;
const leftToOthers: Saying = ({ brand }) => `Sie müssen nichts tun: ${brand} muss noch etwas erledigen.`;

export const deSayings: Sayings = {
  codes: {
    ok: () => 'Besucher erreichen die Seite über eine sichere Verbindung. Das Zertifikat erneuert sich automatisch.',
    in_progress: (facts) => (facts.isDnsOpen ? addBelow(facts) : 'Sie müssen nichts tun. Das dauert meist 1 bis 5 Minuten.'),
    cname_not_found: addBelow,
    invalid_cname_target: (facts) => `${signIn(facts)} und ändern Sie den Wert des Eintrags auf den unten.`,
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
    ca_rate_limited: () => 'Sie müssen nichts tun. Das Zertifikat folgt, sobald die Zertifizierungsstelle Platz hat.',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) =>
      `Besucher sehen eine Warnung. ${brand} muss das Zertifikat erneuern. Lassen Sie den Eintrag bestehen.`,
    hostname_claimed: ({ brand }) =>
      `Gehört sie Ihnen, setzen Sie den Eintrag unten und bitten Sie ${brand}, die Einrichtung neu zu starten.`,
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => 'Die abweichenden Zeichen sind markiert. Kopieren Sie den Wert unten.',
    missing_dot: ({ zone }) => `Ihr Anbieter hat ${zone} an den Wert angehängt. Fügen Sie den Wert unten mit seinem Punkt ein.`,
    base_target: copyWhole,
    name_before_target: copyWhole,
    other_target: () => 'Dieser Wert gehört zu einem anderen Konto. Kopieren Sie den unten.',
    doubled_name: ({ host, zone }) => `Geben Sie als Name nur ${host} ein: Ihr Anbieter hängt ${zone} automatisch an.`,
    address_instead: (facts) => `${signIn(facts)}, löschen Sie die Adresseinträge und legen Sie dann den CNAME-Eintrag an.`,
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
    servers_disagree: () => 'Ihre Nameserver antworten verschieden. Das vergeht meist in wenigen Minuten. Wir prüfen weiter.',
    name_servers_differ: ({ zone }) => `Legen Sie den Eintrag bei den Nameservern an, die der Registrar von ${zone} hat.`,
    domain_not_registered: ({ zone }) =>
      `${zone} ist nicht registriert oder abgelaufen. Registrieren oder verlängern Sie die Domain zuerst.`,
    caa_unreadable: () => 'Ihre Nameserver versagen bei Fragen nach CAA-Einträgen. Ihr DNS-Anbieter kann das beheben.',
    former_server: () => 'Alles funktioniert. Um den Umzug abzuschließen, ändern Sie den Wert des Eintrags auf den unten.',
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} und löschen Sie die AAAA-Einträge dieses Namens. Der CNAME-Eintrag bleibt.`,
  },
};

export const dePortalLabels: PortalLabels = {
  title: 'Ihre Domain verbinden',
  hostname: 'Ihre Domain, zum Beispiel docs.example.com',
  go: 'Weiter',
  askForLink: (brand) =>
    `Geben Sie auch den vorderen Teil ein, etwa www. oder shop. Prüfen Sie die Schreibweise, oder bitten Sie ${brand} um Ihren persönlichen Link.`,
  linkIsOver: (brand) =>
    `Dieser Link gilt nicht oder nicht mehr. Bitten Sie ${brand} um einen neuen, oder geben Sie Ihre Domain ein.`,
  where: 'Wo trage ich das ein?',
  whereLines: [
    'Melden Sie sich dort an, wo Ihre Domain registriert ist oder ihr DNS verwaltet wird.',
    'Suchen Sie „DNS“, „Nameserver“ oder „Erweiterte Einstellungen“, dann „Eintrag hinzufügen“.',
    'Wählen Sie den Typ, fügen Sie Name und Wert ein, und speichern Sie.',
  ],
  signInTo: (provider) => `Melden Sie sich bei ${provider} an.`,
  openPath: (path) => `Öffnen Sie ${path}.`,
  enterValues: 'Tragen Sie die Werte von hier ein, und speichern Sie.',
  send: 'An jemanden weitergeben',
  mailSubject: (hostname) => `DNS-Eintrag für ${hostname}`,
  mailText: (hostname) => `Könnten Sie bitte diesen DNS-Eintrag für ${hostname} setzen?`,
  print: 'Drucken',
  more: 'Mehr dazu',
  providedBy: (brand) => `Bereitgestellt von ${brand}`,
  help: 'Hilfe',
  languages: 'Sprachen',
  noScript: 'Ein persönlicher Link braucht JavaScript. Geben Sie sonst Ihre Domain ein.',
  notSetUp: 'Ihr DNS-Anbieter hat den Eintrag nicht gesetzt. Versuchen Sie es noch einmal, oder setzen Sie ihn von Hand.',
  checkedRecently: 'Vor Kurzem geprüft. Bitte versuchen Sie es in einer Minute noch einmal.',
};
