import type { Stage } from './stage.schema.ts';

type Group = { readonly [name: string]: unknown };

/**
 * Paths of all values of a stage, such as `settings.acme.contactEmail`. An object that contains values has no path of its own.
 */
export type StageField<T = Stage> = {
  [Name in keyof T & string]-?: NonNullable<T[Name]> extends readonly unknown[]
    ? Name
    : string extends keyof NonNullable<T[Name]>
      ? Name
      : NonNullable<T[Name]> extends Group
        ? `${Name}.${StageField<NonNullable<T[Name]>>}`
        : Name;
}[keyof T & string];

/** Explains each field of a stage file. docs/operate/stage.md is made from it. A field without a text does not compile. */
export const STAGE_TEXTS: Record<StageField, string> = {
  name: 'Part of the name of every AWS resource, and the name of this file. Another name is another deployment, with an empty table.',
  account: 'The AWS account. Set it, so that nobody deploys to another one by mistake. Absent: that of your credentials.',
  region: 'The AWS region. Absent: that of your credentials.',
  'settings.baseTarget':
    "Customers' CNAMEs point to `<label>.<baseTarget>`, with a label for each server. If you changed it, every customer would have to change a record.",
  'settings.validationZone':
    'The zone below which hostnames with `"validation": "dns"` are validated (docs/operate/base-target.md). It must lie in the hosted zone of `baseTargetZone`. If you changed it, every owner of such a hostname would have to change a record. Absent: HTTP validation only.',
  'settings.validationRecord':
    'Which record the owners of such hostnames set: `acme-challenge` (dns-01), or `validation-persist` (dns-persist-01, for CAs that offer it). It holds for domains that are created from then on, wildcards excepted.',
  'settings.wildcards':
    'Whether a domain may be a wildcard, such as `*.shop.customer.com`. It needs a `validationZone`. Absent or false: new ones are refused; existing ones continue.',
  'settings.siteUrl':
    'The public address of the API, for links in messages (`https://api.acme.com`). Absent: messages contain only the path.',
  'settings.ownNames': 'Hostnames that nobody may register, including all names below them.',
  'settings.allowedSpecialSuffixes':
    "Top-level domains for tests. On a developer's machine, integrators may register names below them.",
  'settings.serverIds':
    '`registered`: a `server_id` must exist, created by `npm run admin -- create-server` or the API. `open`: an unknown `server_id` creates an unclaimed server.',
  'settings.enrollments':
    '`administrators`: only `npm run admin -- create-enrollment` makes tokens with which machines enroll, so no API key gets private keys. `POST /servers/{id}/enrollments` answers 409.',
  'settings.webhookHttp': 'Whether webhooks may use `http://`, with a warning.',
  'settings.webhooks.concurrency':
    "Concurrent sender processes, each with up to ten deliveries. Together they send at most 50 POSTs a second to a receiver's host.",
  'settings.webhooks.slowConcurrency': 'The same, for receivers that are slow or do not answer.',
  'settings.webhooks.attemptDelaysSeconds':
    'Pauses before the second attempt, the third and so on, each up to a tenth longer or shorter. The number of pauses is the number of retries.',
  'settings.webhooks.attemptTimeoutSeconds': 'Time-out of the whole exchange with a receiver.',
  'settings.webhooks.longestQueueDelaySeconds':
    'A retry with at most this pause waits in the queue; one with a longer pause waits in the table.',
  'settings.webhooks.firstProbeSeconds':
    'After the third time-out in a row: the pause until one delivery probes the receiver. It doubles up to 1,800.',
  'settings.webhooks.disableAfterSeconds':
    'A webhook is disabled when nothing has succeeded for this long since its first failure.',
  'settings.nameServers':
    'Recursive resolvers that validate DNSSEC, in order of preference. Their answers are compared with those of a zone’s own name servers.',
  'settings.rootServers':
    'IPv4 addresses of the DNS root servers, from which the service finds a zone’s name servers. Empty: only the recursive resolvers are asked.',
  'settings.nameServerEndpoints':
    "Maps the address of a zone's name server to an `address:port`; no other name server is asked. Only for a developer's machine: synthesis refuses it elsewhere.",
  'settings.dnsChecks.processesPerOrganization':
    'How many processes may check DNS for one organization at once in executions, as many from the queue, and as many for `POST …/check`. More checks wait, or get 429: slow name servers delay only their own organization.',
  'settings.rateLimits.requestsPerMinute':
    'Requests of each API key in a clock minute. `npm run admin -- set-limits` sets another number for one organization.',
  'settings.rateLimits.requestsPerHour':
    'The same for all API keys of an organization together in a clock hour, for live and for test data each.',
  'settings.edgeHttpPort': 'The port at which the service checks a server’s challenge path. A CA always uses port 80.',
  'settings.edgeHttpsPort': 'The port at which the service checks which certificate a server serves.',
  'settings.allowLoopback':
    "Lets the service's outside checks reach its own machine. Only for a developer's machine: synthesis refuses it elsewhere.",
  'settings.acme.directoryUrl': "The CA's ACME directory (RFC 8555, section 7.1.1).",
  'settings.acme.caName': 'The CA’s name. The API shows it as `certificate.ca`.',
  'settings.acme.contactEmail':
    "The address that the CA writes to about the account. Let's Encrypt refuses addresses at example domains.",
  'settings.acme.profile':
    "The certificate profile to order, from the CA's directory (at Let's Encrypt `classic`, `tlsserver`, and `shortlived` with six days). Absent: the CA's default. With an unknown profile every order fails, and is tried again until its window ends.",
  'settings.acme.preferredChain':
    'If the CA offers several chains: the one whose topmost certificate was issued by this common name, such as `ISRG Root X1`. Absent, or without such a chain: the CA’s default.',
  'settings.acme.trustedRootPem': "PEM of a root certificate for the CA's own TLS, if the public roots do not cover it.",
  'settings.acme.ordersPerMinute':
    'Our own order budget for all organizations: this many new orders at once, and this many more each minute. A stricter limit of the CA, or of `limits`, applies instead.',
  'settings.acme.limits.ordersPerAccount.count':
    'This many new orders at once; the window below gives them back one after another. Set it if the CA has granted you more. Absent, also for the limits below: the limit that the CA publishes (lambdas/ca-limits/order-limits.ts).',
  'settings.acme.limits.ordersPerAccount.windowSeconds': 'The window of that limit.',
  'settings.acme.limits.certificatesPerRegisteredDomain.count': 'The same for first certificates below a registered domain.',
  'settings.acme.limits.certificatesPerRegisteredDomain.windowSeconds': 'The window of that limit.',
  'settings.acme.limits.certificatesPerName.count': 'The same for certificates of one hostname.',
  'settings.acme.limits.certificatesPerName.windowSeconds': 'The window of that limit.',
  'settings.acme.ordersPerOrganizationPerDay':
    'New orders for one organization in a day, without renewals. Absent: half of the account’s daily limit.',
  'settings.acmeFallbacks':
    'Fallback CAs in their order, each with the fields of `settings.acme`, and its own `caName` and `directoryUrl` (docs/operate/certificate-authorities.md). Your CAA records must name all of them. Absent: there is one CA.',
  'settings.agent.busyPollSeconds':
    'How long agents wait between two polls while a certificate of their server is being installed.',
  'settings.agent.idlePollSeconds': 'The same while there is nothing to install.',
  'settings.agent.silentAfterSeconds':
    'A machine whose last recorded contact is this old counts as silent (event `server.offline`). Contacts are recorded every 300 s, so this is 6 to 11 minutes after its last poll. It must exceed 300 and two idle polls.',
  'settings.agent.retireAfterDays':
    'A machine silent for so many days is taken out of its server while another machine of that server calls. That makes room where machines come and go.',
  'settings.agent.moveTo':
    'Another address of the same service, which all agents ask from now on, after a check (docs/operate/agent.md, "Another address of the service"). Absent: each asks where it enrolled.',
  'settings.scan.everyMinutes':
    'Time between two scans for certificates that must be renewed, or expire. A run starts as many renewals as `ordersPerMinute` allows until the next run, and as many more close to expiry.',
  'settings.scan.parts':
    'Parts into which the daily visits of the 16 shards of domains are divided: 16 functions for each run at once. Add one for each 10 million domains. Absent: 1.',
  'settings.timings.dnsCheckIntervalSeconds': 'Pause between two DNS checks of a domain.',
  'settings.timings.dnsCheckLongestSeconds':
    'The longest such pause. The pause grows to a quarter of the time since validation started, up to this value. Absent: it does not grow.',
  'settings.timings.dnsWindowSeconds': 'From the start of validation until the domain fails with `dns_validation_timeout`.',
  'settings.timings.dnsWaitStateSeconds':
    'From the start of validation, DNS checks are wait states of the execution for so long, and then wait in a queue. A check in the execution costs three state transitions: the 12 of an hour 0.0009 USD. 0: all but the first come from the queue.',
  'settings.timings.issuanceWindowSeconds': 'From the granted slot at the CA until the domain fails with `certificate_timeout`.',
  'settings.timings.installWindowSeconds':
    'From the issued certificate until the domain fails with `certificate_install_failed`.',
  'settings.timings.orderPollSeconds':
    'First pause before an order is polled at the CA, unless its Retry-After is longer. It grows with the window, to 300.',
  'settings.timings.caRetrySeconds': 'First pause after a temporary error of the CA. It grows to 3,600.',
  'settings.timings.validationRetrySeconds':
    'First pause before a new order after a failed validation: a CA allows five failures an hour for a name. It grows to 3,600.',
  'settings.timings.preflightRetrySeconds': 'First pause before the challenge path is checked again. It grows to 3,600.',
  'settings.timings.installPollSeconds': 'First pause between two checks of the served certificate. It grows to 300.',
  'settings.timings.renewalLookSeconds': 'First pause before the served certificate is checked after a renewal.',
  'settings.timings.retirePauseSeconds':
    "From the moment when a domain's CNAME points to its new server until its certificate is removed from the old one: as long as resolvers may answer with the old record.",
  'settings.timings.watchDaySeconds':
    'The length of a day of monitoring: for each domain with a certificate, the CA is asked twice when to renew, everything else is checked once, and a problem 24 times. A CNAME missing this long is reported; after seven times as long, the domain is no longer renewed.',
  'settings.timings.longestSilenceSeconds': 'How long a domain in progress may go without a write before the sweep restarts it.',
  'settings.domainConnect.providerId':
    'Your id for DNS providers: a domain name of yours, as in the template that you register with them (docs/operate/domain-connect.md). Needs `settings.siteUrl`. Absent: Domain Connect is off.',
  'settings.domainConnect.serviceId': 'The name of your template, such as `https`.',
  'settings.domainConnect.providerName':
    'Your name, as providers show it to the person who confirms, also for a hostname that the organization does not own.',
  'settings.domainConnect.keyDomain': 'A domain name of yours below which you publish the public key that verifies links.',
  'settings.domainConnect.trustedRootPem':
    "PEM of a root certificate for providers' TLS, instead of the public roots. For tests.",
  'settings.mail.from':
    'The sender of mail to the people of organizations, by Amazon SES in the region of the stage. Set up SES first: docs/operate/mail.md. Needs `signIn` and `settings.siteUrl`. Absent: nobody gets mail.',
  'settings.mail.gatherSeconds':
    'How long after the first event of a cause its mail leaves; what happens until then is in the same mail. Absent: 600.',
  'settings.restoreEpoch':
    'How often the table was restored. Raise it by one in the first deployment on restored rows (docs/operate/recovery.md, "A lost or damaged table"), so that no name of an execution and no number of an event is used twice. Absent: 0. It cannot be lowered.',
  sweepIntervalMinutes: 'Time between two sweeps for domains that missed their deadline.',
  logRetentionDays: 'How long logs are kept. CloudWatch Logs accepts only these numbers.',
  deliveryVisibilitySeconds:
    'Visibility timeout of a delivery: how long it stays hidden if its sender died. Absent: 360, six times the sender’s time-out, as AWS advises.',
  stepConcurrency:
    "Reserved concurrency of each step, to limit the processes on a developer's machine. Absent: no limit of its own.",
  'reservedConcurrency.api':
    'Reserved concurrency of each of the six functions of the API, which nothing else can use up. 100 executions of the account must stay unreserved. Absent, with the three below: nothing is reserved.',
  'reservedConcurrency.agents': 'The same for the function that agents call; enrollments have their own, which reserves nothing.',
  'reservedConcurrency.challenges': 'The same for the function that answers the CA’s challenges.',
  'reservedConcurrency.portal':
    'The same for the portal, and with `signIn` for each of the two functions that serve signed-in people.',
  'restoredTable.tableArn':
    'A restored table that the service uses in place of the one in its stateful stack, which keeps the former. Raise `settings.restoreEpoch` in the same deployment. docs/operate/recovery.md has the commands. Absent: the stack’s own table.',
  'restoredTable.streamArn': 'The stream of that table, with new images. DynamoDB restores no stream: switch it on first.',
  'backup.vaultArn':
    'A vault of AWS Backup in another account or region, to which a backup of the table is copied every night. Set it up first: docs/operate/recovery-undo.md. Absent: only point-in-time recovery, 35 days back.',
  'backup.keptDays': 'How long that vault keeps each backup. Absent: 35.',
  'keyReplica.region':
    'A region with a replica of the sealing key, for administrators if the region of the stage is lost (docs/operate/recovery-undo.md). It is a fourth stack, `cps-<name>-key-replica` (bootstrap that region too), and costs 1 USD a month. Absent: none.',
  'keyReplica.primaryKeyArn':
    'The ARN of the sealing key, `arn:aws:kms:<region>:<account>:key/<KmsKeyId>`, by the output `KmsKeyId` of the deployed stateful stack: deploy once without `keyReplica`.',
  accountConcurrency: 'The account’s quota of concurrent executions in the region: an alarm fires at 80 %. Absent: 1,000.',
  apiRequestsPerSecond:
    'The account’s quota "Throttle rate" of API Gateway in the region, when AWS has raised it. Each route lets a fortieth of it through. Absent: 10,000, or 2,500 where AWS gives no more (docs/operate/quotas-and-cost.md).',
  'warmThroughput.readsPerSecond':
    'Reads a second that the table and each index handle at once. Set it before a known peak; you can raise it, never lower it. Absent: they grow to twice the last peak in half an hour. AWS charges once for what is above 12,000 reads and 4,000 writes, for the table and each index (https://aws.amazon.com/dynamodb/pricing/on-demand/).',
  'warmThroughput.writesPerSecond': 'The same for writes.',
  'fixedEgress.availabilityZones':
    'One to three zones of the region, each with a fixed source address for connections to customers’ servers, receivers and name servers. The output `EgressAddresses` of the stateful stack names them. docs/operate/fixed-egress.md says what it costs and changes. Absent: AWS’s changing addresses.',
  'baseTargetZone.hostedZoneId':
    'The public Route 53 zone that contains `settings.baseTarget`. The service writes the addresses of servers and its CAA records there (docs/operate/base-target.md). Absent: you set these records; `npm run admin -- zone` prints them.',
  'baseTargetZone.addresses':
    'One to eight IP addresses to which the label of every server leads that has no `address` of its own. Absent: such a label leads nowhere.',
  'publicDomain.name':
    "The public hostname of the API, behind CloudFront with a firewall, in a third stack `cps-<name>-front` in us-east-1 (docs/operate/public-domain.md). Absent: API Gateway's own address, where anybody who sends 250 requests a second to one path has it refuse everybody.",
  'publicDomain.hostedZoneId':
    'The public Route 53 zone that contains `name` and `originName`. The stacks create certificates and records there. Absent: both ARNs below are needed, and you set the records that the outputs name.',
  'publicDomain.certificateArn': 'An ACM certificate for `name`, in us-east-1. Absent: one is created.',
  'publicDomain.originName':
    'The hostname at which CloudFront reaches API Gateway. Nobody else gets an answer there. Absent: `origin.<name>`.',
  'publicDomain.originCertificateArn': 'An ACM certificate for `originName`, in the stage’s region. Absent: one is created.',
  'publicDomain.requestsPerAddress':
    'Requests that the firewall accepts from one address in five minutes before it answers 429. Absent: 10,000. Agents count by machine; all those behind one address together may send three times as many.',
  'publicDomain.secretVersion':
    'The version of the secret that CloudFront sends to API Gateway; `npm run admin -- rotate-front-secret` creates another. Absent: 1.',
  'publicDomain.directAccess':
    "`allowed`: API Gateway's own address still answers everybody, while agents and integrators move to `name`. Absent: `refused`.",
  'signIn.issuer':
    'The OpenID provider with which people sign in to the dashboard, with its `clientId` (docs/operate/people.md). Absent, with `cognitoPrefix`: nobody signs in, and there is no dashboard.',
  'signIn.clientId': 'The id under which the provider knows this stage.',
  'signIn.clientSecretArn':
    'The secret of Secrets Manager, in the region of the stage, that holds the client secret as plain text. Absent: a public client, which PKCE alone protects.',
  'signIn.cognitoPrefix':
    'In place of `issuer`: the stack makes a user pool of Amazon Cognito, with its sign-in page at `<prefix>.auth.<region>.amazoncognito.com`. Needs `settings.siteUrl`. Nobody can sign up; `npm run admin -- create-user` creates users.',
  'signIn.groupsClaim': 'The claim with the groups of a person. Absent: `groups`, with a Cognito pool `cognito:groups`.',
  'signIn.groupRoles':
    'Groups of the provider (`group`) whose members have a `role` (owner, admin, developer, viewer) in the organization `organizationId`. Each sign-in gives, changes or takes it away; the last owner stays. Absent: only invitations give roles.',
  alarmTopicArn:
    'An SNS topic of yours, in the region of the stage, for alarms that are pages (docs/operate/runbook.md), and for their ends. The alarms of `publicDomain` are in us-east-1: subscribe to the outputs of that stack.',
  ticketTopicArn: 'The same for alarms that are tickets. Absent: they go to `alarmTopicArn` too.',
  alarmEmail:
    'An e-mail address that receives every alarm and its end. AWS asks it to confirm twice: for pages, and for tickets. Without these three, subscribe somebody to the outputs `PageTopicArn` and `TicketTopicArn`: else alarms appear only in CloudWatch.',
};
