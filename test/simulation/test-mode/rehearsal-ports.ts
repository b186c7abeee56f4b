import { TEST_CA_NAME } from '../../../lambdas/test-mode/scripted-ca.ts';
import { aCertificate } from '../../lambdas/steps/issuance/a-certificate.ts';
import { leafKey } from '../ca/simulated-ca.ts';
import type { Outside } from '../functions/outside.ts';
import type { Services } from '../services.ts';

/** Settings of lib/stateful/rehearsal-queue.ts: a visibility time-out of six function time-outs, and five receives. */
const PLAYED_WITHIN_SECONDS = 60;
const OF_A_REHEARSAL = { longestSeconds: PLAYED_WITHIN_SECONDS, receives: 5, hiddenSeconds: 6 * PLAYED_WITHIN_SECONDS };

/** Ports that only the test-mode function has: its queue, its untrusted CA and its log. */
export function rehearsalPorts(services: Services): Pick<Outside, 'rehearsals' | 'issue' | 'logOfRehearsals'> {
  return {
    rehearsals: services.queue(
      'rehearse',
      async (functions, body) => (await functions.rehearse([{ id: '1', body }])).length === 0,
      OF_A_REHEARSAL,
    ),
    issue: async ({ hostname, notBefore, notAfter }) => {
      // A serial number must not begin with a zero byte.
      const serial = `4${notBefore.getTime().toString(16).padStart(15, '0')}`;
      return aCertificate({ hostname, publicKey: leafKey, issuer: TEST_CA_NAME, validity: [notBefore, notAfter], serial });
    },
    // Caught errors appear only in the log.
    logOfRehearsals: (level, _message, { cause } = {}) => {
      if (level === 'error') services.logged('rehearse', cause);
    },
  };
}
