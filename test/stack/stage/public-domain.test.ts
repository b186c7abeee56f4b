import { describe, expect, it } from 'vitest';
import { checkStage, StageRefused } from '../../../lib/stage/read-stage.ts';
import { frontStage, withPublicDomain } from '../cloudfront/front-stage.ts';

const { region: _region, ...withoutRegion } = frontStage;
const withSettings = (changes: object) => ({ ...frontStage, settings: { ...frontStage.settings, ...changes } });

describe('a public domain', () => {
  it('that new-stage writes can be deployed as it is, and no customer can register its names', () => {
    expect(checkStage('stages/production.json', frontStage)).toEqual(frontStage);
    expect(frontStage.settings).toMatchObject({
      siteUrl: 'https://api.acme-saas.net',
      ownNames: expect.arrayContaining(['api.acme-saas.net']),
    });
  });

  it.each([
    ['a URL for its name', withPublicDomain({ name: 'https://api.acme-saas.net' }), /publicDomain\.name: .*bare hostname/],
    [
      'a zone’s name for its id',
      withPublicDomain({ hostedZoneId: 'acme-saas.net' }),
      /publicDomain\.hostedZoneId: .*id of a hosted zone/,
    ],
    [
      'a certificate that CloudFront cannot take',
      withPublicDomain({ certificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/x' }),
      /publicDomain\.certificateArn: .*us-east-1/,
    ],
    [
      'a certificate of another region for API Gateway',
      withPublicDomain({ originCertificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/x' }),
      /publicDomain\.originCertificateArn: is in us-east-1.*eu-central-1/,
    ],
    [
      'neither zone nor certificate',
      withPublicDomain({ hostedZoneId: undefined }),
      /publicDomain\.certificateArn: .*hostedZoneId/,
    ],
    ['no region in the stage', withoutRegion, /region: must be named/],
    [
      'the same name for CloudFront and for API Gateway',
      withPublicDomain({ originName: 'api.acme-saas.net' }),
      /publicDomain\.originName: must be another/,
    ],
    [
      'a name that a customer could register',
      withSettings({ ownNames: ['cname.acme-saas.net'] }),
      /publicDomain\.name: .*settings\.ownNames/,
    ],
    [
      'another address in siteUrl',
      withSettings({ siteUrl: 'https://www.acme-saas.net' }),
      /settings\.siteUrl: .*api\.acme-saas\.net/,
    ],
    ['an example for its name', withPublicDomain({ name: 'api.example.com' }), /publicDomain\.name: .*is an example/],
    [
      'fewer requests than the firewall can count',
      withPublicDomain({ requestsPerAddress: 9 }),
      /publicDomain\.requestsPerAddress/,
    ],
    [
      'a field that is misspelt',
      { ...frontStage, publicDomain: { ...frontStage.publicDomain, certificateARN: 'x' } },
      /publicDomain\.certificateARN: .*certificateArn/,
    ],
  ])('with %s is refused by the name of the field', (_, stage, message) => {
    const check = () => checkStage('stages/production.json', stage);
    expect(check).toThrow(StageRefused);
    expect(check).toThrow(message);
  });
});
