import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { FIREWALL_WINDOW_SECONDS } from '../../contract/stack/environment.ts';
import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import type { PublicDomain } from '../stage/public-domain.ts';

/**
 * In FIREWALL_WINDOW_SECONDS. An organization has 1,000 requests an hour; it is agents that are many behind one address: 66
 * machines of which each asks every 2 s while certificates are being installed.
 */
const REQUESTS_PER_ADDRESS = 10_000;

/**
 * In the same time, of one organization's portal, whose address has its token: a fifth of what API Gateway lets through for all
 * portals together (api/public-api.ts).
 */
const REQUESTS_PER_PORTAL = 15_000;

const tooMany = JSON.stringify({
  error: { code: 'rate_limit_exceeded', message: ERROR_MESSAGES.rate_limit_exceeded.address },
});

/**
 * What is refused before it costs anything. AWS's common rule set is left out on purpose: it refuses bodies over 8 KB, clients
 * without a User-Agent, and metadata and addresses that look like an attack, to all of which the API has answers of its own. Its
 * SQL and PHP sets have nothing to protect here, and its list of anonymous addresses has those of the clouds that integrators
 * call from. None of these rules refuses a body for its size: they read its first 16 KB.
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html
 */
export class Firewall extends Construct {
  readonly arn: string;

  /** `name`: of its metrics. Two stages of an account are told apart by it. */
  constructor(scope: Construct, id: string, name: string, { requestsPerAddress = REQUESTS_PER_ADDRESS }: PublicDomain) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibleAs(name),
      customResponseBodies: { TooMany: { contentType: 'APPLICATION_JSON', content: tooMany } },
      rules: [
        {
          name: 'AddressRate',
          priority: 0,
          statement: {
            rateBasedStatement: {
              limit: requestsPerAddress,
              aggregateKeyType: 'IP',
              evaluationWindowSec: FIREWALL_WINDOW_SECONDS,
            },
          },
          action: { block: { customResponse: TOO_MANY } },
          visibilityConfig: visibleAs('AddressRate'),
        },
        {
          name: 'PortalRate',
          priority: 3,
          statement: {
            rateBasedStatement: {
              limit: REQUESTS_PER_PORTAL,
              aggregateKeyType: 'CUSTOM_KEYS',
              customKeys: [{ uriPath: { textTransformations: PLAIN } }],
              evaluationWindowSec: FIREWALL_WINDOW_SECONDS,
              scopeDownStatement: startsWith('/portal/opt_'),
            },
          },
          action: { block: { customResponse: TOO_MANY } },
          visibilityConfig: visibleAs('PortalRate'),
        },
        // What scanners send: /.env, ${jndi:…}, serialized objects. None of it needs to start a Lambda.
        managedRule('AWSManagedRulesKnownBadInputsRuleSet', 1),
        // Not for agents, which sign their requests: their servers are at hosters whose addresses had other tenants before.
        managedRule('AWSManagedRulesAmazonIpReputationList', 2, NOT_FROM_AGENTS),
      ],
    });
    this.arn = acl.attrArn;
  }
}

const TOO_MANY: CfnWebACL.CustomResponseProperty = {
  responseCode: 429,
  customResponseBodyKey: 'TooMany',
  responseHeaders: [{ name: 'retry-after', value: String(FIREWALL_WINDOW_SECONDS) }],
};

const PLAIN = [{ priority: 0, type: 'NONE' }];

function startsWith(path: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      searchString: path,
      textTransformations: PLAIN,
    },
  };
}

const NOT_FROM_AGENTS: CfnWebACL.StatementProperty = { notStatement: { statement: startsWith('/edge/') } };

function managedRule(name: string, priority: number, scopeDownStatement?: CfnWebACL.StatementProperty): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    statement: {
      managedRuleGroupStatement: { vendorName: 'AWS', name, ...(scopeDownStatement && { scopeDownStatement }) },
    },
    overrideAction: { none: {} },
    visibilityConfig: visibleAs(name),
  };
}

/** Counted, and no request kept as a sample: its headers hold keys. */
function visibleAs(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false, metricName };
}
