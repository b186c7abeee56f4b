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
  name: 'Part of the name of every AWS resource, so that one account can hold several stages. The file has the same name. It cannot be changed: another name is another deployment, with an empty table.',
  account:
    'The AWS account. Absent: the account of your credentials. Set it, so that nobody deploys to another account by mistake.',
  region: 'The AWS region. Absent: the region of your credentials.',
  'settings.baseTarget':
    "Customers' CNAMEs point below it, to `<label>.<baseTarget>`, with a label for each server. You publish `*.<baseTarget>` in your DNS. If you changed it, every customer would have to change a record.",
  'settings.validationZone':
    'The zone below which hostnames with `"validation": "dns"` are validated: their owners set `_acme-challenge.<hostname>` CNAME `<label>.<validationZone>` once. It must lie in the hosted zone of `baseTargetZone`, as `validation.<baseTarget>` does. If you changed it, every such owner would have to change a record. Absent: domains are validated by HTTP only.',
  'settings.validationRecord':
    'Which record the owners of such hostnames are told to set: `acme-challenge` (dns-01), or `validation-persist`, `_validation-persist.<hostname>` (dns-persist-01, for CAs that offer it: an order then writes nothing into the zone). It is for domains that are created from then on, wildcards excepted; each keeps the record that it was told.',
  'settings.wildcards':
    'Whether a domain may be a wildcard, as `*.shop.customer.com`: one certificate for every name one label below. It needs a `validationZone`. Absent or false: a new one is refused; those that exist go on.',
  'settings.siteUrl':
    'The public address of the API, for links in messages (`https://api.acme.com`). Absent: messages contain only the path.',
  'settings.ownNames': 'Hostnames that nobody may register, including all names below them.',
  'settings.allowedSpecialSuffixes':
    "Top-level domains for tests. On a developer's machine, integrators may register names below them.",
  'settings.serverIds':
    '`registered`: a `server_id` must exist, created by `npm run admin -- create-server` or the API. `open`: an unknown `server_id` creates an unclaimed server.',
  'settings.enrollments':
    '`administrators`: only `npm run admin -- create-enrollment` makes tokens with which machines enroll, and `POST /servers/{id}/enrollments` is refused with 409. Then no API key gets private keys.',
  'settings.webhookHttp': 'Whether webhooks may use `http://`, with a warning.',
  'settings.webhooks.concurrency':
    "Concurrent sender processes, each with up to ten deliveries. Together they send at most 50 POSTs a second to a receiver's host.",
  'settings.webhooks.slowConcurrency': 'The same, for receivers that are slow or do not answer. They have their own processes.',
  'settings.webhooks.attemptDelaysSeconds':
    'Pauses before the second attempt, the third and so on, each up to a tenth longer or shorter. The number of pauses is the number of retries.',
  'settings.webhooks.attemptTimeoutSeconds': 'Time-out of the whole exchange with a receiver.',
  'settings.webhooks.longestQueueDelaySeconds':
    'A retry with at most this pause waits in the queue as a delayed message; one with a longer pause waits in the table.',
  'settings.webhooks.firstProbeSeconds':
    'After the third time-out in a row: the pause until one delivery probes the receiver. It doubles up to 1,800.',
  'settings.webhooks.disableAfterSeconds':
    'A webhook is disabled when nothing has succeeded for this long since its first failure.',
  'settings.nameServers':
    'Recursive resolvers that validate DNSSEC, in the order in which they are asked. The service uses them to look up addresses, and to compare with the answers of a zone’s own name servers.',
  'settings.rootServers':
    'IPv4 addresses of the DNS root servers, from which the service finds the name servers of a zone. Empty: it uses only the answers of the recursive resolvers.',
  'settings.nameServerEndpoints':
    "Maps the address of a zone's name server to the `address:port` that is asked instead; no other name server is asked. Only for a developer's machine: synthesis refuses it elsewhere.",
  'settings.dnsChecks.processesPerOrganization':
    'How many processes may check DNS for one organization at once, in executions, as many from the queue, and as many for `POST …/check`. More checks wait in the queue, or are refused with 429, so that name servers which do not answer delay only their own organization.',
  'settings.rateLimits.requestsPerMinute':
    'How many requests each API key may make in a minute of the clock. `npm run admin -- set-limits` sets another number for one organization, and from then on that holds for it, whatever is here. With `publicDomain`, its `requestsPerAddress` holds besides. Absent, with the one below: 100 and 1,000, as specified.',
  'settings.rateLimits.requestsPerHour':
    'The same of all API keys of an organization together, in an hour of the clock, for live and for test data each.',
  'settings.edgeHttpPort': 'The port at which the service checks a server’s challenge path. A CA always uses port 80.',
  'settings.edgeHttpsPort': 'The port at which the service checks which certificate a server serves.',
  'settings.allowLoopback':
    "Lets the service's outside checks reach its own machine. Only for a developer's machine: synthesis refuses it elsewhere.",
  'settings.acme.directoryUrl': "The CA's ACME directory (RFC 8555, section 7.1.1).",
  'settings.acme.caName': 'The CA’s name. The API shows it as `certificate.ca`.',
  'settings.acme.contactEmail':
    "The address that the CA writes to about the account. Let's Encrypt refuses addresses at example domains.",
  'settings.acme.profile':
    "The certificate profile to order, from the list in the CA's directory (at Let's Encrypt `classic`, `tlsserver`, and `shortlived` with six days). Absent: the CA's default. With an unknown profile every order fails. The service treats that as temporary: no domain fails for it before its window ends.",
  'settings.acme.preferredChain':
    'If the CA offers several chains (RFC 8555, section 7.4.2): the chain whose topmost certificate was issued by this common name, such as `ISRG Root X1`, as with `--preferred-chain` of certbot. Absent, or without such a chain: the CA’s default chain.',
  'settings.acme.trustedRootPem': "PEM of a root certificate for the CA's own TLS, if the public roots do not cover it.",
  'settings.acme.ordersPerMinute':
    'Our own order budget, over all organizations: this many new orders at once, and this many more each minute. If the CA publishes a limit, or `limits` has one, the stricter one applies.',
  'settings.acme.limits.ordersPerAccount.count':
    'This many new orders at once; the window below gives them back one after another. Absent: the limit that the CA publishes (lambdas/ca-limits/order-limits.ts); the same holds for the limits below. Set it if the CA has granted you more.',
  'settings.acme.limits.ordersPerAccount.windowSeconds': 'The window of that limit.',
  'settings.acme.limits.certificatesPerRegisteredDomain.count': 'The same for first certificates below a registered domain.',
  'settings.acme.limits.certificatesPerRegisteredDomain.windowSeconds': 'The window of that limit.',
  'settings.acme.limits.certificatesPerName.count': 'The same for certificates of one hostname.',
  'settings.acme.limits.certificatesPerName.windowSeconds': 'The window of that limit.',
  'settings.acme.ordersPerOrganizationPerDay':
    'New orders for one organization in a day, without renewals. Absent: half of the account’s daily limit.',
  'settings.acmeFallbacks':
    "Fallback CAs in their order, each with the fields of `settings.acme`. One is used if the CAs before it are down, refuse a name for reasons of their own, or are forbidden by the name's CAA records (docs/operate/certificate-authorities.md). Each needs its own `caName` and `directoryUrl`. Every customer's CAA records, and your instructions about them, must name all CAs. Absent: there is one CA.",
  'settings.agent.busyPollSeconds':
    'How long agents wait between two polls while a certificate of their server is being installed.',
  'settings.agent.idlePollSeconds': 'The same while there is nothing to install.',
  'settings.agent.silentAfterSeconds':
    'A machine whose last recorded contact is so long ago counts as silent: its server’s status, the diagnosis of its domains and the event `server.offline` say so. Contacts are recorded every 300 s, so this is 6 to 11 minutes after its last poll; must be longer than 300 and two idle polls.',
  'settings.agent.retireAfterDays':
    'A machine that has been silent for so many days is taken out of its server by the service while another machine of that server calls, and its agent gets nothing more. That makes room for others where machines come and go.',
  'settings.agent.moveTo':
    'Another address of the same service, which all agents ask from now on. With its next poll, each checks that the address answers for its machine and certificates; if not, it stays with the former one (docs/operate/agent.md, "Another address of the service"). Absent: each asks where it enrolled.',
  'settings.scan.everyMinutes':
    'Time between two scans for certificates that must be renewed, or expire. A run starts as many renewals as `ordersPerMinute` allows until the next run, and up to as many more for certificates close to expiry.',
  'settings.scan.parts':
    'Parts into which the daily visits of the 16 shards of domains are divided: 16 functions for each run at once. Absent: 1. Add one for each 10 million domains; rows stay as they are, and a domain’s next visit comes within a day of the change.',
  'settings.timings.dnsCheckIntervalSeconds': 'Pause between two DNS checks of a domain.',
  'settings.timings.dnsCheckLongestSeconds':
    'The longest such pause. The pause grows to a quarter of the time since validation started, up to this value. Absent: it does not grow.',
  'settings.timings.dnsWindowSeconds': 'From the start of validation until the domain fails with `dns_validation_timeout`.',
  'settings.timings.dnsWaitStateSeconds':
    'From the start of validation, an execution itself waits between two DNS checks for so long, in a wait state. After that, checks wait in a queue. A check in the execution costs three state transitions: the 12 checks of an hour 0.0009 USD. 0: all checks but the first come from the queue.',
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
  'settings.timings.renewalLookSeconds':
    'First pause before the served certificate is checked after a renewal. The old certificate is served meanwhile, and agents poll anyway.',
  'settings.timings.retirePauseSeconds':
    "From the moment when a domain's CNAME points to its new server until its certificate is removed from the old server: as long as resolvers may still answer with the old record.",
  'settings.timings.watchDaySeconds':
    'The length of a day of monitoring. In it, every domain with a certificate is visited: the CA is asked twice when to renew the certificate, everything else is checked once. A problem is checked 24 times. A CNAME that was missing this long is reported; after seven times as long, the domain is no longer renewed.',
  'settings.timings.longestSilenceSeconds': 'How long a domain in progress may go without a write before the sweep restarts it.',
  'settings.domainConnect.providerId':
    'Your id for DNS providers that take part in Domain Connect: a domain name of yours, as in the template that you register with them (docs/operate/domain-connect.md). Needs `settings.siteUrl`. Absent: Domain Connect is off, and no key is created.',
  'settings.domainConnect.serviceId': 'The name of your template, such as `https`.',
  'settings.domainConnect.providerName':
    'Your name, as providers show it to the person who confirms: also for a hostname that an organization registered without owning it (docs/operate/domain-connect.md).',
  'settings.domainConnect.keyDomain': 'A domain name of yours below which you publish the public key that verifies links.',
  'settings.domainConnect.trustedRootPem':
    "PEM of a root certificate for providers' TLS, instead of the public roots. For tests.",
  'settings.mail.from':
    'The address from which people of organizations get mail, by Amazon SES in the region of the stage: certificates at risk or expired, API keys that end, disabled webhooks, invitations. Set up SES first: docs/operate/mail.md. Needs `signIn` and `settings.siteUrl`. Absent: nobody gets any mail.',
  'settings.mail.gatherSeconds':
    'How long after the first event of a cause its mail leaves: what happens until then is in the same mail. Absent: 600.',
  'settings.restoreEpoch':
    'How often the table was restored from a backup or to a point in time. Raise it by one in the first deployment on restored rows (docs/operate/recovery.md, "A lost or damaged table"), so that executions and events get names and numbers that were never used. Absent: 0. It cannot be lowered.',
  sweepIntervalMinutes: 'Time between two sweeps for domains that missed their deadline.',
  logRetentionDays: 'How long logs are kept. CloudWatch Logs accepts only these numbers.',
  deliveryVisibilitySeconds:
    'Visibility timeout of a delivery: how long it stays hidden if its sender died. Absent: 360, six times the sender’s time-out, as AWS advises.',
  stepConcurrency:
    "Reserved concurrency of each step, to limit the processes on a developer's machine. Absent: no limit of its own.",
  'reservedConcurrency.api':
    'Reserved concurrency of each of the six functions of the API. AWS keeps so many of the account’s concurrent executions for each function, and runs no more of it at once. Checks of slow name servers or receivers then leave the API, agents, challenges and the portal their executions. The account must keep 100 executions unreserved: `npm run deploy` refuses a stage that reserves more than the account has (docs/operate/deploy.md). Absent, with the three below: nothing is reserved.',
  'reservedConcurrency.agents':
    'The same for the function that agents call; enrolments have one of their own, which reserves nothing.',
  'reservedConcurrency.challenges': 'The same for the function that answers the CA’s challenges.',
  'reservedConcurrency.portal': 'The same for the portal.',
  'restoredTable.tableArn':
    'A table that the service uses in place of the one in its stateful stack: one that was restored from a backup or to a point in time. The API’s address, the KMS key, the queues and the agents stay as they are, and the stack keeps the former table. Raise `settings.restoreEpoch` in the same deployment. docs/operate/recovery.md has the commands. Absent: the stack’s own table.',
  'restoredTable.streamArn': 'The stream of that table, with new images. DynamoDB restores no stream: switch it on first.',
  'backup.vaultArn':
    'A vault of AWS Backup in another account or region, to which a backup of the table is copied every night: what happens to this account cannot reach it. The accounts must be of one AWS organization. Set up the vault and the account first: docs/operate/recovery-undo.md. Absent: only point-in-time recovery, 35 days back.',
  'backup.keptDays': 'How long that vault keeps each backup. Absent: 35.',
  'keyReplica.region':
    'A region in which the sealing key has a replica, so that administrators can still open private keys if the region of the stage is lost; no function uses it (docs/operate/recovery.md, "A lost region"). It is a fourth stack, `cps-<name>-key-replica` (bootstrap that region too), and costs 1 USD a month. Absent: none.',
  'keyReplica.primaryKeyArn':
    'The ARN of the sealing key, `arn:aws:kms:<region>:<account>:key/<KmsKeyId>`, by the output `KmsKeyId` of the deployed stateful stack: deploy once without `keyReplica`. A key cannot become a multi-region key later; every stage has had one since version 0.1.0.',
  accountConcurrency:
    'How many concurrent executions of functions the account may have in the region (quota of AWS Lambda): an alarm is raised at 80 % of it. Absent: 1,000. Set it when the quota is another.',
  apiRequestsPerSecond:
    'How many requests a second API Gateway takes for the account in the region (its quota "Throttle rate"). Each route lets a fortieth of it through, so that no caller uses up what is there for the agents and the CA. Absent: 10,000, or 2,500 where AWS gives no more (docs/operate/quotas-and-cost.md). Set it when AWS has raised the quota.',
  'warmThroughput.readsPerSecond':
    'Reads a second that the table and each index handle at once. Set it before a known peak. Absent: they grow automatically, to twice the last peak in half an hour. You can raise it, never lower it. AWS charges once for what is above 12,000 reads and 4,000 writes, for the table and for each index (https://aws.amazon.com/dynamodb/pricing/on-demand/, by region).',
  'warmThroughput.writesPerSecond': 'The same for writes.',
  'fixedEgress.availabilityZones':
    'One or two zones of the region. The functions that connect to customers’ servers, receivers and name servers then use one fixed source address for each zone. The stateful stack keeps these addresses and names them in its output `EgressAddresses`. Absent: AWS’s changing addresses. A NAT gateway and its address cost some 36.50 USD a month for each zone in N. Virginia, 41.60 in Frankfurt, and 0.045 or 0.052 a GB (https://aws.amazon.com/vpc/pricing/, November 2026). docs/operate/fixed-egress.md says what else changes.',
  'baseTargetZone.hostedZoneId':
    'The public Route 53 zone that contains `settings.baseTarget`. The service then writes the `address` of each server to its label there, and the CAA records that let only its own accounts at the CAs have certificates (docs/operate/base-target.md). Absent: you set these records; `npm run admin -- zone` prints them.',
  'baseTargetZone.addresses':
    'One to eight IP addresses to which the label of every server leads that has no `address` of its own. Absent: such a label leads nowhere.',
  'publicDomain.name':
    "The public hostname of the API, behind CloudFront with a firewall, in a third stack `cps-<name>-front` in us-east-1 (bootstrap that region too). Absent: API Gateway's own address, without a firewall: anybody who sends 250 requests a second to one path has it refuse everybody. docs/operate/public-domain.md says how to set it up, what passes, and what it costs.",
  'publicDomain.hostedZoneId':
    'The public Route 53 zone that contains `name` and `originName`. The stacks create certificates and records there. Absent: both ARNs below are needed, and you set the records that the stacks name in their outputs.',
  'publicDomain.certificateArn': 'An ACM certificate for `name`, in us-east-1. Absent: one is created.',
  'publicDomain.originName':
    'The hostname at which CloudFront reaches API Gateway. Nobody else gets an answer there. Absent: `origin.<name>`.',
  'publicDomain.originCertificateArn': 'An ACM certificate for `originName`, in the stage’s region. Absent: one is created.',
  'publicDomain.requestsPerAddress':
    'How many requests the firewall accepts from one address in five minutes before it answers 429. Absent: 10,000. Agents count by machine, and all those behind one address together may send three times as many.',
  'publicDomain.secretVersion':
    'The version of the secret that CloudFront sends to API Gateway. It is 1 until `npm run admin -- rotate-front-secret` creates another. Absent: 1.',
  'publicDomain.directAccess':
    "`allowed`: API Gateway's own address still answers everybody, while agents and integrators move to `name`. A function then checks for each request whether it came through CloudFront. Absent: `refused`.",
  'signIn.issuer':
    'The OpenID provider with which people sign in to the dashboard (Okta, Entra, Google, Keycloak and others), with its `clientId`. Register `<site>/app/callback` there as the redirect address. Absent, with `cognitoPrefix`: nobody signs in, and there is no dashboard. docs/operate/people.md says more.',
  'signIn.clientId': 'The id under which the provider knows this stage.',
  'signIn.clientSecretArn':
    'The secret of Secrets Manager, in the region of the stage, that holds the client secret as plain text. Absent: a public client, which PKCE alone protects.',
  'signIn.cognitoPrefix':
    'The stack makes a user pool of Amazon Cognito, and this is the first part of the address of its sign-in page (`<prefix>.auth.<region>.amazoncognito.com`). It takes the place of `issuer`, and needs `settings.siteUrl`. Nobody can sign up; `npm run admin -- create-user` creates users.',
  'signIn.groupsClaim': 'The claim with the groups of a person. Absent: `groups`, with a Cognito pool `cognito:groups`.',
  'signIn.groupRoles':
    'Groups of the provider whose members have a `role` (owner, admin, developer, viewer) in the organization `organizationId`, each with its `group`. At each sign-in such a role is given, changed or taken away; the last owner stays. Absent: only invitations give roles.',
  alarmTopicArn:
    'An SNS topic of yours, in the region of the stage, for the alarms that are pages (docs/operate/runbook.md), and for their ends. The alarms of `publicDomain` are in us-east-1 and reach no topic elsewhere: subscribe to the outputs of that stack.',
  ticketTopicArn: 'The same for the alarms that are tickets. Absent: they go to `alarmTopicArn` too.',
  alarmEmail:
    'An e-mail address that receives every alarm and its end. AWS asks it to confirm twice: for pages, and for tickets. Without these three, subscribe somebody to the topics of the outputs `PageTopicArn` and `TicketTopicArn`: else alarms appear only in CloudWatch.',
};
