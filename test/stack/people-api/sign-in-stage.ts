import type { Stage } from '../../../lib/stage/stage.schema.ts';

/** Adds an OpenID provider of the deployer. */
export function withIssuer(stage: Stage): Stage {
  const clientSecretArn = 'arn:aws:secretsmanager:eu-central-1:222233334444:secret:sign-in-AbCdEf';
  return { ...stage, signIn: { issuer: 'https://acme-saas.okta.com', clientId: 'cps', clientSecretArn } };
}

/** Adds the service's own user pool. */
export function withPool(stage: Stage): Stage {
  const { siteUrl = 'https://api.acme-saas.net' } = stage.settings;
  return { ...stage, settings: { ...stage.settings, siteUrl }, signIn: { cognitoPrefix: 'acme-saas' } };
}
