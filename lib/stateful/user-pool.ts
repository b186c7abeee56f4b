import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccountRecovery, type CfnUserPoolClient, Mfa, OAuthScope, UserPool, type UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { APP_PATHS } from '../../contract/paths.ts';

interface PeoplePoolProps {
  cognitoPrefix: string;
  /** The address to which the pool redirects people after sign-in and sign-out. */
  site: string;
}

/** User pool for a stage without its own identity provider. Only administrators create users. */
export class PeoplePool extends Construct {
  readonly issuer: string;
  readonly clientId: string;
  readonly poolId: string;

  constructor(scope: Construct, id: string, { cognitoPrefix, site }: PeoplePoolProps) {
    super(scope, id);
    const pool = new UserPool(this, 'Pool', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(7),
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    pool.addDomain('Domain', { cognitoDomain: { domainPrefix: cognitoPrefix } });
    const client: UserPoolClient = pool.addClient('Client', {
      // Reading a secret that Cognito generated would take a custom resource. PKCE works without one (RFC 9700, section 2.1.1).
      generateSecret: false,
      preventUserExistenceErrors: true,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [site + APP_PATHS.callback],
        logoutUrls: [site + APP_PATHS.home],
      },
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
    });
    // Cognito's default also accepts passwords outside its own page.
    (client.node.defaultChild as CfnUserPoolClient).explicitAuthFlows = ['ALLOW_REFRESH_TOKEN_AUTH'];
    this.issuer = pool.userPoolProviderUrl;
    this.clientId = client.userPoolClientId;
    this.poolId = pool.userPoolId;
    Validations.of(pool).acknowledge(
      { id: 'AwsSolutions-COG2', reason: 'A second factor is each person’s choice: the pool of a small team has no help desk.' },
      {
        id: 'AwsSolutions-COG8',
        reason: 'The Essentials plan has all that the sign-in page needs; Plus costs per person and month.',
      },
    );
  }
}
