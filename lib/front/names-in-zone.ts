import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRecordSet, type CfnRecordSetProps, HostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';

interface CertificateNeed {
  name: string;
  hostedZoneId: string | undefined;
  /** The integrator's own. It goes before one that is made. */
  certificateArn: string | undefined;
}

/**
 * A certificate of ACM for a name: the one that is there, or one that proves itself by a record in the zone, at each renewal too.
 */
export function certificateFor(scope: Construct, { name, hostedZoneId = '', certificateArn }: CertificateNeed): ICertificate {
  if (certificateArn !== undefined) return Certificate.fromCertificateArn(scope, 'Certificate', certificateArn);
  const zone = HostedZone.fromHostedZoneId(scope, 'Zone', hostedZoneId);
  return new Certificate(scope, 'Certificate', { domainName: name, validation: CertificateValidation.fromDns(zone) });
}

/** A record of a zone that is known by its id only: the classes of the CDK want its name too. */
export function aliasRecord(scope: Construct, id: string, props: CfnRecordSetProps): void {
  new CfnRecordSet(scope, id, props);
}
