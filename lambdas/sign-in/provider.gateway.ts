import * as oauth from 'oauth4webapi';
import { isMailAddress } from '../../contract/mail-address.schema.ts';
import type { SignIn } from '../../contract/stack/sign-in.schema.ts';
import { PROVIDER_DOWN, SIGN_IN_MESSAGES } from '../../copy/en/sign-in-messages.ts';
import { AppError } from '../shared/errors/app-error.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { SignInFlow } from './sign-in-flow.schema.ts';

export interface ProvenIdentity {
  issuer: string;
  subject: string;
  /** Verified by the provider. Absent: it verified none, or none that can receive mail. */
  email?: string;
  name?: string;
  groups: string[];
  /** Absent: the provider does not say when it last asked for a password or key. */
  authenticatedAt?: Date;
}

export interface Provider {
  /** The provider's page to sign in. */
  authorizationUrl(flow: SignInFlow, redirectUri: string): Promise<URL>;
  /** The identity in the provider's answer, which the browser brought back. Throws `sign_in_failed`. */
  readIdentity(answer: URLSearchParams, flow: SignInFlow, redirectUri: string): Promise<ProvenIdentity>;
  /** Where the browser ends its session at the provider. Undefined if the provider has no such page, or is down. */
  signOutUrl(returnTo: string): Promise<URL | undefined>;
}

interface ProviderPorts {
  clock: Clock;
  /** Read at each sign-in; undefined for a public client. */
  clientSecret: () => Promise<string | undefined>;
  fetch?: (url: string, options: { method: string; headers: Record<string, string>; body?: unknown }) => Promise<Response>;
  /** Per request; a sign-in makes at most four, and the pipeline answers after 25 s. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
/** Endpoints rarely change; keys have their own cache. */
const METADATA_KEPT_MS = 3_600_000;
/** Between the provider's password prompt and the callback: typing it, and a second factor. */
const FRESH_SECONDS = 300;
/** Between the provider's clock and the service's. */
const CLOCK_TOLERANCE_SECONDS = 30;
const SCOPE = 'openid email profile';

/**
 * An identity provider by OpenID Connect Core 1.0: code flow with PKCE, `state`, `nonce` and, if the provider sends it, `iss`
 * (RFC 9207). Okta, Entra, Google, Keycloak and Cognito differ only in the issuer.
 */
export function openProvider({ issuer, clientId, groupsClaim }: SignIn, ports: ProviderPorts): Provider {
  const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const keyCache: oauth.JWKSCacheInput = {};
  let known: { server: oauth.AuthorizationServer; readAtMs: number } | undefined;
  const options = () => ({
    signal: AbortSignal.timeout(ports.timeoutMs ?? TIMEOUT_MS),
    // Stages refuse http except on a developer's machine (lib/stage/stage.schema.ts).
    [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
    ...(ports.fetch && { [oauth.customFetch]: ports.fetch }),
  });

  async function discover(): Promise<oauth.AuthorizationServer> {
    const nowMs = ports.clock().getTime();
    if (known && nowMs - known.readAtMs < METADATA_KEPT_MS) return known.server;
    try {
      const url = new URL(issuer);
      const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options()));
      known = { server, readAtMs: nowMs };
      return server;
    } catch (cause) {
      if (known) return known.server;
      throw providerDown(cause);
    }
  }

  async function claimsOf(answer: URLSearchParams, flow: SignInFlow, redirectUri: string) {
    const server = await discover();
    const parameters = oauth.validateAuthResponse(server, client, answer, flow.state);
    const secret = await ports.clientSecret();
    const authentication = secret === undefined ? oauth.None() : oauth.ClientSecretPost(secret);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      flow.codeVerifier,
      options(),
    );
    if (response.status >= 500) throw providerDown(new Error(`the token endpoint answers ${response.status}`));
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: flow.nonce,
      requireIdToken: true,
      ...(flow.isFresh && { maxAge: FRESH_SECONDS }),
    });
    await oauth.validateApplicationLevelSignature(server, response, { ...options(), [oauth.jwksCache]: keyCache });
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (!claims) throw new Error('no ID token');
    // Some providers keep tokens short and give the address only from the userinfo endpoint.
    if (claims.email !== undefined || server.userinfo_endpoint === undefined) return claims;
    const info = await oauth.userInfoRequest(server, client, tokens.access_token, options());
    return { ...(await oauth.processUserInfoResponse(server, client, claims.sub, info)), ...claims };
  }

  return {
    async authorizationUrl(flow, redirectUri) {
      const { authorization_endpoint: endpoint } = await discover();
      if (endpoint === undefined) throw providerDown(new Error('the provider has no authorization endpoint'));
      const url = new URL(endpoint);
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
        ...(flow.isFresh && { prompt: 'login', max_age: '0' }),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url;
    },

    async signOutUrl(returnTo) {
      try {
        return endSessionUrl(await discover(), clientId, returnTo);
      } catch {
        return;
      }
    },

    async readIdentity(answer, flow, redirectUri) {
      try {
        return identityOf(await claimsOf(answer, flow, redirectUri), groupsClaim);
      } catch (cause) {
        if (cause instanceof AppError) throw cause;
        throw isNetworkFailure(cause) ? providerDown(cause) : signInFailed(cause);
      }
    },
  };
}

/** https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html: the same endpoint under another name. */
const COGNITO_ISSUER = /^https:\/\/cognito-idp\.[\w-]+\.amazonaws\.com(\.cn)?\//;

/**
 * OpenID Connect RP-Initiated Logout 1.0, section 2, with `client_id`: an `id_token_hint` would have to be stored for a day and
 * would show in the browser's address. Without it a provider may ask the person first.
 */
function endSessionUrl(server: oauth.AuthorizationServer, clientId: string, returnTo: string): URL | undefined {
  const isCognito = COGNITO_ISSUER.test(server.issuer);
  const ofCognito = isCognito && server.authorization_endpoint && new URL('/logout', server.authorization_endpoint).href;
  const endpoint = server.end_session_endpoint ?? (ofCognito || undefined);
  if (endpoint === undefined) return undefined;
  const url = new URL(endpoint);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set(isCognito ? 'logout_uri' : 'post_logout_redirect_uri', returnTo);
  return url;
}

type Claims = { iss?: unknown; sub?: unknown } & Record<string, unknown>;

function identityOf(claims: Claims, groupsClaim: string): ProvenIdentity {
  const { email, email_verified: verified, name, auth_time: authTime } = claims;
  const groups = claims[groupsClaim];
  // Cognito sends it as text.
  const isVerified = verified === true || verified === 'true';
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    ...(isVerified && typeof email === 'string' && isMailAddress(email) && { email }),
    ...(typeof name === 'string' && { name }),
    groups: Array.isArray(groups) ? groups.filter((group): group is string => typeof group === 'string') : [],
    ...(typeof authTime === 'number' && { authenticatedAt: new Date(authTime * 1000) }),
  };
}

/** True for a time-out or a failed connection: `fetch` throws a TypeError for that. */
function isNetworkFailure(cause: unknown): boolean {
  return cause instanceof TypeError || (cause instanceof Error && ['TimeoutError', 'AbortError'].includes(cause.name));
}

function providerDown(cause: unknown): AppError {
  return new AppError('service_unavailable', PROVIDER_DOWN, { headers: { 'retry-after': '5' }, cause });
}

/** The cause goes to the log only: a stranger's attempt learns nothing. */
function signInFailed(cause: unknown): AppError {
  const { code } = Object(cause) as { code?: unknown };
  const isNotFresh = code === oauth.JWT_TIMESTAMP_CHECK && String(Object(cause).message).includes('auth_time');
  const words = SIGN_IN_MESSAGES.sign_in_failed;
  return new AppError('sign_in_failed', isNotFresh ? words.notFresh : words.refused, { cause });
}
