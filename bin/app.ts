import { App } from 'aws-cdk-lib';
import { addStacks } from '../lib/add-stacks.ts';
import { readStage, StageRefused, stageFile } from '../lib/stage/read-stage.ts';

const app = new App();
try {
  addStacks(app, readStage(stageFile(app.node.tryGetContext('stage'))));
} catch (error) {
  if (!(error instanceof StageRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
