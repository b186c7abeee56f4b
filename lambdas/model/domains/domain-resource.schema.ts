import * as z from 'zod/mini';
import { WARNING_CODES } from '../../../contract/api/error-codes.ts';
import { int64 } from '../../../contract/api/int64.schema.ts';
import {
  CreatedAt,
  Day,
  deletedSchema,
  Id,
  Instant,
  Livemode,
  pageOf,
  TransferResource,
  UpdatedAt,
} from '../../../contract/api/wire.schema.ts';
import { DiagnosisResource, DomainErrorResource } from './diagnosis-resource.schema.ts';
import { DOMAIN_DESCRIPTIONS } from './domain-descriptions.ts';
import { REVOCATION_REASONS } from './domain-row.schema.ts';

export const DnsRecordResource = z
  .strictObject({
    type: z.enum(['CNAME', 'TXT']).check(z.describe('The type of the record.')),
    name: z.string().check(z.describe('The whole name of the record.')),
    host: z
      .string()
      .check(
        z.describe(
          'What the DNS provider’s form asks for: the part before the zone. Where the hostname is a zone of its own, what the form takes for that: `@`, or nothing.',
        ),
      ),
    value: z.string().check(z.describe('What the record has to hold.')),
    ttl: z.int().check(z.minimum(1), z.describe('Suggested; seconds.')),
    purpose: z
      .enum(['routing', 'ownership', 'validation'])
      .check(
        z.describe(
          '`routing`: leads visitors to your server. `validation`: certificates come by it; it is set once, and before that of the visitors. `ownership`: proves whose the hostname is.',
        ),
      ),
    state: z
      .enum(['missing', 'wrong', 'former', 'ok'])
      .check(
        z.describe(
          '`ok`: visitors come by it, as far as the last check that saw it says. `former`: the domain moves, and the record still leads to the server that is left, which goes on serving; `diagnosis` says when it is to be changed to `value`. `missing`: no look has seen it yet; whether that is because it is not there, or because DNS gave no answer, `diagnosis` says.',
        ),
      ),
    observed: z.optional(z.string().check(z.describe('What is there instead.'))),
  })
  .check(z.meta({ id: 'DnsRecord', description: 'A record that the customer has to publish.' }));

const DnsFormResource = z
  .strictObject({
    type: z.optional(
      z.string().check(z.describe('The field for the type of a record. Absent where `path` ends with its choice.')),
    ),
    name: z.optional(z.string().check(z.describe('The field for the name of a record, into which `host` goes.'))),
    value: z.optional(z.string().check(z.describe('The field for its value.'))),
    full_name: z.optional(
      z.boolean().check(z.describe('The name is entered with the zone. If false, it is entered as `host` has it.')),
    ),
    appends_zone: z.optional(z.boolean().check(z.describe('It appends the zone to a value that does not end in a dot.'))),
    has_proxy: z.optional(z.boolean().check(z.describe('The form has a switch for a proxy, which has to be off.'))),
    proxy_switch: z.optional(
      z
        .strictObject({
          name: z.string().check(z.describe('What the switch is called.')),
          off: z.string().check(z.describe('The position in which the proxy is off.')),
        })
        .check(z.describe('The switch of its proxy.')),
    ),
  })
  .check(z.meta({ id: 'DnsForm', description: 'What the provider’s form for a record calls things, as far as it is known.' }));

export const DnsProviderResource = z
  .strictObject({
    name: z.string().check(z.describe('As your customer knows it.')),
    url: z.optional(z.string().check(z.describe('Its console, or its help page about DNS records.'))),
    path: z.optional(
      z
        .array(z.string())
        .check(z.describe('Where to click from signing in to the form for a new record: the words of its menus, in English.')),
    ),
    form: z.optional(DnsFormResource),
  })
  .check(
    z.meta({
      id: 'DnsProvider',
      description:
        'Where the customer edits DNS records, told from the name servers of the zone. Absent until they were seen, and where they are nobody’s who is known.',
    }),
  );

const DnsSetupResource = z
  .strictObject({
    type: z.enum(['domain_connect']).check(z.describe('The protocol behind it: there may be others one day.')),
    provider: z.string().check(z.describe('The DNS provider, as it calls itself.')),
    url: z
      .string()
      .check(
        z.describe(
          'A page of the provider, where the owner of the zone signs in and confirms. It leads back to your portal. Open it in a window that shows its address, never in a frame.',
        ),
      ),
  })
  .check(
    z.meta({
      id: 'DnsSetup',
      description:
        'The DNS provider sets the record itself, after one confirmation of the owner (Domain Connect). Only while the record is missing or wrong, and where the provider has the template of this service.',
    }),
  );

const CertificateResource = z
  .strictObject({
    serial_number: z.string().check(z.describe('Hexadecimal, lower case.')),
    issuer: z.string().check(z.describe('The distinguished name of who signed it.')),
    not_before: Instant.check(z.describe('From when on it is valid.')),
    not_after: Instant.check(z.describe('Until when it is valid.')),
    fingerprint_sha256: z
      .string()
      .check(z.regex(/^[0-9a-f]{64}$/), z.describe('SHA-256 of the whole certificate: hexadecimal, lower case.')),
    key_type: z.string().check(z.describe('The kind of its key, such as `ECDSA P-256`.')),
    ca: z.string().check(z.describe('The certificate authority that issued it.')),
  })
  .check(z.meta({ id: 'Certificate', description: 'The certificate that was last seen served.' }));

const MoveResource = z
  .strictObject({
    from_server_id: Id.check(z.describe('The server that serves until the move is over.')),
    state: z
      .enum(['installing', 'awaiting_dns'])
      .check(z.describe('`awaiting_dns`: the new server serves; the CNAME record still leads to the old one.')),
  })
  .check(z.meta({ id: 'Move', description: 'On its way to the server that `server_id` names.' }));

const RenewalResource = z
  .strictObject({
    state: z
      .enum(['issuing', 'installing'])
      .check(z.describe('`issuing`: on the way at the certificate authority; `installing`: on the way to the server.')),
  })
  .check(z.meta({ id: 'Renewal', description: 'Another certificate is on its way; the present one serves until it does.' }));

const RevocationResource = z
  .strictObject({
    reason: z.enum(REVOCATION_REASONS).check(z.describe('The reason that you gave.')),
    requested_at: Instant.check(z.describe('When you asked for it.')),
    serial_number: z.string().check(z.describe('Of the certificate that is to be revoked. Hexadecimal, lower case.')),
    state: z
      .enum(['renewing', 'revoking'])
      .check(
        z.describe(
          '`renewing`: a new certificate, with a new key, is on its way; `revoking`: it is served, and the old one is being revoked.',
        ),
      ),
    acme_error: z.optional(
      z
        .string()
        .check(
          z.describe('Why the certificate authority has not revoked it yet, in its words. It is asked again automatically.'),
        ),
    ),
  })
  .check(z.meta({ id: 'Revocation', description: 'A certificate of the domain that you asked to be revoked, until it is.' }));

const WarningResource = z
  .strictObject({
    code: z.enum(WARNING_CODES).check(z.describe('`server_created`: the `server_id` that was sent has made the server.')),
    message: z.string().check(z.describe('What is probably not meant, and what to do then.')),
  })
  .check(z.meta({ id: 'Warning', description: 'What was done, but probably not meant.' }));

/** A domain as GET, the actions, lists and webhooks show it. Fields that do not apply are absent. */
export const DomainResource = z
  .strictObject({
    id: Id.check(int64('Names the domain in every other call.')),
    livemode: Livemode,
    url: z.string().check(z.describe('The hostname: lower case, punycode, no trailing dot.')),
    url_unicode: z.optional(
      z
        .string()
        .check(
          z.describe(
            'The same name as people write it, where that differs: `bücher.kunde.de` for `xn--bcher-kva.kunde.de`. For showing; compare and store `url`. Escape it, and beware of letters that look like others.',
          ),
        ),
    ),
    dns_status: z
      .enum(['pending', 'validated', 'error'])
      .check(z.describe('`validated`: the CNAME record was found. `error`: it was not found in time.')),
    ssl_status: z
      .enum(['pending', 'active', 'error'])
      .check(z.describe('`active`: a valid certificate is served. `error`: there is none, and nothing continues automatically.')),
    server_id: Id.check(int64(DOMAIN_DESCRIPTIONS.server)),
    send_notifications: z.boolean().check(z.describe(DOMAIN_DESCRIPTIONS.sendNotifications)),
    metadata: z.record(z.string(), z.string()).check(z.describe(DOMAIN_DESCRIPTIONS.metadata)),
    cname_target: z.string().check(z.describe('Where the CNAME record of the hostname has to point.')),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    validation: z.optional(
      z.enum(['http', 'dns']).check(z.describe('How the hostname is proven to the certificate authority. Absent: `http`.')),
    ),
    dns_records: z
      .array(DnsRecordResource)
      .check(z.describe('The records that your customer has to publish, each with how it stands.')),
    dns_provider: z.optional(DnsProviderResource),
    dns_setup: z.optional(DnsSetupResource),
    diagnosis: DiagnosisResource,
    error: z.optional(DomainErrorResource),
    renews_on: z.optional(Day.check(z.describe('From the first activation on.'))),
    last_renewed: z.optional(Instant.check(z.describe('From the first activation on.'))),
    expires_at: z.optional(Instant.check(z.describe('From the first activation on.'))),
    certificate: z.optional(CertificateResource),
    move: z.optional(MoveResource),
    renewal: z.optional(RenewalResource),
    revocation: z.optional(RevocationResource),
    transfer: z.optional(TransferResource),
    warnings: z.optional(
      z
        .array(WarningResource)
        .check(z.describe('Only in the answer to the request that is warned of: it was carried out, but probably not meant so.')),
    ),
  })
  .check(z.meta({ id: 'Domain', description: 'A hostname of one of your customers, and how its certificate stands.' }));

export const DomainPage = pageOf(DomainResource).check(z.meta({ id: 'DomainPage' }));
export const DeletedDomain = deletedSchema(Id.check(int64('The id that the domain had. It is not used again.'))).check(
  z.meta({ id: 'DeletedDomain' }),
);
