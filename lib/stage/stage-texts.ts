import type { Stage } from './stage.schema.ts';

type Group = { readonly [name: string]: unknown };

/** `settings.acme.contactEmail` and so on: every value of a stage, by the way to it. What holds others is no value itself. */
export type StageField<T = Stage> = {
  [Name in keyof T & string]-?: NonNullable<T[Name]> extends readonly unknown[]
    ? Name
    : NonNullable<T[Name]> extends Group
      ? `${Name}.${StageField<NonNullable<T[Name]>>}`
      : Name;
}[keyof T & string];

/** What each field of a stage file means: docs/stage.md is made from it. A field without its text does not compile. */
export const STAGE_TEXTS: Record<StageField, string> = {
  name: 'In the name of everything that AWS shows, so that several stages can be in one account. The file is named after it. It cannot be changed: another name is another deployment, with an empty table.',
  account:
    'The AWS account. Absent: the one of your credentials, whichever that is; name it, so that nobody deploys elsewhere by mistake.',
  region: 'The AWS region. Absent: that of your credentials.',
  'settings.keyMode': 'The prefix of the API keys that are made here: `pk_live_` or `pk_test_`.',
  'settings.baseTarget':
    "Customers' CNAMEs point below it: `<label>.<baseTarget>`, a label for each server. You publish `*.<baseTarget>` in your DNS. It cannot be changed without every customer changing a record.",
  'settings.siteUrl':
    'The address at which integrators reach the API, for links in messages (`https://api.acme.com`). Absent: they name the path alone.',
  'settings.ownNames': 'Names that nobody may register, nor names below them.',
  'settings.allowedSpecialSuffixes':
    "Top-level domains for tests that integrators may register names under, on a developer's machine.",
  'settings.serverIds':
    '`registered`: a `server_id` must have been made by `npm run admin -- create-server` or the API. `open`: an unknown one makes an unclaimed server.',
  'settings.webhookHttp': 'Whether webhooks may be sent without TLS, with a warning.',
  'settings.webhooks.concurrency':
    "Processes of the sender at once, each with up to ten deliveries. They share the 50 POSTs a second that a receiver's host gets.",
  'settings.webhooks.slowConcurrency':
    'The same for receivers that take long, or do not answer: they have processes of their own.',
  'settings.webhooks.attemptDelaysSeconds':
    'Pauses before the second attempt, the third and so on, a tenth more or less; after the last there is none.',
  'settings.webhooks.attemptTimeoutSeconds': 'For the whole exchange with a receiver.',
  'settings.webhooks.longestQueueDelaySeconds':
    'An attempt that is due sooner waits as a delayed message, a later one in the table.',
  'settings.webhooks.firstProbeSeconds':
    'From the third time-out in a row until one delivery tries whether the receiver is back; doubles up to 1,800.',
  'settings.webhooks.disableAfterSeconds':
    'How old the first failure since the last success must be before a webhook is disabled.',
  'settings.nameServers':
    'Recursive name servers that validate DNSSEC, asked in this order: for addresses, and as a second opinion on what the name servers of a zone say.',
  'settings.rootServers':
    'IPv4 addresses of the DNS root servers, from which the name servers of a zone are found. Empty: these are not asked, and the answers of the recursive name servers are all that is known.',
  'settings.nameServerEndpoints':
    "Where the name servers of zones are really reached (`endpoint`, as address:port), by `address`; no other is asked then. On a developer's machine only: synthesis refuses it elsewhere.",
  'settings.edgeHttpPort': 'The port at which the challenge path of a server is looked at. A CA always asks port 80.',
  'settings.edgeHttpsPort': 'The port at which a server is looked at for the certificate that it serves.',
  'settings.allowLoopback':
    "Lets looks from outside reach the machine that makes them. On a developer's machine only: synthesis refuses it elsewhere.",
  'settings.acme.directoryUrl': "The CA's ACME directory (RFC 8555, section 7.1.1).",
  'settings.acme.caName': 'Shown with a certificate as `certificate.ca`.',
  'settings.acme.contactEmail': "Where the CA writes to about the account. Let's Encrypt refuses addresses at example names.",
  'settings.acme.profile':
    "The profile of certificates that is ordered, one of those that the CA's directory names (at Let's Encrypt `classic`, `tlsserver`, and `shortlived` of six days). Absent: the CA's own choice. A profile that the CA does not know stops every order: it is trouble, and no domain fails for it before its window ends.",
  'settings.acme.preferredChain':
    'Where the CA has several chains of a certificate (RFC 8555, section 7.4.2): the one whose topmost certificate was issued by this common name, such as `ISRG Root X1`, as with `--preferred-chain` of certbot. Absent, or where it has no such chain: the one that it sends by itself.',
  'settings.acme.trustedRootPem': "PEM of a root for the directory's own TLS certificate, where the public ones do not do.",
  'settings.acme.ordersPerMinute':
    'Our own budget: so many new orders at once, over all organizations, and as many more in each minute. Where the CA publishes a limit, or `limits` has one, the stricter of both holds.',
  'settings.acme.limits.ordersPerAccount.count':
    'So many new orders at once; the window below gives them back, one after another. Absent: what the CA publishes (lambdas/lifecycle/ca-budget/published-limits.ts), as it does for each of these. Set it where the CA has granted you more.',
  'settings.acme.limits.ordersPerAccount.windowSeconds': 'The window of that limit.',
  'settings.acme.limits.certificatesPerRegisteredDomain.count': 'The same for first certificates below a registered domain.',
  'settings.acme.limits.certificatesPerRegisteredDomain.windowSeconds': 'The window of that limit.',
  'settings.acme.limits.certificatesPerName.count': 'The same for certificates of one hostname.',
  'settings.acme.limits.certificatesPerName.windowSeconds': 'The window of that limit.',
  'settings.acme.ordersPerOrganizationPerDay':
    'Orders that one organization may have in a day, renewals apart. Absent: half of what the account takes in a day.',
  'settings.acmeFallbacks':
    "Further CAs, each with the fields of `settings.acme`, in the order in which they are asked: where those before them are down, refuse a name for reasons of their own, or are forbidden by the name's CAA records (docs/certificate-authorities.md). Each has a `caName` and a `directoryUrl` of its own. Let every customer's CAA records, and what you tell them about these, name all of them. Absent: there is one CA.",
  'settings.agent.busyPollSeconds':
    'How long an agent is told to wait between two questions while a certificate of its server is being installed.',
  'settings.agent.idlePollSeconds': 'The same while there is nothing to install.',
  'settings.scan.everyMinutes':
    'Between two searches for certificates that are to be renewed, or end. A run begins as many renewals as `ordersPerMinute` lets through until the next, and up to as many more of certificates near their end.',
  'settings.timings.dnsCheckIntervalSeconds': "Between two looks at a domain's DNS.",
  'settings.timings.dnsCheckLongestSeconds':
    'Up to which that pause grows, a quarter of the time since validation began. Absent: it does not grow.',
  'settings.timings.dnsWindowSeconds': 'From the start of validation until `dns_validation_timeout`.',
  'settings.timings.issuanceWindowSeconds': 'From the granted slot at the CA until `certificate_timeout`.',
  'settings.timings.installWindowSeconds': 'From the issued certificate until `certificate_install_failed`.',
  'settings.timings.orderPollSeconds':
    'First pause before the CA is asked how an order stands, unless its Retry-After says more. It grows with the window, to 300.',
  'settings.timings.caRetrySeconds': 'First pause after trouble with the CA that may pass. Grows to 3,600.',
  'settings.timings.validationRetrySeconds':
    'First pause before another order after a failed validation: a CA allows five an hour for a name. Grows to 3,600.',
  'settings.timings.preflightRetrySeconds': 'First pause before the challenge path is looked at again. Grows to 3,600.',
  'settings.timings.installPollSeconds': 'First pause between two looks at what the server serves. Grows to 300.',
  'settings.timings.renewalLookSeconds':
    'First pause before a look at what the server serves after a renewal: the present certificate is served meanwhile, and agents ask by themselves.',
  'settings.timings.retirePauseSeconds':
    "From a CNAME that passes a domain's new server until the old server's certificate is taken away: as long as resolvers may answer with the old record.",
  'settings.timings.watchDaySeconds':
    'Within it every domain with a certificate is visited: the CA is asked twice when it wants the certificate renewed, all else is looked at once. What is wrong is looked at 24 times within it; a CNAME that was away for as long is told, and after seven times as long the name is not renewed any more.',
  'settings.timings.longestSilenceSeconds':
    'How long a domain that is on its way may go without a write before the sweep takes it up.',
  'settings.domainConnect.providerId':
    'Who you are to DNS providers that take part in Domain Connect: a domain name of yours, as in the template that you register with them (docs/domain-connect.md). Needs `settings.siteUrl`. Absent: no provider is asked, and no key is made.',
  'settings.domainConnect.serviceId': 'Which of your templates it is, as `https`.',
  'settings.domainConnect.providerName': 'Your name, as providers show it to whoever confirms.',
  'settings.domainConnect.keyDomain': 'A domain name of yours below which you publish the key that links are verified with.',
  'settings.domainConnect.trustedRootPem':
    "PEM of a root for providers' TLS certificates, in place of the public ones. For tests.",
  'settings.restoreEpoch':
    'How often the table was restored from a backup or to a point in time. Raise it by one in the deployment that first runs on restored rows (docs/runbook.md, "When the table was restored"): executions and events get names and numbers that were never used. Absent: 0. It cannot be lowered.',
  sweepIntervalMinutes: 'Between two searches for domains that were forgotten on the way.',
  logRetentionDays: 'How long logs are kept; CloudWatch Logs takes these numbers only.',
  deliveryVisibilitySeconds:
    'How long a delivery whose sender died stays hidden from others. Absent: 360, six times what a sender may take, as AWS advises.',
  stepConcurrency:
    "Reserved concurrency of each step, to bound the processes on a developer's machine. Absent: what the account allows.",
  'warmThroughput.readsPerSecond':
    'What the table and each of its indexes take at once from the first second, before a known peak; absent, they grow by themselves, to twice the last peak in half an hour. It can be raised and never lowered. AWS charges once for what is above 12,000 reads and 4,000 writes, of the table and of each index (https://aws.amazon.com/dynamodb/pricing/on-demand/, by region).',
  'warmThroughput.writesPerSecond': 'The same for writes.',
  'fixedEgress.availabilityZones':
    'Zones of the region, one or two of them. The functions that connect to customers’ servers, receivers and name servers then go out by one address each, which the stateful stack keeps and names in its output `EgressAddresses`. Absent: by whatever address AWS has. A NAT gateway and its address cost some 36.50 USD a month for each zone in N. Virginia, 41.60 in Frankfurt, and 0.045 or 0.052 a GB (https://aws.amazon.com/vpc/pricing/, November 2026). docs/fixed-egress.md has what else changes.',
  'publicDomain.name':
    "The hostname at which integrators and agents reach the API: CloudFront with a firewall, in a third stack `cps-<name>-front` in us-east-1 (bootstrap that region too). Absent: API Gateway's own address, without them. docs/public-domain.md has what passes, what it costs, and how to move to it.",
  'publicDomain.hostedZoneId':
    'The public Route 53 zone in which `name` and `originName` lie: certificates and records are made there. Absent: both ARNs below are needed, and you set the records that the stacks name in their outputs.',
  'publicDomain.certificateArn': 'A certificate of ACM for `name`, in us-east-1. Absent: one is made.',
  'publicDomain.originName':
    'The name at which CloudFront reaches API Gateway; nobody else gets an answer there. Absent: `origin.<name>`.',
  'publicDomain.originCertificateArn': 'A certificate of ACM for `originName`, in the region of the stage. Absent: one is made.',
  'publicDomain.requestsPerAddress':
    'How many requests in five minutes the firewall takes from one address before it answers 429. Absent: 10,000. It counts all machines of agents behind one address together.',
  'publicDomain.secretVersion':
    'Which version of the secret CloudFront sends to API Gateway: 1 until `npm run admin -- rotate-front-secret` made another. Absent: 1.',
  'publicDomain.directAccess':
    "`allowed`: API Gateway's own address goes on answering everybody, while agents and integrators move to `name`; requests are then not told apart, and the audit shows CloudFront's addresses. Absent: `refused`.",
  alarmTopicArn: 'An SNS topic of yours that every alarm is sent to.',
  alarmEmail:
    'An address that every alarm is sent to; AWS asks it to confirm once. Without this and `alarmTopicArn`, alarms are only shown in CloudWatch.',
};
