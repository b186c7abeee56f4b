import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { APP_PATHS } from '../../contract/paths.ts';
import type { SignIn } from '../../contract/stack/sign-in.schema.ts';
import { API_TIMEOUT, type EndpointProps } from '../api/public-api.ts';
import { grantReadClientSecret, grantReadServiceSecret, grantSignIn } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/** Sign-in and sign-out, on a stage with an identity provider. It is public, and reaches people's rows but no domain. */
export class SignInEndpoint extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeSignIn', {
      stage,
      entry: 'lambdas/sign-in/serve-sign-in.lambda.ts',
      description: 'Lets people sign in with their identity provider, and sign out',
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.portal,
    });
    grantSignIn(serve, stateful.table);
    grantReadServiceSecret(serve, stateful.secret);
    serve.setVariable('signIn', Stack.of(this).toJsonString(settingsOf(stage, stateful)));
    if (stage.signIn?.clientSecretArn !== undefined) grantReadClientSecret(serve, stage.signIn.clientSecretArn);
    const { signIn, callback, confirm, signOut } = APP_PATHS;
    api.serve(serve, ...[signIn, callback, confirm, signOut].map((path) => `ANY ${path}` as const));
  }
}

function settingsOf({ signIn = {} }: Stage, { people }: StatefulStack): SignIn {
  const { issuer = '', clientId = '', clientSecretArn, groupRoles = [] } = signIn;
  return {
    issuer: people?.issuer ?? issuer,
    clientId: people?.clientId ?? clientId,
    ...(clientSecretArn !== undefined && { clientSecretArn }),
    groupsClaim: signIn.groupsClaim ?? (people ? 'cognito:groups' : 'groups'),
    groupRoles,
  };
}
