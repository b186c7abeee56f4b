import { ACTIVE_DOMAIN } from '../../model/events/domain-examples.ts';
import { EXAMPLE_WEBHOOK_ID, eventExample } from '../../model/events/event-examples.ts';
import { ENROLLMENT_TOKEN_ID, KEY, MACHINE, SERVER } from '../../model/events/server-examples.ts';
import { deliveryId } from '../../model/webhooks/delivery.ts';
import type { OperationDescription } from './operation-description.ts';

/** The example `id` of each tag's path: the one that its answers show. */
const IDS: Record<OperationDescription['tag'], string | number | undefined> = {
  Domains: ACTIVE_DOMAIN.id,
  Servers: SERVER.id,
  Webhooks: EXAMPLE_WEBHOOK_ID,
  Events: eventExample('certificate.issued').id,
  'API keys': KEY.id,
  Audit: undefined,
  Requests: undefined,
  Reports: undefined,
  Organization: undefined,
};
const OTHERS: Readonly<Record<string, string>> = {
  machine_id: MACHINE.id,
  token_id: ENROLLMENT_TOKEN_ID,
  delivery_id: deliveryId(eventExample('certificate.issued').id, EXAMPLE_WEBHOOK_ID),
};

export function pathExamples(path: string, tag: OperationDescription['tag']): Record<string, string | number> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(
    names.map((name) => {
      const value = name === 'id' ? IDS[tag] : OTHERS[name];
      if (value === undefined) throw new Error(`the reference has no example of ${name} in ${path}`);
      return [name, value];
    }),
  );
}
