import type { Saying, Sayings } from '../types/sayings.ts';

const signIn: Saying = ({ form, zone }) =>
  form ? `Melden Sie sich bei ${form.name} an` : `Melden Sie sich dort an, wo Sie das DNS von ${zone} verwalten`;
const add: Saying = (facts) => `${signIn(facts)} und legen Sie den Eintrag unten an.`;
const atProvider: Saying = ({ zone }) =>
  `Die Nameserver von ${zone} antworten mit einem Fehler. Ihr DNS-Anbieter kann das beheben. Wir prüfen weiter.`;
const signatures: Saying = ({ zone }) => `Die DNSSEC-Signaturen von ${zone} sind ungültig. Ihr DNS-Anbieter kann das beheben.`;
const whole: Saying = () => 'Der Wert ist nicht vollständig oder nicht genau. Kopieren Sie den unten.';
const direct: Saying = () => 'Lassen Sie den Eintrag direkt auf den Wert unten zeigen.';
const onlyTheCname: Saying = (facts) =>
  `${signIn(facts)} und löschen Sie die anderen Einträge dieses Namens. Der CNAME-Eintrag bleibt.`;
const installing: Saying = ({ brand }) => `Ihr Teil ist erledigt. ${brand} richtet das Zertifikat ein.`;
const failed: Saying = ({ brand }) => `Ihr Teil ist erledigt. ${brand} sieht den Grund und kann neu starten.`;
const others: Saying = ({ brand }) => `Sie müssen nichts tun: ${brand} muss noch etwas erledigen.`;

export const DE: Sayings = {
  codes: {
    ok: () => 'Besucher erreichen die Seite über eine sichere Verbindung. Das Zertifikat erneuert sich automatisch.',
    in_progress: (facts) => (facts.isDnsOpen ? add(facts) : 'Sie müssen nichts tun. Das dauert meist 1 bis 5 Minuten.'),
    cname_not_found: add,
    invalid_cname_target: (facts) => `${signIn(facts)} und ändern Sie den Wert des Eintrags auf den unten.`,
    dns_validation_failed: atProvider,
    dns_validation_timeout: add,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy
        ? `stellen Sie „${proxy.name}“ dieses Eintrags auf „${proxy.off}“`
        : 'schalten Sie den Proxy für diesen Eintrag aus';
      return `${signIn(facts)} und ${off}. Der Eintrag selbst bleibt.`;
    },
    conflicting_records: onlyTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} und ändern Sie die CAA-Einträge wie unten gezeigt.`,
    challenge_unreachable: others,
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: () => 'Sie müssen nichts tun. Das Zertifikat folgt, sobald die Zertifizierungsstelle Platz hat.',
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: ({ brand }) =>
      `Besucher sehen eine Warnung. ${brand} muss das Zertifikat erneuern. Lassen Sie den Eintrag bestehen.`,
    hostname_claimed: ({ brand }) =>
      `Gehört sie Ihnen, setzen Sie den Eintrag unten und bitten Sie ${brand}, die Einrichtung neu zu starten.`,
  },
  others,
  reasons: {
    target_typo: () => 'Die abweichenden Zeichen sind markiert. Kopieren Sie den Wert unten.',
    missing_dot: ({ zone }) => `Ihr Anbieter hat ${zone} an den Wert angehängt. Fügen Sie den Wert unten mit seinem Punkt ein.`,
    base_target: whole,
    name_before_target: whole,
    other_target: () => 'Dieser Wert gehört zu einem anderen Konto. Kopieren Sie den unten.',
    doubled_name: ({ host, zone }) => `Geben Sie als Name nur ${host} ein: Ihr Anbieter hängt ${zone} automatisch an.`,
    address_instead: (facts) => `${signIn(facts)}, löschen Sie die Adresseinträge und legen Sie dann den CNAME-Eintrag an.`,
    txt_instead: () => 'Es gibt einen TXT-Eintrag. Wählen Sie stattdessen den Typ CNAME.',
    wildcard_answer: () => 'Bisher antwortet ein Wildcard-Eintrag (*). Legen Sie den Eintrag unten an; der andere kann bleiben.',
    cname_loop: direct,
    chain_too_long: direct,
    chain_unanswered: direct,
    negative_cache: () => 'Sie müssen nichts tun. Andere DNS-Server merken sich die alte Antwort noch eine Weile.',
    dnssec_bogus: signatures,
    dnssec_expired: signatures,
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
    addresses_elsewhere: onlyTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} und löschen Sie die AAAA-Einträge dieses Namens. Der CNAME-Eintrag bleibt.`,
  },
};
