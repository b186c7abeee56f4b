import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryDomain } from '../../../../lambdas/api/domains/retry-domain.ts';
import type { Call } from '../../../../lambdas/api/pipeline/call.ts';
import { jsonLog, logAbout } from '../../../../lambdas/shared/runtime/log.gateway.ts';
import { apiCaller, clock, keyItem, pair, standIns, tableHolds } from '../api-caller.ts';

const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
beforeEach(() => void tableHolds());
afterEach(() => written.mockClear());
const lines = () => written.mock.calls.map(([line]) => JSON.parse(String(line)));

const work = vi.fn((_: Call) => ({ status: 201, json: {} }));
const call = apiCaller(
  standIns([retryDomain], () => work),
  28_000,
  { log: jsonLog, logAbout },
);
const retry = (more = {}) => call({ path: '/api/domains/7/retry', ...more });

const ROUTE = { requestId: 'req_1', route: 'POST /api/domains/{id}/retry' };
const CALLER = { keyId: pair.keyId, organizationId: 'org_A' };

describe('the lines of a request to the API', () => {
  it('all name its caller, its route and the id that the caller sees, and the last one status and time', async () => {
    work.mockImplementationOnce(() => {
      jsonLog('warn', 'in the midst of it');
      clock.now = new Date(clock.now.getTime() + 120);
      return { status: 201, json: {} };
    });
    const { headers } = await retry();
    expect(headers['x-request-id']).toBe('req_1');
    const [midst, last] = lines();
    expect(midst).toMatchObject({ message: 'in the midst of it', ...ROUTE, ...CALLER });
    expect(last).toMatchObject({ message: 'request', ...ROUTE, ...CALLER, status: 201, milliseconds: 120 });
  });

  it('name its caller also when it fails, and the failure has its cause', async () => {
    work.mockImplementationOnce(() => {
      throw new Error('x');
    });
    await retry();
    const [failure, last] = lines();
    expect(failure).toMatchObject({ level: 'error', message: 'request failed', ...ROUTE, ...CALLER, cause: { message: 'x' } });
    expect(last).toMatchObject({ ...ROUTE, ...CALLER, status: 500 });
  });

  it('name the key that is refused for its limit, with its organization', async () => {
    tableHolds(keyItem({ requestsInMinute: 1_000_000 }));
    await retry();
    expect(lines()).toMatchObject([{ ...ROUTE, ...CALLER, status: 429 }]);
  });

  it('name no organization for a key that is not valid, and no key that is none of ours', async () => {
    await retry({ headers: { 'x-api-key': 'x' } });
    await retry({ headers: { 'x-api-key-id': 'forged' } });
    for (const line of lines()) {
      expect(line).toMatchObject({ ...ROUTE, status: 401 });
      expect(line).not.toHaveProperty('organizationId');
    }
    expect(JSON.stringify(lines())).not.toContain('forged');
  });

  it('have nothing of the request before', async () => {
    await retry();
    await call({ path: '/nowhere' });
    expect(Object.keys(lines().at(-1))).toEqual(expect.arrayContaining(['requestId', 'path', 'status', 'milliseconds']));
    for (const fact of ['keyId', 'organizationId', 'route']) expect(lines().at(-1)).not.toHaveProperty(fact);
  });
});
