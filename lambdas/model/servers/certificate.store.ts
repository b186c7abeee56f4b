import { TABLE_SHAPE } from '../../shared/contract/table-shape.ts';
import type { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { keys, serverPartition } from '../../shared/table/keys.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import type { CertificateFacts } from '../domains/domain-row.schema.ts';
import { type AnnouncedCertificate, Certificate, type PresentCertificate } from './certificate.schema.ts';

export interface CertificateToInstall {
  organizationId: string;
  serverId: number;
  hostname: string;
  domainId: number;
  /** The domain's attempt that puts it there. */
  attempt: number;
  facts: CertificateFacts;
  /** Leaf first. */
  chainPem: string;
  sealedKey: Sealed;
}

type RetiredFrom = Pick<CertificateToInstall, 'organizationId' | 'serverId' | 'hostname' | 'domainId' | 'attempt'>;

/** Where in the index a list of changes goes on. */
export interface ChangePosition {
  changedAt: string;
  hostname: string;
}

/** Certificates an agent is answered at most at once: 50 of about 6 kB are far below DynamoDB's 1 MB page and Lambda's 6 MB answer. */
const CHANGES_PER_PAGE = 50;

/** An agent that was away for longer misses the news, and keeps what it has. To read old news does no harm: nobody compares this. */
const REMOVED_KEPT_SECONDS = 30 * 86_400;

const hasThisFingerprint = 'facts.fingerprintSha256 = :fingerprint';
const isInThisState = '#state = :state';
const wasPutByThisAttempt = '(attribute_not_exists(attempt) OR attempt = :attempt)';
const isStillThisCertificate = `${hasThisFingerprint} AND ${isInThisState} AND ${wasPutByThisAttempt}`;
const isOfThisDomain = 'domainId = :domain';
const wasNotPutLater = '(attribute_not_exists(attempt) OR attempt <= :attempt)';
const isPresent = '#state = :present';
const isNotAnnounced = 'attribute_not_exists(announcedAt)';
const belongsToThisServer = 'attribute_exists(pk)';
const showedSomethingElse = '(attribute_not_exists(handshakes.#machine) OR handshakes.#machine.shown <> :shown)';

/** The certificates that servers are to serve, by server and hostname. */
export function certificateStore(table: Table) {
  return {
    /** The certificate for the transaction in which its domain starts installing. Agents hear of it once it is announced. */
    putWrite(certificate: CertificateToInstall): Write {
      const item: PresentCertificate = { ...certificate, state: 'present', handshakes: {} };
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
        names: STATE,
        values: { ':now': now.toISOString(), ...identityOf(certificate) },
      });
    },

    /** Ends an announcement: it is not repeated from here on. */
    async markAnnounced(certificate: Certificate, now: Date): Promise<void> {
      await table.update(keyOf(certificate), {
        expression: 'SET announcedAt = :now',
        condition: isStillThisCertificate,
        names: STATE,
        values: { ':now': now.toISOString(), ...identityOf(certificate) },
      });
    },

    /**
     * Takes a certificate away from its server: without its chain and key it stays for a while as news for agents. Answers it if
     * it is still to be announced; undefined where the domain has none, or a later attempt of it has put one.
     */
    async retire(from: RetiredFrom, now: Date): Promise<Certificate | undefined> {
      try {
        const item = await table.update(keyOf(from), {
          expression:
            'SET #state = :removed, changedAt = :now, expiresAtSeconds = :expiry REMOVE chainPem, sealedKey, announcedAt',
          condition: `${isOfThisDomain} AND ${wasNotPutLater} AND ${isPresent}`,
          names: STATE,
          values: {
            ':removed': 'removed',
            ':present': 'present',
            ':now': now.toISOString(),
            ':expiry': expirySeconds(now, REMOVED_KEPT_SECONDS),
            ':domain': from.domainId,
            ':attempt': from.attempt,
          },
        });
        return Certificate.parse(item);
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        return leftUnannounced(error.found[0], from);
      }
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

/** `state` is a reserved word of DynamoDB. */
const STATE = { '#state': 'state' };

function identityOf({ facts, state, attempt }: Certificate) {
  return { ':fingerprint': facts.fingerprintSha256, ':state': state, ':attempt': attempt };
}

/** What an earlier run took away and died before it told anybody. */
function leftUnannounced(found: Record<string, unknown> | undefined, from: RetiredFrom): Certificate | undefined {
  const certificate = found && Certificate.parse(found);
  const isLeft = certificate?.state === 'removed' && certificate.domainId === from.domainId && !certificate.announcedAt;
  return isLeft ? certificate : undefined;
}

function keyOf(certificate: { organizationId: string; serverId: number; hostname: string }) {
  return keys.certificate(certificate.organizationId, certificate.serverId, certificate.hostname);
}
