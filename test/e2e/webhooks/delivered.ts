import { setTimeout as sleep } from 'node:timers/promises';
import { newHostname } from '../cloud.ts';
import { busyIntegrator, type Integrator } from '../integrator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';

// biome-ignore lint/suspicious/noExplicitAny: each answer is looked at by what the test expects of it
type Any = any;

export interface Told {
  us: Integrator;
  id: number;
  domainId: number;
}

/** Sends one event to a webhook of a new organization; `before` may cause others. */
export async function deliverTo(url: string, before: (us: Integrator) => Promise<unknown> = async () => {}): Promise<Told> {
  const us = await busyIntegrator();
  await before(us);
  const { id: domainId } = await us.must('POST', '/domains', { url: newHostname('faulty'), server_id: 1 });
  const { id } = await us.subscribe(url, ['domain.updated']);
  await us.events(1, domainId);
  return { us, id, domainId };
}

/** Waits for a state of the webhook's only delivery; `cause` may advance it between two polls. */
export async function deliveryOnce(
  { us, id }: Told,
  isReached: (delivery: Any) => boolean,
  cause: () => Promise<unknown> = async () => {},
): Promise<Any> {
  const end = Date.now() + PATIENCE_SECONDS * 1000;
  for (;;) {
    const [delivery] = await us.deliveries(id);
    if (delivery && isReached(delivery)) return delivery;
    if (Date.now() > end) throw new Error(`not reached within ${PATIENCE_SECONDS} s: ${JSON.stringify(delivery)}`);
    await cause();
    await sleep(250);
  }
}
export const isOver = ({ state }: Any) => state !== 'pending';
export const wasTried = ({ attempts }: Any) => attempts.length > 0;
