/**
 * Every call that the service makes in an integrator's AWS account once it has assumed the role there, and the actions that AWS
 * wants allowed for it (Service Authorization Reference). A gateway is bound to a call by its name, and the policy that an
 * integrator attaches is made of the same list: a call without its line does not compile, a line without its call fails a test.
 */
export const AWS_CALLS = {
  // Only a new certificate is tagged; AWS asks for the right to tag beside that to import.
  'acm:ImportCertificate': ['acm:ImportCertificate', 'acm:AddTagsToCertificate'],
  'acm:DeleteCertificate': ['acm:DeleteCertificate'],
  'acm:ListCertificates': ['acm:ListCertificates'],
  // Of those that CloudFront gets itself: public what it answers.
  'acm:GetCertificate': ['acm:GetCertificate'],
  'tag:GetResources': ['tag:GetResources'],
  'servicequotas:ListServiceQuotas': ['servicequotas:ListServiceQuotas'],
  'elasticloadbalancing:DescribeListeners': ['elasticloadbalancing:DescribeListeners'],
  'elasticloadbalancing:DescribeListenerCertificates': ['elasticloadbalancing:DescribeListenerCertificates'],
  'elasticloadbalancing:DescribeAccountLimits': ['elasticloadbalancing:DescribeAccountLimits'],
  'elasticloadbalancing:DescribeRules': ['elasticloadbalancing:DescribeRules'],
  // Who attaches a certificate may have to be allowed to see it.
  'elasticloadbalancing:AddListenerCertificates': ['elasticloadbalancing:AddListenerCertificates', 'acm:DescribeCertificate'],
  'elasticloadbalancing:RemoveListenerCertificates': ['elasticloadbalancing:RemoveListenerCertificates'],
  'elasticloadbalancing:CreateRule': ['elasticloadbalancing:CreateRule', 'elasticloadbalancing:AddTags'],
  'elasticloadbalancing:DeleteRule': ['elasticloadbalancing:DeleteRule'],
  'cloudfront:GetDistribution': ['cloudfront:GetDistribution'],
  'cloudfront:GetConnectionGroup': ['cloudfront:GetConnectionGroup'],
  'cloudfront:ListConnectionGroups': ['cloudfront:ListConnectionGroups'],
  'cloudfront:ListDistributionTenants': ['cloudfront:ListDistributionTenants'],
  'cloudfront:GetDistributionTenant': ['cloudfront:GetDistributionTenant'],
  'cloudfront:GetManagedCertificateDetails': ['cloudfront:GetManagedCertificateDetails'],
  // Who sets a certificate may have to be allowed to see it.
  'cloudfront:CreateDistributionTenant': [
    'cloudfront:CreateDistributionTenant',
    'cloudfront:TagResource',
    'acm:DescribeCertificate',
  ],
  'cloudfront:UpdateDistributionTenant': ['cloudfront:UpdateDistributionTenant', 'acm:DescribeCertificate'],
  'cloudfront:DeleteDistributionTenant': ['cloudfront:DeleteDistributionTenant'],
  // What would be denied, before a certificate fails for it.
  'iam:SimulatePrincipalPolicy': ['iam:SimulatePrincipalPolicy'],
} as const;
export type AwsCall = keyof typeof AWS_CALLS;
export type AwsAction = (typeof AWS_CALLS)[AwsCall][number];

/** Each action of the list once. */
export const AWS_ACTIONS: readonly AwsAction[] = [...new Set(Object.values(AWS_CALLS).flat())];

/** Only on the listener of port 80: without one, nobody is asked to allow them. */
export const RULE_ACTIONS: readonly AwsAction[] = [
  'elasticloadbalancing:CreateRule',
  'elasticloadbalancing:AddTags',
  'elasticloadbalancing:DeleteRule',
  'elasticloadbalancing:DescribeRules',
];

/** Tags of what the service creates there. The policy allows it to change nothing that lacks the first. */
export const AWS_TAGS = {
  organization: 'cps:organization',
  server: 'cps:server',
  domain: 'cps:domain',
  hostname: 'cps:hostname',
} as const;
