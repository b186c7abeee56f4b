import { describe, expect, it } from 'vitest';
import { AWS_PROBLEM_REASONS, type AwsProblemReason, actorOf } from '../../../../contract/api/error-codes.ts';
import { AWS_PROBLEM_WORDS } from '../../../../copy/en/aws-problem-texts.ts';
import { DIAGNOSIS_PLACEHOLDERS } from '../../../../copy/en/errors-page.ts';
import { PUBLIC_WORDS } from '../../../../copy/en/public-words.ts';
import { REASON_WORDS } from '../../../../copy/en/reason-texts.ts';
import { publicView } from '../../../../copy/public-view.ts';
import type { AlbServer, AwsAccess } from '../../../../lambdas/model/servers/server.schema.ts';
import { remainingQuota, serverResource, tightestQuota, whyNotReady } from '../../../../lambdas/model/servers/server.ts';
import { ServerResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';

const NOW = new Date('2026-11-26T12:00:00.000Z');
const at = '2026-11-26T11:59:00.000Z';
const quotas: AwsAccess['quotas'] = [
  { name: 'certificates_per_load_balancer', used: 24, limit: 25 },
  { name: 'certificates_in_acm', used: 24, limit: 2_500 },
];
const withAccess = (access?: Partial<AwsAccess>): AlbServer => ({
  ...{ organizationId: 'org_A', id: 3, name: 'Balancer', label: 'abcdefghijklmnop', createdAt: at, type: 'alb' },
  roleArn: 'arn:aws:iam::111122223333:role/certificates',
  listenerArn: 'arn:aws:elasticloadbalancing:eu-west-1:111122223333:listener/app/shop/50dc6c495c0c9188/f2f7dc8efc522ab2',
  region: 'eu-west-1',
  ...(access && { access: { checkedAt: at, quotas, ...access } }),
});
const problem = (reason: AwsProblemReason) =>
  reason === 'action_denied' ? { reason, action: 'acm:ImportCertificate', at } : { reason, observed: 'AWS said no.', at };
/** Per reason: the stated problem, and the requested fix. */
const WORDS: Record<AwsProblemReason, [RegExp, RegExp]> = {
  role_not_assumable: [/trust policy is another/, /trust_policy/],
  external_id_not_required: [/does not require your external id/, /sts:ExternalId/],
  action_denied: [/denied/, /permissions_policy/],
  listener_not_found: [/deleted/, /another listener/],
  listener_of_other_account: [/another AWS account/, /config.role_arn/],
  listener_without_tls: [/does not speak HTTPS/, /HTTPS/],
  listener_full: [/quota/, /L-9365A611/],
  rules_full: [/many rules/, /Rules per Application Load Balancer/],
  certificates_full: [/quota/, /L-D2CB7DE9/],
  imports_used_up: [/365 days/, /L-3808DC70/],
  certificate_unsupported: [/does not take/, /ECDSA/],
  certificate_in_use: [/something else/, /again automatically/],
  distribution_not_found: [/deleted/, /another distribution/],
  distribution_for_one_tenant: [/standard one/, /tenant-only/],
  connection_group_not_found: [/connection group/, /default one/],
  tenants_full: [/quota/, /AWS Support/],
  managed_certificate_failed: [/did not get/, /amazon\.com/],
  hostname_taken_at_aws: [/already/, /again automatically/],
  hostname_not_at_cloudfront: [/leads to it/, /routing endpoint/],
  aws_throttled: [/no more requests/, /Nothing to do/],
  aws_unavailable: [/did not answer/, /Nothing to do/],
};
const show = (server: AlbServer) => ServerResource.parse(serverResource(server, 'cname.service.net', NOW));

describe('a load balancer', () => {
  it('is unclaimed until its account was checked', () => {
    expect(show(withAccess())).toMatchObject({ status: 'unclaimed', config: { region: 'eu-west-1' } });
    expect(show(withAccess())).not.toHaveProperty('checked_at');
  });

  it('is online once it was, and shows the quotas of the account', () => {
    expect(show(withAccess({}))).toMatchObject({ status: 'online', checked_at: at, last_seen_at: at, quotas });
  });

  it.each(AWS_PROBLEM_REASONS)('is in error with words that name no placeholder: %s', (reason) => {
    const { status, problem: shown, last_seen_at } = show(withAccess({ problem: problem(reason) }));
    expect([status, shown?.reason, last_seen_at]).toEqual(['error', reason, undefined]);
    expect(`${shown?.summary} ${shown?.fix}`).not.toMatch(/[$]|undefined|not recorded|\.\./);
  });

  it('names the denied action for programs and for people', () => {
    const { problem: shown } = show(withAccess({ problem: problem('action_denied') }));
    expect(shown).toMatchObject({ action: 'acm:ImportCertificate', fix: expect.stringContaining('acm:ImportCertificate') });
  });
});

describe('a domain at a load balancer', () => {
  it.each(['access_unchecked', ...AWS_PROBLEM_REASONS] as const)('says why it cannot be installed at: %s', (reason) => {
    const server = reason === 'access_unchecked' ? withAccess() : withAccess({ problem: problem(reason) });
    expect(whyNotReady(server)).toMatchObject({ reason });
    const { summary, says, fix } = REASON_WORDS[reason];
    const [said, asked] = reason === 'access_unchecked' ? [/within a minute/, /wait/] : WORDS[reason];
    expect(summary?.(DIAGNOSIS_PLACEHOLDERS)).not.toMatch(/agent/i);
    expect(says(DIAGNOSIS_PLACEHOLDERS)).toMatch(said);
    expect(fix?.(DIAGNOSIS_PLACEHOLDERS)).toMatch(asked);
  });

  it('has nothing in the way once the account was found to be right', () => {
    expect(whyNotReady(withAccess({}))).toBeUndefined();
  });

  it.each(AWS_PROBLEM_REASONS)('reads the very words of its server: %s', (reason) => {
    const facts = { ...DIAGNOSIS_PLACEHOLDERS, observed: 'AWS said no' };
    expect(REASON_WORDS[reason].says(facts)).toBe(AWS_PROBLEM_WORDS[reason].says(facts));
    expect(REASON_WORDS[reason].fix?.(facts)).toBe(AWS_PROBLEM_WORDS[reason].fix(facts));
  });
});

const CODES = ['server_not_connected', 'certificate_install_failed', 'certificate_not_served'] as const;
const told = (['owner', 'stranger'] as const).flatMap((is) =>
  CODES.flatMap((code) => AWS_PROBLEM_REASONS.map((reason) => [is, code, reason] as const)),
);

describe('the owner of a hostname at a load balancer', () => {
  it.each(told)('learns nothing of AWS: %s, %s because of %s', (is, code, reason) => {
    const actor = actorOf({ code, reason }, 'certificate');
    const { summary = '', says, fix = () => '' } = { ...REASON_WORDS[reason] };
    const view = publicView(
      {
        ...{ url: 'shop.customer.com', dns_status: 'validated', ssl_status: 'pending', dns_records: [] },
        diagnosis: {
          ...{ code, reason, actor },
          summary: `${typeof summary === 'string' ? '' : summary(DIAGNOSIS_PLACEHOLDERS)} ${says(DIAGNOSIS_PLACEHOLDERS)}`,
          fix: { text: fix(DIAGNOSIS_PLACEHOLDERS), records: [] },
          evidence: [{ kind: 'tls', asked: 'arn:aws:acm', answer: 'AWS', at }],
        },
      },
      { is, brand: 'Shop' },
    );
    expect(view.diagnosis.summary).toBe(PUBLIC_WORDS[code].summary('Shop'));
    expect(JSON.stringify(view)).not.toMatch(/aws|arn:|IAM|load balancer|listener|quota/i);
  });
});

describe('the room in an AWS account', () => {
  it('is that of the quota which leaves the least', () => {
    expect(tightestQuota(withAccess({}))).toEqual(quotas[0]);
    expect(tightestQuota(withAccess({ quotas: [] }))).toBeUndefined();
  });

  it('is none where more is used than the quota allows by now', () => {
    expect(remainingQuota({ used: 30, limit: 25 })).toBe(0);
  });
});
