import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, createServer } from 'node:tls';
import { certificateFolder } from '../../../agent/certificates/certificate-folder.gateway.ts';
import type { EnrolledIdentity } from '../../../agent/machine/identity.schema.ts';
import { decryptPrivateKey } from '../../../agent/machine/private-key.ts';
import { handshakeWithSelf } from '../../../agent/poll/handshake.gateway.ts';
import { runAgent } from '../../../agent/poll/run.ts';
import { edgeService } from '../../../agent/service/edge.gateway.ts';

// A newly enrolled machine: its agent, and a web server that serves what the agent stored. Its identity comes from the
// environment; at the end of standard input it prints its memory use and exits.

const identity: EnrolledIdentity = JSON.parse(process.env.MACHINE_IDENTITY ?? '');
const dir = await mkdtemp(join(tmpdir(), 'new-machine-'));
const stop = new AbortController();

const webServer = createServer({
  SNICallback(hostname, done) {
    try {
      const pem = readFileSync(join(dir, 'combined', `${hostname}.pem`));
      done(null, createSecureContext({ cert: pem, key: pem }));
    } catch (error) {
      done(error as Error);
    }
  },
});
webServer.on('tlsClientError', () => undefined);
await new Promise<void>((resolve) => {
  webServer.listen(0, '127.0.0.1', resolve);
});
const { port } = webServer.address() as AddressInfo;

const { ended } = await runAgent(
  0,
  {
    machineId: identity.enrollment.machine_id,
    folder: certificateFolder(dir),
    edge: edgeService(identity),
    fetchChallenge: async () => ({ kind: 'unknown' }),
    handshake: (hostname) => handshakeWithSelf(hostname, port),
    decrypt: (jwe) => decryptPrivateKey(jwe, identity.encryption_jwk),
    isWayOpen: async () => true,
    reload: async () => true,
    door: undefined,
    nowMs: Date.now,
    jitter: () => 0.5,
    log: () => {},
  },
  stop.signal,
);

process.stdin.resume();
await new Promise((resolve) => process.stdin.once('end', resolve));
stop.abort();
webServer.close();
await ended;
await rm(dir, { recursive: true });
process.stdout.write(`${process.resourceUsage().maxRSS}\n`);
process.exit(0);
