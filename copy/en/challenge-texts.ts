import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { DiagnosisFacts } from '../types/placeholders.ts';

type ChallengeReason = Extract<
  DiagnosisReason,
  | `${string}_elsewhere`
  | `answered_by_${string}`
  | 'lookup_failed'
  | 'connection_failed'
  | 'server_busy'
  | 'bad_gateway'
  | 'redirect_refused'
>;

interface Words {
  says: (facts: DiagnosisFacts) => string;
  fix?: (facts: DiagnosisFacts) => string;
}

const mayPass = (what: string): Words => ({
  says: () => what,
  fix: () => 'Nothing to do, if it passes: we try again automatically.',
});
const answeredBy = (who: string): Words => ({ says: () => `${who} answers there in place of the agent.` });

/** Why a CA would not get the challenge's answer. The default fix is about the server, or what is in front of it. */
export const CHALLENGE_REASON_WORDS: Record<ChallengeReason, Words> = {
  addresses_elsewhere: {
    says: ({ observed }) => `Its addresses are not those of its server: ${observed}.`,
    fix: ({ host, dnsForm: { atPlace, target } }) =>
      `${atPlace}, remove every A and AAAA record with the name ${host}, so that only the CNAME record to ${target} is left.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Its IPv6 addresses, which come first, are not those of its server: ${observed}.`,
    fix: ({ host, dnsForm: { atPlace } }) => `${atPlace}, remove every AAAA record with the name ${host}.`,
  },
  lookup_failed: mayPass('A name on the way could not be looked up just now.'),
  server_busy: mayPass('The server says that it cannot answer just now.'),
  connection_failed: { says: () => 'One of the addresses on the way cannot be connected to.' },
  bad_gateway: { says: () => 'A web server answers there, but cannot reach the agent behind it.' },
  redirect_refused: { says: () => 'It is redirected to where a certificate authority does not follow.' },
  answered_by_wordpress: answeredBy('WordPress'),
  answered_by_login_page: answeredBy('A login page'),
  answered_by_parked_page: answeredBy('A page for parked domains'),
  answered_by_cloudflare: answeredBy('An error or check of Cloudflare'),
  answered_by_default_page: answeredBy('The default page of a web server'),
  answered_by_firewall: answeredBy('Somebody who refuses access'),
};
