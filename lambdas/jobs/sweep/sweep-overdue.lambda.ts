import middy from '@middy/core';
import { deadlineBefore, killedWhenLate, logContext } from '../../shared/middleware/middleware.ts';
import { logAbout } from '../../shared/runtime/log.gateway.ts';
import { DUE_SHARDS, OUTBOX_SHARDS } from '../../shared/table/keys.ts';
import { openJobs } from '../../wiring/jobs.wiring.ts';
import { edgesWithoutSecret } from '../../wiring/lambda-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { advanceDnsChecks } from './advance-dns-checks.ts';
import { notifyKeyExpiries } from './notify-key-expiries.ts';
import { rekeyDue } from './rekey-domains.ts';
import { sweepShard } from './sweep.ts';
import { sweepOutbox } from './sweep-outbox.ts';
import { SweepRequest } from './sweep-request.schema.ts';
import { sweepServers } from './sweep-servers.ts';

/** Reserved for work in progress. The next sweep takes the rest of a long queue; it begins at the time-out. */
const LAST_SECONDS = 20;

const jobs = openJobs(openRows(edgesWithoutSecret(process.env)));
const { domains, epochs, certificates, revocations, rekeyings, servers, silences, keyNotices } = jobs;
const { clock, log, settings, pause, pauseFor, newId } = jobs;
const ports = {
  ...{ domains, epochs, certificates, revocations, rekeyings, servers, silences, keyNotices },
  ...{ clock, log, settings, pause, timings: settings.timings },
  restoreEpoch: settings.restoreEpoch ?? 0,
  outbox: jobs.unrelayed,
  releases: jobs.releasedKeys,
  formerCertificates: jobs.formerCertificates,
  newEventId: () => newId('evt'),
  newAuditId: () => newId('aud'),
};

/**
 * Every few minutes: restarts domains that were silent too long, copies events that the relay has missed, gives new keys to
 * domains of revoked machines, and sends events about silent machines and expiring API keys. A failure does not stop the rest,
 * and is reported.
 */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(deadlineBefore(clock, LAST_SECONDS))
  .handler(async (event, { endsAt }) => {
    const { redriveSince: since } = SweepRequest.parse(event);
    const redriven = since === undefined ? 0 : await jobs.redriveSince(new Date(since));
    const restored = await ports.epochs.behind(ports.restoreEpoch, DUE_SHARDS);
    const [hastened, domains, outbox, rekeyed, servers, apiKeys] = await Promise.all([
      ofShards(DUE_SHARDS, (shard) => advanceDnsChecks(shard, ports, endsAt)),
      ofShards(DUE_SHARDS, (shard) => sweepShard(shard, { ...ports, pause: pauseFor }, endsAt)),
      ofShards(OUTBOX_SHARDS, (shard) => sweepOutbox(shard, ports, endsAt)),
      rekeyDue(ports, endsAt),
      ofShards(DUE_SHARDS, (shard) => sweepServers(shard, { ...ports, isRestored: restored.has(shard) }, endsAt)),
      notifyKeyExpiries(ports, endsAt),
    ]);
    const failures = [hastened, domains, outbox, rekeyed, servers, apiKeys].flatMap((part) => part.failures);
    const restarted = domains.swept.reduce((sum, shard) => sum + shard.restarted, 0);
    const copied = outbox.swept.reduce((sum, shard) => sum + shard.copied, 0);
    const silent = servers.swept.reduce((sum, shard) => sum + shard.silent, 0);
    const retired = servers.swept.reduce((sum, shard) => sum + shard.retired, 0);
    log('info', 'sweep', {
      restarted,
      copied,
      redriven,
      rekeyed: rekeyed.rekeyed,
      silent,
      retired,
      keysToldOf: apiKeys.told,
      failures: failures.length,
    });
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} domains, events, machines, servers, keys or shards could not be swept`,
      );
  });

/** Runs all shards in parallel. A shard that fails as a whole counts as one more failure. */
async function ofShards<Swept extends { failures: unknown[] }>(shards: number, sweep: (shard: number) => Promise<Swept>) {
  const settled = await Promise.allSettled(Array.from({ length: shards }, (_, shard) => sweep(shard)));
  const swept = settled.flatMap((shard) => (shard.status === 'fulfilled' ? [shard.value] : []));
  const broken = settled.flatMap((shard) => (shard.status === 'rejected' ? [shard.reason as unknown] : []));
  return { swept, failures: [...broken, ...swept.flatMap(({ failures }) => failures)] };
}
