/** @module-tag waits */
import { describe, expect, it, vi } from 'vitest';
import { age, ago } from '../age.ts';
import { api, connection, createDomain, diagnosedAs, dns, isActive, newHostname, until } from '../cloud.ts';
import { admin, executionsOf, newOrganization, transitionsOf } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import type { DnsCheck } from './dns-checks.ts';

const PATIENCE = { timeout: PATIENCE_SECONDS * 1000, interval: 250 };

// Concurrent: each has its own hostname.
describe.concurrent('DNS that does not lead to us', () => {
  it('leaves the hostname pending with the wrong target named, until it is right and the domain continues', async () => {
    const url = newHostname('wrong');
    await dns.set(url, 'CNAME', ['elsewhere.example.net']);
    const { id } = await createDomain(url);
    expect(await until(id, diagnosedAs('invalid_cname_target'))).toMatchObject({
      dns_status: 'pending',
      dns_records: [{ state: 'wrong', observed: 'elsewhere.example.net' }],
      error: {
        code: 'invalid_cname_target',
        details: { domain: url, actual_target: 'elsewhere.example.net', expected_target: connection.cname_target },
      },
      diagnosis: { actor: 'customer', fix: { records: [{ action: 'change', type: 'CNAME', value: connection.cname_target }] } },
    });
    await dns.set(url, 'CNAME', [connection.cname_target]);
    await until(id, isActive);
  });

  it("does not prove the hostname by another organization's label, and does not say whose that is", async () => {
    const { organization_id } = await admin('create-organization', '--name', 'Other');
    const other = await admin('create-server', '--organization', organization_id ?? '', '--name', 'Web', '--type', 'agent');
    const url = newHostname('foreign');
    await dns.set(url, 'CNAME', [other.cname_target ?? '']);
    const { id } = await createDomain(url);
    // The reason is kept when the window closes, which may come before the first check on a busy machine.
    const refused = await until(id, ({ diagnosis }) => diagnosis?.reason === 'other_target');
    expect(refused.dns_status).not.toBe('validated');
    expect(JSON.stringify(refused)).not.toContain(organization_id);
  });

  it('names another server of the organization to which it leads, orders nothing, and continues once the domain is moved there', async () => {
    const second = await api<{ id: number; cname_target: string }>('POST', '/servers', { body: { name: 'Web 2' } });
    const { id: secondId, cname_target: secondTarget } = second.body;
    const url = newHostname('sibling');
    await dns.set(url, 'CNAME', [secondTarget]);
    const look = await api<DnsCheck>('POST', '/dns/look', { body: { url, server_id: connection.server_id } });
    const forecast = { forecast: 'waits_for_dns', diagnosis: { reason: 'other_server' } };
    expect(look.body).toMatchObject(forecast);
    const urls = ['customer.test', url];
    const list = await api<{ data: object[] }>('POST', '/dns/look/bulk', { body: { urls, server_id: connection.server_id } });
    expect(list.body.data).toMatchObject([{ status: 'error' }, { status: 'checked', check: forecast }]);
    const { id } = await createDomain(url);
    const told = await until(id, diagnosedAs('invalid_cname_target'));
    expect(told).toMatchObject({
      ...{ dns_status: 'pending', ssl_status: 'pending' },
      dns_records: [{ state: 'wrong', value: connection.cname_target, observed: secondTarget }],
      diagnosis: {
        ...{ reason: 'other_server', actor: 'integrator', summary: expect.stringContaining(`server ${secondId} "Web 2"`) },
        fix: {
          text: expect.stringContaining(`to ${secondId} (PATCH`),
          records: [{ action: 'change', type: 'CNAME', name: url, value: connection.cname_target }],
        },
      },
    });
    // That server has no enrolled machine: DNS is right, and only the server is missing.
    await api('PATCH', `/domains/${id}`, { body: { server_id: secondId } });
    expect(await until(id, ({ dns_status }) => dns_status === 'validated')).toMatchObject({ dns_records: [{ state: 'ok' }] });
    await api('PATCH', `/domains/${id}`, { body: { server_id: connection.server_id } });
    await dns.set(url, 'CNAME', [connection.cname_target]);
    await until(id, isActive);
  });

  it('DNS that fails is unknown, not wrong, and passes', async () => {
    const url = newHostname('servfail');
    await dns.fail(url);
    const { id } = await createDomain(url);
    expect(await until(id, diagnosedAs('dns_validation_failed'))).toMatchObject({
      dns_status: 'pending',
      error: { code: 'dns_validation_failed', details: { domain: url, expected_cname: connection.cname_target } },
    });
    await dns.delete(url);
    await dns.set(url, 'CNAME', [connection.cname_target]);
    await until(id, isActive);
  });

  it('DNS passes through a chain of aliases', async () => {
    const url = newHostname('chain');
    const middle = newHostname('middle');
    await dns.set(url, 'CNAME', [middle]);
    await dns.set(middle, 'CNAME', [connection.cname_target]);
    const { id } = await createDomain(url);
    await until(id, isActive);
  });

  it('is polled in the wait state of the execution at first, which continues when the CNAME is there', async () => {
    // A new organization has a free slot for each check (docs/decisions/0024-dns-is-watched-from-a-queue.md).
    const { key } = await newOrganization('domains.read,domains.write');
    const { id, url, cname_target } = await createDomain(newHostname('soon'), 1, key);
    await until(id, diagnosedAs('cname_not_found'), PATIENCE_SECONDS, key);
    await dns.set(url, 'CNAME', [cname_target]);
    await until(id, ({ dns_status }) => dns_status === 'validated', PATIENCE_SECONDS, key);
    const executions = await executionsOf(id);
    expect(executions.map(({ name }) => name)).toEqual([`${id}-1`]);
    expect(await transitionsOf(executions[0]?.executionArn ?? '')).toContain('wait before check-dns');
  });

  it('is polled from a queue later, without an open execution; another one starts when the CNAME is there', async () => {
    const { id, url } = await createDomain(newHostname('late'));
    await until(id, diagnosedAs('cname_not_found'));
    // A minute and a half: after the test cloud's wait states (local/stage.ts), before the end of the window.
    await age(id, () => ({ dnsStartedAt: ago(0.001) }));
    await vi.waitFor(async () => {
      expect((await executionsOf(id)).map(({ status }) => status)).toEqual(['SUCCEEDED']);
    }, PATIENCE);
    await dns.set(url, 'CNAME', [connection.cname_target]);
    await until(id, isActive);
    // A delayed lifecycle continues in the Standard machine, under the same name.
    const names = new Set((await executionsOf(id)).map(({ name }) => name));
    expect([...names].sort()).toEqual([`${id}-1`, `${id}-2`]);
  });
});

describe.concurrent('a hostname that is no domain yet', () => {
  it('can be checked: first it reads what to publish, then that it would get its certificate; nothing is created', async () => {
    const url = newHostname('looked-at');
    const body = { url, server_id: connection.server_id };
    const look = (headers = {}) => api<Record<string, unknown>>('POST', '/dns/look', { body, headers });
    expect(await look()).toMatchObject({
      status: 200,
      body: { forecast: 'waits_for_dns', dns_records: [{ value: connection.cname_target, state: 'missing' }] },
    });
    await dns.set(url, 'CNAME', [connection.cname_target]);
    const once = { 'idempotency-key': url };
    const found = await look(once);
    expect(found).toMatchObject({ status: 200, body: { forecast: 'certificate', caa: { state: 'allows' } } });
    expect((await look(once)).body).toEqual(found.body);
    const { body: listed } = await api<{ data: unknown[] }>('GET', `/domains?url=${url}`);
    expect(listed.data).toEqual([]);
  });
});
