import type { Locale, Titles } from '../types/locale.ts';
import type { PortalLabels } from '../types/portal-labels.ts';
import type { Saying, Sayings } from '../types/sayings.ts';

const waitingText: Titles = ({ brand }) => `Waiting for ${brand}`;
const notIssued: Titles = () => 'The certificate was not issued yet';
const inTheWay: Titles = () => 'Another record is in the way';

export const en: Locale = {
  tag: 'en',
  direction: 'ltr',
  titles: {
    ok: ({ hostname }) => `${hostname} is live`,
    in_progress: ({ stage }) => (stage === 'dns' ? 'Setting up' : 'DNS is right. Getting the certificate'),
    cname_not_found: () => 'Add one DNS record',
    invalid_cname_target: () => 'The record points somewhere else',
    dns_validation_failed: () => 'Your DNS does not answer properly',
    dns_validation_timeout: () => 'Add one DNS record',
    proxied_dns: () => 'Switch the proxy off',
    conflicting_records: inTheWay,
    caa_forbids_issuance: () => 'A CAA record forbids the certificate',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => 'In the queue',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => 'The certificate has expired',
    hostname_claimed: () => 'Another account uses this domain',
    ready_to_switch: () => 'Ready: switch the record now',
  },
  reasonTitles: {
    negative_cache: () => 'Record found, not visible everywhere yet',
    doubled_name: () => 'The name contains the domain twice',
    target_typo: () => 'Almost right: just a typo',
    address_instead: inTheWay,
    addresses_elsewhere: inTheWay,
    ipv6_elsewhere: inTheWay,
  },
  labels: {
    steps: { added: 'Added', dns: 'DNS record', certificate: 'Certificate', live: 'Live' },
    stepStates: { done: 'done', current: 'now', todo: 'to come' },
    record: 'DNS record',
    fields: { type: 'Type', name: 'Name', value: 'Value' },
    fullName: (name) => `If the form asks for the full name: ${name}`,
    emptyName: 'leave empty',
    actions: { add: 'Add', change: 'Change', remove: 'Remove' },
    copy: { name: 'Copy name', value: 'Copy value' },
    copied: (field) => `${field} copied`,
    selected: (field) => `${field} selected: copy it by keyboard or menu`,
    observed: 'Your DNS answers:',
    evidence: 'What we saw',
    more: 'More',
    where: 'Where do I enter this?',
    signInTo: (provider, zone) => `Sign in to your ${provider} account, and choose ${zone}.`,
    openPath: (path) => `Open ${path}.`,
    enterValues: 'Enter the values shown here, and save.',
    checkNow: 'Check now',
    addedCheckNow: 'I have added it. Check now',
    justChecked: (what) => `Checked just now: ${what}`,
    notYet: 'not there yet.',
    checking: 'Checking',
    checkedAt: (time) => `Last checked ${time}`,
    nextCheckAt: (time) => `Next check ${time}`,
    goesOn: 'You can close this page. We keep checking.',
    takesTime: 'DNS changes usually show in 5 to 30 minutes, rarely 24 hours.',
    open: (hostname) => `Open ${hostname}`,
    openProvider: (provider) => `Open ${provider}`,
    setUpAt: (provider) => `Set it up at ${provider}`,
    byHand: 'Or by hand:',
    loading: 'Loading',
    cannotLoad: { title: 'We cannot load the status', text: 'Your setup is not affected. Try again in a moment.' },
    signedOut: { title: 'Please sign in again', text: 'Sign in to see the status.' },
    notFound: { title: 'We cannot show this domain', text: 'Check the spelling.' },
    tooMany: { title: 'Too many attempts', text: (seconds) => `Please wait ${seconds} seconds, then try again.` },
    tryAgain: 'Try again',
    brand: 'your provider',
  },
};

const signIn: Saying = ({ form, zone }) => (form ? `Sign in to ${form.name}` : `Sign in where you manage the DNS of ${zone}`);
const addBelow: Saying = (facts) => `${signIn(facts)} and add the record below.`;
const changeBelow: Saying = (facts) => `${signIn(facts)} and change the value of the record to the one below.`;
const askProvider: Saying = ({ zone }) =>
  `The name servers of ${zone} do not answer properly. Your DNS provider can fix this. We keep checking.`;
const fixSignatures: Saying = ({ zone }) => `The DNSSEC signatures of ${zone} are not valid. Your DNS provider can fix this.`;
const copyWhole: Saying = () => 'The value is incomplete or not exact. Copy the one below.';
const pointDirectly: Saying = () => 'Point the record directly to the value below.';
const keepTheCname: Saying = (facts) => `${signIn(facts)} and remove the other records of this name. Keep the CNAME.`;
const atWork: Saying = ({ brand }) => `Your part is done. ${brand} is putting the certificate in place.`;
const notYet: Saying = ({ brand }) => `Your part is done. ${brand} sees the reason and can start again.`;
const leftToOthers: Saying = ({ brand }) => `Nothing to do. ${brand} has to finish its side.`;

export const enSayings: Sayings = {
  codes: {
    ok: () => 'Visitors reach it over a secure connection. The certificate renews automatically.',
    in_progress: (facts) => (facts.isDnsOpen ? addBelow(facts) : 'Nothing to do. This usually takes 1 to 5 minutes.'),
    cname_not_found: addBelow,
    invalid_cname_target: changeBelow,
    dns_validation_failed: askProvider,
    dns_validation_timeout: addBelow,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy ? `set “${proxy.name}” of this record to “${proxy.off}”` : 'turn the proxy off for this record';
      return `${signIn(facts)} and ${off}. The record stays.`;
    },
    conflicting_records: keepTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} and change the CAA records as shown below.`,
    challenge_unreachable: leftToOthers,
    server_not_connected: atWork,
    certificate_not_served: atWork,
    certificate_install_failed: atWork,
    ca_rate_limited: () => 'Nothing to do. The certificate is issued as soon as the certificate authority allows it.',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) => `Visitors see a warning. ${brand} has to renew it. Leave the record in place.`,
    hostname_claimed: ({ brand }) => `If it is yours, add the record below, then ask ${brand} to start again.`,
    ready_to_switch: () => 'The certificate is in place: switch the record now. Visitors will not notice.',
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => 'The characters that differ are marked. Copy the value below.',
    missing_dot: ({ zone }) => `Your provider has added ${zone} to the value. Paste the one below, with the dot at its end.`,
    base_target: copyWhole,
    name_before_target: copyWhole,
    other_target: () => 'That value belongs to another account. Copy the one below.',
    doubled_name: ({ host, zone }) => `Enter only ${host} as the name: your provider adds ${zone} automatically.`,
    address_instead: (facts) => `${signIn(facts)}, remove the address records, then add the CNAME record.`,
    txt_instead: () => 'There is a TXT record. Choose the type CNAME instead.',
    wildcard_answer: () => 'So far a wildcard record (*) answers. Add the record below; the wildcard can stay.',
    cname_loop: pointDirectly,
    chain_too_long: pointDirectly,
    chain_unanswered: pointDirectly,
    negative_cache: () => 'Nothing to do. Other DNS servers remember the old answer for a while.',
    dnssec_bogus: fixSignatures,
    dnssec_expired: fixSignatures,
    dnssec_key_missing: () => 'Your registrar has an old DS record. Remove or replace it there.',
    lame_servers: ({ zone }) =>
      `The name servers entered at the registrar of ${zone} do not have its records. Correct them there.`,
    servers_not_public: ({ zone }) => `The name servers entered at the registrar of ${zone} are not public. Correct them there.`,
    servers_disagree: () => 'Your name servers give different answers. This usually passes within minutes. We keep checking.',
    name_servers_differ: ({ zone }) => `Add the record at the name servers entered at the registrar of ${zone}.`,
    validation_missing: (facts) => `${signIn(facts)} and add the record below first.`,
    validation_wrong: changeBelow,
    domain_not_registered: ({ zone }) => `${zone} is not registered, or has expired. Register or renew it first.`,
    caa_unreadable: () => 'Your name servers fail when asked for CAA records. Your DNS provider can fix this.',
    former_server: () => 'Everything works. To finish the move, change the value of the record to the one below.',
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} and remove the AAAA records of this name. Keep the CNAME.`,
  },
};

export const enPortalLabels: PortalLabels = {
  title: 'Connect your domain',
  hostname: 'Your domain, for example docs.example.com',
  go: 'Continue',
  askForLink: (brand) =>
    `Include the part in front, such as www. or shop. Check the spelling, or ask ${brand} for your personal link.`,
  linkIsOver: (brand) => `This link is not valid, or has expired. Ask ${brand} for a new one, or type your domain.`,
  whereLines: [
    'Sign in where your domain was registered, or where its DNS is managed.',
    'Look for “DNS”, “Name servers” or “Advanced settings”, then for “Add record”.',
    'Choose the type, paste the name and the value, and save.',
  ],
  send: 'Send to a colleague',
  mailSubject: (hostname) => `DNS record for ${hostname}`,
  mailText: (hostname) => `Could you please set up the DNS of ${hostname} as follows?`,
  print: 'Print',
  providedBy: (brand) => `Provided by ${brand}`,
  help: 'Help',
  languages: 'Languages',
  noScript: 'A personal link needs JavaScript. Without it, type your domain.',
  notSetUp: 'Your DNS provider did not add the record. Try again, or add it by hand.',
  checkedRecently: 'Checked recently. Please try again in a minute.',
  askedFor: (brand, at) =>
    `Another provider has proven this domain with a TXT record, and can take it over from ${at}. Not what you want? Delete the TXT record _cps-claim and tell ${brand}.`,
};
