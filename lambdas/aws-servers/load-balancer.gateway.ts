import {
  AddListenerCertificatesCommand,
  CreateRuleCommand,
  type CreateRuleCommandInput,
  DeleteRuleCommand,
  DescribeAccountLimitsCommand,
  DescribeListenerCertificatesCommand,
  DescribeListenersCommand,
  DescribeRulesCommand,
  ElasticLoadBalancingV2Client,
  type ElasticLoadBalancingV2ClientConfig,
  type RedirectActionConfig,
  RemoveListenerCertificatesCommand,
  type Rule,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { AWS_TAGS } from '../model/aws-servers/aws-calls.ts';
import { externalIdOf } from '../model/aws-servers/role-policy.ts';
import { AwsFailure, callAws, isNamed } from './aws-failure.ts';

export interface Listener {
  arn: string;
  protocol: string;
}

const CHALLENGES = '/.well-known/acme-challenge/*';
const LAST_PRIORITY = 50_000;
/** Somebody else may create a rule at the same time. */
const TRIES_FOR_A_PRIORITY = 3;

/** Load balancers in an integrator's account. The service never changes a listener's default certificate. */
export function loadBalancer(
  config: ElasticLoadBalancingV2ClientConfig,
  client: Pick<ElasticLoadBalancingV2Client, 'send'> = new ElasticLoadBalancingV2Client(config),
) {
  async function rulesOf(listenerArn: string): Promise<Rule[]> {
    const rules: Rule[] = [];
    let Marker: string | undefined;
    do {
      const page = await callAws('elasticloadbalancing:DescribeRules', () =>
        client.send(new DescribeRulesCommand({ ListenerArn: listenerArn, Marker })),
      );
      rules.push(...(page.Rules ?? []));
      Marker = page.NextMarker;
    } while (Marker);
    return rules;
  }

  /** False if the priority was taken meanwhile. */
  function createRule(input: CreateRuleCommandInput): Promise<boolean> {
    return callAws('elasticloadbalancing:CreateRule', async () => {
      try {
        await client.send(new CreateRuleCommand(input));
        return true;
      } catch (error) {
        if (isNamed(error, 'PriorityInUse')) return false;
        throw error;
      }
    });
  }

  return {
    /** No change if already attached. False if the load balancer does not know ACM's certificate, maybe not yet. */
    attach(listenerArn: string, certificateArn: string): Promise<boolean> {
      return callAws('elasticloadbalancing:AddListenerCertificates', async () => {
        const Certificates = [{ CertificateArn: certificateArn }];
        try {
          await client.send(new AddListenerCertificatesCommand({ ListenerArn: listenerArn, Certificates }));
          return true;
        } catch (error) {
          if (isNamed(error, 'CertificateNotFound')) return false;
          throw error;
        }
      });
    },

    /** A deleted listener has none. A listener's default certificate stays and cannot be deleted. */
    detach(listenerArn: string, certificateArn: string): Promise<void> {
      return callAws('elasticloadbalancing:RemoveListenerCertificates', async () => {
        const Certificates = [{ CertificateArn: certificateArn }];
        try {
          await client.send(new RemoveListenerCertificatesCommand({ ListenerArn: listenerArn, Certificates }));
        } catch (error) {
          if (!isNamed(error, 'ListenerNotFound', 'OperationNotPermitted')) throw error;
        }
      });
    },

    async listeners(loadBalancerArn: string): Promise<Listener[]> {
      const found: Listener[] = [];
      let Marker: string | undefined;
      do {
        const page = await callAws('elasticloadbalancing:DescribeListeners', () =>
          client.send(new DescribeListenersCommand({ LoadBalancerArn: loadBalancerArn, Marker })),
        );
        for (const { ListenerArn = '', Protocol = '' } of page.Listeners ?? [])
          found.push({ arn: ListenerArn, protocol: Protocol });
        Marker = page.NextMarker;
      } while (Marker);
      return found;
    },

    /** A listener's certificates, without its default. */
    async countCertificates(listenerArn: string): Promise<number> {
      let count = 0;
      let Marker: string | undefined;
      do {
        const page = await callAws('elasticloadbalancing:DescribeListenerCertificates', () =>
          client.send(new DescribeListenerCertificatesCommand({ ListenerArn: listenerArn, Marker })),
        );
        // AWS lists a default that was also added twice.
        count += (page.Certificates ?? []).filter(({ IsDefault }) => !IsDefault).length;
        Marker = page.NextMarker;
      } while (Marker);
      return count;
    },

    /** Per load balancer, without the listeners' defaults. */
    async certificateLimit(): Promise<number | undefined> {
      const { Limits = [] } = await callAws('elasticloadbalancing:DescribeAccountLimits', () =>
        client.send(new DescribeAccountLimitsCommand({ PageSize: 100 })),
      );
      const limit = Limits.find(({ Name }) => Name === 'certificates-per-application-load-balancer');
      return limit?.Max === undefined ? undefined : Number(limit.Max);
    },

    /** Adds a rule to the listener of port 80 that redirects challenges to the service, for one server. */
    async redirectChallenges(listenerArn: string, organizationId: string, redirect: RedirectActionConfig): Promise<void> {
      const Tags = [{ Key: AWS_TAGS.organization, Value: externalIdOf(organizationId) }];
      for (let tries = 0; tries < TRIES_FOR_A_PRIORITY; tries += 1) {
        const rules = await rulesOf(listenerArn);
        if (rules.some((rule) => isRuleFor(rule, redirect))) return;
        const taken = new Set(rules.map(({ Priority }) => Priority));
        const Priority = Array.from({ length: LAST_PRIORITY }, (_, index) => index + 1).find((one) => !taken.has(String(one)));
        const Conditions = [{ Field: 'path-pattern', PathPatternConfig: { Values: [CHALLENGES] } }];
        const Actions = [{ Type: 'redirect' as const, RedirectConfig: redirect }];
        if (await createRule({ ListenerArn: listenerArn, Priority, Conditions, Actions, Tags })) return;
      }
      throw new AwsFailure({ reason: 'aws_unavailable', observed: 'PriorityInUse' }, undefined);
    },

    /** Removes that rule. A deleted listener has none. */
    async removeRedirect(listenerArn: string, redirect: RedirectActionConfig): Promise<void> {
      for (const { RuleArn } of (await rulesOf(listenerArn)).filter((rule) => isRuleFor(rule, redirect))) {
        await callAws('elasticloadbalancing:DeleteRule', () => client.send(new DeleteRuleCommand({ RuleArn })));
      }
    },
  };
}
export type LoadBalancer = ReturnType<typeof loadBalancer>;

function isRuleFor({ Actions = [] }: Rule, { Host, Path, Query }: RedirectActionConfig): boolean {
  return Actions.some(({ RedirectConfig: there }) => there?.Host === Host && there?.Path === Path && there?.Query === Query);
}
