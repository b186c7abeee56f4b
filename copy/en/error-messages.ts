import type { HttpErrorCode, SignInErrorCode, WarningCode } from '../../contract/api/error-codes.ts';

/**
 * All messages of HTTP errors by code; code that throws writes none of its own. Field errors (`details.errors`) are below, except
 * those that a schema reports itself.
 */
export const ERROR_MESSAGES = {
  invalid_request: {
    bodyTooLarge: (bytes: number) => `The body is over ${bytes} bytes.`,
    bodyEmpty: 'The body is empty; a JSON object is needed.',
    bodyNotUtf8: 'The body is not valid UTF-8.',
    bodyNotJson: 'The body is not valid JSON.',
    bodyNotJsonAt: ({ line, column, expected }: JsonMistake) =>
      `The body is not valid JSON: line ${line}, column ${column}: ${JSON_EXPECTED[expected]}.`,
    bodyNotObject: 'The body must be a JSON object.',
    bodyTooDeep: (levels: number) => `The body is nested deeper than ${levels} levels.`,
    contentEncoding: 'Content-Encoding is not supported; send the body as it is.',
    contentType: 'The Content-Type must be application/json: send this header with the body.',
    idempotencyKey: 'An Idempotency-Key has 1 to 255 printable ASCII characters.',
    bodyNotList: 'The body must be a JSON array.',
    githubSignature:
      'The signature in Github-Public-Key-Signature does not fit the body; without both headers the report is taken as that of a holder.',
    itemNotObject: 'The item must be a JSON object.',
    agentCursor: 'The cursor is too long.',
  },
  invalid_api_key: {
    any: 'The API key is missing or not valid; send two headers, X-API-KEY-ID with the id of the key (with _pk_ in it) and X-API-KEY with its secret (sk_…).',
    expired: (at: string) =>
      `This API key expired at ${at}. Create another, or have a person give it a later expires_at in the dashboard.`,
  },
  invalid_agent_credentials: { any: 'The credentials of this agent are not valid.' },
  insufficient_permissions: {
    lacks: (permission: string) =>
      `This key lacks the permission ${permission}; use one that has it, or have whoever administers this service make one.`,
    role: (role: string, permission: string, roles: readonly string[]) =>
      `Your role, ${role}, lacks the permission ${permission}. These have it: ${roles.join(', ')}. Ask an owner of your organization.`,
  },
  api_key_restricted: {
    address: (address: string) =>
      `This key may be used only from certain addresses, and ${address} is none of them. If it should be, add it to the key: PATCH /keys/{id} with allowed_addresses, or API keys in the dashboard.`,
    server: (serverId: number, allowed: readonly number[]) =>
      `This key is restricted to the servers ${allowed.join(', ')}, and this is about server ${serverId}. Use another key, or change allowed_server_ids of this one.`,
    wholeOrganization: (allowed: readonly number[]) =>
      `This key is restricted to the servers ${allowed.join(', ')}, and this request is about the whole organization. Use another key.`,
  },
  resource_not_found: {
    address: 'There is nothing at this address.',
    noRoute: (meant?: string) => `There is nothing at this address.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    resource: (name: 'domain' | 'server' | 'webhook') => `There is no such ${name}.`,
    delivery: 'There is no such delivery.',
    event: 'There is no such event.',
    machine: 'There is no such machine at this server.',
    enrollmentToken: 'There is no such reusable token at this server.',
    apiKey: 'There is no such API key.',
    challenge: 'There is no such challenge.',
  },
  method_not_allowed: { method: (method: string) => `${method} is not possible here.` },
  conflict: {
    stillRunning: 'The first request with this Idempotency-Key is still running; ask again for its answer.',
    notRetryable: 'Only a domain whose dns_status or ssl_status is error, and that is not served, can be retried.',
    notRenewable:
      'Only a domain whose dns_status is validated and whose ssl_status is active can be renewed, while it is neither being renewed nor moved to another server.',
    notRevocable:
      'Only a certificate that is served and valid can be revoked (ssl_status is active), and one at a time: `revocation` shows one that is under way.',
    otherCertificateAuthority:
      'The certificate is of a certificate authority that this deployment no longer uses, so that it cannot have it revoked; renew it to have it replaced.',
    enrollmentsByAdministrators:
      'In this deployment only administrators enroll machines; ask whoever runs it for a token (npm run admin -- create-enrollment).',
    serverWithoutMachines: 'Only a server of type agent has machines.',
    serverNotChecked:
      'Only a server in an AWS account (type alb or cloudfront) is checked; the machines of a server of type agent call the service by themselves.',
    serverInUse:
      'Only a server without domains can be deleted; GET /domains?server_id= shows them. After a move away, wait until its old certificate is gone there: about a minute, or longer while DNS still leads there.',
    webhookDisabled: 'The webhook is disabled; enable it first: PATCH /webhooks/{id} with `status: active`.',
    deliveryPending: 'This delivery is under way already; one that has succeeded or failed can be sent again.',
    sentTwice: 'This request has been answered already; sign it anew.',
    formerSecret: 'This secret of the API key was replaced; use the new one to make, rotate or revoke keys.',
    ownKey: 'An API key cannot revoke itself; use another key that may do all that it may, or have a person revoke it.',
    keyExpired: 'The API key has expired; create another.',
    keyLessRestricted:
      'This API key may be used from other addresses, or for other servers, than the one that makes the request.',
    keyLastsLonger: 'This API key lasts longer than the one that makes the request.',
    liveClock: 'Only test mode has a clock that can be moved: use a test API key.',
    deliveryTooOld: 'This event is older than 30 days, so that what was sent is no longer known.',
  },
  precondition_failed: {
    changedMeanwhile: 'Somebody has changed this since you read it; read it again, then repeat your change with its new ETag.',
  },
  validation_error: { fields: 'Some fields are not right; details.errors says which.' },
  idempotency_key_reused: { any: 'This Idempotency-Key was used for another request; use a new one.' },
  quota_exceeded: {
    organization: (limit: number, resources: string) =>
      `An organization has at most ${limit} ${resources}; delete one that is not used.`,
    enrollmentToken: (limit: number) =>
      `${limit} machines have enrolled with this token, which is all it is for; make a new one.`,
    aws: (serverId: number, limit: number, counted: string) =>
      `AWS allows the account of server ${serverId} at most ${limit} ${counted}, and all are in use; GET /servers/${serverId} shows its quotas.`,
    machines: (limit: number) => `A server has at most ${limit} machines; revoke one that is gone.`,
  },
  rate_limit_exceeded: {
    address: 'Too many requests from this address; try again in five minutes.',
    leakReports: (limit: number) =>
      `At most ${limit} reports a minute are possible from one address; details.reset_at says when the next one is.`,
    requests: 'Too many requests; details.reset_at says when the next one is possible.',
    newReceivers: (limit: number) =>
      `At most ${limit} webhooks an hour can be created or sent to another host; details.reset_at says when the next one can.`,
    dnsChecks: (limit: number) =>
      `At most ${limit} hostnames can be looked at in a minute; details.reset_at says when the next one can.`,
    checksAtOnce: (limit: number) =>
      `At most ${limit} checks of an organization can be under way at once; by details.reset_at one of them has ended.`,
    action: (action: string, resource: string) => `A ${action} of this ${resource} is possible again at details.reset_at.`,
  },
  internal_error: { any: 'Something went wrong on our side.' },
  service_unavailable: {
    tooLate: 'This took too long; please try again.',
    tooMuchAtOnce: 'Too much is happening at once; please try again.',
    noneCreated: 'None of the domains could be created just now; please try again.',
    enrollments: 'Too many machines are being enrolled at once; please try again.',
    sts: 'AWS STS gave no answer about this machine; please try again.',
  },
} satisfies Record<Exclude<HttpErrorCode, SignInErrorCode>, Record<string, string | ((...facts: never[]) => string)>>;

/** Warnings about a request that was carried out. */
export const WARNING_MESSAGES: Record<WarningCode, (serverId: number) => string> = {
  server_created: (id) =>
    `There was no server ${id}: this request has made it, without a machine and with a cname_target of its own. If ${id} is a typo, set the right server_id with PATCH /api/domains/{id}, and delete the server when its domain has left it: DELETE /api/servers/${id}.`,
};

/** Where JSON becomes invalid, line and column from 1, and what was expected. Never the text found there: it may be a secret. */
export interface JsonMistake {
  line: number;
  column: number;
  expected: JsonExpectation;
}

export const JSON_EXPECTED = {
  name: 'expected a field name in double quotes (a comma before a closing brace is not allowed)',
  value: 'expected a value: text in double quotes, a number, true, false, null, an object or an array',
  colon: 'expected a colon after the field name',
  comma: 'expected a comma or the closing brace or bracket',
  closing: 'expected a comma or the closing brace or bracket before the end',
  end: 'expected nothing more after the object',
  noComment: 'expected no comment',
  textEnd: 'expected the text that begins here to end with a double quote in the same line; a line break in it is written \\n',
  escape:
    'expected only the escapes of JSON in the text that begins here: \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits',
  digits: 'expected digits to complete the number that begins here',
} as const;
export type JsonExpectation = keyof typeof JSON_EXPECTED;

/** Field and parameter errors that need more than the schema. */
export const FIELD_PROBLEMS = {
  unknownField: 'is not a known field',
  unknownParameter: 'is not a known parameter',
  required: 'is required',
  repeated: 'is given more than once',
  foreignCursor: 'is not a cursor of this list; use next_cursor of its last page, with the same filters',
  formerCursor: 'is no longer known; begin again without it',
  eventNotInLog: 'is not in the log, which has the last 30 days; begin again without it',
  registered: 'is a domain of yours already: details.existing_domain_id is its id',
  notAvailable: 'is not available; to prove that it is yours, publish this record',
  transferRequested: (until: string) =>
    `is proven to be yours, but another account serves it, and has been notified; if it does not refuse, repeat this request after ${until}, with the TXT record still there, and the hostname moves to you`,
  transferRefused:
    'is proven to be yours, but the account that serves it has refused to let it go; details.transfer.reason says why: settle it with the owner of the hostname',
  noTransfer: 'refuses nothing: no other organization asks for this hostname',
  transferNotToday: 'is proven to be yours, but another account serves it, and was notified today; repeat this request tomorrow',
  sameAsItem: (index: number) => `is the same as in domains[${index}]`,
  unknownServer: 'is not a server of this organization',
  otherDistribution:
    'is another CloudFront distribution than the one that has the hostname, and CloudFront gives a hostname to one only: move the domain to a server of another type first, and here once that move has completed',
  noFirstCertificate:
    'is a CloudFront distribution, which takes no hostname without a certificate: let the domain get its first one at another server, and move it with PATCH /domains/{id} then, or use a server whose config.managed is true',
  noValidationZone:
    'cannot be dns here: this deployment has no validation zone. Leave it out, or ask the administrator to name a settings.validationZone in the stage (docs/operate/stage.md)',
  wildcardByDns:
    'must be "dns" for a wildcard: a certificate authority proves one by DNS only. Give "validation": "dns", or one domain for each hostname',
  dnsAtCloudFront: 'cannot be dns for a CloudFront distribution yet; leave it out, or use a server of another type',
  serverIdTaken: 'is the id of another server',
  otherEvent: 'is not the event of this delivery',
  inThePast: 'must be in the future',
  otherMode: (mode: string) =>
    `must be ${mode}, the mode of this request, or left out: keys of the other mode are made with one of these, or in the dashboard`,
  fromElsewhere: (allowed: readonly string[]) =>
    `must lie within ${allowed.join(', ')}, from where the API key of this request may be used`,
  otherServers: (allowed: readonly number[]) =>
    `must be among ${allowed.join(', ')}, to which the API key of this request is restricted`,
  lastsLonger: (endsAt: string) => `must be at most ${endsAt}, when the API key of this request ends`,
  ownOrder: 'cannot be given together with expires_within, which lists what expires soonest first',
  ownOverlap:
    'must be at least 1 where an API key rotates itself: until then a repeat with the same Idempotency-Key gets a lost answer',
  maskedValue: 'has *** in place of values that are not shown; send the whole address with its values',
};

/** Errors in a server's `config`. */
export const SERVER_CONFIG_PROBLEMS = {
  required: (type: string) => `is required for a server of type ${type}`,
  otherType: (type: string) => `must be ${type}, the type of this server, or left out`,
  only: (types: string) => `is only for a server of type ${types}`,
  notInAws: 'is a server of type agent, which needs no role in AWS',
  noRoleArn: 'must be the ARN of an IAM role, such as arn:aws:iam::123456789012:role/certificates',
  noListenerArn:
    'must be the ARN of a listener of an Application Load Balancer, such as arn:aws:elasticloadbalancing:eu-central-1:123456789012:listener/app/name/1234567890abcdef/1234567890abcdef',
  otherPartition: (partition: string, own: string) =>
    `is in the partition ${partition}; this deployment is in ${own}, and AWS lets no role be assumed across partitions`,
  otherAccount: (role: string, listener: string) =>
    `is a role of the account ${role}, but the listener is in the account ${listener}: both must be in the same`,
  otherRegion: (region: string) => `must be ${region}, the region of listener_arn, or left out`,
  sameListener: 'must be another listener than listener_arn: the one of port 80',
  otherBalancer: 'must be a listener of the same load balancer as listener_arn',
  noDistributionId: 'must be the id of a CloudFront distribution, such as E1A2B3C4D5E6F7',
  noConnectionGroupId: 'must be the id of a connection group of CloudFront, such as cg_2whCJoXMYCjHcxaLGrkllvyABCD',
  noCloudFront: (partition: string) =>
    `cannot be used for CloudFront: it has multi-tenant distributions in the partition aws only, and this deployment is in ${partition}`,
  sameAccount: (account: string) =>
    `must be a role of the account ${account}: the certificates of the server are there; create another server for another account`,
  addressFound:
    'is found by the service for a server of type cloudfront: the routing endpoint of its connection group; leave it out',
} as const;

/** Theme errors that need more than the schema. */
export const THEME_PROBLEMS = {
  contrast: (ratio: string, other: string, nearest: string) =>
    `has a contrast of ${ratio}:1 with ${other}; at least 4.5:1 is needed (WCAG 2.2, 1.4.3), and ${nearest} is the nearest shade of it that has it`,
  logoNotBase64: 'must be base64',
  logoTooLarge: (bytes: number, most: number) => `has ${bytes} bytes; at most ${most} are possible`,
  logoNotAnImage: 'must be a PNG or a WebP image; SVG may hold programs',
  supportUrl: 'must be an https:// or mailto: address',
  address: {
    none: 'is not an address; write it in full, such as https://app.example.com',
    space: 'must not contain spaces or control characters',
    user: 'must not contain a user name or a password',
    mail: 'must name exactly one recipient after mailto:',
    https: 'must begin with https://; http:// is possible for localhost only',
    wildcard: 'must not contain a wildcard; list each origin',
    hostname: 'must have a full hostname, such as app.example.com',
    origin: (origin: string) => `must be an origin without path, query or number sign, in lower case: ${origin}`,
  },
} as const;

/** Errors in the AWS STS request by which a machine proves its role. */
export const MACHINE_IDENTITY_PROBLEMS = {
  address: 'is not an address of a regional endpoint of AWS STS: https://sts.<region>.amazonaws.com/',
  query: 'is not a presigned sts:GetCallerIdentity by temporary credentials, or has something else in its query',
  signature: 'is not signed as agents do: for its region, for five minutes at most, with the headers host and x-cps-nonce',
  clock: (aheadSeconds: number) =>
    `was signed by a clock that is ${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead' : 'behind'}: set the machine's clock`,
} as const;

export const MACHINE_KEY_PROBLEMS = {
  notOnCurve: 'is not a point on P-256',
  formerEncryptionKey: 'is the key to which private keys were encrypted; make a new one',
  formerSigningKey: 'is the key that signed requests; make a new one',
  sameAsSigningKey: 'is the key of signing_jwk; a machine needs one key to sign and another to decrypt',
} as const;
