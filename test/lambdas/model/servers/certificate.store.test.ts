import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { certificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { iso, NOW, SECOND } from '../../a-domain.ts';
import { announcedRemoval, certificate } from '../../agent-api/an-agent.ts';
import { stored, updated } from '../../expressions.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const store = certificateStore(openTable(new DynamoDBClient({}), 'table'));
beforeEach(() => dynamo.reset());

describe('a certificate that was just issued', () => {
  const { state: _, handshakes: __, ...toInstall } = certificate;
  const former = { announcedAt: iso(-SECOND), changedAt: iso(-SECOND), listedAt: iso(-SECOND), expiresAtSeconds: 1 };
  const { Key, ...write } = store.putWrite(toInstall).Update ?? {};

  it("is stored in its server's partition under its hostname", () => {
    expect(Key).toEqual({ pk: 'SERVER#org_A#1', sk: 'CERT#shop.customer.com' });
    expect(updated({}, write)).toEqual(stored({ ...certificate, state: 'present', handshakes: {} }));
  });

  it('is not among the changes before it is announced, and remembers where its hostname stands there', () => {
    const replaced = updated({ ...former, handshakes: { mch_1: {} }, state: 'removed' }, write);
    expect(replaced).toEqual(stored({ ...certificate, state: 'present', handshakes: {}, listedAt: former.listedAt }));
  });
});

describe('a certificate to be removed', () => {
  const from = { ...certificate, attempt: 4 };
  const refusedWith = (found: object | undefined) =>
    dynamo.on(UpdateCommand).rejects(
      new ConditionalCheckFailedException({
        ...{ $metadata: {}, message: 'no' },
        ...(found && { Item: marshall(found, { removeUndefinedValues: true }) }),
      }),
    );

  it('loses its chain and key, and stays for 30 days as a change for agents', async () => {
    const { chainPem: _, sealedKey: __, ...left } = certificate;
    dynamo.on(UpdateCommand).resolves({ Attributes: { ...left, state: 'removed' } });
    expect(await store.retire(from, NOW)).toEqual({ ...left, state: 'removed' });
    const [{ input } = { input: undefined }] = dynamo.commandCalls(UpdateCommand).map(({ args }) => args[0]);
    expect(input).toMatchObject({
      Key: { pk: 'SERVER#org_A#1', sk: 'CERT#shop.customer.com' },
      UpdateExpression: expect.stringMatching(
        /^SET #state = :removed, .* REMOVE chainPem, sealedKey, changedAt, announcedAt, announcedRevision$/,
      ),
    });
    expect(input?.ExpressionAttributeValues).toMatchObject({ ':expiry': NOW.getTime() / 1000 + 30 * 86_400 });
  });

  it('must be of this very domain, and not have been written by a later attempt', async () => {
    refusedWith(undefined);
    expect(await store.retire(from, NOW)).toBeUndefined();
    const [{ input } = { input: undefined }] = dynamo.commandCalls(UpdateCommand).map(({ args }) => args[0]);
    expect(input?.ConditionExpression).toBe(
      'domainId = :domain AND (attribute_not_exists(attempt) OR attempt <= :attempt) AND #state <> :removed',
    );
    expect(input?.ExpressionAttributeValues).toMatchObject({
      ':domain': certificate.domainId,
      ':attempt': 4,
      ':removed': 'removed',
    });
  });

  it.each([
    ['was taken away already, and agents were told', announcedRemoval('shop.customer.com', 0, { announcedAt: iso(0) }), false],
    ['was taken away already, and nobody was told', announcedRemoval('shop.customer.com', 0), true],
    ['is another domain’s', announcedRemoval('shop.customer.com', 0, { domainId: 7 }), false],
    ['is present', certificate, false],
  ])('that %s is announced, or left alone', async (_, found, isToBeAnnounced) => {
    refusedWith(found);
    expect((await store.retire(from, NOW)) !== undefined).toBe(isToBeAnnounced);
  });
});

describe('an announcement', () => {
  it.each(['markChanged', 'markAnnounced'] as const)(
    'by %s covers what was read, and nothing that replaced it',
    async (write) => {
      dynamo.on(UpdateCommand).resolves({ Attributes: {} });
      dynamo.on(TransactWriteCommand).resolves({});
      await store[write]({ ...certificate, attempt: 3 }, NOW);
      const [single] = dynamo.commandCalls(UpdateCommand).map(({ args }) => args[0].input);
      const [transaction] = dynamo.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input);
      const input = single ?? transaction?.TransactItems?.[0]?.Update;
      expect(input?.ConditionExpression).toContain(
        'facts.fingerprintSha256 = :fingerprint AND #state = :state AND (attribute_not_exists(attempt) OR attempt = :attempt)',
      );
      expect(input?.ExpressionAttributeValues).toMatchObject({
        ':fingerprint': certificate.facts.fingerprintSha256,
        ':state': 'present',
        ':attempt': 3,
      });
    },
  );
});

describe('what a handshake showed', () => {
  const record = () => store.recordHandshake(certificate, 'mch_1', 'error:x', NOW);
  const refusedWith = (Item: object | undefined) =>
    dynamo
      .on(UpdateCommand)
      .rejects(new ConditionalCheckFailedException({ $metadata: {}, message: 'no', ...(Item && { Item: marshall(Item) }) }));

  it('is accepted, unwritten, when it is what was shown before', async () => {
    refusedWith({ pk: 'x', sk: 'x' });
    expect(await record()).toBe(true);
    expect(dynamo.calls()).toHaveLength(1);
  });

  it('is not accepted for a hostname of another server', async () => {
    refusedWith(undefined);
    expect(await record()).toBe(false);
  });
});
