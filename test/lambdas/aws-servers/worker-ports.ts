import type { WorkAtAwsPorts } from '../../../lambdas/aws-servers/work-at-aws.ts';
import { workListStore } from '../../../lambdas/model/aws-servers/work-list.store.ts';
import { awsServerStore } from '../../../lambdas/model/servers/aws-server.store.ts';
import { certificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import { managedTenantStore } from '../../../lambdas/model/servers/managed-tenant.store.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { table } from '../api/api-caller.ts';
import type { FakeAccount } from './an-aws-account.ts';

/** Of the worker at AWS, with the table's own stores. What a test looks at, it gives itself. */
export function workerPorts(aws: FakeAccount, more: Pick<WorkAtAwsPorts, 'clock'> & Partial<WorkAtAwsPorts>): WorkAtAwsPorts {
  return {
    lists: workListStore(table),
    atAws: awsServerStore(table),
    certificates: certificateStore(table),
    tenants: managedTenantStore(table),
    servers: serverStore(table),
    roles: { isOpenToOthers: async () => false, forget: () => {} },
    openAccount: aws.open,
    releasePrivateKey: async () => 'PRIVATE KEY',
    newStrangersId: () => 'a-stranger',
    newEventId: () => 'evt_01HZZZZZZZZZZZZZZZZZZZZZZY',
    serviceRoleArn: 'arn:aws:iam::999988887777:role/cps-prod-servers',
    wake: async () => {},
    log: () => {},
    ...more,
  };
}
