import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { isIP } from 'node:net';
import type { Resolve } from './dns-answer.ts';
import { failed } from './failure.ts';
import { type KeptConnections, keptConnections } from './keep-alive.gateway.ts';
import { exchangeFailure, lookUpFailure, type PostFailure } from './post-failure.ts';
import { type ReceiverTarget, receiverTarget, targetAddress } from './receiver-target.ts';
import { replyText } from './reply-text.ts';

export interface PostRequest {
  /** `http` or `https`. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Includes the look-up, the connection and every byte of the answer. */
  timeoutMs: number;
  /** What is kept of the answer's body. More is read and dropped up to 64 KiB; then the connection is closed. */
  maxReplyBytes: number;
}

interface Answer {
  kind: 'answer';
  status: number;
  /** The header Retry-After, as it came. */
  retryAfter?: string;
  /** The first bytes of the body, as text. */
  reply: string;
}

type Outcome = Answer | ({ kind: 'failed' } & PostFailure);

/** What came of it: a complete answer of any status, or why there is none. */
export type PostResult = Outcome & { milliseconds: number };
export type Post = (request: PostRequest) => Promise<PostResult>;

/** Node's default, written down: honest servers send a few kilobytes. */
const HEADER_BYTES = 16 * 1024;
/** An answer that is longer has said what it had to say. */
const MAX_READ_BYTES = 64 * 1024;
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity' };
/** Early hints and the like (1xx): honest servers send one or two. */
const MOST_INFORMATIONAL = 10;

interface PostOptions {
  resolve: Resolve;
  allowLoopback: boolean;
  /** Whether addresses without encryption are served. */
  plainHttp: 'allowed' | 'refused';
  trustedRootPem?: string | undefined;
}

/**
 * POSTs to an address that a stranger has given: looked up once, refused unless it is on the public internet, connected at that
 * very address, TLS verified against the name. Sent once: never repeated, redirects never followed. What the other side
 * does is an answer or `failed`, never an exception. Connections are kept for the next request to the same receiver.
 */
export function guardedPost(options: PostOptions): Post {
  const { resolve, allowLoopback, plainHttp } = options;
  const connections = keptConnections(options);

  async function outcomeOf(post: PostRequest): Promise<Outcome> {
    const signal = AbortSignal.timeout(post.timeoutMs);
    const target = receiverTarget(post.url);
    if (!target.encrypted && plainHttp === 'refused') return { kind: 'failed', ...NOT_ENCRYPTED };
    const found = await Promise.race([targetAddress(resolve, target, { allowLoopback }), lookUpTimedOut(signal)]);
    if (found.kind === 'failed') return { kind: 'failed', ...lookUpFailure(found) };
    return exchange(found.address, target, post, connections, signal);
  }

  return async (post) => {
    const startedAt = performance.now();
    const outcome = await outcomeOf(post);
    return { ...outcome, milliseconds: Math.round(performance.now() - startedAt) };
  };
}

function lookUpTimedOut(signal: AbortSignal) {
  const tooSlow = failed('timeout', 'looking up the address took too long');
  return new Promise<typeof tooSlow>((resolve) => signal.addEventListener('abort', () => resolve(tooSlow), { once: true }));
}

function exchange(
  address: string,
  target: ReceiverTarget,
  { headers, body, maxReplyBytes }: PostRequest,
  connections: KeptConnections,
  signal: AbortSignal,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const framing = { host: target.authority, 'content-length': Buffer.byteLength(body) };
    const outgoing = open(address, target, { ...HEADERS, ...headers, ...framing }, connections, signal);
    const end = (outcome: Outcome) => {
      outgoing.destroy();
      resolve(outcome);
    };
    const fail = (failure: PostFailure) => end({ kind: 'failed', ...failure });
    const failWith = (error: Error) => fail(signal.aborted ? TOO_SLOW : exchangeFailure(error));
    outgoing.on('error', failWith);
    outgoing.on('upgrade', () => fail(SWITCHED));
    let informational = 0;
    outgoing.on('information', () => {
      informational += 1;
      if (informational > MOST_INFORMATIONAL) fail(NEVER_FINAL);
    });
    outgoing.on('response', (answer) => {
      if (answer.statusCode === 101) return fail(SWITCHED);
      const { socket } = answer; // gone from here when a short answer ends
      answer.on('error', failWith);
      readAnswer(answer, maxReplyBytes, {
        complete(outcome) {
          connections.wasUsed(socket);
          resolve(outcome);
        },
        cutOff: end,
      });
    });
    outgoing.end(body);
  });
}

const TOO_SLOW: PostFailure = { error: 'timeout', reason: 'no complete answer in time' };
const NOT_ENCRYPTED: PostFailure = { error: 'refused_address', reason: 'only https:// addresses are sent to' };
const NEVER_FINAL: PostFailure = { error: 'protocol', reason: 'there is no end of informational answers (1xx)' };
const SWITCHED: PostFailure = { error: 'protocol', reason: 'the answer switches to another protocol' };

/** The agent brings TLS. `https.request` would do the same, but the local AWS emulator turns it into plain HTTP on loopback. */
function open(
  address: string,
  { encrypted, host, port, path }: ReceiverTarget,
  headers: Record<string, string | number>,
  connections: KeptConnections,
  signal: AbortSignal,
): ClientRequest {
  return request({
    method: 'POST',
    protocol: encrypted ? 'https:' : 'http:',
    host: address,
    // The name that TLS asks for and the certificate is compared with; where it is empty, Node compares with the address.
    ...{ servername: isIP(host) ? '' : host },
    port,
    path,
    headers,
    agent: connections.agentFor(encrypted),
    maxHeaderSize: HEADER_BYTES,
    signal,
  });
}

function readAnswer(
  answer: IncomingMessage,
  maxReplyBytes: number,
  tell: { complete: (outcome: Outcome) => void; cutOff: (outcome: Outcome) => void },
): void {
  const kept: Buffer[] = [];
  let bytes = 0;
  const outcome = (): Outcome => {
    const { 'retry-after': retryAfter } = answer.headers;
    return {
      kind: 'answer',
      status: answer.statusCode ?? 0,
      ...(retryAfter !== undefined && { retryAfter }),
      reply: replyText(Buffer.concat(kept), maxReplyBytes),
    };
  };
  answer.on('data', (chunk: Buffer) => {
    if (bytes < maxReplyBytes) kept.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_READ_BYTES) tell.cutOff(outcome());
  });
  answer.on('end', () => tell.complete(outcome()));
}
