import type { Result, Stage } from './stage.ts';

/**
 * Runs all stages, each as soon as those before it have ended and there is place for it, the first of the list first.
 * Whatever comes of one, the others run. Answers in the order of the list.
 */
export const runAll = async (
  stages: readonly Stage[],
  places: number,
  run: (stage: Stage) => Promise<Result>,
): Promise<Result[]> => {
  const results = new Map<string, Result>();
  const running = new Map<string, Promise<void>>();
  const waiting = [...stages];
  let free = places;
  const start = (stage: Stage): void => {
    const taken = Math.min(stage.places ?? 1, places);
    free -= taken;
    const ended = run(stage).then((result) => {
      results.set(stage.name, result);
      running.delete(stage.name);
      free += taken;
    });
    running.set(stage.name, ended);
  };
  const next = (): Stage | undefined =>
    waiting.find(
      ({ after = [], places: wanted = 1 }) =>
        after.every((name) => results.has(name)) && Math.min(wanted, places) <= free,
    );
  while (waiting.length > 0 || running.size > 0) {
    for (let stage = next(); stage; stage = next()) {
      waiting.splice(waiting.indexOf(stage), 1);
      start(stage);
    }
    if (running.size === 0) throw new Error(`${waiting[0]?.name} waits for a stage that there is not`);
    await Promise.race(running.values());
  }
  return stages.flatMap(({ name }) => results.get(name) ?? []);
};
