/**
 * Every call that the service makes in an integrator's AWS account with the assumed role, and the actions that AWS requires for
 * it (Service Authorization Reference). Gateways and the integrator's policy use this same list: a call without its line does not
 * compile, a line without its call fails a test.
 */
export const AWS_CALLS = {
  // Only a new certificate is tagged; AWS requires the tagging action in addition to the import.
  'acm:ImportCertificate': ['acm:ImportCertificate', 'acm:AddTagsToCertificate'],
  'acm:DeleteCertificate': ['acm:DeleteCertificate'],
  'acm:ListCertificates': ['acm:ListCertificates'],
  // For certificates that CloudFront gets itself: its result is public.
  'acm:GetCertificate': ['acm:GetCertificate'],
  'tag:GetResources': ['tag:GetResources'],
  'servicequotas:ListServiceQuotas': ['servicequotas:ListServiceQuotas'],
  'elasticloadbalancing:DescribeListeners': ['elasticloadbalancing:DescribeListeners'],
  'elasticloadbalancing:DescribeListenerCertificates': ['elasticloadbalancing:DescribeListenerCertificates'],
  'elasticloadbalancing:DescribeAccountLimits': ['elasticloadbalancing:DescribeAccountLimits'],
  'elasticloadbalancing:DescribeRules': ['elasticloadbalancing:DescribeRules'],
  // Attaching a certificate may require permission to see it.
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
  // Setting a certificate may require permission to see it.
  'cloudfront:CreateDistributionTenant': [
    'cloudfront:CreateDistributionTenant',
    'cloudfront:TagResource',
    'acm:DescribeCertificate',
  ],
  'cloudfront:UpdateDistributionTenant': ['cloudfront:UpdateDistributionTenant', 'acm:DescribeCertificate'],
  'cloudfront:DeleteDistributionTenant': ['cloudfront:DeleteDistributionTenant'],
  // Finds denied actions before a certificate fails because of them.
  'iam:SimulatePrincipalPolicy': ['iam:SimulatePrincipalPolicy'],
} as const;
export type AwsCall = keyof typeof AWS_CALLS;
export type AwsAction = (typeof AWS_CALLS)[AwsCall][number];

export const AWS_ACTIONS: readonly AwsAction[] = [...new Set(Object.values(AWS_CALLS).flat())];

/** Only on the listener of port 80: without one, the policy omits them. */
export const RULE_ACTIONS: readonly AwsAction[] = [
  'elasticloadbalancing:CreateRule',
  'elasticloadbalancing:AddTags',
  'elasticloadbalancing:DeleteRule',
  'elasticloadbalancing:DescribeRules',
];

/** Tags of the resources that the service creates. The policy allows changes only to resources with the first one. */
export const AWS_TAGS = {
  organization: 'cps:organization',
  server: 'cps:server',
  domain: 'cps:domain',
  hostname: 'cps:hostname',
} as const;
