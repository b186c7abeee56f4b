import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { frontStage } from './cloudfront/front-stage.ts';
import { egressStage } from './egress/egress-stage.ts';
import { withIssuer, withPool } from './people-api/sign-in-stage.ts';
import { copiesElsewhere } from './stateful/copies-stage.ts';
import { withTemplate } from './stateful/domain-connect-stage.ts';
import { restoredStage } from './stateful/restored-stage.ts';
import { buildApp, productionStage } from './synthesized.ts';

/** A stage as `new-stage` writes it, one with a sign-in, one with a restored table, and one with every optional part. */
const apps = [
  buildApp(),
  buildApp(withIssuer(productionStage)),
  buildApp(restoredStage),
  buildApp(withPool(withTemplate({ ...frontStage, ...copiesElsewhere, fixedEgress: egressStage.fixedEgress }))),
].map(({ app }) => app);

describe('the AWS Solutions checks', () => {
  it('find nothing that is not acknowledged with its reason', () => {
    for (const app of apps) expect(new AwsSolutionsChecks(app).validateScope(app).violations).toEqual([]);
  });

  it('would find everything that is acknowledged: no acknowledgement outlives its cause', () => {
    const found = apps.flatMap(violationsWithoutAcknowledgements);
    const stale = apps
      .flatMap(acknowledgements)
      .filter(({ path, id }) => !found.some((violation) => violation.id === id && violation.path.startsWith(path)));
    expect(apps.flatMap(acknowledgements).length).toBeGreaterThan(0);
    expect(stale).toEqual([]);
  });
});

function acknowledgements(app: App) {
  return app.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) =>
        Object.keys(data as object).map((key) => ({ path: node.path, id: key.replace(/^Annotation::/, '') })),
      )
      // The others are from CloudFormation's own validation, which `npm run build -- templates` runs.
      .filter(({ id }) => id.startsWith('AwsSolutions-')),
  );
}

function violationsWithoutAcknowledgements(app: App) {
  const checks = new AwsSolutionsChecks(app);
  Object.defineProperty(checks, 'isAcknowledged', { value: () => false });
  return checks
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => ({ id: ruleName, path: constructPath ?? '' })),
    );
}
