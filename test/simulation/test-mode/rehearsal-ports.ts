import { TEST_CA_NAME } from '../../../lambdas/test-mode/scripted-ca.ts';
import { aCertificate } from '../../lambdas/steps/issuance/a-certificate.ts';
import { leafKey } from '../ca/simulated-ca.ts';
import type { Outside } from '../functions/outside.ts';
import type { Services } from '../services.ts';

/** As lib/stateful/rehearsal-queue.ts has it: six time-outs of the function, and five tries. */
const PLAYED_WITHIN_SECONDS = 60;
const OF_A_REHEARSAL = { longestSeconds: PLAYED_WITHIN_SECONDS, receives: 5, hiddenSeconds: 6 * PLAYED_WITHIN_SECONDS };

/** What whoever plays the domains of test mode needs, and nobody else: a queue, a CA that nobody trusts, and a log. */
export function rehearsalPorts(services: Services): Pick<Outside, 'rehearsals' | 'issue' | 'logOfRehearsals'> {
  return {
    rehearsals: services.queue(
      'rehearse',
      async (functions, body) => (await functions.rehearse([{ id: '1', body }])).length === 0,
      OF_A_REHEARSAL,
    ),
    issue: async ({ hostname, notBefore, notAfter }) => {
      // A number may not begin with a byte of zeros.
      const serial = `4${notBefore.getTime().toString(16).padStart(15, '0')}`;
      return aCertificate({ hostname, publicKey: leafKey, issuer: TEST_CA_NAME, validity: [notBefore, notAfter], serial });
    },
    // What was caught is in the log alone.
    logOfRehearsals: (level, _message, { cause } = {}) => {
      if (level === 'error') services.logged('rehearse', cause);
    },
  };
}
