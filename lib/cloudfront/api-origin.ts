import { CfnOutput } from 'aws-cdk-lib';
import { ApiMapping, DomainName, type HttpApi, type IHttpStage, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import { OUTPUTS } from '../../contract/stack/stack-outputs.ts';
import { originNameOf, type PublicDomain } from '../stage/public-domain.ts';
import { aliasRecord, certificateFor } from './names-in-zone.ts';

export interface ApiOriginProps {
  publicDomain: PublicDomain;
  api: HttpApi;
  stage: IHttpStage;
}

/** The HTTP API's domain name for CloudFront only. CloudFront requires an origin's certificate to match its name. */
export class ApiOrigin extends Construct {
  constructor(scope: Construct, id: string, { publicDomain, api, stage }: ApiOriginProps) {
    super(scope, id);
    const { hostedZoneId, originCertificateArn } = publicDomain;
    const name = originNameOf(publicDomain);
    const domainName = new DomainName(this, 'Name', {
      domainName: name,
      certificate: certificateFor(this, { name, hostedZoneId, certificateArn: originCertificateArn }),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new ApiMapping(this, 'Mapping', { api, domainName, stage });
    if (hostedZoneId !== undefined) {
      aliasRecord(this, 'Record', {
        name,
        type: 'A',
        hostedZoneId,
        aliasTarget: { dnsName: domainName.regionalDomainName, hostedZoneId: domainName.regionalHostedZoneId },
      });
      return;
    }
    const output = new CfnOutput(this, OUTPUTS.originTarget, {
      value: domainName.regionalDomainName,
      description: `${name} must be a CNAME to it`,
    });
    output.overrideLogicalId(OUTPUTS.originTarget);
  }
}
