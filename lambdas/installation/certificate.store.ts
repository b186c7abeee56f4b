import type { CertificateFacts } from '../domains/domain-row.schema.ts';
import { TABLE_SHAPE } from '../shared/contract/table-shape.ts';
import type { Sealed } from '../shared/sealed.schema.ts';
import { keys, serverPartition } from '../shared/table/keys.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { Table, Write } from '../shared/table/table.store.ts';
import { type AnnouncedCertificate, Certificate } from './certificate.schema.ts';

export interface CertificateToInstall {
  organizationId: string;
  serverId: number;
  hostname: string;
  domainId: number;
  facts: CertificateFacts;
  /** Leaf first. */
  chainPem: string;
  sealedKey: Sealed;
}

/** Where in the index a list of changes goes on. */
export interface ChangePosition {
  changedAt: string;
  hostname: string;
}

/** Certificates an agent is answered at most at once: 50 of about 6 kB are far below DynamoDB's 1 MB page and Lambda's 6 MB answer. */
const CHANGES_PER_PAGE = 50;

const isStillThisCertificate = 'facts.fingerprintSha256 = :fingerprint';
const isNotAnnounced = 'attribute_not_exists(announcedAt)';
const belongsToThisServer = 'attribute_exists(pk)';
const showedSomethingElse = '(attribute_not_exists(handshakes.#machine) OR handshakes.#machine.shown <> :shown)';

/** The certificates that servers are to serve, by server and hostname. */
export function certificateStore(table: Table) {
  return {
    /** The certificate for the transaction in which its domain starts installing. Agents hear of it once it is announced. */
    putWrite(certificate: CertificateToInstall): Write {
      const item: Certificate = { ...certificate, state: 'present', handshakes: {} };
      return table.putWrite({ ...keyOf(certificate), ...item });
    },

    async get(organizationId: string, serverId: number, hostname: string): Promise<Certificate | undefined> {
      const item = await table.get(keys.certificate(organizationId, serverId, hostname));
      return item && Certificate.parse(item);
    },

    /** Puts the certificate among the changes that agents are answered. Throws LostRace if another has taken its place. */
    async markChanged(certificate: Certificate, now: Date): Promise<void> {
      await table.update(keyOf(certificate), {
        expression: 'SET changedAt = :now',
        condition: `${isStillThisCertificate} AND ${isNotAnnounced}`,
        values: { ':now': now.toISOString(), ':fingerprint': certificate.facts.fingerprintSha256 },
      });
    },

    /** Ends an announcement: it is not repeated from here on. */
    async markAnnounced(certificate: Certificate, now: Date): Promise<void> {
      await table.update(keyOf(certificate), {
        expression: 'SET announcedAt = :now',
        condition: isStillThisCertificate,
        values: { ':now': now.toISOString(), ':fingerprint': certificate.facts.fingerprintSha256 },
      });
    },

    /** One page of what changed after an instant, oldest first, strongly consistent; `next` where more follows. */
    async changes(
      organizationId: string,
      serverId: number,
      after: string,
      from?: ChangePosition,
    ): Promise<{ certificates: AnnouncedCertificate[]; next?: ChangePosition }> {
      const { items, next } = await table.query({
        IndexName: TABLE_SHAPE.byChange.name,
        KeyConditionExpression: 'pk = :server AND changedAt > :after',
        values: { ':server': serverPartition(organizationId, serverId), ':after': after },
        ...(from && {
          startAt: { ...keys.certificate(organizationId, serverId, from.hostname), changedAt: from.changedAt },
        }),
        Limit: CHANGES_PER_PAGE,
        ConsistentRead: true,
        Select: 'ALL_ATTRIBUTES',
      });
      const certificates = items.map((item) => ({ ...Certificate.parse(item), changedAt: String(item.changedAt) }));
      const last = certificates.at(-1);
      return { certificates, ...(next && last && { next: { changedAt: last.changedAt, hostname: last.hostname } }) };
    },

    /** Keeps what a machine's handshake showed, if that is news. Answers whether the hostname is this server's at all. */
    async recordHandshake(
      of: { organizationId: string; serverId: number; hostname: string },
      machineId: string,
      shown: string,
      now: Date,
    ): Promise<boolean> {
      try {
        await table.update(keyOf(of), {
          expression: 'SET handshakes.#machine = :seen',
          condition: `${belongsToThisServer} AND ${showedSomethingElse}`,
          names: { '#machine': machineId },
          values: { ':seen': { shown, at: now.toISOString() }, ':shown': shown },
        });
        return true;
      } catch (error) {
        if (error instanceof LostRace) return error.found[0] !== undefined;
        throw error;
      }
    },
  };
}
export type CertificateStore = ReturnType<typeof certificateStore>;

function keyOf(certificate: { organizationId: string; serverId: number; hostname: string }) {
  return keys.certificate(certificate.organizationId, certificate.serverId, certificate.hostname);
}
