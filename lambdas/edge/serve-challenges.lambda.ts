import { requireVariable } from '../../contract/stack/environment.ts';
import { challengeStore } from '../model/domains/challenge/challenge.store.ts';
import { serveHttp } from '../shared/http/serve-http.ts';
import { httpPorts } from '../shared/runtime/log.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { openServiceSecret } from '../shared/secrets/service-secret.gateway.ts';
import { challengeMetrics, challengeRoutes } from './serve-challenges.ts';

const runtime = buildRuntime(process.env);
const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(process.env, 'serviceSecretArn'), runtime);
const routes = challengeRoutes({ challenges: challengeStore(runtime.table), secret: serviceSecret });

export const handler = serveHttp(routes, { ...httpPorts, log: runtime.log, measure: challengeMetrics }).use(freshSecret);
