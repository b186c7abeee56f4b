import { requireVariable } from '../../contract/stack/environment.ts';
import { SignIn } from '../../contract/stack/sign-in.schema.ts';
import { accountStore } from '../model/accounts/account.store.ts';
import { invitationStore } from '../model/accounts/people/invitation.store.ts';
import { memberStore } from '../model/accounts/people/member.store.ts';
import { sessionStore } from '../model/accounts/people/session.store.ts';
import { userStore } from '../model/accounts/people/user.store.ts';
import { errorPage } from '../pages/error-page.ts';
import { serveHttp } from '../shared/http/serve-http.ts';
import { base62, callToken, newSalt, prefixedId } from '../shared/ids/ids.gateway.ts';
import { httpPorts } from '../shared/runtime/log.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { openServiceSecret } from '../shared/secrets/service-secret.gateway.ts';
import { actionStore } from '../shared/table/action.store.ts';
import { briefPause as pause } from '../shared/time/clock.gateway.ts';
import { clientSecretOf } from './client-secret.gateway.ts';
import { openProvider } from './provider.gateway.ts';
import { signInRoutes } from './sign-in-routes.ts';

const runtime = buildRuntime(process.env);
const { table, settings, clock } = runtime;
const signIn = SignIn.parse(JSON.parse(requireVariable(process.env, 'signIn')));
const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(process.env, 'serviceSecretArn'), runtime);

const routes = signInRoutes({
  provider: openProvider(signIn, { clock, clientSecret: clientSecretOf(signIn.clientSecretArn) }),
  accounts: accountStore(table),
  actions: actionStore(table, callToken),
  users: userStore(table),
  members: memberStore(table),
  invitations: invitationStore(table),
  sessions: sessionStore(table),
  groupRoles: signIn.groupRoles,
  settings,
  serviceSecret,
  base62,
  newSalt,
  newId: prefixedId,
  pause,
});

/** /app/sign-in, /app/callback, /app/confirm and /app/sign-out: the only function that speaks to the identity provider. */
export const handler = serveHttp(routes, { ...httpPorts, errorPage }).use(freshSecret);
