import { SDK_LIMITS } from './sdk-limits.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * `refused`: this address or this mail, for good. `later`: certainly not sent, because of a limit or a pause of SES. `unknown`:
 * it may have been sent.
 */
export type MailOutcome = 'sent' | 'refused' | 'later' | 'unknown';
export type SendMail = (mail: Mail) => Promise<MailOutcome>;

const REFUSED = ['MessageRejected', 'BadRequestException', 'NotFoundException'];

/**
 * Amazon SES. Its client is loaded at the first mail: most runs have none to send. A mail to an address on the suppression list
 * also counts as `sent`: SES accepts it and sends nothing. `configurationSet` decides which addresses enter that list.
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
  // A retry by the SDK after a lost response would send the mail twice.
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

/** An error response means that nothing was sent; without a response it is unknown. */
function outcomeOf(error: unknown): MailOutcome {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (REFUSED.includes(String(name))) return 'refused';
  return $metadata?.httpStatusCode === undefined ? 'unknown' : 'later';
}
