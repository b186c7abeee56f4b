import { describe, expect, it } from 'vitest';
import { connection, createDomain, diagnosedAs, dns, isActive, newHostname, until } from './cloud.ts';
import { executionsOf, stopExecution } from './operator.ts';

describe('an execution', () => {
  it('an execution that is stopped by hand is followed by another, and the domain becomes active', async () => {
    const { id, url } = await createDomain(newHostname('stopped'));
    await until(id, diagnosedAs('cname_not_found'));
    const [execution] = await executionsOf(id);
    await stopExecution(execution?.executionArn ?? '');
    await dns.set(url, 'CNAME', [connection.cname_target]);
    await until(id, isActive);
    const names = (await executionsOf(id)).map(({ name }) => name).sort();
    expect(names).toEqual([`${id}-1`, `${id}-2`]);
  });
});
