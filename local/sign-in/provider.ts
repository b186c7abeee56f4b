import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider, { type Configuration } from 'oidc-provider';
import { html } from '../../contract/html.ts';
import { APP_PATHS } from '../../contract/paths.ts';
import { localServer } from '../machine/foreign-requests.ts';
import { findPerson } from './people.ts';

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:22rem;margin:4rem auto;padding:0 1rem}
label{display:block;margin:1rem 0 .25rem}input,button{font:inherit;width:100%;box-sizing:border-box;padding:.5rem}button{margin-top:1.5rem}
:focus-visible{outline:2px solid light-dark(#1f5fbf,#8ab4f8);outline-offset:2px}`;

interface SignInProvider {
  issuer: string;
  clientId: string;
  siteUrl: string;
  /** The people file (people.ts). */
  file: string;
}

/**
 * A local OpenID provider. The protocol is real (node-oidc-provider is certified), its users are in a file. It forgets sessions
 * when it ends.
 */
export function signInProvider({ issuer, clientId, siteUrl, file }: SignInProvider) {
  const provider = new Provider(issuer, configuration(clientId, siteUrl));
  const callback = provider.callback();
  return localServer((request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1];
    const answer = uid === undefined ? callback(request, response) : interact(provider, request, response, file);
    void Promise.resolve(answer).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' });
      response.end('This sign-in is over. Please begin again.\n');
    });
  });
}

function configuration(clientId: string, siteUrl: string): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [siteUrl + APP_PATHS.callback],
        post_logout_redirect_uris: [siteUrl + APP_PATHS.home],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        require_auth_time: true,
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], auth_time: null },
    // As with most providers, the token contains the address.
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource(context, form) {
          context.body = page('Sign out', confirmSignOut(form));
        },
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: email.split('@')[0] ?? email }),
    }),
    // Skips the consent page for our own service.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId: oidc.client?.clientId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse, file: string) {
  const { uid } = await provider.interactionDetails(request, response);
  const show = (mistake?: string) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(loginPage(`/interaction/${uid}`, mistake));
  if (request.method !== 'POST') return show();
  const form = new URLSearchParams(await text(request));
  const accountId = findPerson(file, form.get('email') ?? '', form.get('password') ?? '');
  if (accountId === undefined) return show('Address or password is wrong.');
  return provider.interactionFinished(request, response, { login: { accountId } }, { mergeWithLastSubmission: false });
}

/** The local provider's sign-in form. */
function loginPage(action: string, mistake?: string): string {
  const main = html`<h1>Sign in</h1>
<p>The identity provider of the local cloud. <code>.local/connection.json</code> has the first address and password.</p>
${mistake !== undefined && html`<p role="alert">${mistake}</p>`}
<form method="post" action="${action}">
<label for="email">E-mail address</label><input id="email" name="email" type="email" autocomplete="username" required autofocus>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button>
</form>`.text;
  return page('Sign in', main);
}

/** `form`: the provider's form, with the answer that the button sends. */
function confirmSignOut(form: string): string {
  return `<h1>Sign out</h1><p>You are signed out of the dashboard.</p>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out here, too</button>`;
}

function page(title: string, main: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="Sign in to the dashboard of this machine.">
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body><main>${main}</main></body></html>`;
}
