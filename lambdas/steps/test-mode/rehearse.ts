import * as z from 'zod/mini';
import type { TestClockReads } from '../../model/accounts/test-clock.store.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { Rehearse } from '../../shared/aws/queue.gateway.ts';
import { runTestDomain, type TestDomainPorts } from './run-test-domain.ts';

/** Without a domain: all of the organization's due domains. */
const RehearsalMessage = z.object({
  organizationId: z.string(),
  domainId: z.optional(z.int()),
  version: z.optional(z.int()),
  reachedAt: z.optional(z.string()),
});
type RehearsalMessage = z.infer<typeof RehearsalMessage>;

/** The Lambda has 60 s. A domain's year takes some two. */
export const MAX_RUN_SECONDS = 45;

export interface RehearsePorts extends TestDomainPorts {
  domains: TestDomainPorts['domains'] & Pick<DomainStore, 'dueInTest'>;
  testClock: TestClockReads;
  rehearse: Rehearse;
}

/** Simulates a batch's domains in parallel. Returns the messages to receive again. */
export function testDomainRunner(ports: RehearsePorts) {
  return async (messages: readonly { id: string; body: string }[], endsAt: Date): Promise<string[]> => {
    const failed = await Promise.all(
      messages.map(async ({ id, body }) => {
        try {
          await act(RehearsalMessage.parse(JSON.parse(body)), ports, endsAt);
          return [];
        } catch (cause) {
          ports.log('error', 'a domain of test mode could not be played', { cause });
          return [id];
        }
      }),
    );
    return failed.flat();
  };
}

async function act(
  { organizationId, domainId, version, reachedAt }: RehearsalMessage,
  ports: RehearsePorts,
  endsAt: Date,
): Promise<void> {
  const until = await ports.testClock.now(organizationId, ports.clock());
  if (domainId === undefined) return queueDueDomains(organizationId, until, ports);
  const from = version === undefined || reachedAt === undefined ? { domainId } : { domainId, version, reachedAt };
  const begun = await runTestDomain(from, until, ports, endsAt);
  if (begun) await ports.rehearse(organizationId, begun);
}

/** Sends a message for each domain that is due or in a running step. */
async function queueDueDomains(organizationId: string, until: Date, { domains, rehearse }: RehearsePorts): Promise<void> {
  let from: Parameters<DomainStore['dueInTest']>[2];
  do {
    const { domainIds, next } = await domains.dueInTest(organizationId, until, from);
    if (domainIds.length > 0) await rehearse(organizationId, ...domainIds);
    from = next;
  } while (from);
}
