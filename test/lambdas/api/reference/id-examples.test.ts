import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../../lambdas/api/reference/openapi-document.ts';
import { deliveryId } from '../../../../lambdas/model/webhooks/delivery.ts';
import { idPattern, rolledAt } from '../../../../lambdas/shared/ids/id-formats.ts';

interface Shown {
  id: string;
  event_id?: string;
  created_at: string;
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? within : [value as Record<string, unknown>, ...within];
}

const isId = (value: unknown) => typeof value === 'string' && /^(evt|dlv)_/.test(value);
const reference = objectsIn(openApiDocument());
const ids = [...new Set(reference.flatMap((object) => Object.values(object).filter(isId)))] as string[];
const resources = reference.filter(({ id, created_at }) => isId(id) && created_at !== undefined) as unknown as Shown[];
const deliveries = resources.filter(({ event_id }) => event_id !== undefined);

describe('the ids of events and deliveries in the examples', () => {
  it.each(ids)('the id %s in an example is one that the service takes', (id) => {
    expect(id).toMatch(idPattern(id.startsWith('evt') ? 'evt' : 'dlv'));
  });

  it('hold the instants at which their events were made', () => {
    expect(resources.length).toBeGreaterThan(20);
    for (const { id, created_at } of resources) expect([id, rolledAt(id).toISOString()]).toEqual([id, created_at]);
  });

  it('belong together', () => {
    expect(deliveries.length).toBeGreaterThan(3);
    for (const { id, event_id = '' } of deliveries) expect(id).toBe(deliveryId(event_id, 118_271_623_110_657));
  });
});
