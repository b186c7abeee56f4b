import * as z from 'zod/mini';
import { FailedItem } from '../../../contract/api/http-error.schema.ts';
import { Id } from '../../../contract/api/wire.schema.ts';
import { DiagnosisResource, RecordFixResource } from '../../model/domains/diagnosis-resource.schema.ts';
import { DnsProviderResource, DnsRecordResource } from '../../model/domains/domain-resource.schema.ts';

/** What would come of a domain that is created now. */
const FORECASTS = ['certificate', 'waits_for_dns', 'forbidden_by_caa', 'exists'] as const;

export const DnsCheckResource = z
  .strictObject({
    url: z.string(),
    forecast: z
      .enum(FORECASTS)
      .check(
        z.describe(
          'What would come of a domain that is created now. `certificate`: its DNS is right, and it gets its certificate at once; `waits_for_dns`: `diagnosis` says for what; `forbidden_by_caa`: its DNS is right, and CAA records forbid the certificate; `exists`: it is a domain of yours already, see `domain_id`.',
        ),
      ),
    domain_id: z.optional(Id),
    server_id: z.optional(Id.check(z.describe('The server that was looked for: the one that was asked for, else your first.'))),
    cname_target: z.optional(
      z.string().check(z.describe('Absent where there is no such server yet: a server gets its target when it is created.')),
    ),
    dns_records: z.array(DnsRecordResource),
    dns_provider: z.optional(DnsProviderResource),
    diagnosis: z.optional(DiagnosisResource),
    caa: z.strictObject({
      state: z
        .enum(['allows', 'forbids', 'unknown'])
        .check(
          z.describe(
            'Whether CAA records let the certificate authority issue, as soon as the CNAME record leads to `cname_target`.',
          ),
        ),
      records: z.array(RecordFixResource).check(z.describe('What would allow it.')),
    }),
  })
  .check(
    z.meta({ id: 'DnsLook', description: 'What a hostname’s DNS has now, and what would come of it. Nothing of it is stored.' }),
  );

const CheckedItem = z
  .strictObject({ index: z.int().check(z.minimum(0)), status: z.literal('checked'), check: DnsCheckResource })
  .check(z.meta({ id: 'CheckedItem', description: 'A hostname of a list that was checked.' }));

/** The answer of POST /dns/look/bulk. */
export const DnsChecksResource = z
  .strictObject({ data: z.array(z.discriminatedUnion('status', [CheckedItem, FailedItem])) })
  .check(z.meta({ id: 'DnsChecks', description: 'One result for each hostname, in the order of the request.' }));
