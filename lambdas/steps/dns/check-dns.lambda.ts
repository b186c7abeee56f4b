import { checkThenWatch } from './check-dns.ts';
import { dnsStores } from './dns-step.store.ts';
import { openDnsStep } from './open-dns-step.gateway.ts';

const { step, watchPorts, handle, freshSecret } = await openDnsStep(process.env, 'step', dnsStores);

export const handler = handle(checkThenWatch(step, watchPorts)).use(freshSecret);
