import { getDomain, listDeliveries, listDomainEvents, listEvents } from './generated/client.ts';

const { CPS_SITE = '', CPS_API_KEY_ID = '', CPS_API_KEY = '' } = process.env;
const [domainId, unknownId, webhookId] = process.argv.slice(2).map(Number) as [number, number, number];
const plainFetch = globalThis.fetch;
// The generated functions request paths without a host. A mutator, in orval's terms, would add it.
globalThis.fetch = (path, init) => {
  const headers = { ...init?.headers, 'X-API-KEY-ID': CPS_API_KEY_ID, 'X-API-KEY': CPS_API_KEY };
  return plainFetch(CPS_SITE + String(path), { ...init, headers });
};

const found = await getDomain(domainId);
if (found.status !== 200) throw new Error(String(found.status));
const { id, diagnosis, error } = found.data;
console.log('domain', String(id), diagnosis.code, diagnosis.reason, error?.code);
const timeline = await listDomainEvents(domainId);
if (timeline.status !== 200) throw new Error(String(timeline.status));
console.log('timeline', timeline.data.data[0]?.type, timeline.data.data[0]?.diagnosis);
const events = await listEvents();
if (events.status !== 200) throw new Error(String(events.status));
console.log('event', events.data.data[0]?.event);
const deliveries = await listDeliveries(webhookId);
if (deliveries.status !== 200) throw new Error(String(deliveries.status));
console.log('delivery', deliveries.data.data[0]?.event, deliveries.data.data[0]?.state);
const refused = await getDomain(unknownId);
if (refused.status !== 404) throw new Error(String(refused.status));
console.log('refused', String(refused.status), refused.data.error.code);
