import { describe, expect, it } from 'vitest';
import { checkProof, parseStsAnswer } from '../../../../lambdas/agent-api/enrollment/identity-proof.ts';
import { NOW } from '../../a-domain.ts';

const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
const DATE = stamp(NOW);
const QUERY: Record<string, string> = {
  Action: 'GetCallerIdentity',
  Version: '2011-06-15',
  'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
  'X-Amz-Credential': `ASIAEXAMPLEEXAMPLE00/${DATE.slice(0, 8)}/eu-central-1/sts/aws4_request`,
  'X-Amz-Date': DATE,
  'X-Amz-Expires': '300',
  'X-Amz-Security-Token': 'token+/==',
  'X-Amz-SignedHeaders': 'host;x-cps-nonce',
  'X-Amz-Signature': 'ab'.repeat(32),
};
const queryText = (query: Record<string, string>) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
const urlOf = (changes: Record<string, string | undefined> = {}, place = 'https://sts.eu-central-1.amazonaws.com/') => {
  const query = Object.fromEntries(Object.entries({ ...QUERY, ...changes }).filter(([, value]) => value !== undefined));
  return `${place}?${queryText(query as Record<string, string>)}`;
};
const inRegion = (region: string) => ({ 'X-Amz-Credential': QUERY['X-Amz-Credential']?.replace('eu-central-1', region) });

describe('a presigned GetCallerIdentity', () => {
  it('is sent as it was signed, to the endpoint of its region', () => {
    expect(checkProof(urlOf(), NOW)).toEqual({
      kind: 'good',
      origin: 'https://sts.eu-central-1.amazonaws.com',
      pathAndQuery: `/?${queryText(QUERY)}`,
      partition: 'aws',
    });
  });

  it.each([
    ['China', 'cn-north-1', 'https://sts.cn-north-1.amazonaws.com.cn/', 'aws-cn'],
    ['GovCloud', 'us-gov-west-1', 'https://sts.us-gov-west-1.amazonaws.com/', 'aws-us-gov'],
  ])('of %s proves an identity of that partition', (_, region, place, partition) => {
    expect(checkProof(urlOf(inRegion(region), place), NOW)).toMatchObject({ kind: 'good', partition });
  });

  it('at the endpoint that the service itself is set to is good there, and nowhere else', () => {
    const local = urlOf({}, 'http://localhost:4566/');
    expect(checkProof(local, NOW, 'http://localhost:4566')).toMatchObject({ kind: 'good', origin: 'http://localhost:4566' });
    expect(checkProof(local, NOW)).toMatchObject({ kind: 'problem' });
    expect(checkProof(local, NOW, 'http://localhost:4567')).toMatchObject({ kind: 'problem' });
  });
});

describe('what is not exactly that is not sent', () => {
  it.each([
    'http://sts.eu-central-1.amazonaws.com/',
    'https://sts.eu-central-1.amazonaws.com:8443/',
    'https://sts.eu-central-1.amazonaws.com.evil.net/',
    'https://sts.evil.net/',
    'https://sts.amazonaws.com/',
    'https://evil.net/sts.eu-central-1.amazonaws.com/',
    'https://sts.eu-central-1.amazonaws.com@evil.net/',
    'https://user:pass@sts.eu-central-1.amazonaws.com/',
    'https://iam.eu-central-1.amazonaws.com/',
    'https://sts.eu-central-1.amazonaws.com.cn/',
    'https://sts.cn-north-1.amazonaws.com/',
    'https://sts.eu-central-1.amazonaws.com/path',
    'https://169.254.169.254/',
    'nonsense',
  ])('to %s', (place) => {
    expect(checkProof(urlOf({}, place), NOW)).toMatchObject({ kind: 'problem', problem: expect.stringContaining('endpoint') });
  });

  it.each([
    ['another action', { Action: 'AssumeRole' }],
    ['another version', { Version: '2010-01-01' }],
    ['another parameter', { RoleArn: 'arn:aws:iam::1:role/x' }],
    ['no session token, which long-lived keys of users have not', { 'X-Amz-Security-Token': undefined }],
    ['no signature', { 'X-Amz-Signature': undefined }],
  ])('with %s', (_, changes) => {
    expect(checkProof(urlOf(changes), NOW)).toMatchObject({ kind: 'problem', problem: expect.stringContaining('query') });
  });

  it.each(['Action=AssumeRole', 'action=AssumeRole', 'x-amz-credential=x', 'X-Amz-Date=20200101T000000Z'])(
    'with a parameter twice, however it is written: %s',
    (more) => {
      expect(checkProof(`${urlOf()}&${more}`, NOW)).toMatchObject({ kind: 'problem', problem: expect.stringContaining('query') });
    },
  );

  it('with a fragment', () => expect(checkProof(`${urlOf()}#x`, NOW)).toMatchObject({ kind: 'problem' }));

  it.each([
    ['without our header', { 'X-Amz-SignedHeaders': 'host' }],
    ['with other headers', { 'X-Amz-SignedHeaders': 'host;x-cps-nonce;x-other' }],
    ['by another algorithm', { 'X-Amz-Algorithm': 'AWS4-ECDSA-P256-SHA256' }],
    ['for another service', { 'X-Amz-Credential': QUERY['X-Amz-Credential']?.replace('/sts/', '/iam/') }],
    ['for another region than it is sent to', inRegion('us-east-1')],
    ['for another day', { 'X-Amz-Credential': QUERY['X-Amz-Credential']?.replace(DATE.slice(0, 8), '20200101') }],
    ['for longer than five minutes', { 'X-Amz-Expires': '301' }],
    ['for no time', { 'X-Amz-Expires': '0' }],
    ['at no time', { 'X-Amz-Date': `${DATE.slice(0, 8)}T996199Z` }],
    ['with what is no signature', { 'X-Amz-Signature': 'AB'.repeat(32) }],
  ])('signed %s', (_, changes) => {
    expect(checkProof(urlOf(changes), NOW)).toMatchObject({ kind: 'problem', problem: expect.stringContaining('signed') });
  });

  it.each([
    [300, 'good'],
    [301, 'problem'],
    [-300, 'good'],
    [-301, 'problem'],
  ])('signed by a clock that is %d s ahead: %s', (seconds, kind) => {
    const date = stamp(new Date(NOW.getTime() + seconds * 1000));
    expect(checkProof(urlOf({ 'X-Amz-Date': date }), NOW)).toMatchObject({ kind });
  });
});

const answer = (result: string) =>
  `<GetCallerIdentityResponse xmlns="x"><GetCallerIdentityResult>${result}</GetCallerIdentityResult><ResponseMetadata/></GetCallerIdentityResponse>`;
const arn = 'arn:aws:sts::111122223333:assumed-role/web/i-1';

describe('the answer of STS', () => {
  it('names account and role of whoever signed', () => {
    const whole = answer(`<Arn>${arn}</Arn><UserId>A:i-1</UserId><Account>111122223333</Account>`);
    for (const text of [whole, `<?xml version="1.0"?>\n${whole}`])
      expect(parseStsAnswer(text)).toEqual({ arn, partition: 'aws', accountId: '111122223333', name: 'web' });
  });

  it.each([
    ['an answer to another question', `<AssumeRoleResponse><x>${answer(`<Arn>${arn}</Arn>`)}</x></AssumeRoleResponse>`],
    ['an answer within another text', `{"x": "${answer(`<Arn>${arn}</Arn><UserId>A</UserId><Account>1</Account>`)}"}`],
    ['two identities', answer(`<Arn>${arn}</Arn><Arn>${arn}</Arn><Account>1</Account>`)],
    ['an error', '<ErrorResponse><Error><Code>SignatureDoesNotMatch</Code></Error></ErrorResponse>'],
    ['nothing', ''],
  ])('is not taken for one where it is %s', (_, text) => {
    expect(parseStsAnswer(text)).toBeUndefined();
  });
});
