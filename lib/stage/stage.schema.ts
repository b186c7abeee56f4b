import * as z from 'zod/mini';
import { MailAddress } from '../../contract/mail-address.schema.ts';
import { AWS_LIMITS } from '../../contract/stack/aws-limits.ts';
import { DomainConnect, Mail, Settings } from '../../contract/stack/settings.schema.ts';
import { GroupRole } from '../../contract/stack/sign-in.schema.ts';
import { SENDER_SECONDS } from '../../contract/stack/timings.schema.ts';

/** The only values that CloudWatch Logs accepts (PutRetentionPolicy, `retentionInDays`). */
const LOG_RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
] as const;

const matchPattern = (pattern: RegExp, error: string) => z.string().check(z.regex(pattern, { error }));

const hostname = matchPattern(
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/,
  'must be a bare hostname in lower case (cname.certificates.acme.com): no scheme, wildcard, port, path or final dot',
);
const nameServer = matchPattern(
  /^([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-f:]+\]):[1-9][0-9]{0,4}$/i,
  'must be an address with its port, as 1.1.1.1:53 or [2606:4700:4700::1111]:53',
);
const certificateIn = (region: string, where: string) =>
  matchPattern(
    new RegExp(`^arn:aws[a-z-]*:acm:${region}:[0-9]{12}:certificate/`),
    `must be the ARN of a certificate of ACM ${where}`,
  );
const hostedZoneId = matchPattern(/^Z[A-Z0-9]{1,31}$/, 'must be the id of a hosted zone, as Z0123456789ABCDEFGHIJ');
const address = z.union([z.ipv4(), z.ipv6()], 'must be an IP address');
const areDifferent = (zones: string[]) => new Set(zones).size === zones.length;

const awsRegion = matchPattern(/^[a-z]{2}(-[a-z]+)+-[0-9]+$/, 'must be an AWS region, as eu-central-1');
const topicArn = matchPattern(/^arn:[^:]+:sns:/, 'must be the ARN of an SNS topic');

const reserved = z.int().check(z.minimum(1));

/** Limit for ids and names in a template, by the linter of the public collection (Domain-Connect/dc-template-linter). */
const LONGEST_OF_TEMPLATE = 64;

const Ca = z.extend(Settings.shape.acme, {
  directoryUrl: matchPattern(/^https:\/\/[^\s/?#]+\//, 'must be the https:// address of an ACME directory'),
  contactEmail: z.optional(MailAddress),
});

/**
 * One deployment of this service: the Lambdas' `settings`, and what differs in the stacks. stage-texts.ts explains the fields,
 * and docs/operate/stage.md is made from it. read-stage.ts refuses unknown fields and suggests the likely name.
 */
export const Stage = z.object({
  name: matchPattern(/^[a-z][a-z0-9-]{0,30}$/, 'must be 1 to 31 lower-case letters, digits and hyphens, a letter first'),
  account: z.optional(matchPattern(/^[0-9]{12}$/, 'must be the 12 digits of an AWS account, as a string')),
  region: z.optional(awsRegion),
  settings: z.extend(Settings, {
    baseTarget: hostname,
    validationZone: z.optional(hostname),
    siteUrl: z.optional(
      matchPattern(
        /^(https:\/\/[^\s/?#]+|http:\/\/localhost(:[0-9]+)?)$/,
        'must be https:// and the hostname at which integrators call the API, without a path',
      ),
    ),
    ownNames: z.array(hostname),
    nameServers: z.array(nameServer).check(z.minLength(1)),
    mail: z.optional(z.extend(Mail, { from: MailAddress })),
    acme: Ca,
    acmeFallbacks: z.optional(z.array(Ca)),
    domainConnect: z.optional(
      z.extend(DomainConnect, {
        providerId: hostname.check(z.maxLength(LONGEST_OF_TEMPLATE)),
        serviceId: matchPattern(/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/, 'must be 1 to 63 letters, digits, hyphens and underscores'),
        providerName: z.string().check(z.minLength(1), z.maxLength(LONGEST_OF_TEMPLATE)),
        keyDomain: hostname,
      }),
    ),
  }),
  sweepIntervalMinutes: z.int().check(z.minimum(1), z.maximum(60)),
  logRetentionDays: z.literal(LOG_RETENTION_DAYS),
  /** AWS advises six times the sender's time-out. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
  deliveryVisibilitySeconds: z.optional(
    z.int().check(z.minimum(SENDER_SECONDS), z.maximum(AWS_LIMITS.queueVisibilitySeconds.value)),
  ),
  stepConcurrency: z.optional(z.int().check(z.minimum(1))),
  reservedConcurrency: z.optional(z.object({ api: reserved, agents: reserved, challenges: reserved, portal: reserved })),
  restoredTable: z.optional(
    z.object({
      tableArn: matchPattern(
        /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:[0-9]{12}:table\/[A-Za-z0-9_.-]{3,255}$/,
        'must be the ARN of a table, as arn:aws:dynamodb:eu-central-1:123456789012:table/restored',
      ),
      streamArn: matchPattern(
        /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:[0-9]{12}:table\/[A-Za-z0-9_.-]{3,255}\/stream\/[0-9T:.-]+$/,
        'must be the ARN of its stream (LatestStreamArn in `aws dynamodb describe-table`)',
      ),
    }),
  ),
  backup: z.optional(
    z.object({
      vaultArn: matchPattern(
        /^arn:aws[a-z-]*:backup:[a-z0-9-]+:[0-9]{12}:backup-vault:[A-Za-z0-9_-]{2,50}$/,
        'must be the ARN of a vault of AWS Backup, as arn:aws:backup:eu-west-1:123456789012:backup-vault:certificates',
      ),
      keptDays: z.optional(z.int().check(z.minimum(1), z.maximum(36_500))),
    }),
  ),
  keyReplica: z.optional(
    z.object({
      region: awsRegion,
      primaryKeyArn: matchPattern(
        /^arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:key\/mrk-[0-9a-f]{32}$/,
        'must be the ARN of the sealing key (the output KmsKeyId of the stateful stack), a multi-region key: mrk-…',
      ),
    }),
  ),
  accountConcurrency: z.optional(reserved),
  apiRequestsPerSecond: z.optional(z.int().check(z.minimum(400))),
  warmThroughput: z.optional(
    z.object({
      readsPerSecond: z.int().check(z.minimum(AWS_LIMITS.newTableReadsPerSecond.value)),
      writesPerSecond: z.int().check(z.minimum(AWS_LIMITS.newTableWritesPerSecond.value)),
    }),
  ),
  fixedEgress: z.optional(
    z.object({
      availabilityZones: z
        .array(matchPattern(/^[a-z]{2}(-[a-z]+)+-[0-9]+[a-z]$/, 'must be an availability zone, as eu-central-1a'))
        .check(z.minLength(1), z.maxLength(3), z.refine(areDifferent, 'must be different zones')),
    }),
  ),
  baseTargetZone: z.optional(
    z.object({
      hostedZoneId,
      addresses: z.optional(z.array(address).check(z.minLength(1), z.maxLength(8))),
    }),
  ),
  publicDomain: z.optional(
    z.object({
      name: hostname,
      hostedZoneId: z.optional(hostedZoneId),
      certificateArn: z.optional(certificateIn('us-east-1', 'in us-east-1: CloudFront takes no other')),
      originName: z.optional(hostname),
      originCertificateArn: z.optional(certificateIn('[a-z0-9-]+', 'in the region of the stage')),
      requestsPerAddress: z.optional(z.int().check(z.minimum(10), z.maximum(2_000_000_000))),
      secretVersion: z.optional(z.int().check(z.minimum(1))),
      directAccess: z.optional(z.enum(['refused', 'allowed'])),
    }),
  ),
  signIn: z.optional(
    z.object({
      issuer: z.optional(
        matchPattern(
          /^(https:\/\/[^\s?#]+|http:\/\/localhost:[0-9]+)$/,
          'must be the https:// address of an OpenID provider, as the provider writes it in its tokens',
        ),
      ),
      clientId: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
      clientSecretArn: z.optional(matchPattern(/^arn:aws[a-z-]*:secretsmanager:/, 'must be the ARN of a secret')),
      cognitoPrefix: z.optional(
        matchPattern(
          /^(?!.*(aws|amazon|cognito))[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
          'must be 1 to 63 lower-case letters, digits and hyphens, without aws, amazon and cognito',
        ),
      ),
      groupsClaim: z.optional(z.string().check(z.minLength(1))),
      groupRoles: z.optional(z.array(GroupRole)),
    }),
  ),
  alarmTopicArn: z.optional(topicArn),
  ticketTopicArn: z.optional(topicArn),
  alarmEmail: z.optional(MailAddress),
});
export type Stage = z.infer<typeof Stage>;
