import { describe, expect, it } from 'vitest';
import { OPERATIONS, type Operation, type OperationId, type Permission } from '../../../contract/api/operations.ts';

/** What a key can call that has this permission and no other. `PATCH /domains/{id}` with a `server_id` needs two. */
const OF_PERMISSION: Record<Permission, OperationId[]> = {
  'domains.read': [
    'listDomains',
    'countDomains',
    'countExpiries',
    'getDomain',
    'listDomainEvents',
    'getTheme',
    'getTestClock',
    'listEvents',
    'getEvent',
  ],
  'domains.check': ['checkDomain', 'lookAtDns', 'lookAtDnsOfMany'],
  'domains.write': [
    'createDomain',
    'createDomains',
    'updateDomain',
    'deleteDomain',
    'retryDomain',
    'renewDomain',
    'revokeDomain',
    'createPortalLink',
    'endPortalLinks',
    'putTheme',
    'moveTestClock',
  ],
  'servers.read': ['listServers', 'getServer', 'getAwsAccess', 'listMachines', 'listMachineKeys', 'listEnrollmentTokens'],
  'servers.write': [
    'createServer',
    'updateServer',
    'deleteServer',
    'checkServer',
    'createEnrollment',
    'revokeMachine',
    'revokeEnrollmentToken',
  ],
  'webhooks.read': ['listWebhooks', 'getWebhook', 'getWebhookHealth', 'listDeliveries', 'getDelivery'],
  'webhooks.write': [
    'createWebhook',
    'updateWebhook',
    'deleteWebhook',
    'rotateWebhookSecret',
    'testWebhook',
    'redeliver',
    'replayDeliveries',
  ],
  'keys.read': ['listKeys'],
  'audit.read': ['listAudit', 'listRequests'],
  'reports.read': ['getTimeToActive', 'getFailures', 'getRenewals', 'getWebhooksReport', 'getApiUse', 'getChangesReport'],
  'keys.write': ['createKey', 'updateKey', 'rotateKey', 'revokeKey'],
};

const operations = Object.entries(OPERATIONS) as [OperationId, Operation][];
const namesNeeding = (permission?: Permission) =>
  operations.filter(([, operation]) => operation.permission === permission).map(([id]) => id);

describe('a key with one permission', () => {
  it.each(Object.entries(OF_PERMISSION) as [Permission, OperationId[]][])('with %s can call these and no other', (name, ids) => {
    expect(namesNeeding(name)).toEqual(ids);
  });

  it('sees its organization, as every key does', () => {
    expect(namesNeeding()).toEqual(['getOrganization']);
  });
});
