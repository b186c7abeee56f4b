import { Listr, type ListrTask, PRESET_TIMER } from 'listr2';

export interface Step {
  title: string;
  /** `note` shows a result beside the title. */
  run: (note: (text: string) => void) => Promise<void>;
}

export type StepGroup = Step | { title: string; together: Step[] };

/**
 * Runs steps in order and shows their durations: live on a terminal, line by line elsewhere. After a failure `onFailure` can make
 * the others end early; rejects when all have ended.
 */
export async function runSteps(groups: StepGroup[], onFailure: () => void): Promise<void> {
  const started: Promise<void>[] = [];
  const task = ({ title, run }: Step): ListrTask => ({
    title,
    task: (_, shown) => {
      const work = run((text) => {
        shown.title = `${title}: ${text}`;
      });
      started.push(work);
      return work;
    },
  });
  const tasks = groups.map((group): ListrTask => {
    if (!('together' in group)) return task(group);
    const inner = group.together.map(task);
    return { title: group.title, task: (_, shown) => shown.newListr(inner, { concurrent: true }) };
  });
  try {
    await new Listr(tasks, {
      renderer: 'default',
      fallbackRenderer: 'simple',
      // The caller handles Ctrl-C, because it has more than these steps to end.
      registerSignalListeners: false,
      rendererOptions: { timer: PRESET_TIMER, collapseSubtasks: false },
      fallbackRendererOptions: { timer: PRESET_TIMER },
    }).run();
  } catch (error) {
    onFailure();
    await Promise.allSettled(started);
    throw error;
  }
}
