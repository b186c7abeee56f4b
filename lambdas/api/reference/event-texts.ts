import type { EventName } from '../../../contract/api/events.ts';

export interface EventText {
  /** Continues a sentence after the name: "is sent …". */
  sentWhen: string;
  whatToDo: string;
  /** Nothing in the service sends it yet. */
  isNotSentYet?: true;
}

/** Event texts in the reference and in docs/reference/events.md. */
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
    whatToDo: 'Forget the domain. Its certificate is about to be removed from your servers.',
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
      'when the CNAME record of a served domain is gone or points elsewhere: at once if you asked for a check, after a second check an hour later if it leads to another server of yours, otherwise when it was missing for a day, in six checks or more.',
    whatToDo:
      'Do what `diagnosis` says. Usually your customer must set the record again: without it the certificate cannot be renewed.',
  },
  'domain.dns_restored': {
    sentWhen: 'when the CNAME record of a domain that has a certificate is right again.',
    whatToDo: 'Withdraw the warning to your customer.',
  },
  'domain.transfer_requested': {
    sentWhen:
      'when another organization proves with a TXT record that your hostname is to become its own. `data.domain.transfer.until`, 72 hours later, is when it may take it.',
    whatToDo:
      'Ask your customer. If it is a mistake, have the TXT record removed, or refuse: `PATCH /domains/{id}` with `refuse_transfer`. If not, do nothing: the hostname is served here until it is served there.',
  },
  'domain.transferred': {
    sentWhen: 'when another organization has taken a hostname, after its notice. `domain.deleted` is sent with it.',
    whatToDo:
      'Forget the domain, but keep serving its content until its visitors are led elsewhere. Its certificate stays on your servers until it is served there, or ends.',
  },
  'certificate.requested': {
    sentWhen:
      'when the certificate authority accepts an order, for a first certificate or a renewal, and again for each new order.',
    whatToDo: 'Nothing: it takes some minutes.',
  },
  'certificate.installed': {
    sentWhen:
      'when a certificate is seen on a server: the first one, one after a renewal, or one on the server that a domain moves to. If the service cannot connect from outside, it trusts the agent of that server; `diagnosis` is then `certificate_not_served`.',
    whatToDo: 'Nothing: `certificate.issued` or `certificate.renewed` says what it means for the domain.',
  },
  'certificate.issued': {
    sentWhen:
      'when the first certificate of a domain is installed, and seen from outside at the hostname. If the service cannot connect there, and the CNAME record leads to the domain’s own server, it trusts the agent of that server; `diagnosis` is then `certificate_not_served`.',
    whatToDo:
      'Switch your links to the domain to HTTPS: it is safe now. With `certificate_not_served`, open the domain yourself first.',
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
      'when something prevents a renewal, or the certificate is not served as it should be: once for each cause until the certificate is replaced. The service continues to try.',
    whatToDo: 'Do what `diagnosis` says before `expires_at`.',
  },
  'certificate.renewal_failed': {
    sentWhen:
      'when the service gives up a renewal: once for each cause until a renewal succeeds. The present certificate stays in use.',
    whatToDo:
      'Do what `diagnosis` says before `expires_at`. The service tries again automatically at `renews_on`. A renewal that you request begins at once.',
  },
  'certificate.expiring': {
    sentWhen:
      'when a certificate has 30, 14, 7, 3 and 1 days left, and its renewal is overdue by a day. For a life of less than 90 days, these times are shorter in proportion.',
    whatToDo: 'Do what `diagnosis` says before `expires_at`.',
  },
  'certificate.expired': {
    sentWhen: 'once, when a certificate expires that could not be renewed.',
    whatToDo:
      'Do what `diagnosis` says: until then browsers refuse the domain. The service tries again automatically at `renews_on`, once a day at first. A retry starts over at once.',
  },
  'certificate.revoked': {
    sentWhen:
      'when the certificate authority has revoked a certificate at your request; another one is then served already. Also once when the authority itself says that the served certificate must be replaced at once.',
    whatToDo:
      'Nothing: another certificate is served already, or is being requested. `diagnosis.evidence` has what the authority said, and the address of its explanation if there is one.',
  },
  'machine.enrolled': {
    sentWhen: 'when a machine enrolls at a server. From now on its agent gets the certificates and private keys of that server.',
    whatToDo: 'Check that the machine is yours. If not, revoke it with `rekey=true`.',
  },
  'machine.keys_rotated': {
    sentWhen: 'when an agent gives its machine new keys. The old ones are refused from then on.',
    whatToDo: 'Nothing, if you or its operator did that. Otherwise revoke the machine.',
  },
  'machine.revoked': {
    sentWhen:
      'when a machine is revoked: its agent gets nothing more. With `data.reason` `silent` the service did that itself, because the machine had not called for seven days, or for the time that the deployment sets.',
    whatToDo: 'Nothing, if it was intended. Replace the private keys that the machine has, if somebody else may read them.',
  },
  'server.offline': {
    sentWhen:
      'once for each silence, when a machine of a server has not called the service for 11 minutes, or for the time that the deployment sets. `data.silent_machines` lists the silent machines, a hundred at most. `data.server.status` is `online` while another machine still calls, otherwise `offline`.',
    whatToDo:
      'Start the agents of the silent machines again (`systemctl restart cps-agent`), or revoke machines that are gone. Until then they get no new certificates, and keep serving those that they have, even expired ones.',
  },
  'server.online': {
    sentWhen:
      'once, when a machine that was silent calls the service again. `data.silent_machines` lists those that are still silent.',
    whatToDo: 'Nothing, if no machine is silent any more.',
  },
  'api_key.expiring': {
    sentWhen: 'when an API key expires in 30, 7 and 1 days: at most three times.',
    whatToDo:
      'If it is still used (`last_used_at`), create another key and give it to the program, or give this one a later `expires_at`.',
  },
  'api_key.expired': {
    sentWhen: 'once, when an API key has expired. Its requests are refused from then on.',
    whatToDo:
      'Nothing, if no program needs it. Otherwise give the program another key. A person can also give this one a later `expires_at`.',
  },
  'api_key.leaked': {
    sentWhen:
      'when somebody has reported the secret of an API key as leaked: GitHub, which found it in public, or anybody who holds it. The key is revoked at once. If a rotation had replaced that secret, only that secret ends.',
    whatToDo:
      'Give the program another key, find out who could read the secret, and look in the audit log at what the key has done since.',
  },
  'webhook.disabled': {
    sentWhen:
      'to your other webhooks when one is disabled, because its receiver answered 410 or has failed for days. It is in the event log too.',
    whatToDo: 'Fix the receiver, enable the webhook, and replay what was missed.',
  },
  'webhook.test': {
    sentWhen: 'once, when somebody requests a test of a webhook, to that webhook only.',
    whatToDo: 'Verify it and answer 200.',
  },
};
