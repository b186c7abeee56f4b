import * as z from 'zod/mini';
import { FailedItem } from '../../../contract/api/http-error.schema.ts';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { DomainId, Id } from '../../../contract/api/wire.schema.ts';
import { DiagnosisResource, RecordFixResource } from '../../model/domains/diagnosis-resource.schema.ts';
import { DnsProviderResource, DnsRecordResource } from '../../model/domains/domain-resource.schema.ts';

/** What would happen to a domain created now. */
const FORECASTS = ['certificate', 'waits_for_dns', 'forbidden_by_caa', 'exists'] as const;

export const DnsCheckResource = z
  .strictObject({
    url: z.string().check(z.describe('The hostname as it would be created.')),
    forecast: z
      .enum(FORECASTS)
      .check(
        z.describe(
          'What would come of a domain that is created now. `certificate`: its DNS is right, and it gets its certificate at once; `waits_for_dns`: `diagnosis` says for what; `forbidden_by_caa`: its DNS is right, and CAA records forbid the certificate; `exists`: it is a domain of yours already, see `domain_id`.',
        ),
      ),
    domain_id: z.optional(DomainId),
    server_id: z.optional(Id.check(z.describe('The server that was looked for: the one that was asked for, else your first.'))),
    cname_target: z.optional(
      z.string().check(z.describe('Absent where there is no such server yet: a server gets its target when it is created.')),
    ),
    dns_records: z
      .array(DnsRecordResource)
      .check(z.describe('The record to publish, and how it stands. None where there is no such server yet.')),
    dns_provider: z.optional(DnsProviderResource),
    diagnosis: z.optional(DiagnosisResource),
    caa: z
      .strictObject({
        state: z
          .enum(['allows', 'forbids', 'unknown'])
          .check(
            z.describe(
              'Whether CAA records let the certificate authority issue, as soon as the CNAME record leads to `cname_target`.',
            ),
          ),
        records: z.array(RecordFixResource).check(z.describe('What would allow it.')),
      })
      .check(z.describe('What CAA records say, whatever else stands in the way.')),
  })
  .check(
    z.meta({ id: 'DnsLook', description: 'What a hostname’s DNS has now, and what would come of it. Nothing of it is stored.' }),
  );

const CheckedItem = z
  .strictObject({
    index: z.int().check(z.minimum(0), int64('The place of the hostname in the request.')),
    status: z.literal('checked').check(z.describe('The hostname was checked.')),
    check: DnsCheckResource,
  })
  .check(z.meta({ id: 'CheckedItem', description: 'A hostname of a list that was checked.' }));

export const DnsChecksResource = z
  .strictObject({
    data: z
      .array(z.discriminatedUnion('status', [CheckedItem, FailedItem]))
      .check(z.describe('One result for each hostname, in the order of the request.')),
  })
  .check(z.meta({ id: 'DnsChecks', description: 'One result for each hostname, in the order of the request.' }));
