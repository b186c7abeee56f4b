import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { challengeStore } from '../model/domains/challenge.store.ts';
import { SDK_LIMITS } from '../shared/aws/sdk-limits.ts';
import { httpPorts } from '../shared/http/http-ports.gateway.ts';
import { serveHttp } from '../shared/http/serve-http.ts';
import { buildRuntime, required } from '../shared/runtime/runtime.gateway.ts';
import { loadServiceSecret } from '../shared/secrets/service-secret.gateway.ts';
import { challengeRoutes } from './serve-challenges.ts';

const { table } = buildRuntime(process.env);
const secret = await loadServiceSecret(new SecretsManagerClient(SDK_LIMITS), required(process.env, 'serviceSecretArn'));
const routes = challengeRoutes({ challenges: challengeStore(table), secret });

export const handler = serveHttp(routes, httpPorts);
