import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { MACHINE_HEADER } from '../../contract/paths.ts';
import { FIREWALL_WINDOW_SECONDS } from '../../contract/stack/environment.ts';
import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import type { PublicDomain } from '../stage/public-domain.ts';

/**
 * Per address in FIREWALL_WINDOW_SECONDS, for requests that come from no machine of an integrator. An organization has 1,000
 * requests an hour.
 */
const REQUESTS_PER_ADDRESS = 10_000;

/**
 * Per machine at one address in the same window. An agent requests at most five challenges a second, however many its web server
 * is asked for, and polls every 2 s while certificates are being installed: 1,650.
 */
const REQUESTS_PER_MACHINE = 5_000;

/**
 * Together, the machines behind one address may send so many times the limit of an address: 200 that poll every 2 s. Inventing
 * machines, or naming other people's, gains no more than that and takes nothing from a machine at another address.
 */
const MACHINES_SHARE = 3;
/** The largest limit of a rate-based rule. https://docs.aws.amazon.com/waf/latest/APIReference/API_RateBasedStatement.html */
const HIGHEST_RATE = 2_000_000_000;

/**
 * Per organization's portal in the same window, by the token in its path: a fifth of what API Gateway allows for all portals
 * together (api/public-api.ts).
 */
const REQUESTS_PER_PORTAL = 15_000;

const tooMany = JSON.stringify({
  error: { code: 'rate_limit_exceeded', message: ERROR_MESSAGES.rate_limit_exceeded.address },
});

/**
 * Blocks requests before they cost anything. AWS's common rule set is left out deliberately: it refuses bodies over 8 KB, clients
 * without a User-Agent, and metadata and addresses that look like an attack, for which the API has its own answers. The SQL and
 * PHP sets have nothing to protect here. The anonymous IP list contains the clouds that integrators call from. None of the rules
 * refuses a body for its size: they read its first 16 KB.
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html
 */
export class Firewall extends Construct {
  readonly arn: string;

  /** `name`: prefix of its metrics, which tells two stages of an account apart. */
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
        // Scanners send /.env, ${jndi:…} and serialized objects. None of that should start a Lambda.
        managedRule('AWSManagedRulesKnownBadInputsRuleSet', 1),
        // Not for agents, which sign their requests: hosters reassign addresses, so a server can inherit a bad reputation.
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

/** Counted without sampled requests, because their headers contain API keys. */
function visibleAs(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false, metricName };
}
