import { requireVariable } from '../../contract/stack/environment.ts';
import { SignIn } from '../../contract/stack/sign-in.schema.ts';
import { errorPage } from '../pages/error-page.ts';
import { serveHttp } from '../shared/http/serve-http.ts';
import { httpPorts } from '../shared/runtime/log.gateway.ts';
import { openLambdaEdges } from '../wiring/lambda-edges.wiring.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { clientSecretReader } from './client-secret.gateway.ts';
import { openProvider } from './provider.gateway.ts';
import { signInRoutes } from './sign-in-routes.ts';

const { edges, freshSecret } = await openLambdaEdges(process.env);
const { clock, settings, serviceSecret, base62, newId, newSalt, pause } = edges;
const { accounts, actionCounts: actions, users, members, invitations, sessions } = openRows(edges);
const signIn = SignIn.parse(JSON.parse(requireVariable(process.env, 'signIn')));

const routes = signInRoutes({
  provider: openProvider(signIn, { clock, clientSecret: clientSecretReader(signIn.clientSecretArn) }),
  accounts,
  actions,
  users,
  members,
  invitations,
  sessions,
  groupRoles: signIn.groupRoles,
  settings,
  serviceSecret,
  base62,
  newSalt,
  newId,
  pause,
});

/** /app/sign-in, /app/callback, /app/confirm and /app/sign-out: the only function that calls the identity provider. */
export const handler = serveHttp(routes, { ...httpPorts, errorPage }).use(freshSecret);
