import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { clock } from '../api/api-caller.ts';

export const ISSUER = 'https://idp.acme.test';
export const CLIENT_ID = 'cps';
export const CLIENT_SECRET = 'the secret at the provider';

interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

interface Grant {
  challenge: string;
  nonce: string;
  redirectUri: string;
  claims: JWTPayload;
}

const { privateKey, publicKey } = await generateKeyPair('RS256');
const jwk = { ...(await exportJWK(publicKey)), kid: '1', alg: 'RS256', use: 'sig' };
const { privateKey: strangersKey } = await generateKeyPair('RS256');

export interface Faults {
  metadata?: Record<string, string>;
  down?: boolean;
  /** The token endpoint never answers. */
  silentToken?: boolean;
  tokenStatus?: number;
  claims?: JWTPayload;
  /** Tokens are signed with another key. */
  forged?: boolean;
  /** Only the userinfo endpoint returns a person's claims. */
  shortToken?: boolean;
}

/** An in-memory OpenID provider with the signature of `fetch`. */
export class AProvider {
  faults: Faults = {};
  asked: string[] = [];
  readonly #grants = new Map<string, Grant>();
  readonly #people = new Map<string, Person>();

  /** Signs a person in at the provider's address and returns the query of the callback. */
  authorize(location: string, person: Person, authenticatedAt = clock.now): URLSearchParams {
    const { searchParams } = new URL(location);
    const of = (name: string) => searchParams.get(name) ?? '';
    const code = `code-${this.#grants.size + 1}`;
    const { sub, ...rest } = person;
    this.#people.set(sub, person);
    this.#grants.set(code, {
      challenge: of('code_challenge'),
      nonce: of('nonce'),
      redirectUri: of('redirect_uri'),
      claims: {
        sub,
        ...(this.faults.shortToken ? {} : rest),
        auth_time: Math.floor(authenticatedAt.getTime() / 1000),
      },
    });
    return new URLSearchParams({ code, state: of('state'), iss: ISSUER });
  }

  readonly fetch = async (url: string, options: { body?: unknown; headers: Record<string, string>; signal?: AbortSignal }) => {
    const { pathname } = new URL(url);
    this.asked.push(pathname);
    if (this.faults.down) throw new TypeError('fetch failed');
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return Response.json({
          issuer: ISSUER,
          authorization_endpoint: `${ISSUER}/authorize`,
          token_endpoint: `${ISSUER}/token`,
          userinfo_endpoint: `${ISSUER}/userinfo`,
          jwks_uri: `${ISSUER}/jwks`,
          authorization_response_iss_parameter_supported: true,
          response_types_supported: ['code'],
          ...this.faults.metadata,
        });
      case '/jwks':
        return Response.json({ keys: [jwk] });
      case '/token':
        return this.#token(new URLSearchParams(String(options.body)), options.signal);
      default: {
        const sub = options.headers.authorization?.slice('Bearer '.length) ?? '';
        return Response.json(this.#people.get(sub) ?? {}, { status: this.#people.has(sub) ? 200 : 401 });
      }
    }
  };

  async #token(form: URLSearchParams, signal: AbortSignal | undefined): Promise<Response> {
    if (this.faults.silentToken) {
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    }
    if (this.faults.tokenStatus !== undefined) return Response.json({}, { status: this.faults.tokenStatus });
    const code = form.get('code') ?? '';
    const grant = this.#grants.get(code);
    // A code is valid for one request, even a failed one (RFC 6749, section 4.1.2).
    this.#grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      grant?.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri') &&
      form.get('client_id') === CLIENT_ID &&
      form.get('client_secret') === CLIENT_SECRET;
    if (!grant || !isRight) return Response.json({ error: 'invalid_grant' }, { status: 400 });
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: ISSUER,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...grant.claims,
      ...this.faults.claims,
    };
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: '1' });
    return Response.json({
      access_token: String(grant.claims.sub),
      token_type: 'Bearer',
      id_token: await token.sign(this.faults.forged ? strangersKey : privateKey),
    });
  }
}
