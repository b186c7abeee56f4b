import { expect, it } from 'vitest';
import { awsRequestOf, callersByKey, isRowRead, isRowWrite } from './aws-request.ts';

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:one';
const callers = callersByKey([{ FunctionName: 'one', FunctionArn: ARN }]);
const [accessKey = ''] = callers.keys();
const asked = (target: string, body: object) =>
  awsRequestOf(
    { authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/20260101/us-east-1/x/aws4_request`, 'x-amz-target': target },
    JSON.stringify(body),
    callers,
  );

it('the proxy before AWS knows which function asks by its access key, and what it asks for', () => {
  const read = asked('DynamoDB_20120810.GetItem', { Key: { pk: { S: 'DOMAIN#71' }, sk: { S: 'DOMAIN' } } });
  expect(read).toMatchObject({ caller: 'one', action: 'GetItem', domainId: 71 });
  expect([isRowRead(read), isRowWrite(read)]).toEqual([true, false]);
  expect(awsRequestOf({}, '', callers)).toEqual({ caller: undefined, action: '', body: '', domainId: undefined });
});

it('the proxy before AWS knows the domain of a write, of an execution and of what is sealed', () => {
  const write = asked('DynamoDB_20120810.TransactWriteItems', { TransactItems: [{ Put: { Item: { pk: { S: 'DOMAIN#72' } } } }] });
  expect([write.domainId, isRowWrite(write)]).toEqual([72, true]);
  expect(asked('AWSStepFunctions.StartExecution', { name: '73-2', input: '{}' }).domainId).toBe(73);
  expect(asked('TrentService.GenerateDataKey', { EncryptionContext: { domain: '74' } }).domainId).toBe(74);
  expect(asked('DynamoDB_20120810.GetItem', { Key: { pk: { S: 'KEY#75' } } }).domainId).toBeUndefined();
});
