import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_CODES, DOMAIN_ERROR_CODES, HTTP_ERROR_STATUS } from '../../contract/api/error-codes.ts';
import { ACTION_LIMITS, DNS_CHECKS, STANDARD_LIMITS } from '../../contract/api/limits.ts';
import { OPERATIONS, PERMISSIONS } from '../../contract/api/operations.ts';
import { LEAKS_PATH, portalPath } from '../../contract/paths.ts';
import { GATEWAY_ANSWERS } from '../../copy/en/gateway-answers.ts';
import { createWebhookRequest } from '../../lambdas/api/webhooks/webhook-requests.schema.ts';
import { nextLateCheck } from '../../lambdas/lifecycle/pace.ts';
import { toGranted } from '../../lambdas/lifecycle/preparation-transition.ts';
import { NOTICE_SECONDS } from '../../lambdas/lifecycle/requests/domain-requests.ts';
import { testTenantOf } from '../../lambdas/model/accounts/tenant.ts';
import { ServerId } from '../../lambdas/model/servers/server.schema.ts';
import { cnameTargetOf, unclaimedServer } from '../../lambdas/model/servers/server.ts';
import { secretWarnings } from '../../lambdas/model/webhooks/secret-warnings.ts';
import { urlWarnings } from '../../lambdas/model/webhooks/webhook-url.ts';
import { isAllowedAddress } from '../../lambdas/shared/net/allowed-address.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import { attemptOutcome } from '../../lambdas/webhook-sender/retry-policy.ts';
import { newStage } from '../../lib/stage/new-stage.ts';
import { aDomain, HOUR, iso, later, NOW, timings } from '../lambdas/a-domain.ts';
import { pair } from '../lambdas/api/api-caller.ts';
import { decideOnOrder } from '../lambdas/lifecycle/said-decisions.ts';

const page = readFileSync('docs/reference/specification.md', 'utf8');
const rows = new Map([...page.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, number = '', cells = '']) => [number, cells]));
const codesIn = (cells: string) => [...cells.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code);

const { settings } = newStage({ name: 'new', baseTarget: 'cname.example.net', contactEmail: 'a@example.net', ca: 'staging' });
const DAY = 24 * HOUR;
const problem = (type: string) => ({ type: `urn:ietf:params:acme:error:${type}`, detail: 'no' });
const order = (seen: Parameters<typeof decideOnOrder>[1]) => decideOnOrder(aDomain('ordering'), seen, { now: NOW, timings });

/** Statuses in the specification itself (section 7). */
const SPECIFIED_STATUSES = [400, 401, 403, 404, 422, 429, 500, 503];
const SPECIFIED_HTTP_CODES = [
  'invalid_api_key',
  'insufficient_permissions',
  'resource_not_found',
  'validation_error',
  'rate_limit_exceeded',
];
const SPECIFIED_PERMISSIONS = ['domains.read', 'domains.write', 'webhooks.read', 'webhooks.write'];
const SPECIFIED_DOMAIN_CODES = [
  'dns_validation_failed',
  'cname_not_found',
  'invalid_cname_target',
  'dns_validation_timeout',
  'certificate_request_failed',
  'certificate_timeout',
];

/** Checks that a row is true of the code, by the row's number. */
const HELD: Record<string, (cells: string) => void> = {
  1: () => {
    const targets = ['firstlabel234567', 'nextlabel2345678'].map((label, id) =>
      cnameTargetOf(unclaimedServer('org_A', id + 1, label, NOW), 'cname.example.net'),
    );
    expect(targets).toEqual(['firstlabel234567.cname.example.net', 'nextlabel2345678.cname.example.net']);
  },
  2: () => expect(portalPath('opt_x')).toBe('/portal/opt_x'),
  3: () => {
    expect(settings.serverIds).toBe('open');
    expect([0, 1, 2 ** 53 - 1, 2 ** 53].map((id) => ServerId.safeParse(id).success)).toEqual([false, true, true, false]);
  },
  4: () => {
    expect(pair.keyId).toMatch(/^cps_pk_live_[0-9A-Za-z]{22}$/);
    expect(pair.secret).toMatch(/^sk_live_cps_[0-9A-Za-z]{22}[0-9A-Za-z]{43}[0-9A-Za-z]{12}$/);
  },
  5: () => {
    const waiting = aDomain('preparing', {
      issuance: { certificateRequestId: 'creq_1', waitsSince: iso(-DAY), issuanceDeadlineAt: iso(-HOUR) },
    });
    const granted = toGranted(waiting, { now: NOW, timings });
    expect(granted).toMatchObject({ issuance: { issuanceDeadlineAt: iso(DAY - HOUR) } });
  },
  6: (cells) => {
    const more = Object.entries(HTTP_ERROR_STATUS).filter(([, status]) => !SPECIFIED_STATUSES.includes(status));
    expect(more.map(([code, status]) => `${status} \`${code}\``)).toEqual([
      ...['405 `method_not_allowed`', '409 `conflict`', '412 `precondition_failed`'],
    ]);
    for (const [code, status] of more) expect(cells).toContain(`${status} \`${code}\``);
    const ofGateway = GATEWAY_ANSWERS.flatMap(({ status }) => status.split(', ').map(Number));
    const others = ofGateway.filter((status) => !SPECIFIED_STATUSES.includes(status));
    expect(cells).toContain(`adds ${others.slice(0, -1).join(', ')} and ${others.at(-1)}`);
  },
  7: () => {
    const withMessage = GATEWAY_ANSWERS.filter(({ body }) => body.includes('{"message"'));
    expect(withMessage.map(({ status }) => status)).toEqual(['413', '431', '429', '500', '503, 504']);
    expect(GATEWAY_ANSWERS.filter(({ body }) => body.includes('{"error"')).map(({ status }) => status)).toEqual(['429']);
  },
  8: (cells) => {
    const more = Object.keys(HTTP_ERROR_STATUS).filter((code) => !SPECIFIED_HTTP_CODES.includes(code));
    expect(codesIn(cells).toSorted()).toEqual(more.toSorted());
  },
  9: (cells) => {
    const more = DOMAIN_ERROR_CODES.filter((code) => !SPECIFIED_DOMAIN_CODES.includes(code));
    expect(codesIn(cells).toSorted()).toEqual(more.toSorted());
  },
  10: () => {
    const checkAfter = (milliseconds: number) => nextLateCheck(iso(0), { now: later(milliseconds), timings: settings.timings });
    expect(checkAfter(0)).toBe(iso(HOUR));
    expect(checkAfter(7 * DAY)).toBe(iso(8 * DAY));
    expect(checkAfter(36 * DAY)).toBe(iso(37 * DAY));
    expect(checkAfter(37 * DAY)).toBeUndefined();
  },
  11: () => {
    const error = { code: 'certificate_request_failed' };
    expect(order({ kind: 'ca-trouble', problem: problem('serverInternal') }).domain).toMatchObject({
      sslStatus: 'pending',
      error,
    });
    expect(order({ kind: 'ca-refused', problem: problem('rejectedIdentifier') }).domain).toMatchObject({
      sslStatus: 'error',
      error,
    });
  },
  12: () => {
    expect(settings.webhookHttp).toBe('allowed');
    expect(urlWarnings('http://hooks.example/')).toHaveLength(1);
    expect(isAllowedAddress('10.0.0.1', { allowLoopback: settings.allowLoopback })).toBe(false);
  },
  13: (cells) => {
    expect(ACTION_LIMITS).toMatchObject({
      check: { limit: 1, perSeconds: 10 },
      retry: { limit: 5, perSeconds: 86_400 },
      renew: { limit: 1, perSeconds: 86_400 },
      revoke: { limit: 5, perSeconds: 86_400 },
      test: { limit: 1, perSeconds: 10 },
    });
    expect(cells).toContain(`${DNS_CHECKS.limit} DNS lookups a minute`);
    expect(DNS_CHECKS.perSeconds).toBe(60);
  },
  14: () => {
    const outcome = (status: number) =>
      attemptOutcome({ kind: 'answer', status, reply: '', milliseconds: 1 }, 1, settings.webhooks, NOW, 0.5);
    expect(outcome(410)).toEqual({ state: 'failed', failure: 'gone' });
    expect(outcome(404)).toEqual({ state: 'failed', failure: 'refused' });
  },
  15: (cells) => {
    const more = PERMISSIONS.filter((permission) => !SPECIFIED_PERMISSIONS.includes(permission));
    expect(more).toEqual([
      'domains.check',
      'servers.read',
      'servers.write',
      'keys.read',
      'keys.write',
      'audit.read',
      'reports.read',
    ]);
    for (const permission of more) expect(cells).toContain(`\`${permission}\``);
    const { createEnrollment, updateServer, checkDomain, lookAtDns, lookAtDnsOfMany, listKeys, createKey } = OPERATIONS;
    expect([listKeys, createKey].map(({ permission }) => permission)).toEqual(['keys.read', 'keys.write']);
    expect([createEnrollment, updateServer].map(({ permission }) => permission)).toEqual(['servers.write', 'servers.write']);
    for (const { permission } of [checkDomain, lookAtDns, lookAtDnsOfMany]) expect(permission).toBe('domains.check');
  },
  16: () => {
    const { shape } = createWebhookRequest(settings);
    expect(
      ['', 'x', 'whsec_?', 'x'.repeat(256), 'x'.repeat(257)].map((secret) => shape.secret.safeParse(secret).success),
    ).toEqual([...[false, true, true, true, false]]);
    expect(secretWarnings('whsec_?')).toHaveLength(1);
  },
  17: (cells) => {
    expect(codesIn(cells)).toEqual(['proxied_dns', 'conflicting_records', 'dns_validation_failed']);
    expect(DIAGNOSIS_CODES).toEqual(expect.arrayContaining(codesIn(cells)));
  },
  18: () => expect(keys.limits(testTenantOf('org_A'))).not.toEqual(keys.limits('org_A')),
  19: (cells) => expect(cells).toContain(`${STANDARD_LIMITS.newReceiversPerHour} new receivers an hour`),
  20: (cells) => {
    expect(cells).toContain(`\`POST ${LEAKS_PATH}\``);
    expect(Object.values(OPERATIONS).map(({ path }) => path)).not.toContain(LEAKS_PATH);
  },
  21: () => expect(GATEWAY_ANSWERS).toContainEqual(expect.objectContaining({ status: '403', body: 'an HTML page' })),
  22: (cells) => expect(cells).toContain(`${NOTICE_SECONDS / 3600} hours’ notice`),
};

describe('docs/reference/specification.md', () => {
  it('has a test for each row, and a row for each test', () => {
    expect([...rows.keys()]).toEqual(Object.keys(HELD));
  });

  it.each(Object.keys(HELD))('says in row %s what the code does', (number) => {
    HELD[number]?.(rows.get(number) ?? '');
  });
});
