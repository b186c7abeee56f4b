import { FRONT_REGION, originNameOf, type PublicDomain } from './public-domain.ts';
import type { Stage } from './stage.schema.ts';

type Located = Pick<Stage, 'region' | 'settings'>;

/**
 * Inconsistencies of a public domain, in itself and with the rest of the stage. Each is a line: the field's path, and what to do.
 */
export function publicDomainFaults({ publicDomain, ...stage }: Located & Pick<Stage, 'publicDomain'>): string[] {
  if (!publicDomain) return [];
  return [...certificateFaults(publicDomain, stage), ...nameFaults(publicDomain, stage)];
}

function certificateFaults({ hostedZoneId, certificateArn, originCertificateArn }: PublicDomain, { region }: Located): string[] {
  const faults: string[] = [];
  if (region === undefined)
    faults.push(`region: must be named where there is a publicDomain: a part of it is in ${FRONT_REGION}`);
  const certificates = { certificateArn, originCertificateArn };
  for (const [field, arn] of Object.entries(certificates)) {
    if (hostedZoneId === undefined && arn === undefined)
      faults.push(`publicDomain.${field}: is needed without hostedZoneId, as no certificate can be made`);
  }
  const regionOfOrigin = originCertificateArn?.split(':')[3];
  if (regionOfOrigin !== undefined && region !== undefined && regionOfOrigin !== region)
    faults.push(`publicDomain.originCertificateArn: is in ${regionOfOrigin}, and must be in ${region}, the region of the stage`);
  return faults;
}

function nameFaults(publicDomain: PublicDomain, { settings }: Located): string[] {
  const { name } = publicDomain;
  const faults: string[] = [];
  const originName = originNameOf(publicDomain);
  if (originName === name) faults.push('publicDomain.originName: must be another name: this one leads to CloudFront itself');
  for (const [field, own] of Object.entries({ name, originName })) {
    if (settings.ownNames.some((reserved) => own === reserved || own.endsWith(`.${reserved}`))) continue;
    faults.push(`publicDomain.${field}: a customer could register ${own}; put it into settings.ownNames`);
  }
  const address = `https://${name}`;
  if (settings.siteUrl !== undefined && settings.siteUrl !== address)
    faults.push(`settings.siteUrl: is ${settings.siteUrl}, and integrators reach the API at ${address}`);
  return faults;
}
