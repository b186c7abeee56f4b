import type { EventPattern } from 'aws-cdk-lib/aws-events';
import { pathOfOpeners } from '../functions/service-role.ts';

/** What opens, or seals anew. */
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

/** What changes who may become a role, and what it may. */
export const ROLE_CHANGES = ['UpdateAssumeRolePolicy', 'PutRolePolicy', 'AttachRolePolicy', 'DeleteRolePermissionsBoundary'];

/** CloudFormation is named by AWS itself. Who may deploy by it may change all that watches, too. */
export const BY_HAND = { invokedBy: [{ exists: false }, { 'anything-but': ['cloudformation.amazonaws.com'] }] };

/** `detail`: https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference-record-contents.html */
export function fromCloudTrail(service: string, detail: Record<string, unknown>): EventPattern {
  return {
    source: [`aws.${service}`],
    detailType: ['AWS API Call via CloudTrail'],
    detail: { eventSource: [`${service}.amazonaws.com`], ...detail },
  };
}

export function newRolesIn(stageName: string): object {
  return { eventName: ['CreateRole'], requestParameters: { path: [{ prefix: pathOfOpeners({ name: stageName }) }] } };
}
