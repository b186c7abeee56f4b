import { describe, expect, it } from 'vitest';
import { OPERATIONS, type Operation, type OperationId, PERMISSIONS } from '../../../contract/api/operations.ts';

/** The kind of data below a path. `PATCH /domains/{id}` with a `server_id` also needs the permission for servers. */
const SUBJECTS: [path: RegExp, subject: string][] = [
  [/^\/api\/(domains|dns|events|organization\/theme|test\/clock)\b/, 'domains'],
  [/^\/api\/(servers|aws-access)\b/, 'servers'],
  [/^\/api\/webhooks\b/, 'webhooks'],
  [/^\/api\/keys\b/, 'keys'],
  [/^\/api\/(audit|requests)$/, 'audit'],
  [/^\/api\/reports\b/, 'reports'],
];
/** They change nothing, but query DNS. */
const CHECKS: OperationId[] = ['checkDomain', 'lookAtDns', 'lookAtDnsOfMany'];

const operations = Object.entries(OPERATIONS) as [OperationId, Operation][];

describe('the permission that a key needs', () => {
  it.each(operations)('is to read or to write what lies below the path: %s', (id, { method, path, permission }) => {
    if (id === 'getOrganization') return expect(permission).toBeUndefined();
    const [, subject] = SUBJECTS.find(([pattern]) => pattern.test(path)) ?? [];
    const readOrWrite = method === 'GET' ? 'read' : 'write';
    expect(permission).toBe(`${subject}.${CHECKS.includes(id) ? 'check' : readOrWrite}`);
  });

  it('is one that keys have', () => {
    const needed = new Set(operations.flatMap(([, { permission }]) => permission ?? []));
    expect([...needed].toSorted()).toEqual([...PERMISSIONS].toSorted());
  });
});
