import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { MACHINE_HEADER } from '../../../contract/paths.ts';
import { FIREWALL_WINDOW_SECONDS } from '../../../contract/stack/environment.ts';
import type { Stage } from '../../../lib/stage/stage.schema.ts';
import { resourcesOf, synthesize } from '../synthesized.ts';
import { frontStage, withPublicDomain } from './front-stage.ts';

interface Rule {
  Name: string;
  Statement: { RateBasedStatement?: { Limit: number }; ManagedRuleGroupStatement?: { Name: string } };
  Action?: { Block: { CustomResponse: Record<string, unknown> } };
  VisibilityConfig: object;
}

function firewallOf(stage: Stage) {
  const { front } = synthesize(stage);
  const [acl] = Object.values(front ? resourcesOf(front, 'AWS::WAFv2::WebACL') : {});
  return { front, acl: Object(acl?.Properties), rules: Object(acl?.Properties.Rules) as Rule[] };
}

const { front, acl, rules } = firewallOf(frontStage);
const rateOf = (name: string, among = rules) => among.find(({ Name }) => Name === name)?.Statement.RateBasedStatement;
const begins = (text: string, FieldToMatch: object) => ({
  ByteMatchStatement: {
    FieldToMatch,
    PositionalConstraint: 'STARTS_WITH',
    SearchString: text,
    TextTransformations: [{ Priority: 0, Type: 'NONE' }],
  },
});
const fromMachine = {
  AndStatement: { Statements: [begins('/edge/', { UriPath: {} }), begins('mch_', { SingleHeader: { Name: MACHINE_HEADER } })] },
};
const managed = rules.flatMap(({ Statement }) => Statement.ManagedRuleGroupStatement ?? []);

describe('the firewall', () => {
  it('stands before CloudFront, and lets in what no rule refuses', () => {
    expect(acl).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    front?.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { WebACLId: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Firewall'), 'Arn'] } },
    });
  });

  it('counts what agents send by machine and address, so that nobody at another address takes a machine’s share', () => {
    expect(rateOf('MachineRate')).toEqual({
      AggregateKeyType: 'CUSTOM_KEYS',
      CustomKeys: [{ IP: {} }, { Header: { Name: MACHINE_HEADER, TextTransformations: [{ Priority: 0, Type: 'NONE' }] } }],
      EvaluationWindowSec: FIREWALL_WINDOW_SECONDS,
      Limit: 5_000,
      ScopeDownStatement: fromMachine,
    });
  });

  it('lets an agent send what it sends at most, at 10 requests a second', () => {
    expect(rateOf('MachineRate')?.Limit).toBeGreaterThan(10 * FIREWALL_WINDOW_SECONDS);
  });

  it('limits all machines of one address together, so that made-up ones gain nothing', () => {
    const perAddress = { AggregateKeyType: 'IP', EvaluationWindowSec: FIREWALL_WINDOW_SECONDS, ScopeDownStatement: fromMachine };
    expect(rateOf('MachinesOfAddressRate')).toEqual({ ...perAddress, Limit: 30_000 });
    const { rules: raised } = firewallOf(withPublicDomain({ requestsPerAddress: 2_000_000_000 }));
    expect(rateOf('MachinesOfAddressRate', raised)).toEqual({ ...perAddress, Limit: 2_000_000_000 });
  });

  it('limits the requests of one address, and answers those beyond in the words and with the status of the API', () => {
    const [rate] = rules;
    expect(rate?.Statement.RateBasedStatement).toEqual({
      AggregateKeyType: 'IP',
      EvaluationWindowSec: FIREWALL_WINDOW_SECONDS,
      Limit: 10_000,
      ScopeDownStatement: { NotStatement: { Statement: fromMachine } },
    });
    const answer = rate?.Action?.Block.CustomResponse;
    expect(answer).toMatchObject({
      ResponseCode: 429,
      ResponseHeaders: [{ Name: 'retry-after', Value: String(FIREWALL_WINDOW_SECONDS) }],
    });
    const body = acl.CustomResponseBodies[String(answer?.CustomResponseBodyKey)];
    expect(JSON.parse(body.Content)).toEqual({ error: { code: 'rate_limit_exceeded', message: expect.any(String) } });
  });

  it('limits the requests of one address as the stage says', () => {
    const [rate] = firewallOf(withPublicDomain({ requestsPerAddress: 50_000 })).rules;
    expect(rate?.Statement.RateBasedStatement).toMatchObject({ Limit: 50_000 });
  });

  it('limits the requests to each portal, whoever sends them, and counts no other address by its path', () => {
    const rule = rules.find(({ Name }) => Name === 'PortalRate');
    expect(rule?.Statement.RateBasedStatement).toMatchObject({
      AggregateKeyType: 'CUSTOM_KEYS',
      CustomKeys: [{ UriPath: {} }],
      Limit: 15_000,
      ScopeDownStatement: { ByteMatchStatement: { PositionalConstraint: 'STARTS_WITH', SearchString: '/portal/opt_' } },
    });
  });

  it('has those of AWS’s rules that let bodies of every size pass, and none that answers for the API', () => {
    expect(managed.map(({ Name }) => Name)).toEqual([
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesAmazonIpReputationList',
    ]);
    expect(JSON.stringify(rules)).not.toContain('SizeConstraintStatement');
  });

  it('never keeps an agent from its certificates, or a CA from a challenge, for what its address did before', () => {
    expect(managed.find(({ Name }) => Name === 'AWSManagedRulesAmazonIpReputationList')).toMatchObject({
      ScopeDownStatement: {
        NotStatement: { Statement: { ByteMatchStatement: { SearchString: '/edge/', PositionalConstraint: 'STARTS_WITH' } } },
      },
    });
  });

  it('stores no request as a sample, whose headers hold keys', () => {
    for (const { VisibilityConfig } of [acl, ...rules]) {
      expect(VisibilityConfig).toMatchObject({ CloudWatchMetricsEnabled: true, SampledRequestsEnabled: false });
    }
  });
});
