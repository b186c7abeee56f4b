import type { Mode } from '../api/connect.ts';
import { EXIT, Failure } from '../terminal/failure.ts';

export interface ApiKey {
  apiKeyId: string;
  apiKey: string;
  mode: Mode;
}

const WHOLE_ID = /cps_pk_(?:live|test)_[0-9A-Za-z]{22}(?![0-9A-Za-z])/;
const WHOLE_KEY = /sk_(live|test)_cps_([0-9A-Za-z]{22})[0-9A-Za-z]{55}(?![0-9A-Za-z])/;

/**
 * Finds a key in pasted text: both halves in any order, with names, quotes, spaces and line breaks around or within them. Returns
 * `missing-id` when the id is absent and cannot be derived from the secret.
 */
export function readApiKey(pasted: string): ApiKey | 'missing-id' {
  const words = pasted
    .split(/[\s"'`,;=:]+/)
    .filter((word) => word !== '' && !/^(CPS_API_KEY(_ID)?|X-API-KEY(-ID)?|export)$/i.test(word));
  const joined = joinPieces(words);
  const apiKey = WHOLE_KEY.exec(joined.join(' '))?.[0] ?? joined.find((word) => word.startsWith('sk_'));
  const apiKeyId = WHOLE_ID.exec(joined.join(' '))?.[0] ?? joined.find((word) => word.startsWith('cps_pk_')) ?? idOf(apiKey);
  if (!apiKey) throw noKey();
  if (!apiKeyId) return 'missing-id';
  const mode = apiKeyId.startsWith('cps_pk_test_') ? 'test' : 'live';
  refuseOfTwoKeys(apiKeyId, apiKey);
  return { apiKeyId, apiKey, mode };
}

/** True when only the id was pasted: the secret may follow on the next line. */
export function isOnlyKeyId(pasted: string): boolean {
  return pasted.includes('cps_pk_') && !pasted.includes('sk_');
}

/** A terminal or a mail may break a long key. A piece that begins neither half belongs to the piece before it. */
function joinPieces(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const isBeginning = /^(cps_pk_|sk_)/.test(word);
    const last = joined.at(-1);
    if (isBeginning || last === undefined) joined.push(word);
    else joined[joined.length - 1] = last + word;
  }
  return joined;
}

function idOf(apiKey: string | undefined): string | undefined {
  const [, mode, idPart] = WHOLE_KEY.exec(apiKey ?? '') ?? [];
  return mode && `cps_pk_${mode}_${idPart}`;
}

function refuseOfTwoKeys(apiKeyId: string, apiKey: string): void {
  const named = idOf(apiKey);
  const isOtherMode = /^sk_(live|test)_/.exec(apiKey)?.[1] !== /^cps_pk_(live|test)_/.exec(apiKeyId)?.[1];
  if (!isOtherMode && (named === undefined || named === apiKeyId)) return;
  throw new Failure(EXIT.notLoggedIn, `The key id ${apiKeyId} and the key are of two different API keys.`, {
    fix: named ? `The key belongs to ${named}: give both halves of one API key.` : 'Give both halves of one API key.',
  });
}

function noKey(): Failure {
  return new Failure(EXIT.notLoggedIn, 'There is no API key in what was given: it begins with sk_live_ or sk_test_.', {
    fix: 'Copy the key when it is created, in the dashboard under API keys; it is shown only then.',
  });
}
