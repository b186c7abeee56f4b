/** @module-tag waits */
import { describe, expect, it } from 'vitest';
import { connection, createDomain, createWithCname, diagnosedAs, dns, isActive, newHostname, until } from '../cloud.ts';
import { executionsOf, stopExecution } from '../operator.ts';

describe('an execution', () => {
  it('that is stopped by hand is followed by another, and the domain becomes active', async () => {
    const { id } = await createWithCname('stopped');
    await until(id, ({ dns_status }) => dns_status === 'validated');
    const [execution] = await executionsOf(id);
    await stopExecution(execution?.executionArn ?? '');
    await until(id, isActive);
    const names = (await executionsOf(id)).map(({ name }) => name).sort();
    expect(names).toEqual([`${id}-1`, `${id}-2`]);
  });

  it('ends with a first check that finds no CNAME; the checks from a queue continue, and start another when it is there', async () => {
    const { id, url } = await createDomain(newHostname('awaited'));
    const waiting = await until(id, diagnosedAs('cname_not_found'));
    await until(id, ({ diagnosis }) => (diagnosis.checked_at ?? '') > (waiting.diagnosis.checked_at ?? ''));
    expect((await executionsOf(id)).map(({ status }) => status)).toEqual(['SUCCEEDED']);
    await dns.set(url, 'CNAME', [connection.cname_target]);
    await until(id, isActive);
    const names = (await executionsOf(id)).map(({ name }) => name).sort();
    expect(names).toEqual([`${id}-1`, `${id}-2`]);
  });
});
