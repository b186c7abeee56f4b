import { isIP } from 'node:net';
import { lookUpWithin } from './allowed-address.ts';
import { httpExchange } from './http-exchange.gateway.ts';
import { type KeepAlive, keepAlive } from './keep-alive.gateway.ts';
import { exchangeFailure, lookUpFailure, type PostFailure } from './post-failure.ts';
import { type ReceiverTarget, receiverTarget, targetAddress } from './receiver-target.ts';
import { replyText } from './reply-text.ts';
import type { Resolve } from './resolve.ts';

export interface PostRequest {
  /** `http` or `https`. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Includes the lookup, the connection and every byte of the answer. */
  timeoutMs: number;
  /** How much of the answer's body becomes the reply. More is read and dropped up to 64 KiB; then the connection is closed. */
  maxReplyBytes: number;
}

interface Answer {
  kind: 'answer';
  status: number;
  /** The Retry-After header, unparsed. */
  retryAfter?: string;
  /** The first bytes of the body, as text. */
  reply: string;
}

type Outcome = Answer | ({ kind: 'failed' } & PostFailure);

/** A complete answer of any status, or the reason why there is none. */
export type PostResult = Outcome & { milliseconds: number };
export type Post = (request: PostRequest) => Promise<PostResult>;

/** The rest of a longer answer is not needed. */
const MAX_READ_BYTES = 64 * 1024;
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity' };
/** Interim responses (1xx, such as early hints): honest servers send one or two. */
const MAX_INFORMATIONAL = 10;

interface PostOptions {
  resolve: Resolve;
  allowLoopback: boolean;
  plainHttp: 'allowed' | 'refused';
  trustedRootPem?: string | undefined;
}

/**
 * POSTs to a URL that a stranger chose: looked up once, refused unless it is on the public internet, connected at that very
 * address, TLS verified against the name. Sent once: never retried, redirects never followed. The other side's behavior is an
 * answer or `failed`, never an exception. Connections stay open for the next request to the same receiver.
 */
export function guardedPost(options: PostOptions): Post {
  const { resolve, allowLoopback, plainHttp } = options;
  const connections = keepAlive(options);

  async function outcomeOf(post: PostRequest): Promise<Outcome> {
    const signal = AbortSignal.timeout(post.timeoutMs);
    const target = receiverTarget(post.url);
    if (!target.encrypted && plainHttp === 'refused') return { kind: 'failed', ...NOT_ENCRYPTED };
    const found = await lookUpWithin(signal, targetAddress(resolve, target, { allowLoopback }));
    if (found.kind === 'failed') return { kind: 'failed', ...lookUpFailure(found) };
    return postTo(found.address, target, post, connections, signal);
  }

  return async (post) => {
    const startedAt = performance.now();
    const outcome = await outcomeOf(post);
    return { ...outcome, milliseconds: Math.round(performance.now() - startedAt) };
  };
}

const NOT_ENCRYPTED: PostFailure = { error: 'refused_address', reason: 'only https:// addresses are sent to' };

async function postTo(
  address: string,
  { encrypted, host, authority, port, path }: ReceiverTarget,
  { headers, body, maxReplyBytes }: PostRequest,
  connections: KeepAlive,
  signal: AbortSignal,
): Promise<Outcome> {
  const result = await httpExchange({
    method: 'POST',
    encrypted,
    connectTo: address,
    servername: isIP(host) ? '' : host,
    port,
    path,
    headers: { ...HEADERS, ...headers, host: authority },
    body,
    connections,
    signal,
    maxBytes: MAX_READ_BYTES,
    whenLonger: 'cut-off',
    mostInformational: MAX_INFORMATIONAL,
  });
  if (result.kind === 'failed') return { kind: 'failed', ...exchangeFailure(result) };
  const { 'retry-after': retryAfter } = result.headers;
  const reply = replyText(result.body, maxReplyBytes);
  return { kind: 'answer', status: result.status, ...(retryAfter !== undefined && { retryAfter }), reply };
}
