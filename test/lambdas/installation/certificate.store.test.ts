import { ConditionalCheckFailedException, DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { certificateStore } from '../../../lambdas/installation/certificate.store.ts';
import { openTable } from '../../../lambdas/shared/table/table.store.ts';
import { NOW } from '../a-domain.ts';
import { certificate } from './an-agent.ts';

const dynamo = mockClient(DynamoDBClient);
const store = certificateStore(openTable(new DynamoDBClient({}), 'table'));
beforeEach(() => dynamo.reset());

describe('a certificate that was just issued', () => {
  const { state: _, handshakes: __, ...toInstall } = certificate;
  const item = unmarshall(store.putWrite(toInstall).Put?.Item ?? {});

  it("lies in its server's partition under its hostname", () => {
    expect(item).toMatchObject({ pk: 'SERVER#org_A#1', sk: 'CERT#shop.customer.com', state: 'present', handshakes: {} });
  });

  it('is not among the changes before it is announced', () => {
    expect(item).not.toHaveProperty('changedAt');
    expect(item).not.toHaveProperty('announcedAt');
  });
});

describe('what a handshake showed', () => {
  const record = () => store.recordHandshake(certificate, 'mch_1', 'error:x', NOW);
  const refusedWith = (Item: object | undefined) =>
    dynamo
      .on(UpdateItemCommand)
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
