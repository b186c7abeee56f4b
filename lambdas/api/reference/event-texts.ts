import type { EventName } from '../../../contract/api/events.ts';

export interface EventText {
  /** Goes on after the name: "is sent …". */
  sentWhen: string;
  whatToDo: string;
  /** Nothing in the service causes it so far. */
  isNotSentYet?: true;
}

/** What the reference and docs/reference/events.md say about an event. */
export const EVENT_TEXTS: Record<EventName, EventText> = {
  'domain.created': {
    sentWhen: 'when a domain is created, by a request of its own or in bulk.',
    whatToDo: 'Show your customer the records in `dns_records`.',
  },
  'domain.updated': {
    sentWhen: 'when a request changes the server, the notifications or the metadata of a domain.',
    whatToDo: 'Replace what you keep of the domain.',
  },
  'domain.deleted': {
    sentWhen: 'when a domain is deleted.',
    whatToDo: 'Forget the domain. Its certificate is about to be taken from your servers.',
  },
  'domain.validated': {
    sentWhen: 'when the CNAME record of a domain is found and its certificate is about to be requested.',
    whatToDo: 'Nothing: the certificate comes next.',
  },
  'domain.validation_failed': {
    sentWhen:
      'when the CNAME record was not right within the time for validation, or another organization has proved the hostname.',
    whatToDo: 'Tell your customer what `diagnosis` says, then start over with a retry.',
  },
  'domain.dns_changed': {
    sentWhen:
      'when the CNAME record of a served domain is gone or points elsewhere: at once where somebody asked for a look, else when it was missed for a day, at six looks or more, and found at none. Where it leads to another server of yours, a second look an hour after the first is enough.',
    whatToDo:
      'Do what `diagnosis` says: as a rule your customer has to put the record back, because without it the certificate cannot be renewed.',
  },
  'domain.dns_restored': {
    sentWhen: 'when the CNAME record of a domain that has a certificate is right again.',
    whatToDo: 'Nothing: take back the warning to your customer.',
  },
  'domain.transfer_requested': {
    sentWhen: 'when another organization proves with a TXT record that your hostname is to be its own.',
    whatToDo: 'Ask your customer. If it is a mistake, have the TXT record removed within 72 hours.',
    isNotSentYet: true,
  },
  'domain.transferred': {
    sentWhen: 'when a hostname has moved to another organization.',
    whatToDo: 'Stop serving the hostname.',
    isNotSentYet: true,
  },
  'certificate.requested': {
    sentWhen:
      'when the certificate authority accepts an order, for a first certificate or a renewal, and again for each new order.',
    whatToDo: 'Nothing: it takes some minutes.',
  },
  'certificate.installed': {
    sentWhen:
      'when a certificate is seen on a server: for the first time, after a renewal, or where a domain moves to. The service looks from outside. Only if it cannot connect, what the server’s own agent saw is enough; then `diagnosis` is `certificate_not_served`.',
    whatToDo: 'Nothing: `certificate.issued` or `certificate.renewed` tells what it means for the domain.',
  },
  'certificate.issued': {
    sentWhen:
      'when the first certificate of a domain is installed, and seen from outside where the hostname leads. Only if the service cannot connect there, and the CNAME record leads to the domain’s own server, what that server’s agent saw is enough; then `diagnosis` is `certificate_not_served`.',
    whatToDo:
      'Switch your links to the domain to HTTPS: it is safe now. With `certificate_not_served`, look at it yourself first.',
  },
  'certificate.renewed': {
    sentWhen: 'when a certificate that replaces another is served.',
    whatToDo: 'Nothing: `expires_at` says how long it lasts.',
  },
  'certificate.failed': {
    sentWhen: 'when a domain without a served certificate did not get one.',
    whatToDo: 'Do what `diagnosis` says, then start over with a retry.',
  },
  'certificate.at_risk': {
    sentWhen:
      'when something stands in the way of a renewal, or the certificate is not served as it should be: once for each cause until a certificate is replaced. Looked for daily, and before a renewal; the service goes on trying.',
    whatToDo: 'Do what `diagnosis` says before `expires_at`.',
  },
  'certificate.renewal_failed': {
    sentWhen: 'when a renewal is given up: once for each cause until a renewal succeeds. The present certificate serves on.',
    whatToDo:
      'Do what `diagnosis` says before `expires_at`. We try again automatically at `renews_on`; a renewal that you ask for begins at once.',
  },
  'certificate.expiring': {
    sentWhen:
      'when a certificate whose renewal should have been done for a day has 30, 14, 7, 3 and 1 days left; in proportion where it lives shorter than 90 days.',
    whatToDo: 'Do what `diagnosis` says before `expires_at`.',
  },
  'certificate.expired': {
    sentWhen: 'when a certificate ends that could not be renewed: once.',
    whatToDo:
      'Do what `diagnosis` says: browsers refuse the domain until then. We try again automatically at `renews_on`, once a day at first; a retry starts over at once.',
  },
  'certificate.revoked': {
    sentWhen:
      'when the certificate authority has revoked a certificate that you asked to be revoked, and another is served in its place already; or, once, when the authority by itself says of the certificate that is served that it must be replaced at once, as it does of one that it has revoked or will.',
    whatToDo:
      'Nothing: another certificate is served already, or is being requested. `diagnosis.evidence` has what the authority said, with the address of its explanation where it gives one.',
  },
  'machine.enrolled': {
    sentWhen: 'when a machine enrolls at a server: from now on its agent gets the certificates and private keys of that server.',
    whatToDo: 'Check that the machine is yours. If not, revoke it with `rekey=true`.',
  },
  'machine.keys_rotated': {
    sentWhen: 'when an agent gives its machine new keys; the old ones are refused from then on.',
    whatToDo: 'Nothing, if you or its operator did that. Else revoke the machine.',
  },
  'machine.revoked': {
    sentWhen: 'when a machine is revoked: its agent gets nothing more.',
    whatToDo: 'Nothing, if it was intended. Replace the private keys that the machine has, if somebody else may read them.',
  },
  'server.offline': {
    sentWhen:
      'when a machine of a server has not called the service for 11 minutes, or the time that the deployment sets: once for each silence. `data.silent_machines` are all that are silent then; `data.server.status` is `online` while another machine still calls, else `offline`.',
    whatToDo:
      'Start the agents of the silent machines again (`systemctl restart cps-agent`), or revoke machines that are gone. Until then they get no new certificates, and keep serving those that they have, even expired ones.',
  },
  'server.online': {
    sentWhen:
      'when a machine that was silent calls the service again: once. `data.silent_machines` are those that still are silent.',
    whatToDo: 'Nothing, if no machine is silent any more.',
  },
  'api_key.expiring': {
    sentWhen: 'when an API key that ends by itself has 30, 7 and 1 days left: at most three times.',
    whatToDo:
      'If it is still used (`last_used_at`), create another key and give it to the program, or give this one a later `expires_at`.',
  },
  'api_key.expired': {
    sentWhen: 'when an API key has ended by itself: once. Its requests are refused from then on.',
    whatToDo:
      'Nothing, if no program needs it. Else give the program another key; a person can give this one a later `expires_at`.',
  },
  'api_key.leaked': {
    sentWhen:
      'when somebody has reported the secret of an API key as leaked: GitHub, which found it in public, or whoever holds it. The key is revoked from that moment; if it was the secret that a rotation had replaced, that secret alone.',
    whatToDo:
      'Give the program another key, find out who could read the secret, and look in the audit log at what the key has done since.',
  },
  'webhook.disabled': {
    sentWhen:
      'to your other webhooks when one is disabled: its receiver answered 410, or has failed for days. It is in the event log too.',
    whatToDo: 'Mend the receiver, enable the webhook, and replay what was missed.',
  },
  'webhook.test': {
    sentWhen: 'when somebody asks for a test of a webhook, to that webhook only and once.',
    whatToDo: 'Verify it and answer 200.',
  },
};
