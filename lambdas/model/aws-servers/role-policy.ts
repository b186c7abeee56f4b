import type { AwsServerType } from '../../../contract/api/server-types.ts';
import { liveOrganizationOf } from '../accounts/tenant.ts';
import { parseListenerArn } from './arns.ts';
import { AWS_ACTIONS, AWS_TAGS, type AwsAction, RULE_ACTIONS } from './aws-calls.ts';

export interface PolicyStatement {
  Sid: string;
  Effect: 'Allow';
  Principal?: { AWS: string };
  Action: string | string[];
  Resource?: string | string[];
  Condition?: Record<string, Record<string, string>>;
}
export interface PolicyDocument {
  Version: '2012-10-17';
  Statement: PolicyStatement[];
}

/**
 * For whom a role is: without listeners, the policy holds for every load balancer of the account; without a distribution, for
 * every distribution.
 */
export interface RoleOf {
  /** Absent: `alb`. */
  type?: AwsServerType | undefined;
  organizationId: string;
  /** The role of this deployment that assumes it. */
  serviceRoleArn: string;
  roleArn?: string | undefined;
  listenerArn?: string | undefined;
  httpListenerArn?: string | undefined;
  distributionId?: string | undefined;
}

/**
 * What the service sends with each AssumeRole, and the integrator's trust policy demands: the organization's id, which is its own
 * and given by us, so that nobody can have the service use another organization's role (IAM User Guide, "The confused deputy").
 */
export function externalIdOf(organizationId: string): string {
  return liveOrganizationOf(organizationId);
}

/**
 * Who may assume the role: our one role, while it names the organization. The account as principal and the role in a condition
 * outlive a role that is created anew, where a role as principal would become an id without meaning.
 */
export function trustPolicy({ organizationId, serviceRoleArn }: RoleOf): PolicyDocument {
  const [, partition, , , accountId] = serviceRoleArn.split(':');
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'CertificateServiceAssumesThis',
        Effect: 'Allow',
        Principal: { AWS: `arn:${partition}:iam::${accountId}:root` },
        Action: 'sts:AssumeRole',
        Condition: {
          StringEquals: { 'sts:ExternalId': externalIdOf(organizationId) },
          ArnEquals: { 'aws:PrincipalArn': serviceRoleArn },
        },
      },
    ],
  };
}

/** All that is needed to make the role, as the API, the commands and docs/servers/alb.md show it. */
export function awsAccess(role: RoleOf) {
  return {
    external_id: externalIdOf(role.organizationId),
    service_role_arn: role.serviceRoleArn,
    trust_policy: trustPolicy(role),
    permissions_policy: permissionsPolicy(role),
  };
}

type Scope = 'read' | 'newCertificate' | 'ownCertificate' | 'listener' | 'httpListener' | 'newRule' | 'ownRule' | 'role';

/** On what an action is allowed. Those that AWS can narrow to no resource are reading ones. */
const SCOPES: Record<AwsAction, readonly Scope[]> = {
  // Importing again into a certificate is another question than importing a new one: tags are forbidden there.
  'acm:ImportCertificate': ['newCertificate', 'ownCertificate'],
  'acm:AddTagsToCertificate': ['newCertificate'],
  'acm:DeleteCertificate': ['ownCertificate'],
  'acm:DescribeCertificate': ['ownCertificate'],
  'acm:ListCertificates': ['read'],
  'tag:GetResources': ['read'],
  'servicequotas:ListServiceQuotas': ['read'],
  'elasticloadbalancing:DescribeListeners': ['read'],
  'elasticloadbalancing:DescribeListenerCertificates': ['read'],
  'elasticloadbalancing:DescribeAccountLimits': ['read'],
  'elasticloadbalancing:DescribeRules': ['read'],
  'elasticloadbalancing:AddListenerCertificates': ['listener'],
  'elasticloadbalancing:RemoveListenerCertificates': ['listener'],
  'elasticloadbalancing:CreateRule': ['httpListener'],
  'elasticloadbalancing:AddTags': ['newRule'],
  'elasticloadbalancing:DeleteRule': ['ownRule'],
  'iam:SimulatePrincipalPolicy': ['role'],
};

/** What the role must be allowed, and no more. Pure: the API, the commands and docs/servers/alb.md show the same text. */
export function permissionsPolicy(role: RoleOf): PolicyDocument {
  const scopes = scopesOf(role);
  const needsRule = role.listenerArn === undefined || role.httpListenerArn !== undefined;
  const actions = AWS_ACTIONS.filter((action) => needsRule || !RULE_ACTIONS.includes(action));
  const statements = Object.entries(scopes).flatMap(([scope, statement]) => {
    const allowed = actions.filter((action) => SCOPES[action].some((one) => one === scope)).toSorted();
    return allowed.length === 0 ? [] : [{ Effect: 'Allow' as const, Action: allowed, ...statement }];
  });
  return { Version: '2012-10-17', Statement: statements };
}

function scopesOf(role: RoleOf): Record<Scope, Pick<PolicyStatement, 'Sid' | 'Resource' | 'Condition'>> {
  const listener = role.listenerArn === undefined ? undefined : parseListenerArn(role.listenerArn);
  const [, ownPartition] = role.serviceRoleArn.split(':');
  const { partition = ownPartition, region = '*', accountId = '*' } = listener ?? {};
  const balancing = `arn:${partition}:elasticloadbalancing:${region}:${accountId}`;
  const anyListener = `${balancing}:listener/app/*`;
  const httpRules = role.httpListenerArn === undefined ? undefined : parseListenerArn(role.httpListenerArn)?.rulesArn;
  const certificates = `arn:${partition}:acm:${region}:${accountId}:certificate/*`;
  const rules = httpRules ?? `${balancing}:listener-rule/app/*`;
  const organization = externalIdOf(role.organizationId);
  const taggedNow = { StringEquals: { [`aws:RequestTag/${AWS_TAGS.organization}`]: organization } };
  const taggedBefore = { StringEquals: { [`aws:ResourceTag/${AWS_TAGS.organization}`]: organization } };
  const inRegion = listener && { Condition: { StringEquals: { 'aws:RequestedRegion': listener.region } } };
  return {
    read: { Sid: 'SeeWhatIsThere', Resource: '*', ...inRegion },
    newCertificate: { Sid: 'ImportWithItsTag', Resource: certificates, Condition: taggedNow },
    ownCertificate: { Sid: 'RenewAndDeleteWhatItImported', Resource: certificates, Condition: taggedBefore },
    listener: { Sid: 'AttachAndDetach', Resource: role.listenerArn ?? anyListener },
    httpListener: { Sid: 'CreateTheRuleOfPort80', Resource: role.httpListenerArn ?? anyListener, Condition: taggedNow },
    newRule: {
      Sid: 'TagTheRuleAtItsCreation',
      Resource: rules,
      Condition: { StringEquals: { ...taggedNow.StringEquals, 'elasticloadbalancing:CreateAction': 'CreateRule' } },
    },
    ownRule: { Sid: 'DeleteItsRule', Resource: rules, Condition: taggedBefore },
    role: { Sid: 'SeeWhatItIsAllowed', Resource: role.roleArn ?? `arn:${partition}:iam::${accountId}:role/*` },
  };
}
