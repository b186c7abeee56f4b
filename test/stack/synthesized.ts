import { readFileSync } from 'node:fs';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { addStacks } from '../../lib/add-stacks.ts';
import type { Stage } from '../../lib/stage/stage.schema.ts';
import { productionStage, zoneStage } from './stage/stages.ts';

export { productionStage, zoneStage };

/** The stage of a developer's machine, as far as it matters to the stacks. */
export const localStage: Stage = {
  ...productionStage,
  name: 'local',
  account: '000000000000',
  region: 'us-east-1',
  sweepIntervalMinutes: 1,
  stepConcurrency: 4,
  settings: { ...productionStage.settings, allowLoopback: true },
};

/**
 * Builds the stacks like the CDK command, but without bundling (bundle.test.ts) and without a validation of 2 s (`npm run build
 * -- templates`). `given`: context values of `-c`.
 */
export function buildApp(stage: Stage = productionStage, given: Record<string, unknown> = {}) {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
  const app = new App({
    context: { ...context, 'aws:cdk:bundling-stacks': [], ...given },
    builtinCloudFormationValidation: false,
    // Creation stack traces are not used, and take a tenth of the time.
    stackTraces: false,
  });
  return { app, ...addStacks(app, stage) };
}

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
}

export type Resources = Record<string, Resource>;

/** Each stage is synthesized once, because test files share this module. Each caller gets its own templates. */
export function synthesize(stage: Stage = productionStage, given: Record<string, unknown> = {}) {
  const which = JSON.stringify([stage, given]);
  const texts = synthesized.get(which) ?? templatesOf(stage, given);
  synthesized.set(which, texts);
  const template = (text: string) => Template.fromJSON(JSON.parse(text));
  const { stateful, service, front } = texts;
  return { stateful: template(stateful), service: template(service), ...(front && { front: template(front) }) };
}

const synthesized = new Map<string, ReturnType<typeof templatesOf>>();

function templatesOf(stage: Stage, given: Record<string, unknown>): { stateful: string; service: string; front?: string } {
  const { stateful, service, front } = buildApp(stage, given);
  const text = (stack: Stack) => JSON.stringify(Template.fromStack(stack).toJSON());
  return { stateful: text(stateful), service: text(service), ...(front && { front: text(front) }) };
}

export function resourcesOf(template: Template, type: string): Resources {
  return template.findResources(type) as Resources;
}

/** The logical id of the alias by which a function is invoked. */
export function aliasOf(template: Template, functionId: string): string {
  const aliases = Object.entries(resourcesOf(template, 'AWS::Lambda::Alias'));
  const [id] = aliases.find(([, { Properties }]) => Object(Properties.FunctionName).Ref === functionId) ?? [];
  if (!id) throw new Error(`no alias of ${functionId}`);
  return id;
}
