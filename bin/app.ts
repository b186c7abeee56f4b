import { App } from 'aws-cdk-lib';
import { addStacks } from '../lib/add-stacks.ts';
import { readStage, StageRefused } from '../lib/stage/read-stage.ts';

const app = new App();
try {
  addStacks(app, readStage(String(app.node.tryGetContext('stage') ?? 'stages/example.json')));
} catch (error) {
  if (!(error instanceof StageRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
