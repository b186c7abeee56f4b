import {
  ACMClient,
  type ACMClientConfig,
  DeleteCertificateCommand,
  GetCertificateCommand,
  ImportCertificateCommand,
  KeyAlgorithm,
  ListCertificatesCommand,
} from '@aws-sdk/client-acm';
import { leafPemOf } from '../../contract/certificate-text.ts';
import { tagsOf } from '../model/aws-servers/role-policy.ts';
import type { PresentCertificate } from '../model/servers/certificate.schema.ts';
import { callAws, isNamed } from './aws-failure.ts';

/** AWS takes no more in a page. */
const PAGE = 1_000;
/** AWS may take one page a second. With the SDK's pauses after a throttle these are 8 s at most, of the 45 s of a run. */
const MOST_ATTEMPTS_TO_READ = 5;

/** AWS Certificate Manager in an integrator's account. */
export function certificateManager(config: ACMClientConfig) {
  // The SDK takes a full quota for a throttle, and would send the private key three times. The list of work has its own pauses.
  const client = new ACMClient({ ...config, maxAttempts: 1 });
  // For the pages of an account with thousands of certificates.
  const reader = new ACMClient({ ...config, maxAttempts: MOST_ATTEMPTS_TO_READ });
  return {
    /** Answers the ARN, the same as `certificateArn` where one is given; undefined where that is not there any more. */
    async import(certificate: PresentCertificate, privateKeyPem: string, certificateArn?: string): Promise<string | undefined> {
      const { chainPem } = certificate;
      const leaf = leafPemOf(chainPem) ?? chainPem;
      const rest = chainPem.slice(chainPem.indexOf(leaf) + leaf.length).trim();
      return callAws('acm:ImportCertificate', async () => {
        const command = new ImportCertificateCommand({
          Certificate: Buffer.from(leaf),
          PrivateKey: Buffer.from(privateKeyPem),
          ...(rest && { CertificateChain: Buffer.from(rest) }),
          // Whoever imports again may not tag.
          ...(certificateArn === undefined ? { Tags: tagsOf(certificate) } : { CertificateArn: certificateArn }),
        });
        try {
          return (await client.send(command)).CertificateArn;
        } catch (error) {
          if (certificateArn !== undefined && isNamed(error, 'ResourceNotFound')) return;
          throw error;
        }
      });
    },

    /** One that is gone already is deleted. */
    delete(certificateArn: string): Promise<'deleted' | 'in-use'> {
      return callAws('acm:DeleteCertificate', async () => {
        try {
          await client.send(new DeleteCertificateCommand({ CertificateArn: certificateArn }));
        } catch (error) {
          if (isNamed(error, 'ResourceInUse')) return 'in-use';
          if (!isNamed(error, 'ResourceNotFound')) throw error;
        }
        return 'deleted';
      });
    },

    /** The PEM of a certificate, the leaf alone; undefined where it is not there, or not issued yet. */
    read(certificateArn: string): Promise<string | undefined> {
      return callAws('acm:GetCertificate', async () => {
        try {
          return (await client.send(new GetCertificateCommand({ CertificateArn: certificateArn }))).Certificate;
        } catch (error) {
          if (isNamed(error, 'ResourceNotFound', 'RequestInProgress')) return;
          throw error;
        }
      });
    },

    /** How many imported certificates the account has in the region, whoever imported them. */
    async countImported(): Promise<number> {
      let count = 0;
      let token: string | undefined;
      do {
        const page = await callAws('acm:ListCertificates', () =>
          reader.send(
            // Without the list of algorithms only those with RSA would be counted.
            new ListCertificatesCommand({
              MaxItems: PAGE,
              NextToken: token,
              Includes: { keyTypes: Object.values(KeyAlgorithm) },
            }),
          ),
        );
        count += (page.CertificateSummaryList ?? []).filter(({ Type }) => Type === 'IMPORTED').length;
        token = page.NextToken;
      } while (token);
      return count;
    },
  };
}
export type CertificateManager = ReturnType<typeof certificateManager>;
