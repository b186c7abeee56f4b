import type { CfnRule, EventPattern, Rule } from 'aws-cdk-lib/aws-events';
import { pathOfOpeners } from '../functions/service-role.ts';

/** What opens a key, or seals it anew. */
export const OPENINGS = ['Decrypt', 'ReEncrypt'];

/** What changes who may use a key, or takes it away. */
export const KEY_CHANGES = [
  'PutKeyPolicy',
  'CreateGrant',
  'ReplicateKey',
  'UpdatePrimaryRegion',
  'DisableKey',
  'ScheduleKeyDeletion',
];

/** What changes who may assume a role, and what the role may do. */
export const ROLE_CHANGES = ['UpdateAssumeRolePolicy', 'PutRolePolicy', 'AttachRolePolicy', 'DeleteRolePermissionsBoundary'];

/** Not by CloudFormation, which AWS itself names in the entry. Whoever may deploy with it can change these rules, too. */
export const BY_HAND = { invokedBy: [{ exists: false }, { 'anything-but': ['cloudformation.amazonaws.com'] }] };

/** `detail`: https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference-record-contents.html */
export function fromCloudTrail(service: string, detail: Record<string, unknown>): EventPattern {
  return {
    source: [`aws.${service}`],
    detailType: ['AWS API Call via CloudTrail'],
    detail: { eventSource: [`${service}.amazonaws.com`], ...detail },
  };
}

/**
 * Decrypt and AssumeRole are read-only to CloudTrail, and a rule gets no read-only calls unless it asks for them.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-service-event-cloudtrail-management.html
 */
export function includeReadOnlyCalls(rule: Rule): void {
  (rule.node.defaultChild as CfnRule).state = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';
}

/** Roles created under the path of those that open private keys. */
export function newRolesIn(stageName: string): object {
  return { eventName: ['CreateRole'], requestParameters: { path: [{ prefix: pathOfOpeners({ name: stageName }) }] } };
}
