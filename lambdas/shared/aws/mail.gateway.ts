import { SDK_LIMITS } from './sdk-limits.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * `refused`: of this address or this mail, for good. `later`: surely not sent, because there was too much or SES does not send
 * now. `unknown`: it may have been sent.
 */
export type MailOutcome = 'sent' | 'refused' | 'later' | 'unknown';
export type SendMail = (mail: Mail) => Promise<MailOutcome>;

const REFUSED = ['MessageRejected', 'BadRequestException', 'NotFoundException'];

/**
 * Amazon SES. Its client is read at the first mail: most runs have none to send. A mail to an address on the suppression list is
 * `sent`, too: SES takes it and sends nothing. `configurationSet`: says which addresses come on that list.
 */
export function sendsMail(from: string, configurationSet?: string): SendMail {
  let opened: Promise<{ send: (mail: Mail) => Promise<unknown> }> | undefined;
  return async (mail) => {
    opened ??= open(from, configurationSet);
    const { send } = await opened;
    try {
      await send(mail);
      return 'sent';
    } catch (error) {
      return outcomeOf(error);
    }
  };
}

async function open(from: string, configurationSet: string | undefined) {
  const { SESv2Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2');
  // Sent again by the SDK after a lost answer, it would be there twice.
  const client = new SESv2Client({ ...SDK_LIMITS, maxAttempts: 1 });
  return {
    send: ({ to, subject, text, html }: Mail) =>
      client.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
          Destination: { ToAddresses: [to] },
          Content: {
            Simple: {
              Subject: { Data: subject, Charset: 'UTF-8' },
              Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
            },
          },
        }),
      ),
  };
}

/** An answer says that nothing was sent; without one nobody knows. */
function outcomeOf(error: unknown): MailOutcome {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (REFUSED.includes(String(name))) return 'refused';
  return $metadata?.httpStatusCode === undefined ? 'unknown' : 'later';
}
