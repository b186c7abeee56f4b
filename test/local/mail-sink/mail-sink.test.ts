import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailSink } from '../../../local/mail-sink/mail-sink.ts';

const folder = mkdtempSync(join(tmpdir(), 'mails-'));
const sink = mailSink(folder);
let port: number;
beforeAll(async () => {
  const server = sink.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((resolve) => sink.close(resolve)));

const reply = async (socket: Socket) => String((await once(socket, 'data'))[0]).slice(0, 3);

/** The reply code to each line, after the greeting. */
async function say(...lines: string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  const codes = [await reply(socket)];
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    codes.push(await reply(socket));
  }
  socket.destroy();
  return codes.slice(1);
}
const mailTo = (to: string, text = 'Hello\r\n.') => say('HELO a', 'MAIL FROM:<a@cps.test>', `RCPT TO:<${to}>`, 'DATA', text);
const stored = () => readdirSync(folder).toSorted();

describe('mail to the local SMTP server', () => {
  it('is stored, each in a file that names whom it is for, in the order in which it came', async () => {
    expect(await mailTo('first@acme.test')).toEqual(['250', '250', '250', '354', '250']);
    await mailTo('a/second@acme.test', 'Subject: Größe\r\n\r\nHello\r\n.');
    const [first, second, ...others] = stored();
    expect([first, second]).toEqual([
      expect.stringMatching(/^\d{8}T\d{9}Z-1 first@acme\.test\.eml$/),
      expect.stringMatching(/^\d{8}T\d{9}Z-2 a_second@acme\.test\.eml$/),
    ]);
    expect(others).toEqual([]);
    expect(readFileSync(join(folder, second ?? ''), 'utf8')).toContain('Größe');
  });

  it.each([
    ['refuses.test', '550'],
    ['busy.test', '451'],
  ])('to an address of %s is answered with %s, and not stored', async (domain, code) => {
    const before = stored();
    expect((await mailTo(`a@${domain}`))[2]).toBe(code);
    expect(stored()).toEqual(before);
  });

  it('that the form of a website sends is refused', async () => {
    expect(await say('POST / HTTP/1.1')).toEqual(['421']);
  });
});
