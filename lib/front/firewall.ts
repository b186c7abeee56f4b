import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { MACHINE_HEADER } from '../../contract/paths.ts';
import { FIREWALL_WINDOW_SECONDS } from '../../contract/stack/environment.ts';
import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import type { PublicDomain } from '../stage/public-domain.ts';

/** In FIREWALL_WINDOW_SECONDS, of whatever is no machine of an integrator. An organization has 1,000 requests an hour. */
const REQUESTS_PER_ADDRESS = 10_000;

/**
 * In the same time, of one machine at one address. Its agent asks for five challenges a second at most, whatever strangers ask
 * its web server for, and every 2 s for certificates while some are being installed: 1,650.
 */
const REQUESTS_PER_MACHINE = 5_000;

/**
 * All machines behind one address may send so many times what an address may: 200 that ask every 2 s. Who makes up machines, or
 * names another's, gains no more than that, and takes nothing from a machine at another address.
 */
const MACHINES_SHARE = 3;
/** What a rate-based rule takes at most. https://docs.aws.amazon.com/waf/latest/APIReference/API_RateBasedStatement.html */
const HIGHEST_RATE = 2_000_000_000;

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
        rateRule('AddressRate', 0, {
          limit: requestsPerAddress,
          aggregateKeyType: 'IP',
          scopeDownStatement: { notStatement: { statement: FROM_A_MACHINE } },
        }),
        rateRule('MachineRate', 4, {
          limit: REQUESTS_PER_MACHINE,
          aggregateKeyType: 'CUSTOM_KEYS',
          customKeys: [{ ip: {} }, { header: { name: MACHINE_HEADER, textTransformations: PLAIN } }],
          scopeDownStatement: FROM_A_MACHINE,
        }),
        rateRule('MachinesOfAddressRate', 5, {
          limit: Math.min(requestsPerAddress * MACHINES_SHARE, HIGHEST_RATE),
          aggregateKeyType: 'IP',
          scopeDownStatement: FROM_A_MACHINE,
        }),
        rateRule('PortalRate', 3, {
          limit: REQUESTS_PER_PORTAL,
          aggregateKeyType: 'CUSTOM_KEYS',
          customKeys: [{ uriPath: { textTransformations: PLAIN } }],
          scopeDownStatement: startsWith('/portal/opt_'),
        }),
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

function startsWith(text: string, fieldToMatch: CfnWebACL.FieldToMatchProperty = { uriPath: {} }): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: { fieldToMatch, positionalConstraint: 'STARTS_WITH', searchString: text, textTransformations: PLAIN },
  };
}

const BELOW_EDGE = startsWith('/edge/');
const NOT_FROM_AGENTS: CfnWebACL.StatementProperty = { notStatement: { statement: BELOW_EDGE } };
const FROM_A_MACHINE: CfnWebACL.StatementProperty = {
  andStatement: { statements: [BELOW_EDGE, startsWith('mch_', { singleHeader: { Name: MACHINE_HEADER } })] },
};

function rateRule(
  name: string,
  priority: number,
  rate: Omit<CfnWebACL.RateBasedStatementProperty, 'evaluationWindowSec'>,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    statement: { rateBasedStatement: { ...rate, evaluationWindowSec: FIREWALL_WINDOW_SECONDS } },
    action: { block: { customResponse: TOO_MANY } },
    visibilityConfig: visibleAs(name),
  };
}

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
