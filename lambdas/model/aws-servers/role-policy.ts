import type { AwsServerType } from '../../../contract/api/server-types.ts';
import { nameWithoutStar } from '../../../contract/domain-name.ts';
import { liveOrganizationOf } from '../accounts/tenant.ts';
import { parseListenerArn, parseRoleArn } from './arns.ts';
import { AWS_ACTIONS, AWS_TAGS, type AwsAction, RULE_ACTIONS } from './aws-calls.ts';
import { CLOUDFRONT_REGION } from './work-list.schema.ts';

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

/** The subject of a role: without listener or distribution, the policy applies to all of them in the account. */
export interface RoleOf {
  type: AwsServerType;
  organizationId: string;
  /** The role of this deployment that assumes the integrator's role. */
  serviceRoleArn: string;
  roleArn?: string | undefined;
  listenerArn?: string | undefined;
  httpListenerArn?: string | undefined;
  distributionId?: string | undefined;
  connectionGroupId?: string | undefined;
}

/**
 * The external id of each AssumeRole, which the integrator's trust policy requires. It is the organization's id, which we assign,
 * so that nobody can make the service use another organization's role (IAM User Guide, "The confused deputy").
 */
export function externalIdOf(organizationId: string): string {
  return liveOrganizationOf(organizationId);
}

/**
 * Only our one role may assume it, with the organization's external id. With the account as principal and the role in a
 * condition, the policy survives when our role is recreated. A role as principal would become a meaningless id.
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

/** Everything that is needed to create the role, as the API, the commands and docs/servers/alb.md show it. */
export function awsAccess(role: RoleOf) {
  return {
    external_id: externalIdOf(role.organizationId),
    service_role_arn: role.serviceRoleArn,
    trust_policy: trustPolicy(role),
    permissions_policy: permissionsPolicy(role),
  };
}

/** Tags of the resources that the service creates in an integrator's account for a certificate. */
export function tagsOf(of: { organizationId: string; serverId: number; domainId: number; hostname: string }) {
  return [
    { Key: AWS_TAGS.organization, Value: externalIdOf(of.organizationId) },
    { Key: AWS_TAGS.server, Value: String(of.serverId) },
    { Key: AWS_TAGS.domain, Value: String(of.domainId) },
    { Key: AWS_TAGS.hostname, Value: nameWithoutStar(of.hostname) },
  ];
}

type Scope = (typeof RESOURCE_SCOPES)[AwsAction][number];

/** The resources on which an action is allowed. Actions that AWS cannot narrow to a resource only read. */
const RESOURCE_SCOPES = {
  // A re-import into a certificate is authorized differently from a new import: it must not have tags.
  'acm:ImportCertificate': ['newCertificate', 'ownCertificate'],
  'acm:AddTagsToCertificate': ['newCertificate'],
  'acm:DeleteCertificate': ['ownCertificate'],
  'acm:DescribeCertificate': ['ownCertificate', 'managedCertificate'],
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
  'cloudfront:ListConnectionGroups': ['read'],
  'cloudfront:ListDistributionTenants': ['read'],
  'cloudfront:GetDistribution': ['distribution'],
  'cloudfront:GetConnectionGroup': ['connectionGroup'],
  'cloudfront:CreateDistributionTenant': ['newTenant'],
  'cloudfront:TagResource': ['tenantTags'],
  'cloudfront:GetDistributionTenant': ['tenant'],
  'cloudfront:GetManagedCertificateDetails': ['tenant'],
  'acm:GetCertificate': ['managedCertificate'],
  'cloudfront:UpdateDistributionTenant': ['ownTenant'],
  'cloudfront:DeleteDistributionTenant': ['ownTenant'],
  'iam:SimulatePrincipalPolicy': ['role'],
} as const satisfies Record<AwsAction, readonly string[]>;

const SERVICE_OF_TYPE: Record<AwsServerType, string> = { alb: 'elasticloadbalancing:', cloudfront: 'cloudfront:' };

export function actionsOf({ type, listenerArn, httpListenerArn }: Pick<RoleOf, 'type' | 'listenerArn' | 'httpListenerArn'>) {
  const ofOthers = Object.entries(SERVICE_OF_TYPE).flatMap(([other, prefix]) => (other === type ? [] : [prefix]));
  const isOfOthers = (action: AwsAction) =>
    (type === 'alb' && action === 'acm:GetCertificate') || ofOthers.some((prefix) => action.startsWith(prefix));
  const needsRule = listenerArn === undefined || httpListenerArn !== undefined;
  return AWS_ACTIONS.filter((action) => !isOfOthers(action) && (needsRule || !RULE_ACTIONS.includes(action)));
}

/** The least permissions of the role. The API, the commands and the pages of docs/servers/ show the same text. */
export function permissionsPolicy(role: RoleOf): PolicyDocument {
  const actions = actionsOf(role);
  const statements = Object.entries(scopesOf(role)).flatMap(([scope, statement]) => {
    if (scope === 'managedCertificate' && role.type !== 'cloudfront') return [];
    const allowed = actions.filter((action) => RESOURCE_SCOPES[action].some((one) => one === scope)).toSorted();
    return allowed.length === 0 ? [] : [{ Effect: 'Allow' as const, Action: allowed, ...statement }];
  });
  return { Version: '2012-10-17', Statement: statements };
}

function scopesOf(role: RoleOf): Record<Scope, Pick<PolicyStatement, 'Sid' | 'Resource' | 'Condition'>> {
  const { partition, region, accountId } = placeOf(role);
  const balancing = `arn:${partition}:elasticloadbalancing:${region}:${accountId}`;
  const anyListener = `${balancing}:listener/app/*`;
  const httpRules = role.httpListenerArn === undefined ? undefined : parseListenerArn(role.httpListenerArn)?.rulesArn;
  const certificates = `arn:${partition}:acm:${region}:${accountId}:certificate/*`;
  const rules = httpRules ?? `${balancing}:listener-rule/app/*`;
  const cloudFront = `arn:${partition}:cloudfront::${accountId}`;
  const tenants = `${cloudFront}:distribution-tenant/*`;
  const organization = externalIdOf(role.organizationId);
  const taggedNow = { StringEquals: { [`aws:RequestTag/${AWS_TAGS.organization}`]: organization } };
  const taggedBefore = { StringEquals: { [`aws:ResourceTag/${AWS_TAGS.organization}`]: organization } };
  const inRegion = region !== '*' && { Condition: { StringEquals: { 'aws:RequestedRegion': region } } };
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
    distribution: { Sid: 'SeeTheDistribution', Resource: `${cloudFront}:distribution/${role.distributionId ?? '*'}` },
    connectionGroup: {
      Sid: 'SeeTheConnectionGroup',
      Resource: `${cloudFront}:connection-group/${role.connectionGroupId ?? '*'}`,
    },
    // These certificates do not have our tag.
    managedCertificate: { Sid: 'SeeCertificatesOfCloudFront', Resource: certificates },
    // AWS cannot narrow it to a distribution.
    newTenant: { Sid: 'CreateTenantsWithItsTag', Resource: '*', Condition: taggedNow },
    tenantTags: { Sid: 'TagTenantsAtTheirCreation', Resource: tenants, Condition: taggedNow },
    // Without a tag condition: a missing tenant has no tags and must differ from a denied one.
    tenant: { Sid: 'SeeTenants', Resource: tenants },
    ownTenant: { Sid: 'ChangeAndDeleteItsTenants', Resource: tenants, Condition: taggedBefore },
    role: { Sid: 'SeeWhatItIsAllowed', Resource: role.roleArn ?? `arn:${partition}:iam::${accountId}:role/*` },
  };
}

/** As far as the ARNs contain it. */
function placeOf(role: RoleOf): { partition: string; region: string; accountId: string } {
  const [, ownPartition = ''] = role.serviceRoleArn.split(':');
  const there = role.type === 'alb' ? parseListenerArn(role.listenerArn ?? '') : parseRoleArn(role.roleArn ?? '');
  const { partition = ownPartition, accountId = '*' } = there ?? {};
  if (role.type === 'cloudfront') return { partition, accountId, region: CLOUDFRONT_REGION };
  return { partition, accountId, region: parseListenerArn(role.listenerArn ?? '')?.region ?? '*' };
}
