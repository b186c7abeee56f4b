import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caaIdentitiesReader } from '../../../lambdas/acme/caa-identities.gateway.ts';
import { HOUR, later, NOW, SECOND } from '../a-domain.ts';
import { aCertificate } from '../steps/issuance/a-certificate.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const trustedRootPem = aCertificate({ hostname: 'localhost', publicKey, signedWith: privateKey, issuer: 'localhost' });
const tls = { key: privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: trustedRootPem };
const directory = { newNonce: 'n', newAccount: 'a', newOrder: 'o', meta: { caaIdentities: ['ca.test'] } };

let isDown = false;
let asked = 0;
const server = createServer(tls, (_request, response) => {
  asked += 1;
  response.writeHead(isDown ? 503 : 200).end(JSON.stringify(directory));
});
beforeAll(async () => void (await once(server.listen(0, 'localhost'), 'listening')));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function aProcess() {
  const address = server.address();
  const directoryUrl = `https://localhost:${typeof address === 'object' ? address?.port : ''}/`;
  const clock = vi.fn(() => NOW);
  const acme = { directoryUrl, trustedRootPem, caName: 'CA', ordersPerMinute: 1 };
  return { clock, names: caaIdentitiesReader(acme, clock) };
}

describe('the names of a CA in CAA records', () => {
  it('hold while it is down, for as long as the process that has read them lives', async () => {
    isDown = false;
    const { clock, names } = aProcess();
    expect(await names()).toEqual(['ca.test']);
    isDown = true;
    asked = 0;
    clock.mockReturnValue(later(2 * HOUR));
    expect(await names()).toEqual(['ca.test']);
    expect(asked).toBe(1);
  });

  it('are requested again after five seconds if they could not be read', async () => {
    isDown = true;
    const { clock, names } = aProcess();
    expect(await names()).toBeUndefined();
    isDown = false;
    asked = 0;
    clock.mockReturnValue(later(5 * SECOND - 1));
    expect([await names(), asked]).toEqual([undefined, 0]);
    clock.mockReturnValue(later(5 * SECOND));
    expect(await names()).toEqual(['ca.test']);
  });
});
