import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { enrollmentStore } from '../../../../lambdas/model/servers/enrollment/enrollment.store.ts';
import { newEnrollment, newEnrollmentToken } from '../../../../lambdas/model/servers/enrollment/enrollment-token.ts';
import { administratorsEntry } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { base62 } from '../../../../lambdas/shared/ids/ids.gateway.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { HOUR, iso, later, NOW } from '../../a-domain.ts';
import { server } from '../../agent-api/an-agent.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const store = enrollmentStore(openTable(new DynamoDBClient({}), 'table'));
const token = newEnrollmentToken(base62);
const key = { pk: `ENROLLMENT#${createHash('sha256').update(token).digest('hex')}`, sk: 'ENROLLMENT' };
beforeEach(() => dynamo.reset());

describe('an enrollment token', () => {
  it('is enr_ and 43 base62 characters, another each time', () => {
    expect(token).toMatch(/^enr_[0-9A-Za-z]{43}$/);
    expect(newEnrollmentToken(base62)).not.toBe(token);
  });

  it('is stored as its hash only, for an hour, with who made it', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    const enrollment = newEnrollment(server, NOW);
    expect(enrollment).toEqual({ organizationId: 'org_A', serverId: 1, label: server.label, validUntil: iso(HOUR) });
    const change = { action: 'enrollment.created', resource: { type: 'server' as const, id: '1' } };
    await store.create(enrollment, token, administratorsEntry('org_A', 'aud_1', NOW, change));
    const [item, audit] = (dynamo.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? []).map(
      ({ Put }) => Put?.Item,
    );
    expect(item).toMatchObject({ ...key, expiresAtSeconds: later(HOUR).getTime() / 1000 });
    expect(audit).toMatchObject({ action: 'enrollment.created', actor: { type: 'administrator' } });
    expect(JSON.stringify([item, audit])).not.toContain(token);
  });

  it.each([
    ['the last millisecond', HOUR - 1, true],
    ['the end', HOUR, false],
  ])('at %s of its hour is found or not', async (_, at, found) => {
    dynamo
      .on(GetCommand)
      .resolves({ Item: { ...key, organizationId: 'org_A', serverId: 1, label: server.label, validUntil: iso(HOUR) } });
    expect((await store.find(token, later(at))) !== undefined).toBe(found);
  });

  it('is used up on condition that it still exists and is valid', () => {
    const { Delete } = store.useWrite(token, {}, NOW);
    expect(Delete).toMatchObject({
      Key: key,
      ConditionExpression: 'attribute_exists(pk) AND validUntil > :now',
      ExpressionAttributeValues: { ':now': NOW.toISOString() },
    });
  });
});
