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

/** AWS's largest page. */
const PAGE = 1_000;
/** AWS may allow one page a second. With the SDK's pauses after a throttle that takes 8 s at most, of a run's 45 s. */
const MAX_ATTEMPTS_TO_READ = 5;

export function certificateManager(config: ACMClientConfig) {
  // The SDK treats a full quota as a throttle and would send the private key three times. The work list has its own pauses.
  const client = new ACMClient({ ...config, maxAttempts: 1 });
  // Reads the pages of accounts with thousands of certificates.
  const reader = new ACMClient({ ...config, maxAttempts: MAX_ATTEMPTS_TO_READ });
  return {
    /** Returns the ARN, equal to `certificateArn` if given; undefined if that certificate no longer exists. */
    async import(certificate: PresentCertificate, privateKeyPem: string, certificateArn?: string): Promise<string | undefined> {
      const { chainPem } = certificate;
      const leaf = leafPemOf(chainPem) ?? chainPem;
      const rest = chainPem.slice(chainPem.indexOf(leaf) + leaf.length).trim();
      return callAws('acm:ImportCertificate', async () => {
        const command = new ImportCertificateCommand({
          Certificate: Buffer.from(leaf),
          PrivateKey: Buffer.from(privateKeyPem),
          ...(rest && { CertificateChain: Buffer.from(rest) }),
          // AWS refuses tags in a reimport.
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

    /** A missing certificate counts as deleted. */
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

    /** The leaf certificate as PEM; undefined if it is missing or not issued yet. */
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

    /** All imported certificates of the account in the region, whoever imported them. */
    async countImported(): Promise<number> {
      let count = 0;
      let token: string | undefined;
      do {
        const page = await callAws('acm:ListCertificates', () =>
          reader.send(
            // Without this list AWS counts only RSA certificates.
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
