import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { request } from 'node:https';
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';

export interface Visit {
  hostname: string;
  /** Start time by `performance.now`. */
  at: number;
  /** Lower-case hex SHA-256 of the certificate shown. */
  fingerprintSha256?: string;
  /** Why there was no 200 with a certificate valid for the name. */
  failed?: string;
}

export interface VisitorsPorts {
  dnsPort: number;
  httpsPort: number;
  /** PEM of the roots that they trust. */
  rootsPem: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Independent visitors of a web site: each resolves the name, connects, checks the certificate and requests the page once,
 * without retries.
 */
export function visitors({ dnsPort, httpsPort, rootsPem }: VisitorsPorts) {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${dnsPort}`]);
  const secureContext = createSecureContext({ ca: rootsPem });

  /** `name`: name to resolve, if not the hostname. */
  async function visit(hostname: string, name = hostname): Promise<Visit> {
    const at = performance.now();
    try {
      const [address = ''] = await resolver.resolve4(name);
      return { hostname, at, fingerprintSha256: await openPage(hostname, address, httpsPort, secureContext) };
    } catch (error) {
      return { hostname, at, failed: String(error) };
    }
  }

  return {
    visit,
    /**
     * Starts so many visits a second, however long others take; a busy machine may start several at once. `stop` waits for
     * pending visits.
     */
    startVisits(perSecond: number, hostnameOf: (number: number) => string) {
      const visits: Promise<Visit>[] = [];
      const beganAt = performance.now();
      const timer = setInterval(() => {
        const due = ((performance.now() - beganAt) / 1000) * perSecond;
        while (visits.length < due) visits.push(visit(hostnameOf(visits.length)));
      }, 1000 / perSecond);
      return {
        stop(): Promise<Visit[]> {
          clearInterval(timer);
          return Promise.all(visits);
        },
      };
    },
  };
}

function openPage(hostname: string, address: string, port: number, secureContext: SecureContext): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...{ host: address, port, servername: hostname, headers: { host: `${hostname}:${port}` } },
        ...{ secureContext, agent: false, timeout: TIMEOUT_MS },
      },
      (response) => {
        const { raw } = (response.socket as TLSSocket).getPeerCertificate();
        response.resume();
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode === 200) resolve(createHash('sha256').update(raw).digest('hex'));
          else reject(new Error(`${hostname} answers ${response.statusCode}`));
        });
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    asked.on('error', reject);
    asked.end();
  });
}
