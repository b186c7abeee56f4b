import type { CfnRule, EventPattern, Rule } from 'aws-cdk-lib/aws-events';
import { keyOpenerRolePath } from '../functions/service-role.ts';

/** Calls that open a key, or reseal it under another context. */
export const KEY_OPENING_CALLS = ['Decrypt', 'ReEncrypt'];

/** Calls that change who may use a key, or remove it. */
export const KEY_CHANGE_CALLS = [
  'PutKeyPolicy',
  'CreateGrant',
  'ReplicateKey',
  'UpdatePrimaryRegion',
  'DisableKey',
  'ScheduleKeyDeletion',
];

/** Calls that change who may assume a role, or its rights. */
export const ROLE_CHANGE_CALLS = ['UpdateAssumeRolePolicy', 'PutRolePolicy', 'AttachRolePolicy', 'DeleteRolePermissionsBoundary'];

/** Excludes CloudFormation, which AWS itself names in the entry. Anybody who may deploy with it can change these rules too. */
export const NOT_BY_CLOUDFORMATION = { invokedBy: [{ exists: false }, { 'anything-but': ['cloudformation.amazonaws.com'] }] };

/** `detail`: https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference-record-contents.html */
export function fromCloudTrail(service: string, detail: Record<string, unknown>): EventPattern {
  return {
    source: [`aws.${service}`],
    detailType: ['AWS API Call via CloudTrail'],
    detail: { eventSource: [`${service}.amazonaws.com`], ...detail },
  };
}

/**
 * CloudTrail counts Decrypt and AssumeRole as read-only, and a rule gets read-only calls only on request.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-service-event-cloudtrail-management.html
 */
export function includeReadOnlyCalls(rule: Rule): void {
  (rule.node.defaultChild as CfnRule).state = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';
}

/** Roles created under the path of the roles that open private keys. */
export function newRolesIn(stageName: string): object {
  return { eventName: ['CreateRole'], requestParameters: { path: [{ prefix: keyOpenerRolePath({ name: stageName }) }] } };
}
