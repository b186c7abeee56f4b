import type { AwsProblemReason } from '../../contract/api/error-codes.ts';
import type { AwsQuota } from '../../contract/api/limits.ts';

/** Facts that sentences about an integrator's AWS account may name. */
export interface AwsProblemFacts {
  server: string;
  /** The denied action, or AWS's message. */
  observed: string;
}

interface AwsProblemWords {
  says: (facts: AwsProblemFacts) => string;
  fix: (facts: AwsProblemFacts) => string;
}

/** What an AWS quota counts, in a sentence and in a list. */
export const AWS_QUOTA_WORDS: Record<AwsQuota, string> = {
  certificates_per_load_balancer: 'certificates at the load balancer, beside its default ones',
  distribution_tenants: 'distribution tenants of CloudFront',
  certificates_in_acm: 'imported certificates in AWS Certificate Manager',
  imports_per_year: 'imports of certificates in the last 365 days',
};

const POLICIES = 'GET /aws-access with this server_id';
const checkAgain = ({ server }: AwsProblemFacts) => `Then check again (POST /servers/${server}/check).`;
const quota = (name: string, code: string) => `Have AWS raise the quota "${name}" (Service Quotas, ${code})`;
const nothingToDo = () => 'Nothing to do: we try again automatically.';

/** Shown for a server in an AWS account, and beside the diagnosis of its domains: in the same words. */
export const AWS_PROBLEM_WORDS: Record<AwsProblemReason, AwsProblemWords> = {
  role_not_assumable: {
    says: () => 'AWS does not let the service assume the IAM role of the server: it is gone, or its trust policy is another.',
    fix: (facts) =>
      `Look whether the role is there, and give it the trust_policy that ${POLICIES} shows: it names the role of this deployment and your external id. ${checkAgain(facts)} A role that was just created takes up to a minute.`,
  },
  external_id_not_required: {
    says: () =>
      'The trust policy of the IAM role does not require your external id, so that other customers of this service could have it used.',
    fix: (facts) =>
      `Add the condition on sts:ExternalId to the trust policy of the role, as in the trust_policy that ${POLICIES} shows. Until then the service does nothing with the role. ${checkAgain(facts)}`,
  },
  action_denied: {
    says: ({ observed }) => `The IAM role of the server is denied an action in AWS: ${observed}.`,
    fix: (facts) =>
      `Allow the role ${facts.observed}: attach the permissions_policy that ${POLICIES} shows for this server. If that is attached, look for a permissions boundary or a service control policy that denies the action. ${checkAgain(facts)}`,
  },
  listener_not_found: {
    says: () => 'The listener of the load balancer is not there: it was deleted, or its ARN is not right.',
    fix: ({ server }) =>
      `If you have made another listener, create a server for it, move the domains there (PATCH /domains/{id} with its server_id), and delete server ${server}.`,
  },
  listener_of_other_account: {
    says: () => 'The listener belongs to another AWS account than the IAM role of the server.',
    fix: (facts) =>
      `Create a role in the account of the listener, with the policies that ${POLICIES} shows, and set it as config.role_arn (PATCH /servers/${facts.server}).`,
  },
  listener_without_tls: {
    says: ({ observed }) => `The listener does not speak HTTPS: ${observed}.`,
    fix: (facts) =>
      `Set the protocol of the listener to HTTPS, with any certificate as its default: the service never changes that one. ${checkAgain(facts)}`,
  },
  listener_full: {
    says: () => 'The load balancer has as many certificates as its quota in AWS allows, beside the default ones.',
    fix: (facts) =>
      `${quota('Certificates per Application Load Balancer', 'L-9365A611')}, or move domains to a server at another load balancer. ${checkAgain(facts)}`,
  },
  rules_full: {
    says: () =>
      'The load balancer has as many rules as its quota in AWS allows: the one that redirects challenges cannot be created.',
    fix: (facts) =>
      `Delete rules that nothing needs, or ${lowerFirst(quota('Rules per Application Load Balancer', 'L-7EED9B64'))}. ${checkAgain(facts)}`,
  },
  certificates_full: {
    says: () => 'AWS Certificate Manager holds as many imported certificates as the quota of the account allows in this region.',
    fix: (facts) =>
      `Delete imported certificates that nothing uses, or ${lowerFirst(quota('Imported certificates', 'L-D2CB7DE9'))}. ${checkAgain(facts)}`,
  },
  imports_used_up: {
    says: () =>
      'The account has imported as many certificates in the last 365 days as its quota allows in this region. Renewals count, too.',
    fix: (facts) => `${quota('Imported certificates in last 365 days', 'L-3808DC70')}. ${checkAgain(facts)}`,
  },
  certificate_unsupported: {
    says: ({ observed }) => `AWS does not take the certificate: ${observed}.`,
    fix: (facts) =>
      `At a load balancer, choose a security policy for the listener that has ECDSA ciphers, such as ELBSecurityPolicy-TLS13-1-2-2021-06. ${checkAgain(facts)}`,
  },
  certificate_in_use: {
    says: ({ observed }) => `AWS does not delete the certificate while something else in the account uses it: ${observed}.`,
    fix: () =>
      'Take the certificate away from whatever else uses it; AWS Certificate Manager lists that. We try again automatically.',
  },
  distribution_not_found: {
    says: () => 'The CloudFront distribution is not there: it was deleted, or its id is not right.',
    fix: ({ server }) =>
      `If you have made another distribution, create a server for it, move the domains there (PATCH /domains/{id} with its server_id), and delete server ${server}.`,
  },
  distribution_for_one_tenant: {
    says: () =>
      'The CloudFront distribution is a standard one: it cannot have a tenant, and so a certificate, for each hostname.',
    fix: ({ server }) =>
      `Create a multi-tenant distribution (in its configuration: connection mode "tenant-only") and a server for it, and delete server ${server}. CloudFront does not turn one kind into the other.`,
  },
  connection_group_not_found: {
    says: () => 'The connection group is not there: it leads hostnames to the CloudFront distribution.',
    fix: (facts) =>
      `Create a connection group in CloudFront. Without config.connection_group_id the default one of the account is used. ${checkAgain(facts)}`,
  },
  tenants_full: {
    says: () => 'The account has as many distribution tenants as its quota in AWS allows.',
    fix: (facts) =>
      `Have AWS Support raise the quota "Distribution tenants per AWS account", or move domains to a server in another account. ${checkAgain(facts)}`,
  },
  hostname_taken_at_aws: {
    says: ({ observed }) => `Another distribution or distribution tenant of CloudFront has the hostname already: ${observed}.`,
    fix: () =>
      'Take the hostname away from the other one (the CloudFront console finds it under its alternate domain names), or, if it belongs to somebody else, ask its owner to. We try again automatically.',
  },
  managed_certificate_failed: {
    says: ({ observed }) => `CloudFront did not get a certificate for the hostname: ${observed}.`,
    fix: () =>
      'Look whether the hostname leads to CloudFront, and whether CAA records of its zone allow amazon.com. We request another certificate automatically.',
  },
  hostname_not_at_cloudfront: {
    says: ({ observed }) => `CloudFront does not find that the hostname leads to it: ${observed}.`,
    fix: ({ server }) =>
      `The CNAME target of server ${server} has to lead to its address, the routing endpoint of its connection group. Where the service has no hosted zone, whoever runs it sets that record. We try again automatically.`,
  },
  aws_throttled: {
    says: () => 'AWS takes no more requests of the account just now.',
    fix: nothingToDo,
  },
  aws_unavailable: {
    says: () => 'AWS did not answer as it should.',
    fix: nothingToDo,
  },
};

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
