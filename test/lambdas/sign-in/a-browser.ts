import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { GroupRole } from '../../../contract/stack/sign-in.schema.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { invitationStore } from '../../../lambdas/model/accounts/people/invitation.store.ts';
import { memberStore } from '../../../lambdas/model/accounts/people/member.store.ts';
import { sessionStore } from '../../../lambdas/model/accounts/people/session.store.ts';
import { userStore } from '../../../lambdas/model/accounts/people/user.store.ts';
import { errorPage } from '../../../lambdas/pages/error-page.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { actionStore } from '../../../lambdas/shared/table/action.store.ts';
import { openProvider } from '../../../lambdas/sign-in/provider.gateway.ts';
import { signInRoutes } from '../../../lambdas/sign-in/sign-in-routes.ts';
import { clock, log, serviceSecret, table } from '../api/api-caller.ts';
import { AProvider, CLIENT_ID, CLIENT_SECRET, ISSUER } from './a-provider.ts';

export const SITE = 'https://certificates.example.net';
const TOKEN_TIMEOUT_MS = 50;

let drawn = 0;
/** As long as real ids, because a cookie has to hold them. */
const newId = (prefix: string) => {
  drawn += 1;
  return `${prefix}_${String(drawn).padStart(26, '0')}`;
};
const base62 = (length: number) => {
  drawn += 1;
  return String(drawn).padStart(length, 'x');
};

export function aSignIn({ groupRoles = [], site = SITE }: { groupRoles?: GroupRole[]; site?: string } = {}) {
  const provider = new AProvider();
  const config = { issuer: ISSUER, clientId: CLIENT_ID, groupsClaim: 'groups', groupRoles };
  const handler = serveHttp(
    signInRoutes({
      provider: openProvider(config, {
        clock: () => clock.now,
        clientSecret: async () => CLIENT_SECRET,
        fetch: provider.fetch,
        timeoutMs: TOKEN_TIMEOUT_MS,
      }),
      accounts: accountStore(table),
      actions: actionStore(table, () => newId('call')),
      users: userStore(table),
      members: memberStore(table),
      invitations: invitationStore(table),
      sessions: sessionStore(table),
      groupRoles,
      settings: { siteUrl: site },
      serviceSecret,
      base62,
      newSalt: () => Buffer.from(base62(16)),
      newId,
      pause: async () => {},
    }),
    { log, logAbout: () => {}, clock: () => clock.now, newRequestId: () => 'req_1', errorPage },
  );
  return { provider, browser: () => new ABrowser(handler) };
}

/** The headers of requests from the site's own pages. */
export const OWN = { 'x-requested-with': 'cps', 'sec-fetch-site': 'same-origin', origin: SITE };

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;
interface Result {
  statusCode: number;
  headers: Record<string, string>;
  cookies?: string[];
  body?: string;
}

/** Keeps cookies like a browser, but follows no redirects. */
export class ABrowser {
  address = '192.0.2.1';
  readonly cookies = new Map<string, string>();
  set: string[] = [];
  readonly #handler: Handler;

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  async ask(method: string, path: string, query = '', headers: Record<string, string> = {}, body?: string) {
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    const event = {
      rawPath: path,
      rawQueryString: query,
      headers,
      ...(cookies.length > 0 && { cookies }),
      ...(body !== undefined && { body }),
      isBase64Encoded: false,
      requestContext: {
        domainName: 'abc.execute-api.eu-central-1.amazonaws.com',
        http: { method, path, protocol: 'HTTP/1.1', sourceIp: this.address, userAgent: 'Browser 1' },
      },
    } as unknown as APIGatewayProxyEventV2;
    const result = (await this.#handler(event, { getRemainingTimeInMillis: () => 28_000 } as Context)) as Result;
    this.set = result.cookies ?? [];
    for (const cookie of this.set) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const isJson = result.headers['content-type'] === 'application/json';
    const json = isJson ? JSON.parse(result.body ?? '') : undefined;
    return { status: result.statusCode, headers: result.headers, text: result.body ?? '', json, code: json?.error?.code };
  }

  /** Returns the URL at the provider. */
  async begin(query = ''): Promise<string> {
    return (await this.ask('GET', '/app/sign-in', query)).headers.location ?? '';
  }

  callback(answer: URLSearchParams) {
    return this.ask('GET', '/app/callback', answer.toString());
  }

  confirm(fields: Record<string, string>, headers: Record<string, string> = OWN) {
    return this.ask('POST', '/app/confirm', '', headers, new URLSearchParams(fields).toString());
  }
}
