import { ListServiceQuotasCommand, ServiceQuotasClient, type ServiceQuotasClientConfig } from '@aws-sdk/client-service-quotas';
import { AwsFailure, callAws } from './aws-failure.ts';

/** AWS General Reference, "AWS Certificate Manager endpoints and quotas". */
const CODES = { held: 'L-D2CB7DE9', importsPerYear: 'L-3808DC70' } as const;
const DEFAULTS = { held: 2_500, importsPerYear: 5_000 };

/** The limits of imported certificates in a region: held at once, and imported in 365 days. */
export function certificateQuotas(
  config: ServiceQuotasClientConfig,
  client: Pick<ServiceQuotasClient, 'send'> = new ServiceQuotasClient(config),
) {
  return {
    /** AWS's defaults if Service Quotas has no other value, or is not available. */
    async limits(): Promise<typeof DEFAULTS> {
      const send = () => client.send(new ListServiceQuotasCommand({ ServiceCode: 'acm', MaxResults: 100 }));
      const { Quotas = [] } = await callAws('servicequotas:ListServiceQuotas', send).catch((error: unknown) => {
        if (error instanceof AwsFailure && error.problem.reason === 'aws_unavailable' && !error.later) return { Quotas: [] };
        throw error;
      });
      const valueFor = (code: string) => Quotas.find(({ QuotaCode }) => QuotaCode === code)?.Value;
      return {
        held: valueFor(CODES.held) ?? DEFAULTS.held,
        importsPerYear: valueFor(CODES.importsPerYear) ?? DEFAULTS.importsPerYear,
      };
    },
  };
}
export type CertificateQuotas = ReturnType<typeof certificateQuotas>;
