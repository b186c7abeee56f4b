import {
  GetResourcesCommand,
  ResourceGroupsTaggingAPIClient,
  type ResourceGroupsTaggingAPIClientConfig,
} from '@aws-sdk/client-resource-groups-tagging-api';
import { AWS_TAGS } from '../model/aws-servers/aws-calls.ts';
import { externalIdOf } from '../model/aws-servers/role-policy.ts';
import type { CertificateWithoutKey } from '../model/servers/certificate.schema.ts';
import { callAws } from './aws-failure.ts';

/** Finds imported certificates by tags: ACM has no idempotency token, so a run that died may have left one. */
export function taggedCertificates(
  config: ResourceGroupsTaggingAPIClientConfig,
  client: Pick<ResourceGroupsTaggingAPIClient, 'send'> = new ResourceGroupsTaggingAPIClient(config),
) {
  return {
    async find({ organizationId, serverId, domainId }: CertificateWithoutKey): Promise<string[]> {
      const input = {
        ResourceTypeFilters: ['acm:certificate'],
        TagFilters: [
          { Key: AWS_TAGS.organization, Values: [externalIdOf(organizationId)] },
          { Key: AWS_TAGS.server, Values: [String(serverId)] },
          { Key: AWS_TAGS.domain, Values: [String(domainId)] },
        ],
      };
      const { ResourceTagMappingList = [] } = await callAws('tag:GetResources', () =>
        client.send(new GetResourcesCommand(input)),
      );
      return ResourceTagMappingList.flatMap(({ ResourceARN }) => ResourceARN ?? []);
    },
  };
}
export type TaggedCertificates = ReturnType<typeof taggedCertificates>;
