/** @module-tag slow */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../../local/machine/environment.ts';

const SCRIPT = `
import json, sys
from request_shapes import shape_of
service, body = json.load(sys.stdin)
print(json.dumps(shape_of(service, {b"content-type": b"application/x-amz-json-1.0"}, json.dumps(body).encode())))
`;

/** The recorded form of a request. */
function recorded(service: string, body: object): unknown {
  const cwd = join(PROJECT, 'local', 'processes');
  return JSON.parse(execFileSync('python3', ['-c', SCRIPT], { cwd, input: JSON.stringify([service, body]), encoding: 'utf8' }));
}

/** The recorded form of a request for an object. */
function recordedAction(method: string, path: string): string {
  const script = 'import sys; from request_shapes import action_of; print(action_of("s3", {}, sys.argv[1], sys.argv[2], b""))';
  const cwd = join(PROJECT, 'local', 'processes');
  return execFileSync('python3', ['-c', script, method, path], { cwd, encoding: 'utf8' }).trim();
}

describe('what is recorded of a request', () => {
  it('is, of one to the table, its expressions and the prefixes of its keys, without a value', () => {
    const request = {
      TableName: 'table',
      Key: { pk: { S: 'DOMAIN#117' }, sk: { S: 'DOMAIN' } },
      UpdateExpression: 'SET #m = :m, sealed = :s, again = :a, #state = :b',
      ExpressionAttributeNames: { '#m': 'mch_01M820', '#state': 'state' },
      ExpressionAttributeValues: {
        ':m': { M: { key: { S: 'secret' } } },
        ':s': { S: 'secret' },
        ':a': { S: 'secret' },
        ':b': { B: 'c2VjcmV0' },
      },
      ClientRequestToken: 'random',
    };
    const shape = recorded('dynamodb', request);
    expect(shape).toEqual({
      TableName: 'table',
      Key: { pk: { S: 'DOMAIN#~1' }, sk: { S: 'DOMAIN' } },
      UpdateExpression: request.UpdateExpression,
      ExpressionAttributeNames: { '#m': '~4', '#state': 'state' },
      ExpressionAttributeValues: { ':m': { M: {} }, ':s': { S: '~3' }, ':a': { S: '~3' }, ':b': { B: 'AA==' } },
    });
    expect(JSON.stringify(shape)).not.toMatch(/secret|117|c2Vj|random/);
  });

  it('is, of one to KMS, the names of its context and what policies compare, without what is opened', () => {
    const EncryptionContext = { organization: 'org_1', domain: '117', purpose: 'idempotency' };
    const shape = recorded('kms', { KeyId: 'key', CiphertextBlob: 'c2VjcmV0', EncryptionContext });
    expect(shape).toEqual({ KeyId: 'key', EncryptionContext: { organization: '~', domain: '~', purpose: 'idempotency' } });
  });

  it('of a change to a zone, are the names and types of its records, without their values', () => {
    const script = 'import sys; from request_shapes import shape_of; print(shape_of("route53", {}, sys.argv[1].encode()))';
    const cwd = join(PROJECT, 'local', 'processes');
    const set = '<Name>*.cname.cps.test</Name><Type>A</Type><ResourceRecords><Value>192.0.2.1</Value></ResourceRecords>';
    const shape = execFileSync('python3', ['-c', script, `<ChangeBatch>${set}${set}</ChangeBatch>`], { cwd, encoding: 'utf8' });
    expect(shape.trim()).toBe("{'names': ['*.cname.cps.test'], 'types': ['A']}");
  });

  it('of a message in a queue or an execution, only where it goes is recorded, and of a mail, who sends it', () => {
    expect(recorded('sqs', { QueueUrl: 'url', MessageBody: 'secret' })).toEqual({ QueueUrl: 'url' });
    expect(recorded('states', { stateMachineArn: 'arn', input: 'secret', name: '1-1' })).toEqual({ stateMachineArn: 'arn' });
    expect(recorded('ssm', { Value: 'secret' })).toEqual({});
    const mail = { FromEmailAddress: 'a@cps.test', Destination: { ToAddresses: ['secret'] }, Content: 'secret' };
    expect(recorded('ses', mail)).toEqual({ FromEmailAddress: 'a@cps.test' });
  });

  it('of an object, its bucket and its folder are recorded, and of a list its bucket', () => {
    expect(recordedAction('PUT', '/bucket/days/2026-06-01.json')).toBe('PUT /bucket/days/*');
    expect(recordedAction('PUT', '/bucket/logo')).toBe('PUT /bucket/*');
    expect(recordedAction('GET', '/bucket')).toBe('GET /bucket');
    expect(recordedAction('GET', '/bucket/')).toBe('GET /bucket');
  });
});
