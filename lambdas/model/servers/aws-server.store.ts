import { DUE_AWS_SERVERS_PARTITION, keys, serverOfKey } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { dueBefore } from '../../shared/table/queries.ts';
import type { Table } from '../../shared/table/table.store.ts';
import type { CertificateAtAws, CertificateWithoutKey } from './certificate.schema.ts';
import type { AwsAccess, AwsServer } from './server.schema.ts';
import { addressWrites } from './server.store.ts';

const isThere = 'attribute_exists(pk)';
const hasTheseSettings =
  'roleArn = :role AND ((attribute_not_exists(httpListenerArn) AND :http = :none) OR httpListenerArn = :http)';
const wasNotCheckedSince = '((attribute_not_exists(access) AND :seen = :none) OR access.checkedAt = :seen)';
const isDueAsBefore = '((attribute_not_exists(stepDueAt) AND :due = :none) OR stepDueAt = :due)';
const settingsOf = (server: AwsServer) => ({
  ':role': server.roleArn,
  ':http': (server.type === 'alb' && server.httpListenerArn) || '',
  ':none': '',
});

/** The service's findings in integrators' AWS accounts: per server, and per certificate. */
export function awsServerStore(table: Table) {
  return {
    /** Servers whose account check is due, the longest overdue first, at most 100. */
    async due(now: Date): Promise<{ organizationId: string; serverId: number }[]> {
      const { keys: found } = await dueBefore(table, DUE_AWS_SERVERS_PARTITION, now);
      return found.map((key) => serverOfKey(key));
    },

    /** Called before a check. False if the server was changed or deleted meanwhile, or another check has begun. */
    putCheckOff(server: AwsServer, until: string): Promise<boolean> {
      return wonRace(
        table.update(keys.server(server.organizationId, server.id), {
          expression: 'SET duePk = :duePk, stepDueAt = :until',
          condition: `${isThere} AND ${hasTheseSettings} AND ${isDueAsBefore}`,
          values: {
            ':duePk': DUE_AWS_SERVERS_PARTITION,
            ':until': until,
            ':due': server.stepDueAt ?? '',
            ...settingsOf(server),
          },
        }),
      );
    },

    /** Stores the result of a check, and when the next is due. False if the server was changed, checked or deleted meanwhile. */
    saveAccess(server: AwsServer, access: AwsAccess, dueAt: string): Promise<boolean> {
      return wonRace(
        table.update(keys.server(server.organizationId, server.id), {
          expression: 'SET access = :access, duePk = :duePk, stepDueAt = :dueAt',
          condition: `${isThere} AND ${hasTheseSettings} AND ${wasNotCheckedSince}`,
          values: {
            ':access': access,
            ':duePk': DUE_AWS_SERVERS_PARTITION,
            ':dueAt': dueAt,
            ':seen': server.access?.checkedAt ?? '',
            ...settingsOf(server),
          },
        }),
      );
    },

    /** Points the server's label at this address. Does nothing if the server was changed or deleted meanwhile. */
    async saveAddress(server: AwsServer, address: string, wake: { id: string; createdAt: string }): Promise<void> {
      const update = table.updateWrite(keys.server(server.organizationId, server.id), {
        expression: 'SET address = :address',
        condition: `${isThere} AND ${hasTheseSettings}`,
        values: { ':address': [address], ...settingsOf(server) },
      });
      await wonRace(table.transact([update, ...addressWrites(table, server, [address], wake)]));
    },

    /** Stores the state of a certificate in ACM and at its listener. Does nothing if its row is gone. */
    async saveCertificate(of: CertificateWithoutKey, atAws: CertificateAtAws): Promise<void> {
      const update = { expression: 'SET atAws = :atAws', condition: isThere, values: { ':atAws': atAws } };
      await wonRace(table.update(keys.certificate(of.organizationId, of.serverId, of.hostname), update));
    },

    /** Call it when ACM no longer has the certificate. */
    async forgetCertificate(of: CertificateWithoutKey): Promise<void> {
      const update = { expression: 'REMOVE atAws', condition: isThere };
      await wonRace(table.update(keys.certificate(of.organizationId, of.serverId, of.hostname), update));
    },
  };
}
