import * as z from 'zod/mini';
import { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { keys } from '../../shared/table/keys.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Table, TableReads, Write } from '../../shared/table/table.store.ts';
import { assignments } from '../../shared/table/write-input.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import type { Domain } from '../domains/domain-row.schema.ts';
import { CertificateFacts } from '../domains/issuance.schema.ts';
import {
  Certificate,
  type CertificateToInstall,
  type CertificateWithoutKey,
  type PresentCertificate,
  REMOVED_KEPT_SECONDS,
} from './certificate.schema.ts';
import { type ChangePosition, moveToEndWrites, readChanges } from './change-list.store.ts';

/** A certificate of CloudFront, which has its chain and its key. */
export type ManagedCertificate = Omit<CertificateToInstall, 'chainPem' | 'sealedKey'>;

type RetiredFrom = Pick<CertificateToInstall, 'organizationId' | 'serverId' | 'hostname' | 'domainId' | 'attempt'>;

const hasThisFingerprint = 'facts.fingerprintSha256 = :fingerprint';
const isInThisState = '#state = :state';
const wasPutByThisAttempt = '(attribute_not_exists(attempt) OR attempt = :attempt)';
const isStillThisCertificate = `${hasThisFingerprint} AND ${isInThisState} AND ${wasPutByThisAttempt}`;
const isOfThisDomain = 'domainId = :domain';
const wasNotPutLater = '(attribute_not_exists(attempt) OR attempt <= :attempt)';
const isNotRemoved = '#state <> :removed';
const isNotAnnounced = 'attribute_not_exists(announcedAt)';
const standsInNoListYet = 'attribute_not_exists(listedAt)';
const standsWhereItWasSeen = 'listedAt = :listedAt';
const belongsToThisServer = 'attribute_exists(pk)';
const showedSomethingElse = '(attribute_not_exists(handshakes.#machine) OR handshakes.#machine.shown <> :shown)';

/** Read-only, for callers that may not write. */
function certificateReads(table: TableReads) {
  return {
    /**
     * The certificate, for the transaction in which its domain starts installing. Agents learn of it when it is announced. It
     * replaces everything but `listedAt`, without which an announcement would list the hostname twice.
     */
    putWrite(certificate: CertificateToInstall): Write {
      const item: PresentCertificate = { wasNotServed: undefined, ...certificate, state: 'present', handshakes: {} };
      return table.updateWrite(keyOf(certificate), assignments({ ...item, ...RESET_FIELDS }));
    },

    /** The same for a certificate of CloudFront, which is already at its tenant: there is nothing to announce. */
    putManagedWrite(certificate: ManagedCertificate, now: Date): Write {
      const item = { ...certificate, state: 'managed', handshakes: {} };
      const announced = { ...RESET_FIELDS, announcedAt: now.toISOString() };
      return table.updateWrite(keyOf(certificate), assignments({ ...item, ...announced, ...NO_KEY, atAws: undefined }));
    },

    async get(organizationId: string, serverId: number, hostname: string): Promise<Certificate | undefined> {
      const item = await table.get(keys.certificate(organizationId, serverId, hostname));
      return item && Certificate.parse(item);
    },
  };
}
export type CertificateReads = ReturnType<typeof certificateReads>;

/** The certificates that servers must serve, by server and hostname. */
export function certificateStore(table: Table) {
  return {
    ...certificateReads(table),

    /**
     * Moves the hostname to the end of the list of changes for agents. Throws LostRace if another certificate has replaced this
     * one.
     */
    async markChanged(certificate: CertificateWithoutKey, now: Date): Promise<void> {
      const { listedAt } = certificate;
      const change = table.updateWrite(keyOf(certificate), {
        expression: 'SET changedAt = :now, listedAt = :now',
        condition: `${isStillThisCertificate} AND ${isNotAnnounced} AND ${listedAt ? standsWhereItWasSeen : standsInNoListYet}`,
        names: STATE,
        values: { ':now': now.toISOString(), ...(listedAt && { ':listedAt': listedAt }), ...identityOf(certificate) },
      });
      await table.transact([change, ...moveToEndWrites(table, certificate, now)]);
    },

    /** Ends an announcement: it is not repeated afterwards. */
    async markAnnounced(certificate: CertificateWithoutKey, now: Date, revision?: number): Promise<void> {
      await table.update(keyOf(certificate), {
        expression: `SET announcedAt = :now${revision === undefined ? '' : ', announcedRevision = :revision'}`,
        condition: isStillThisCertificate,
        names: STATE,
        values: {
          ':now': now.toISOString(),
          ...(revision !== undefined && { ':revision': revision }),
          ...identityOf(certificate),
        },
      });
    },

    /**
     * Removes a certificate from its server: its row remains for a while, without chain and key, to tell agents. Returns it if
     * its removal must still be announced; undefined if the domain has none, or a later attempt has stored one.
     */
    async retire(from: RetiredFrom, now: Date): Promise<Certificate | undefined> {
      try {
        const item = await table.update(keyOf(from), {
          expression:
            'SET #state = :removed, expiresAtSeconds = :expiry REMOVE chainPem, sealedKey, changedAt, announcedAt, announcedRevision',
          condition: `${isOfThisDomain} AND ${wasNotPutLater} AND ${isNotRemoved}`,
          names: STATE,
          values: {
            ':removed': 'removed',
            ':expiry': expirySeconds(now, REMOVED_KEPT_SECONDS),
            ':domain': from.domainId,
            ':attempt': from.attempt,
          },
        });
        return Certificate.parse(item);
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        return unannouncedRemoval(error.found[0], from);
      }
    },

    /** One page of the changes after an instant (change-list.store.ts). */
    changes: (organizationId: string, serverId: number, after: string, from?: ChangePosition) =>
      readChanges(table, { organizationId, serverId }, after, from),

    /**
     * Stores the result of a machine's handshake if it has changed. Returns whether the hostname belongs to this server at all.
     */
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

/** The fields that a replacing certificate does not inherit. */
const RESET_FIELDS = {
  changedAt: undefined,
  announcedAt: undefined,
  announcedRevision: undefined,
  expiresAtSeconds: undefined,
};

const NO_KEY = { chainPem: undefined, sealedKey: undefined };

/** `state` is a reserved word of DynamoDB. */
const STATE = { '#state': 'state' };

function identityOf({ facts, state, attempt }: CertificateWithoutKey) {
  return { ':fingerprint': facts.fingerprintSha256, ':state': state, ':attempt': attempt };
}

/** A removal of an earlier run that died before announcing it. */
function unannouncedRemoval(found: Record<string, unknown> | undefined, from: RetiredFrom): Certificate | undefined {
  const certificate = found && Certificate.parse(found);
  const isLeft = certificate?.state === 'removed' && certificate.domainId === from.domainId && !certificate.announcedAt;
  return isLeft ? certificate : undefined;
}

function keyOf(certificate: { organizationId: string; serverId: number; hostname: string }) {
  return keys.certificate(certificate.organizationId, certificate.serverId, certificate.hostname);
}

export const FormerCertificate = z.object({ facts: CertificateFacts, chainPem: z.string(), sealedKey: Sealed });
export type FormerCertificate = z.infer<typeof FormerCertificate>;

type OfDomain = Pick<Domain, 'id' | 'served'>;

/** How long an expired certificate is stored: nobody restores or revokes it any more. */
const KEPT_SECONDS = 86_400;

/**
 * The certificates that domains serve while a renewal is being installed, until that is seen there: to be restored if the server
 * cannot serve the new one, and to be revoked.
 */
export function formerCertificateStore(table: TableReads) {
  return {
    /** For the transaction that installs another certificate: no writes if `present` is not the one that the domain serves. */
    putWrites({ id, served }: OfDomain, present: Certificate | undefined): Write[] {
      if (present?.state !== 'present' || present.domainId !== id) return [];
      if (present.facts.fingerprintSha256 !== served?.certificate.fingerprintSha256) return [];
      const { facts, chainPem, sealedKey } = present;
      const expiresAtSeconds = expirySeconds(new Date(facts.notAfter), KEPT_SECONDS);
      return [table.putWrite({ ...keys.formerCertificate(id), facts, chainPem, sealedKey, expiresAtSeconds })];
    },

    /** Also undefined if the stored certificate is not the one that the domain serves. */
    async get({ id, served }: OfDomain): Promise<FormerCertificate | undefined> {
      const item = await table.get(keys.formerCertificate(id));
      const kept = item && FormerCertificate.parse(item);
      return kept?.facts.fingerprintSha256 === served?.certificate.fingerprintSha256 ? kept : undefined;
    },

    deleteWrite(domainId: number): Write {
      return table.deleteWrite(keys.formerCertificate(domainId));
    },
  };
}
export type FormerCertificateStore = ReturnType<typeof formerCertificateStore>;
