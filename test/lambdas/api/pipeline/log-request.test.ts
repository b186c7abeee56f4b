import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OPERATIONS, type OperationId } from '../../../../contract/api/operations.ts';
import { API_OPERATIONS } from '../../../../lambdas/api/operations.ts';
import type { Prepare } from '../../../../lambdas/api/pipeline/operation.ts';
import { AppError } from '../../../../lambdas/shared/errors/app-error.ts';
import { later, NOW } from '../../a-domain.ts';
import { guardRequests } from '../../held-items.ts';
import { itemBytes } from '../../item-size.ts';
import {
  type ApiCall,
  apiCaller,
  apiPorts,
  clock,
  dynamo,
  itemsUnder,
  keyItem,
  limitsItem,
  log,
  pair,
  standIns,
  tableHolds,
  timesKept,
} from '../api-caller.ts';
import { ownPath } from '../properties/an-organization.ts';

const prepare = vi.fn<Prepare>();
const call = apiCaller(standIns(API_OPERATIONS, prepare));
const post = (more: ApiCall = {}) => call({ body: { url: 'sk_live_body' }, ...more });
const get = (more: ApiCall = {}) => call({ method: 'GET', ...more });
let items: ReturnType<typeof tableHolds>;
const kept = () => itemsUnder(items, 'REQUESTS#');
const answers = (status: number, json: unknown = {}) => prepare.mockReturnValue(() => ({ status, json }));
const refuses = (code: ConstructorParameters<typeof AppError>[0]) =>
  prepare.mockImplementation(() => {
    throw new AppError(code, 'no');
  });

beforeEach(() => {
  items = tableHolds();
  prepare.mockReset();
  answers(201);
});

describe('what a key changes', () => {
  it('is kept with who, when, what, how it ended and how long it took, and for a day', async () => {
    prepare.mockReturnValue(() => {
      clock.now = later(41);
      return { status: 201, json: { id: 7 } };
    });
    await post();
    expect(kept()).toEqual([
      {
        ...{ pk: 'REQUESTS#org_A', sk: 'req_1', id: 'req_1', organizationId: 'org_A', keyId: pair.keyId },
        ...{ at: NOW.toISOString(), method: 'POST', path: '/api/domains', status: 201, sourceIp: '192.0.2.1', milliseconds: 41 },
        expiresAtSeconds: NOW.getTime() / 1000 + 86_400,
      },
    ]);
  });

  it('is kept where it is refused, with the code', async () => {
    refuses('validation_error');
    await post();
    expect(kept()).toMatchObject([{ status: 422, errorCode: 'validation_error' }]);
  });

  it('is kept where it fails, and where it lacks a permission', async () => {
    prepare.mockReturnValue(() => {
      throw new Error('secret detail');
    });
    expect((await post()).status).toBe(500);
    expect(kept()).toMatchObject([{ status: 500, errorCode: 'internal_error' }]);
    expect(JSON.stringify(kept())).not.toContain('secret detail');
    items = tableHolds(keyItem({ permissions: [] }));
    expect((await post()).status).toBe(403);
    expect(kept()).toMatchObject([{ status: 403, errorCode: 'insufficient_permissions' }]);
  });

  it('is kept with its path, without what looks like a secret', async () => {
    const path = (id: string) => `/api/domains/${id}`;
    for (const id of ['docs.acme.test', pair.keyId, pair.secret, `enr_${'x'.repeat(43)}`, 'x'.repeat(65), 'a%20b'])
      await call({ method: 'DELETE', path: path(id) }).then(() => items.delete('REQUESTS#org_A|req_1'));
    expect(dynamo.commandCalls(PutCommand).map(({ args }) => args[0].input.Item?.path)).toEqual([
      path('docs.acme.test'),
      path(pair.keyId),
      ...Array(4).fill(path('…')),
    ]);
  });
});

describe('what a key reads', () => {
  it('is not kept', async () => {
    answers(200);
    await get();
    expect(kept()).toEqual([]);
  });

  it('is kept where it is refused, with the filters of its query and no other value', async () => {
    refuses('validation_error');
    const sent = `limit=1000&dns_status=error&url=docs.acme.test&cursor=abc&metadata[name]=Mara&${pair.secret}=1&x=${pair.secret}`;
    await get({ query: `${sent}&actor=${pair.secret}` });
    const query = 'limit=1000&dns_status=error&url=docs.acme.test&cursor=…&…=…&…=…&x=…&actor=…';
    expect(kept()).toMatchObject([{ method: 'GET', path: '/api/domains', query, status: 422 }]);
  });

  it.each(queryParameters())('is kept with each filter of %s, but for cursors and metadata: %s', async (id, name) => {
    refuses('validation_error');
    const { method, path } = OPERATIONS[id];
    await call({ method, path: ownPath(id, path), query: `${name}=7` });
    expect(kept()).toMatchObject([{ query: ['cursor', 'metadata'].includes(name) ? `${name}=…` : `${name}=7` }]);
  });

  it('takes one write unit, whatever is sent', async () => {
    refuses('resource_not_found');
    const query = Array.from({ length: 500 }, () => `url=${'x.'.repeat(32)}`).join('&');
    await get({ path: `/api/domains/${'x.'.repeat(32)}`, query });
    expect(kept()).toHaveLength(1);
    expect(itemBytes(kept()[0] ?? {})).toBeLessThanOrEqual(1024);
  });
});

describe('nothing is kept', () => {
  it('of a request beyond a limit: of the key, the organization or an action', async () => {
    items = tableHolds(keyItem({ requestsInMinute: 100 }));
    expect((await post()).status).toBe(429);
    items = tableHolds(limitsItem({ requestsInHour: 1000 }));
    expect((await post()).status).toBe(429);
    items = tableHolds();
    refuses('rate_limit_exceeded');
    expect((await post()).status).toBe(429);
    expect(timesKept()).toBe(0);
  });

  it('of a key that is wrong', async () => {
    expect((await post({ headers: { 'x-api-key': 'sk_live_nonsense' } })).status).toBe(401);
    expect(timesKept()).toBe(0);
  });
});

describe('a log that cannot be written', () => {
  it('changes no answer, and is a line for us', async () => {
    const cause = new Error('down');
    guardRequests((_, input) => {
      if (JSON.stringify(input).includes('REQUESTS#')) throw cause;
    });
    try {
      expect(await post()).toMatchObject({ status: 201 });
      refuses('conflict');
      expect(await post()).toMatchObject({ status: 409 });
    } finally {
      guardRequests(undefined);
    }
    expect(log).toHaveBeenCalledWith('warn', 'request not kept', { cause });
    expect(kept()).toEqual([]);
  });

  it('is waited for a moment only', async () => {
    vi.spyOn(apiPorts.keptRequests, 'keep').mockReturnValue(new Promise(() => {}));
    vi.spyOn(apiPorts, 'pauseFor').mockResolvedValue();
    expect((await post()).status).toBe(201);
    vi.restoreAllMocks();
  });
});

function queryParameters(): [OperationId, string][] {
  return API_OPERATIONS.flatMap(({ id, query }) =>
    Object.keys(query?.shape ?? {}).map((name): [OperationId, string] => [id, name]),
  );
}
