import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendsMail } from '../../../../lambdas/shared/aws/mail.gateway.ts';

const ses = mockClient(SESv2Client);
const send = sendsMail('service@acme.example');
const mail = { to: 'a@customer.example', subject: 'Größe', text: 'text', html: '<p>html</p>' };
const answered = (name: string, httpStatusCode?: number) =>
  Object.assign(new Error(name), { name, $metadata: httpStatusCode === undefined ? {} : { httpStatusCode } });

beforeEach(() => {
  ses.reset();
});

describe('a mail by SES', () => {
  it('has one recipient, a subject and both bodies, and is asked for once', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: '1' });
    expect(await send(mail)).toBe('sent');
    expect(ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input)).toEqual([
      {
        FromEmailAddress: 'service@acme.example',
        Destination: { ToAddresses: ['a@customer.example'] },
        Content: {
          Simple: {
            Subject: { Data: 'Größe', Charset: 'UTF-8' },
            Body: { Text: { Data: 'text', Charset: 'UTF-8' }, Html: { Data: '<p>html</p>', Charset: 'UTF-8' } },
          },
        },
      },
    ]);
  });

  it('is sent with the configuration set of the stage, which says which addresses get no more', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: '1' });
    await sendsMail('service@acme.example', 'mails')(mail);
    expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input).toMatchObject({ ConfigurationSetName: 'mails' });
  });

  it.each([
    ['refused', 'MessageRejected', 400],
    ['refused', 'BadRequestException', 400],
    ['later', 'TooManyRequestsException', 429],
    ['later', 'LimitExceededException', 400],
    ['later', 'SendingPausedException', 400],
    ['later', 'InternalFailure', 500],
    ['unknown', 'TimeoutError', undefined],
    ['unknown', 'ECONNRESET', undefined],
  ] as const)('is %s after %s', async (outcome, name, status) => {
    ses.on(SendEmailCommand).rejects(answered(name, status));
    expect(await send(mail)).toBe(outcome);
    expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
  });
});
