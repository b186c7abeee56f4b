import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** Longer than the service's time-out. */
const SLOW_MS = 6_500;

/** Faults for mail to an address in one of these domains. All other mail is stored. */
const FAULTS: Record<string, () => Promise<void>> = {
  'refuses.test': () => Promise.reject(smtpError(550, 'No such mailbox')),
  'busy.test': () => Promise.reject(smtpError(451, 'Try again later')),
  'slow.test': () => sleep(SLOW_MS),
};

/** SMTP server that stores each mail as a file in `folder` and forwards none. */
export function mailSink(folder: string): SMTPServer {
  let count = 0;
  return new SMTPServer({
    // Authentication is disabled: a mail sent with a password would be a mistake.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, answer) {
      const fault = FAULTS[address.slice(address.lastIndexOf('@') + 1)];
      Promise.resolve(fault?.()).then(() => answer(), answer);
    },
    onData(stream, { envelope }, answer) {
      count += 1;
      const to = envelope.rcptTo.map(({ address }) => address).join(' ');
      store(stream, join(folder, fileName(to, count))).then(() => answer(), answer);
    },
  });
}

/** Named in order of arrival and written atomically, so a reader of the folder sees only complete mails. */
async function store(stream: Readable, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, await buffer(stream));
  renameSync(unfinished, file);
}

function fileName(to: string, count: number): string {
  const at = new Date().toISOString().replace(/[-:.]/g, '');
  return `${at}-${count} ${to.replace(/[^\w.@+-]/g, '_')}.eml`;
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
