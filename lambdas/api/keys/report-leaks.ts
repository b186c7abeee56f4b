import { createHash, verify } from 'node:crypto';
import { LEAK_REPORTS } from '../../../contract/api/limits.ts';
import { LEAKS_PATH } from '../../../contract/paths.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { hasOurTag, keyIdIn, whichSecret } from '../../model/accounts/api-key.ts';
import { keyLeakedAudit } from '../../model/accounts/key-changes.ts';
import { keyLeakedEvent, type Leak } from '../../model/accounts/key-notices.ts';
import { AppError, limitExceeded } from '../../shared/errors/app-error.ts';
import { readJsonList } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpRequest, Route } from '../../shared/http/route.ts';
import { visitorOf } from '../../shared/net/visitor.ts';
import { keys } from '../../shared/table/keys.ts';
import { againAfterLostRace } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { TRIES } from './change-key.ts';
import type { GithubKey } from './github-keys.gateway.ts';
import { type Finding, LeakReport } from './leak-report.schema.ts';

type Uses = Pick<Rows, 'accounts' | 'actionCounts' | 'serviceSecret' | 'newId' | 'log' | 'pause'> & { githubKey: GithubKey };

/**
 * Revokes every secret of this service in a report: the holder of a whole secret may revoke it without a key. The answer says
 * only whether this service issued it, which the secret's tag proves; not whether the key is active, or whose it is.
 */
export function reportLeaks(ports: Uses): Route {
  return {
    method: 'POST',
    path: LEAKS_PATH,
    async handle(request) {
      refuseQuery(request);
      const found = readJsonList(request, LeakReport);
      const isOfGithub = await isSignedByGithub(request, ports);
      if (!isOfGithub) await countReport(request, ports);
      const outcomes = [];
      for (const finding of found) {
        const isTrue = await revokeFound(finding, isOfGithub ? 'github' : 'holder', request, ports);
        outcomes.push({
          token_hash: createHash('sha256').update(finding.token).digest('hex'),
          ...(finding.type !== undefined && { token_type: finding.type }),
          label: isTrue ? 'true_positive' : 'false_positive',
        });
      }
      return { status: 200, json: outcomes };
    },
  };
}

async function countReport({ sourceIp, now }: HttpRequest, { actionCounts }: Uses): Promise<void> {
  const visitor = visitorOf(sourceIp);
  const taken = await actionCounts.takeOf((window) => keys.leakReports(visitor, window), now, LEAK_REPORTS);
  if (taken.kind === 'refused')
    throw limitExceeded(
      ERROR_MESSAGES.rate_limit_exceeded.leakReports(LEAK_REPORTS.limit),
      LEAK_REPORTS.limit,
      taken.againAt,
      now,
    );
}

/** Throws the 400 of a wrong signature. If GitHub's key is unavailable, the report counts as one from a holder of the secret. */
async function isSignedByGithub({ headers, rawBody }: HttpRequest, { githubKey }: Uses): Promise<boolean> {
  const identifier = headers['github-public-key-identifier'];
  const signature = headers['github-public-key-signature'];
  if (identifier === undefined || signature === undefined) return false;
  const key = await githubKey(identifier);
  if (key === undefined) return false;
  if (verify('sha256', rawBody, key, Buffer.from(signature, 'base64'))) return true;
  throw new AppError('invalid_request', ERROR_MESSAGES.invalid_request.githubSignature);
}

/** Returns true if this service issued the secret. Its tag tells, so foreign secrets cause no table read. */
async function revokeFound(
  { token, url }: Finding,
  reporter: Leak['reporter'],
  { sourceIp, now }: HttpRequest,
  { accounts, serviceSecret, newId, log, pause }: Uses,
): Promise<boolean> {
  const keyId = keyIdIn(token) ?? '';
  if (!hasOurTag({ keyId, secret: token }, serviceSecret)) return false;
  const link = webUrlIn(url);
  await againAfterLostRace(
    TRIES,
    async () => {
      const key = await accounts.getKey(keyId);
      const which = key && whichSecret(key, token, now);
      if (!key || key.revokedAt !== undefined || which === undefined) return;
      const ended = which === 'present' ? ('key' as const) : ('former_secret' as const);
      const leak: Leak = { reporter, ended, ...(link !== undefined && { url: link }) };
      const { organizationId } = key;
      const actor = { type: 'service' as const };
      const change = keyLeakedAudit(key, { ...leak, reported_from: sourceIp });
      const audit = { id: newId('aud'), at: now.toISOString(), organizationId, actor, ...change };
      const event = keyLeakedEvent(key, leak, { id: newId('evt'), now });
      if (which === 'present') await accounts.revokeKey(key, now, audit, [accounts.eventWrite(event)]);
      else await accounts.endFormerSecret(key, now, audit, [accounts.eventWrite(event)]);
      log('warn', 'a leaked secret of an API key was ended', { keyId, organizationId, reporter, ended });
    },
    pause,
  );
  return true;
}

const LONGEST_URL = 2048;

/** Untrusted input: only an http or https URL is stored. */
function webUrlIn(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LONGEST_URL || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
