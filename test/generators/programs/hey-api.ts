import { client } from './generated/client.gen.ts';
import { getDomain, listDeliveries, listDomainEvents, listEvents } from './generated/index.ts';

const { CPS_SITE = '', CPS_API_KEY_ID = '', CPS_API_KEY = '' } = process.env;
const [domainId, unknownId, webhookId] = process.argv.slice(2).map(Number) as [number, number, number];
client.setConfig({ baseUrl: CPS_SITE, headers: { 'X-API-KEY-ID': CPS_API_KEY_ID, 'X-API-KEY': CPS_API_KEY } });

const { data: domain } = await getDomain({ path: { id: domainId } });
console.log('domain', String(domain?.id), domain?.diagnosis.code, domain?.diagnosis.reason, domain?.error?.code);
const [entry] = (await listDomainEvents({ path: { id: domainId } })).data?.data ?? [];
console.log('timeline', entry?.type, entry?.diagnosis);
const [event] = (await listEvents()).data?.data ?? [];
console.log('event', event?.event);
const [delivery] = (await listDeliveries({ path: { id: webhookId } })).data?.data ?? [];
console.log('delivery', delivery?.event, delivery?.state);
const refused = await getDomain({ path: { id: unknownId } });
console.log('refused', String(refused.response?.status), refused.error?.error.code);
