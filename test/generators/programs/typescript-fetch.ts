import { Configuration, DomainsApi, EventsApi, ResponseError, WebhooksApi } from './generated/index.ts';

const { CPS_SITE = '', CPS_API_KEY_ID = '', CPS_API_KEY = '' } = process.env;
const [domainId, unknownId, webhookId] = process.argv.slice(2).map(Number) as [number, number, number];
const configuration = new Configuration({
  basePath: CPS_SITE,
  apiKey: (header) => (header === 'X-API-KEY-ID' ? CPS_API_KEY_ID : CPS_API_KEY),
});
const domains = new DomainsApi(configuration);

const { id, diagnosis, error } = await domains.getDomain({ id: domainId });
console.log('domain', String(id), diagnosis?.code, diagnosis?.reason, error?.code);
const [entry] = (await domains.listDomainEvents({ id: domainId })).data;
console.log('timeline', entry?.type, entry?.diagnosis);
const [event] = (await new EventsApi(configuration).listEvents()).data;
console.log('event', event?.event);
const [delivery] = (await new WebhooksApi(configuration).listDeliveries({ id: webhookId })).data;
console.log('delivery', delivery?.event, delivery?.state);
try {
  await domains.getDomain({ id: unknownId });
} catch (refusal) {
  if (!(refusal instanceof ResponseError)) throw refusal;
  const body = await refusal.response.json();
  console.log('refused', refusal.response.status, body.error.code);
}
