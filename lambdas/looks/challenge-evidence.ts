import type { Evidence } from '../model/domains/diagnosis/evidence.schema.ts';
import { evidence } from '../model/domains/diagnosis/evidence.ts';
import type { Failed } from '../shared/net/failure.ts';
import type { Hop, WalkedPath } from '../shared/net/http-walk.gateway.ts';
import { replyText } from '../shared/net/reply-text.ts';

/** Of a stranger's page. */
const BODY_BYTES = 200;
/** A chain of redirects is told by its beginning and its end, and of several addresses the first. */
const MOST_HOPS_TOLD = 4;
const MOST_ADDRESSES_TOLD = 3;

/** What was answered from each address instead of our answer: the first with its whole way, the others with its end. */
export function walkEvidence(walks: WalkedPath['walks'], now: Date): Evidence[] {
  return walks.slice(0, MOST_ADDRESSES_TOLD).flatMap(({ hops, refused }, place) => {
    const told =
      place === 0 && hops.length <= MOST_HOPS_TOLD
        ? hops
        : [...(place === 0 ? hops.slice(0, MOST_HOPS_TOLD - 1) : []), ...hops.slice(-1)];
    return told.map((hop) => hopEvidence(hop, hop === hops.at(-1) ? refused : undefined, now));
  });
}

export function failureEvidence(hostname: string, path: string, port: number, { reason }: Failed, now: Date): Evidence {
  const authority = port === 80 ? hostname : `${hostname}:${port}`;
  return evidence('http', `GET http://${authority}${path}`, reason, now);
}

export function addressEvidence(hostname: string, type: 'A' | 'AAAA', addresses: string[], now: Date): Evidence {
  return evidence('dns', `${type} ${hostname}`, addresses.toSorted().join(', '), now);
}

function hopEvidence({ url, address, answer }: Hop, refused: string | undefined, now: Date): Evidence {
  const said = answer.kind === 'failed' ? answer.reason : describeReply(answer);
  return evidence('http', `GET ${url}`, refused === undefined ? said : `${said} (not followed: ${refused})`, now, address);
}

function describeReply({ status, headers, body }: Extract<Hop['answer'], { kind: 'answer' }>): string {
  const told = ['server', 'location'].flatMap((name) => (headers[name] === undefined ? [] : [`, ${name}: ${headers[name]}`]));
  return `HTTP ${status}${told.join('')}: ${replyText(Buffer.from(body), BODY_BYTES)}`;
}
