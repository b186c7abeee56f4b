import {
  CloudFrontClient,
  type CloudFrontClientConfig,
  CreateDistributionTenantCommand,
  type CreateDistributionTenantCommandInput,
  DeleteDistributionTenantCommand,
  type DistributionTenant,
  GetConnectionGroupCommand,
  GetDistributionCommand,
  GetDistributionTenantCommand,
  GetManagedCertificateDetailsCommand,
  ListConnectionGroupsCommand,
  ListDistributionTenantsCommand,
  type ManagedCertificateRequest,
  UpdateDistributionTenantCommand,
} from '@aws-sdk/client-cloudfront';
import { tagsOf } from '../model/aws-servers/role-policy.ts';
import type { CertificateWithoutKey } from '../model/servers/certificate.schema.ts';
import { AwsFailure, callAws, isNamed } from './aws-failure.ts';

/** The tenant of one hostname at a multi-tenant distribution, as read. `etag` names this version. */
export interface Tenant {
  etag: string;
  isEnabled: boolean;
  /** True when all of CloudFront has this version. */
  isDeployed: boolean;
  certificateArn?: string | undefined;
  /** Sent back with a change, so that nothing else changes. */
  found: DistributionTenant;
}

export interface NewTenant {
  /** Unique in the account, so repeated creations make one tenant per hostname and server. */
  name: string;
  distributionId: string;
  connectionGroupId?: string | undefined;
  certificateArn: string;
}

type TenantOf = Parameters<typeof tagsOf>[0];

export interface ManagedCertificate {
  status: 'pending' | 'issued' | 'failed';
  certificateArn?: string | undefined;
  /** CloudFront's name for its state. */
  observed: string;
}

/** CloudFront's values for a multi-tenant distribution and for a finished deployment. */
const [TENANTS_ONLY, DEPLOYED] = ['tenant-only', 'Deployed'];
const PAGE = 100;

/** CloudFront in an integrator's account: a multi-tenant distribution with one tenant per hostname. */
export function distributions(
  config: CloudFrontClientConfig,
  client: Pick<CloudFrontClient, 'send'> = new CloudFrontClient(config),
) {
  async function defaultEndpoint(): Promise<string | undefined> {
    let Marker: string | undefined;
    do {
      const page = await callAws('cloudfront:ListConnectionGroups', () =>
        client.send(new ListConnectionGroupsCommand({ Marker, MaxItems: PAGE })),
      );
      const found = page.ConnectionGroups?.find(({ IsDefault }) => IsDefault);
      if (found) return found.RoutingEndpoint;
      Marker = page.NextMarker;
    } while (Marker);
    return undefined;
  }

  async function endpointOf(connectionGroupId: string): Promise<string | undefined> {
    const { ConnectionGroup } = await callAws('cloudfront:GetConnectionGroup', () =>
      client.send(new GetConnectionGroupCommand({ Identifier: connectionGroupId })),
    );
    return ConnectionGroup?.RoutingEndpoint;
  }

  async function sendNew(
    { name, distributionId, connectionGroupId }: Omit<NewTenant, 'certificateArn'>,
    of: TenantOf,
    certificate: Pick<CreateDistributionTenantCommandInput, 'Customizations' | 'ManagedCertificateRequest'>,
  ): Promise<'created' | 'exists'> {
    try {
      await client.send(
        new CreateDistributionTenantCommand({
          ...{ Name: name, DistributionId: distributionId, ConnectionGroupId: connectionGroupId },
          Domains: [{ Domain: of.hostname }],
          Enabled: true,
          Tags: { Items: tagsOf(of) },
          ...certificate,
        }),
      );
      return 'created';
    } catch (error) {
      if (isNamed(error, 'EntityAlreadyExists')) return 'exists';
      throw error;
    }
  }

  /** Returns false if somebody else changed the tenant since it was read. */
  function change(
    tenant: Tenant,
    changes: { certificateArn?: string; isEnabled: boolean; managed?: ManagedCertificateRequest },
  ): Promise<boolean> {
    const { Id, DistributionId, ConnectionGroupId, Domains = [], Customizations, Parameters } = tenant.found;
    const certificate = changes.certificateArn !== undefined && { Certificate: { Arn: changes.certificateArn } };
    return callAws('cloudfront:UpdateDistributionTenant', () =>
      unlessChanged(CHANGED_OR_DELETED, () =>
        client.send(
          new UpdateDistributionTenantCommand({
            Id,
            IfMatch: tenant.etag,
            DistributionId,
            ConnectionGroupId,
            Domains: Domains.map(({ Domain }) => ({ Domain })),
            Customizations: { ...Customizations, ...certificate },
            Parameters,
            Enabled: changes.isEnabled,
            ...(changes.managed && { ManagedCertificateRequest: changes.managed }),
          }),
        ),
      ),
    );
  }

  return {
    /** Throws if the distribution is missing or cannot have tenants. */
    async requireTenants(distributionId: string): Promise<void> {
      const { Distribution } = await callAws('cloudfront:GetDistribution', () =>
        client.send(new GetDistributionCommand({ Id: distributionId })),
      );
      if (Distribution?.DistributionConfig?.ConnectionMode !== TENANTS_ONLY)
        throw new AwsFailure({ reason: 'distribution_for_one_tenant', observed: distributionId }, undefined);
    },

    /** The CNAME target for hostnames of a connection group; the account's default group if none is named. */
    async routingEndpoint(connectionGroupId: string | undefined): Promise<string> {
      const endpoint = await (connectionGroupId === undefined ? defaultEndpoint() : endpointOf(connectionGroupId));
      if (endpoint !== undefined) return endpoint;
      throw new AwsFailure({ reason: 'connection_group_not_found', observed: 'there is no default one' }, undefined);
    },

    /** All tenants of the account, whoever created them. */
    async countTenants(): Promise<number> {
      let count = 0;
      let Marker: string | undefined;
      do {
        const page = await callAws('cloudfront:ListDistributionTenants', () =>
          client.send(new ListDistributionTenantsCommand({ Marker, MaxItems: PAGE })),
        );
        count += page.DistributionTenantList?.length ?? 0;
        Marker = page.NextMarker;
      } while (Marker);
      return count;
    },

    tenant(name: string): Promise<Tenant | undefined> {
      return callAws('cloudfront:GetDistributionTenant', async () => {
        try {
          const { DistributionTenant: found, ETag: etag = '' } = await client.send(
            new GetDistributionTenantCommand({ Identifier: name }),
          );
          return found && { etag, found, ...stateOf(found) };
        } catch (error) {
          if (isNamed(error, 'EntityNotFound')) return;
          throw error;
        }
      });
    },

    /**
     * Serves the hostname with the certificate. A certificate that covers the hostname is all the proof that CloudFront requires.
     * `unknown`: CloudFront does not know the certificate, maybe not yet.
     */
    create(
      { certificateArn, ...tenant }: NewTenant,
      certificate: CertificateWithoutKey,
    ): Promise<'created' | 'exists' | 'unknown'> {
      return callAws('cloudfront:CreateDistributionTenant', async () => {
        try {
          return await sendNew(tenant, certificate, { Customizations: { Certificate: { Arn: certificateArn } } });
        } catch (error) {
          if (isAboutCertificate(error)) return 'unknown';
          throw error;
        }
      });
    },

    /** Lets CloudFront get the certificate itself: the hostname must already point there. An existing tenant stays unchanged. */
    createManaged(tenant: Omit<NewTenant, 'certificateArn'>, of: TenantOf): Promise<'created' | 'exists'> {
      return callAws('cloudfront:CreateDistributionTenant', () =>
        sendNew(tenant, of, { ManagedCertificateRequest: requestFor(of.hostname) }),
      );
    },

    /** The same for an existing tenant, which meanwhile serves its old certificate. */
    requestManaged: (tenant: Tenant, hostname: string) => change(tenant, { isEnabled: true, managed: requestFor(hostname) }),

    /** Undefined if none was requested. */
    managedCertificate({ found }: Tenant): Promise<ManagedCertificate | undefined> {
      return callAws('cloudfront:GetManagedCertificateDetails', async () => {
        try {
          const command = new GetManagedCertificateDetailsCommand({ Identifier: found.Id });
          const { CertificateArn: certificateArn, CertificateStatus: observed } =
            (await client.send(command)).ManagedCertificateDetails ?? {};
          if (observed === undefined) return;
          return { status: STATUS_OF[observed] ?? 'failed', certificateArn, observed };
        } catch (error) {
          if (isNamed(error, 'EntityNotFound')) return;
          throw error;
        }
      });
    },

    /** Gives a tenant this certificate and enables it. False after a concurrent change. */
    setCertificate: (tenant: Tenant, certificateArn: string) => change(tenant, { certificateArn, isEnabled: true }),

    /** CloudFront deletes a tenant only after it is disabled everywhere. */
    disable: (tenant: Tenant) => change(tenant, { isEnabled: false }),

    /** False after a concurrent change, or while it is not disabled everywhere. */
    delete({ etag, found }: Tenant): Promise<boolean> {
      return callAws('cloudfront:DeleteDistributionTenant', async () => {
        try {
          return await unlessChanged(CHANGED_SINCE, () =>
            client.send(new DeleteDistributionTenantCommand({ Id: found.Id, IfMatch: etag })),
          );
        } catch (error) {
          if (isNamed(error, 'EntityNotFound')) return true;
          if (isNamed(error, 'ResourceNotDisabled')) return false;
          throw error;
        }
      });
    },
  };
}
export type Distributions = ReturnType<typeof distributions>;

/** CloudFront answers its own CA's challenge. */
function requestFor(PrimaryDomainName: string): ManagedCertificateRequest {
  return { ValidationTokenHost: 'cloudfront', PrimaryDomainName };
}

/** Every other state no longer leads to a certificate. */
const STATUS_OF: Record<string, ManagedCertificate['status']> = { 'pending-validation': 'pending', issued: 'issued' };

function stateOf({ Enabled = false, Status, Customizations }: DistributionTenant) {
  return { isEnabled: Enabled, isDeployed: Status === DEPLOYED, certificateArn: Customizations?.Certificate?.Arn };
}

const CHANGED_SINCE = ['PreconditionFailed', 'InvalidIfMatchVersion'];
/** A change finds everything but the tenant itself: its distribution and connection group cannot be deleted before it. */
const CHANGED_OR_DELETED = [...CHANGED_SINCE, 'EntityNotFound'];

async function unlessChanged(names: string[], send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (isNamed(error, ...names)) return false;
    throw error;
  }
}

/** CloudFront has no error name for a certificate that it does not find in ACM. */
function isAboutCertificate(error: unknown): boolean {
  return isNamed(error, 'InvalidArgument') && error instanceof Error && /certificate/i.test(error.message);
}
