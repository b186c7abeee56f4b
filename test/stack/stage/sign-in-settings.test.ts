import { describe, expect, it } from 'vitest';
import { checkStage } from '../../../lib/stage/read-stage.ts';
import { withIssuer, withPool } from '../people-api/sign-in-stage.ts';
import { productionStage } from './stages.ts';

const check = (stage: unknown) => checkStage('stages/production.json', stage);
const { siteUrl: _siteUrl, ...siteless } = productionStage.settings;
const stageWith = (signIn: object, settings: object = siteless) => ({ ...productionStage, settings, signIn });
const issuer = 'https://acme-saas.okta.com';

describe('the sign-in of a stage', () => {
  it('is a provider with our id there, or a pool', () => {
    expect(check(withIssuer(productionStage)).signIn).toMatchObject({ issuer, clientId: 'cps' });
    expect(check(withPool(productionStage)).signIn).toEqual({ cognitoPrefix: 'acme-saas' });
  });

  it.each([
    ['with nothing', stageWith({}), /signIn\.issuer: name the OpenID provider/],
    ['without our id there', stageWith({ issuer }), /signIn\.clientId: is needed/],
    ['over http', stageWith({ issuer: 'http://localhost:8080', clientId: 'cps' }), /signIn\.issuer: must be https/],
    ['at a host over http', stageWith({ issuer: 'http://idp.acme-saas.net', clientId: 'cps' }), /signIn\.issuer: must be/],
    [
      'with a pool, too',
      stageWith({ issuer, cognitoPrefix: 'acme' }, { ...siteless, siteUrl: 'https://a.acme-saas.net' }),
      /signIn\.issuer: is of another/,
    ],
    ['with a pool that leads nowhere', stageWith({ cognitoPrefix: 'acme' }), /settings\.siteUrl: is needed/],
    ['with a prefix that Cognito refuses', stageWith({ cognitoPrefix: 'my-aws' }), /signIn\.cognitoPrefix: must be/],
    [
      'with a role that there is not',
      stageWith({ issuer, clientId: 'cps', groupRoles: [{ group: 'a', organizationId: 'org_1', role: 'god' }] }),
      /signIn\.groupRoles\.0\.role/,
    ],
    [
      'with a misspelt field',
      stageWith({ issuer, clientId: 'cps', clientSecret: 'x' }),
      /signIn\.clientSecret: there is no such field/,
    ],
  ])('%s is refused by the name of the field', (_, stage, message) => {
    expect(() => check(stage)).toThrow(message);
  });
});
