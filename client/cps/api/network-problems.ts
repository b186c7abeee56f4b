import { EXIT, Failure } from '../terminal/failure.ts';
import type { Machine } from '../terminal/machine.ts';
import { proxyFor } from './proxy.ts';

interface Explained {
  message: string;
  actor?: string;
  fix: string;
}

/** Explains Node's connection errors with their remedy. */
export function explainNetworkError(error: unknown, site: string, machine: Machine): Failure {
  const { code, message } = innermost(error);
  const explained = explain(code, message, site, machine);
  return new Failure(EXIT.unreachable, explained.message, { ...explained, cause: error });
}

function explain(code: string, message: string, site: string, { env, now }: Machine): Explained {
  const { hostname, host } = new URL(site);
  const proxy = proxyFor(site, env);
  if (proxy && /PROXY|ECONNREFUSED|UND_ERR_ABORTED|UND_ERR_PRX_TLS/.test(code)) {
    return {
      message: `There is no way to ${site} through the proxy ${withoutPassword(proxy)} (${code}).`,
      fix: `Correct HTTPS_PROXY and HTTP_PROXY, or add ${hostname} to NO_PROXY.`,
    };
  }
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        message: `The name ${hostname} was not found in DNS (${code}).`,
        fix: 'Check --site or CPS_SITE_URL for a typo, and whether this machine is online.',
      };
    case 'ECONNREFUSED':
      return {
        message: `Nothing listens at ${host} (${code}).`,
        fix: 'Check --site or CPS_SITE_URL, with its port. For a local cloud: is `npm start` running?',
      };
    case 'CERT_NOT_YET_VALID':
    case 'CERT_HAS_EXPIRED':
      return {
        message: `The certificate of ${host} is not valid at ${new Date(now()).toISOString()}, which is the time of this machine (${code}).`,
        fix: 'Set the clock of this machine. If it is right, tell whoever runs the site.',
      };
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return {
        message: `The certificate of ${host} is of an authority that Node does not know (${code}).`,
        fix: 'If your network or the site has an authority of its own, name its file: NODE_EXTRA_CA_CERTS=/path/to/root.pem',
      };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        message: `${host} shows a certificate for another name (${code}).`,
        fix: 'Check --site or CPS_SITE_URL: it must be the name that the certificate has.',
      };
    case 'TimeoutError':
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
      return {
        message: `${host} did not answer in time (${code}).`,
        actor: 'your network, or whoever runs the site',
        fix: 'Try again. Behind a proxy, set HTTPS_PROXY.',
      };
    default:
      return {
        message: `The connection to ${host} failed: ${message} (${code}).`,
        actor: 'your network, or whoever runs the site',
        fix: 'Try again.',
      };
  }
}

/** fetch() wraps the error in a cause, or in several of an AggregateError. */
function innermost(error: unknown): { code: string; message: string } {
  const { cause, errors, code, name, message } = Object(error) as {
    cause?: unknown;
    errors?: unknown[];
    code?: unknown;
    name?: string;
    message?: string;
  };
  if (typeof code === 'string' && !errors) return { code, message: message ?? '' };
  const inner = cause ?? errors?.[0];
  if (inner) return innermost(inner);
  return { code: typeof code === 'string' ? code : (name ?? 'Error'), message: message ?? String(error) };
}

function withoutPassword(proxy: string): string {
  return URL.canParse(proxy) ? new URL(proxy).host : 'that the environment names';
}
