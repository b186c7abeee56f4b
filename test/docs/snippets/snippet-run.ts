import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventBody } from '../../../lambdas/shared/outbox/outbox.schema.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { signatureHeaders } from '../../../lambdas/webhook-sender/sign-delivery.ts';
import { PROJECT_BIN } from '../../../local/machine/environment.ts';
import { anyFreePort } from '../../../local/machine/free-ports.ts';

/** A generated secret, and one chosen by an integrator, whose key starts with a non-printable byte. */
export const SECRETS = ['whsec_BbhODQtS9sgWfjYrfqJ3ZXmNFJMfXtltpoSbY/ozrW4=', 'Käse mit Löchern'];
export const FORMER_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

export interface Signed {
  headers: Record<string, string>;
  body: string;
}

/** A POST of the sender, signed `secondsAgo`. */
export function signedDelivery(
  secret: string,
  { secondsAgo = 0, previous = '', id = 'evt_01M7ZZDNGKN11DM2S6E9QJQHF6', isTest = false } = {},
): Signed {
  const at = new Date(Date.now() - secondsAgo * 1000);
  const data = { domain: { id: 7, url: 'shop.customer.test', metadata: { name: 'Käse 🧀' } } };
  const facts = { id, event: 'certificate.issued', livemode: true, isTest, domainId: 7, createdAt: at.toISOString() } as const;
  const body = eventBody({ ...facts, data });
  return { headers: signatureHeaders(id, body, { current: secret, ...(previous && { previous }) }, at), body };
}

/** Deliveries that every receiver must reject. */
export function forgeries(secret: string): [string, Signed][] {
  const genuine = signedDelivery(secret);
  const withHeader = (name: string, value: string): Signed => ({ ...genuine, headers: { ...genuine.headers, [name]: value } });
  const without = (name: string): Signed => ({ ...genuine, headers: omit(genuine.headers, name) });
  const ofOther = signedDelivery(FORMER_SECRET).headers['x-service-signature'] ?? '';
  return [
    ['another body', { ...genuine, body: genuine.body.replace('shop', 'shoq') }],
    ['another id', withHeader('webhook-id', 'evt_01M7ZZDNGKN11DM2S6E9QJQHF7')],
    ['a later time', withHeader('webhook-timestamp', String(Math.floor(Date.now() / 1000) + 1))],
    ['a time of six minutes ago', signedDelivery(secret, { secondsAgo: 360 })],
    ['a time in six minutes', signedDelivery(secret, { secondsAgo: -360 })],
    ['a command in place of a time', withHeader('webhook-timestamp', 'id[$(touch broken-in)]')],
    ['the signature of another secret', signedDelivery(FORMER_SECRET)],
    ['no signature of its time', without('webhook-signature')],
    ['no signature of its body', without('x-service-signature')],
    ['a test whose mark was taken away', withoutMark(secret)],
    ['a signature of its body by another secret', withHeader('x-service-signature', ofOther)],
  ];
}

function withoutMark(secret: string): Signed {
  const { headers, body } = signedDelivery(secret, { isTest: true });
  return { headers, body: body.replace('"is_test":true,', '') };
}

export interface Program {
  /** The receiver's status for this POST. */
  send: (delivery: Signed) => Promise<number>;
  port: number;
  /** Its standard output. */
  printed: () => string;
  stop: () => void;
}

/** Starts a receiver as on the page, with the secret and a free port in its environment, and waits until it listens. */
export async function startReceiverProgram(command: string, args: string[], cwd: string, secret: string): Promise<Program> {
  const port = await anyFreePort();
  const env = { ...environment(), WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  const url = `http://127.0.0.1:${port}/`;
  await untilAnswering(url, child, () => text.stderr);
  return {
    port,
    async send({ headers, body }) {
      return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })).status;
    },
    printed: () => text.stdout,
    stop: () => child.kill(),
  };
}

/** Node 24 first on PATH, like `npx node`. */
export function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${PROJECT_BIN}:${process.env.PATH}` };
}

async function untilAnswering(url: string, child: ChildProcess, errors: () => string): Promise<void> {
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`it ended:\n${errors()}`)));
  for (;;) {
    const answer = await Promise.race([fetch(url).catch(() => undefined), ended]);
    if (answer) {
      ended.catch(() => {});
      return;
    }
    await sleep(20);
  }
}
