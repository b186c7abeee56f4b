import { globSync } from 'node:fs';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { EDGE_PATHS } from '../../../contract/paths.ts';
import { DUE_SHARDS, keys, OUTBOX_SHARDS } from '../../../lambdas/shared/table/keys.ts';
import { NOW, timings } from '../a-domain.ts';
import { limitsItem, organizationItem, pair, serverItem, tableHolds, wholeRequests } from '../api/api-caller.ts';
import { besideTheBundle, inALambda, invoke, request, s3, sfn, sqs } from './lambda-environment.ts';

// Calls every file that Lambda loads by its exported handler, with mocked AWS clients.

inALambda();
besideTheBundle();

/** Tests by entry point. An entry point without tests fails "is called by a test". */
const TESTS: Record<string, () => void> = {
  ...Object.fromEntries(
    ['events', 'webhooks', 'servers', 'organization', 'domains'].map((name) => [
      `api/${name}/serve-${name}`,
      () => itAnswersWithAKey(`api/${name}/serve-${name}`, `/api/${name}`),
    ]),
  ),
  'api/domains/serve-registrations': () => {
    it('has room for a domain after as many refused creations as its quota has places', async () => {
      tableHolds(serverItem(), limitsItem({ unvalidatedDomains: 5 }));
      const create = (url: string) =>
        request('api/domains/serve-registrations', 'POST', '/api/domains', credentials, { url, server_id: 1 });
      expect((await create('shop.customer.com')).status).toBe(201);
      for (let refused = 0; refused < 6; refused++) {
        const { status, body } = await create('shop.customer.com');
        expect([status, JSON.parse(body).error.code]).toEqual([422, 'validation_error']);
      }
      expect((await create('blog.customer.com')).status).toBe(201);
    });
  },
  'api/pipeline/refuse-unknown-routes': () => {
    it('answers 404 in the form of every error', async () => {
      const { status, body } = await request('api/pipeline/refuse-unknown-routes', 'GET', '/nowhere');
      expect([status, JSON.parse(body).error.code]).toEqual([404, 'resource_not_found']);
    });
  },
  'api/reference/serve-reference': () => {
    it('answers with the document without a key', async () => {
      expect(await request('api/reference/serve-reference', 'GET', '/openapi.json')).toMatchObject({ status: 200 });
    });
  },
  'agent-api/serve-agents': () => {
    it('refuses a request that no machine has signed, without a request to the table', async () => {
      const { status } = await request('agent-api/serve-agents', 'GET', '/edge/v1/certificates');
      expect(status).toBe(401);
      expect(wholeRequests()).toEqual([]);
    });
  },
  'agent-api/enrollment/serve-enrollments': () => {
    it('gives a nonce without a request to the table', async () => {
      const jwk = (letter: string) => ({ kty: 'EC', crv: 'P-256', x: letter.repeat(43), y: letter.repeat(43) });
      const body = { organization_id: 'org_A', server_id: 1, signing_jwk: jwk('A'), encryption_jwk: jwk('B') };
      const answer = await request('agent-api/enrollment/serve-enrollments', 'POST', EDGE_PATHS.nonces, {}, body);
      expect([answer.status, JSON.parse(answer.body).nonce]).toEqual([201, expect.stringMatching(/^\d+\.[\w-]{22}\./)]);
      expect(wholeRequests()).toEqual([]);
    });
  },
  'agent-api/serve-challenges': () => {
    it('answers 404 to an unknown token after one read', async () => {
      const { status } = await request('agent-api/serve-challenges', 'GET', `${EDGE_PATHS.challenges}/${'a'.repeat(43)}`);
      expect(status).toBe(404);
      expect(wholeRequests()).toEqual(['GetItem CHALLENGE#… CHALLENGE']);
    });
  },
  'cloudfront-authorizer/authorize-front': () => {
    it.each([
      ['x'.repeat(64), true],
      ['y'.repeat(64), false],
    ])('lets in who has the secret of CloudFront: %s %s', async (sent, isAuthorized) => {
      const event = { headers: { 'X-Cps-Front-Secret': sent } };
      expect(await invoke('cloudfront-authorizer/authorize-front', event)).toMatchObject({ isAuthorized });
    });
  },
  'jobs/dispatch-orders': () => itReadsOnly('jobs/dispatch-orders'),
  'jobs/reconciliation/reconcile-use': () => itReadsOnly('jobs/reconciliation/reconcile-use'),
  'jobs/restart/restart-failed': () => {
    it('leaves a domain alone that is not there any more', async () => {
      await invoke('jobs/restart/restart-failed', { detail: { name: '7-1', status: 'TIMED_OUT' } });
      expect(wholeRequests()).toEqual(['GetItem DOMAIN#7 DOMAIN']);
    });
  },
  'jobs/sweep/sweep-overdue': () => {
    it('asks each shard of domains and of the outbox, and writes nothing where nothing is overdue', async () => {
      await invoke('jobs/sweep/sweep-overdue', {});
      const asked = wholeRequests();
      expect(asked.length).toBeGreaterThanOrEqual(DUE_SHARDS + OUTBOX_SHARDS);
      expect(asked.filter((request) => !request.startsWith('Query byDue DUE#'))).toEqual([]);
    });
  },
  'portal/serve-portal': () => {
    it('answers an unknown address with a page, not with an error of ours', async () => {
      const { status, headers } = await request('portal/serve-portal', 'GET', `/portal/opt_${'a'.repeat(32)}`);
      expect(status).toBe(404);
      expect(headers['content-type']).toContain('text/html');
    });
  },
  'api/people-api/serve-app': () => {
    it('refuses whoever has no session, without a request to the table', async () => {
      const { status, body } = await request('api/people-api/serve-app', 'GET', '/app/v1/domains');
      expect([status, JSON.parse(body).error.code, wholeRequests()]).toEqual([401, 'not_signed_in', []]);
    });
  },
  'sign-in/serve-sign-in': () => {
    it('refuses a sign-in that was not begun in this browser, without a request to the table', async () => {
      const { status, body } = await request('sign-in/serve-sign-in', 'GET', '/app/callback');
      expect([status, JSON.parse(body).error.code, wholeRequests()]).toEqual([400, 'sign_in_failed', []]);
    });
  },
  'relay/relay-outbox': () => {
    it('starts the execution that a record of the outbox asks for', async () => {
      expect(await invoke('relay/relay-outbox', { Records: [streamRecord('1')] })).toEqual({ batchItemFailures: [] });
      const [call] = sfn.commandCalls(StartExecutionCommand);
      expect(call?.args[0].input).toMatchObject({ stateMachineArn: 'the state_machine_arn', name: '7-2' });
    });

    it('names the record that could not be passed on', async () => {
      sfn.on(StartExecutionCommand).rejects(new Error('no answer'));
      expect(await invoke('relay/relay-outbox', { Records: [streamRecord('1')] })).toEqual({
        batchItemFailures: [{ itemIdentifier: '1' }],
      });
    });
  },
  'renewal-scan/scan-shard': () => {
    it('writes nothing for a shard without a domain', async () => {
      await invoke('renewal-scan/scan-shard', { Records: [{ messageId: 'm1', body: JSON.stringify({ shard: 3 }) }] });
      expect(wholeRequests()).toEqual([
        'Query byScan SCAN#3 2026-06-01T12:00:00.000Z',
        'GetItem CURSOR#3 WATCH',
        'Query WATCH#3 0001 ffff$',
        'PutItem CURSOR#3 WATCH',
        'Query WATCH#3 0000 0000$',
        'PutItem CURSOR#3 WATCH',
        'Query WATCH#3 8001 ffff$',
        'PutItem CURSOR#3 WATCH',
        'Query WATCH#3 0000 8000$',
        'PutItem CURSOR#3 WATCH',
      ]);
    });
  },
  'renewal-scan/start-scan': () => {
    it('queues a message for each shard', async () => {
      await invoke('renewal-scan/start-scan', {});
      const bodies = sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []);
      expect(bodies.map(({ MessageBody = '' }) => JSON.parse(MessageBody).shard)).toEqual([...Array(DUE_SHARDS).keys()]);
    });
  },
  'aws-servers/work-at-aws': () => {
    it('wakes by schedule what is due: two reads, and a message for each', async () => {
      await invoke('aws-servers/work-at-aws', {});
      expect(wholeRequests()).toEqual([
        'Query byDue DUE#AWS_WORK 2026-06-01T12:01:00.000Z',
        'Query byDue DUE#AWS_… 2026-06-01T12:00:00.000Z',
      ]);
      expect(sqs.calls()).toEqual([]);
    });

    it('does nothing in an account in which another run works', async () => {
      const place = { accountId: '111122223333', region: 'eu-north-1' };
      const heldUntil = new Date(NOW.getTime() + 30_000).toISOString();
      tableHolds({ ...keys.awsWorkList(place.accountId, place.region), heldUntil });
      const Records = [{ messageId: 'm', body: JSON.stringify(place) }];
      expect(await invoke('aws-servers/work-at-aws', { Records })).toEqual({ batchItemFailures: [] });
      expect(wholeRequests()).toEqual(['UpdateItem AWS#111122223333#eu-north-1 STATE']);
    });
  },
  'route53-publisher/publish-zone': () => {
    it('comes again later while another process writes the zone', async () => {
      tableHolds({ ...keys.zone(), heldUntil: new Date(NOW.getTime() + 30_000).toISOString() });
      await invoke('route53-publisher/publish-zone', { Records: [] });
      expect(wholeRequests()).toEqual(['UpdateItem ZONE#BASE_TARGET STATE']);
      const [call] = sqs.commandCalls(SendMessageBatchCommand);
      expect(call?.args[0].input).toMatchObject({ QueueUrl: 'the zone_queue_url', Entries: [{ DelaySeconds: 5 }] });
    });
  },
  'audit-chain/seal-entries': () => {
    it('reads the last seals of the organization whose entry came, and writes the next one', async () => {
      const NewImage = marshall({ ...keys.audit('org_A', 'changes', '2026-06', 'aud_1'), action: 'domain.updated' });
      const Records = [{ dynamodb: { SequenceNumber: '1', NewImage } }];
      expect(await invoke('audit-chain/seal-entries', { Records })).toEqual({ batchItemFailures: [] });
      expect(wholeRequests()).toEqual(['Query SEALS#org_A', 'PutItem SEALS#org_A …']);
    });
  },
  'audit-chain/sign-days': () => {
    it('signs the day that is over and puts it into the bucket', async () => {
      await invoke('audit-chain/sign-days', {});
      const [put] = s3.commandCalls(PutObjectCommand);
      expect(put?.args[0].input).toMatchObject({ Bucket: 'the audit_days_bucket', Key: 'days/2026-05-31.json' });
      expect(wholeRequests()).toEqual(['Query byDue DUE#SEALS#2026-05-31']);
    });
  },
  'webhook-sender/deliver': () => {
    it('takes a message of a deleted webhook off the queue, and keeps one that it cannot read', async () => {
      const ids = { organizationId: 'org_A', webhookId: 5, deliveryId: 'dlv_1', eventId: 'evt_1' };
      const gone = { ...ids, event: 'domain.created', createdAt: NOW.toISOString(), series: 1, attempt: 1 };
      const batch = [
        { messageId: 'gone', body: JSON.stringify(gone) },
        { messageId: 'unreadable', body: '{' },
      ];
      expect(await invoke('webhook-sender/deliver', { Records: batch })).toEqual({
        batchItemFailures: [{ itemIdentifier: 'unreadable' }],
      });
    });
  },
  'webhook-sender/move-due-deliveries': () => itReadsOnly('webhook-sender/move-due-deliveries'),
  'steps/dns/watch-dns': () => {
    it('ends the watch of a domain that is not there any more', async () => {
      const body = JSON.stringify({
        domainId: 7,
        attempt: 1,
        timings,
        epoch: 0,
        organizationId: 'org_A',
        checkAt: NOW.toISOString(),
      });
      const Records = [{ messageId: 'm1', body, attributes: { ApproximateReceiveCount: '1' } }];
      expect(await invoke('steps/dns/watch-dns', { Records })).toEqual({ batchItemFailures: [] });
      expect(sqs.calls()).toEqual([]);
    });
  },
  'steps/test-mode/rehearse': () => {
    it('plays nothing of a domain that is not there any more', async () => {
      tableHolds();
      const body = JSON.stringify({ organizationId: 'org_A_test', domainId: 7 });
      const Records = [{ messageId: 'm1', body, attributes: {} }];
      expect(await invoke('steps/test-mode/rehearse', { Records })).toEqual({ batchItemFailures: [] });
      expect(wholeRequests()).toEqual(['GetItem ORG#org_A_test TEST_CLOCK', 'GetItem DOMAIN#7 DOMAIN']);
      expect(sqs.calls()).toEqual([]);
    });
  },
  ...Object.fromEntries(
    [
      'steps/dns/check-dns',
      ...['prepare-issuance', 'create-order', 'answer-challenge', 'poll-order'].map((step) => `steps/issuance/${step}`),
      ...['finalize-order', 'download-certificate', 'revoke-certificate'].map((step) => `steps/issuance/${step}`),
      ...['verify-installation', 'verify-move', 'retire-certificate', 'remove-domain'].map(
        (step) => `steps/installation/${step}`,
      ),
    ].map((step) => [step, () => itEndsWithoutItsDomain(step)]),
  ),
};

const organization = organizationItem();
const credentials = { 'x-api-key-id': pair.keyId, 'x-api-key': pair.secret };

function itAnswersWithAKey(entryPoint: string, path: string): void {
  it('answers 200 with a key, and 401 without one, for which it asks the table nothing', async () => {
    tableHolds(organization);
    const { status, headers, body } = await request(entryPoint, 'GET', path, credentials);
    expect(status, body).toBe(200);
    expect(headers['X-Request-Id'] ?? headers['x-request-id']).toMatch(/^req_/);
    tableHolds(organization);
    const refused = await request(entryPoint, 'GET', path);
    expect([refused.status, JSON.parse(refused.body).error.code]).toEqual([401, 'invalid_api_key']);
    expect(wholeRequests()).toEqual([]);
  });
}

function itReadsOnly(entryPoint: string): void {
  it('writes and sends nothing where nothing is due', async () => {
    await invoke(entryPoint, {});
    expect(wholeRequests().filter((request) => !/^(Query|GetItem|BatchGetItem) /.test(request))).toEqual([]);
    expect([...sqs.calls(), ...sfn.calls()]).toEqual([]);
    expect(wholeRequests()).not.toEqual([]);
  });
}

function itEndsWithoutItsDomain(step: string): void {
  it('ends the execution of a domain that is not there any more, without a write', async () => {
    expect(await invoke(step, { domainId: 7, attempt: 1, timings, epoch: 0 })).toEqual({ next: 'done', waitSeconds: 0 });
    expect(new Set(wholeRequests())).toEqual(new Set(['GetItem DOMAIN#7 DOMAIN']));
  });

  it('refuses an input that is not ours, before it reads anything', async () => {
    await expect(invoke(step, { domainId: 'shop' })).rejects.toThrow();
    expect(wholeRequests()).toEqual([]);
  });
}

function streamRecord(SequenceNumber: string) {
  const entry = { kind: 'execution', id: 'evt_1', createdAt: NOW.toISOString(), organizationId: 'org_A', domainId: 7 };
  return { dynamodb: { SequenceNumber, NewImage: marshall({ ...entry, attempt: 2, step: 'check-dns' }) } };
}

describe.each(Object.entries(TESTS))('the entry point %s', (_, itIsCalled) => itIsCalled());

describe('every entry point of lambdas/', () => {
  it.each(globSync('lambdas/**/*.lambda.ts').toSorted())('%s is called by a test', (file) => {
    expect(Object.keys(TESTS)).toContain(file.replace(/^lambdas\/(.*)\.lambda\.ts$/, '$1'));
  });
});
