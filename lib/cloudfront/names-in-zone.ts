import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRecordSet, type CfnRecordSetProps, HostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';

interface CertificateNeed {
  name: string;
  hostedZoneId: string | undefined;
  /** An existing certificate of the integrator. It takes precedence over a new one. */
  certificateArn: string | undefined;
}

/** ACM certificate for a name: an existing one, or a new one validated by a DNS record in the zone, also at each renewal. */
export function certificateFor(scope: Construct, { name, hostedZoneId = '', certificateArn }: CertificateNeed): ICertificate {
  if (certificateArn !== undefined) return Certificate.fromCertificateArn(scope, 'Certificate', certificateArn);
  const zone = HostedZone.fromHostedZoneId(scope, 'Zone', hostedZoneId);
  return new Certificate(scope, 'Certificate', { domainName: name, validation: CertificateValidation.fromDns(zone) });
}

/** A record in a zone of which only the id is known. CDK's classes also need its name. */
export function aliasRecord(scope: Construct, id: string, props: CfnRecordSetProps): void {
  new CfnRecordSet(scope, id, props);
}
