import { ACMClient } from '@aws-sdk/client-acm';
import { HttpResponse } from '@smithy/core/protocols';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, expect, it } from 'vitest';
import { certificateManager } from '../../../lambdas/aws-servers/certificate-manager.gateway.ts';
import { certificate } from '../agent-api/an-agent.ts';
import { PLACE } from './an-aws-account.ts';

// Another test file may have mocked all clients.
beforeAll(() => mockClient(ACMClient).restore());

/** ACM: first this error, then a list with one certificate. Returns the operations that it received. */
function acmThatFirstAnswers(errorName: string) {
  const sent: string[] = [];
  const handle = async ({ headers }: { headers: Record<string, string> }) => {
    sent.push(headers['x-amz-target']?.split('.')[1] ?? '');
    const isFirst = sent.length === 1;
    const answer = isFirst ? { __type: errorName, message: 'no' } : { CertificateSummaryList: [{ Type: 'IMPORTED' }] };
    return {
      response: new HttpResponse({ statusCode: isFirst ? 400 : 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }),
    };
  };
  const credentials = { accessKeyId: 'A', secretAccessKey: 'S' };
  return { sent, certificates: certificateManager({ region: PLACE.region, credentials, requestHandler: { handle } }) };
}

it('a page of certificates for which ACM was too busy is requested again', async () => {
  const { sent, certificates } = acmThatFirstAnswers('ThrottlingException');
  expect(await certificates.countImported()).toBe(1);
  expect(sent).toEqual(['ListCertificates', 'ListCertificates']);
});

it('a private key is sent once, whatever ACM answers', async () => {
  const { sent, certificates } = acmThatFirstAnswers('ThrottlingException');
  await expect(certificates.import({ ...certificate, hostname: 'shop.example.com' }, 'KEY')).rejects.toThrow('aws_throttled');
  expect(sent).toEqual(['ImportCertificate']);
});
