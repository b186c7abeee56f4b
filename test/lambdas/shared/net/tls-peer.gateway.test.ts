import { createHash, X509Certificate as NodeCertificate } from 'node:crypto';
import { createServer, type TlsOptions } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { guardedNet } from '../../../../lambdas/shared/net/guarded.gateway.ts';
import { aChain } from './a-chain.ts';
import { resolverKnowing } from './answers.ts';
import { selfSigned } from './self-signed.ts';
import { saying, stranger } from './stranger-on-loopback.ts';

const hostname = 'shop.example.com';
const resolve = resolverKnowing({ [`A ${hostname}`]: ['127.0.0.1'] });
const local = guardedNet({ resolve, allowLoopback: true });
const look = (port: number, timeoutMs = 3_000) => local.tlsPeer({ hostname, port, timeoutMs });

const notAfter = new Date('2026-02-01T00:00:00.000Z'); // reported even if it is in the past
const { cert, key } = selfSigned('other.test', new Date('2026-01-01T00:00:00Z'), notAfter);

async function tlsServer(shown = { cert, key }) {
  const names: string[] = [];
  const SNICallback: TlsOptions['SNICallback'] = (name, done) => {
    names.push(name);
    done(null);
  };
  const server = createServer({ ...shown, SNICallback }, (socket) => socket.on('error', () => socket.destroy()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, names, [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())) };
}

describe('a TLS look at a stranger', () => {
  it('shows the certificate for the hostname, whoever signed it and however old it is', async () => {
    await using server = await tlsServer();
    const der = new NodeCertificate(cert).raw;
    expect(await look(server.port)).toEqual({
      kind: 'certificate',
      fingerprintSha256: createHash('sha256').update(der).digest('hex'),
      subject: 'CN=other.test',
      issuer: 'CN=other.test',
      notAfter: notAfter.toISOString(),
      address: '127.0.0.1',
      verifyError: 'CERT_HAS_EXPIRED',
      isForAnotherName: true,
    });
    expect(server.names).toEqual([hostname]);
  });

  it('tells a chain without its intermediate from one that leads to a root which nobody trusts', async () => {
    const { leaf, intermediate, key } = await aChain(hostname);
    await using incomplete = await tlsServer({ cert: leaf, key });
    await using whole = await tlsServer({ cert: `${leaf}\n${intermediate}`, key });
    expect(await look(incomplete.port)).toMatchObject({ verifyError: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(await look(whole.port)).not.toHaveProperty('isForAnotherName');
    expect(await look(whole.port)).toMatchObject({ verifyError: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' });
  });

  it('at another name connects there and asks for the hostname', async () => {
    await using server = await tlsServer();
    const label = 'abc.cname.service.net';
    const { tlsPeer } = guardedNet({ resolve: resolverKnowing({ [`A ${label}`]: ['127.0.0.1'] }), allowLoopback: true });
    const peer = await tlsPeer({ hostname, connectTo: label, port: server.port, timeoutMs: 3_000 });
    expect(peer).toMatchObject({ kind: 'certificate', address: '127.0.0.1' });
    expect(server.names).toEqual([hostname]);
  });

  it('never connects to an address that is not on the public internet', async () => {
    await using server = await stranger(() => undefined);
    const guarded = guardedNet({ resolve, allowLoopback: false });
    expect(await guarded.tlsPeer({ hostname, port: server.port, timeoutMs: 500 })).toMatchObject({ cause: 'refused-address' });
    expect(server.connections()).toBe(0);
  });

  const handshakeFailure = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);
  it.each<[string, Parameters<typeof stranger>[0], string]>([
    ['sends an alert', saying(handshakeFailure), 'tls'],
    ['speaks plain HTTP', saying('HTTP/1.1 400 Bad Request\r\n\r\n'), 'tls'],
    ['resets the connection', (connection) => connection.resetAndDestroy(), 'connection'],
    ['hangs up', (connection) => connection.once('data', () => connection.end()), 'connection'],
  ])('who %s is a failure, not an exception', async (_what, behave, cause) => {
    await using server = await stranger(behave);
    expect(await look(server.port)).toMatchObject({ kind: 'failed', cause });
  });

  it('who is silent ends with the time budget', async () => {
    await using server = await stranger(() => undefined);
    expect(await look(server.port, 150)).toMatchObject({ kind: 'failed', cause: 'timeout' });
  });
});

describe('a TLS look at each address of a stranger', () => {
  it('shows what each of the first four has, and never connects to one that is not on the public internet', async () => {
    await using server = await tlsServer();
    const addresses = ['127.0.0.1', '10.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
    const { tlsPeers } = guardedNet({ resolve: resolverKnowing({ [`A ${hostname}`]: addresses }), allowLoopback: true });
    const peers = await tlsPeers({ hostname, port: server.port, timeoutMs: 3_000 });
    expect(peers).toHaveLength(4);
    expect(peers[0]).toMatchObject({ kind: 'certificate', address: '127.0.0.1' });
    expect(peers.slice(1).every(({ kind }) => kind === 'failed')).toBe(true);
    expect(server.names).toEqual([hostname]);
  });

  it('says why where there is none', async () => {
    const { tlsPeers } = guardedNet({ resolve: resolverKnowing({}), allowLoopback: true });
    expect(await tlsPeers({ hostname, port: 443, timeoutMs: 500 })).toEqual([expect.objectContaining({ kind: 'failed' })]);
  });
});
