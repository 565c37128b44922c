import { AsyncLocalStorage } from 'node:async_hooks';

/** Creates a clock that can be set for a piece of work, for the demo's past. */
export const createDemoClock = () => {
  const instants = new AsyncLocalStorage<Date>();
  return {
    now: (): Date => instants.getStore() ?? new Date(),
    at: <T>(time: Date, work: () => T): T => instants.run(time, work),
  };
};

export type DemoClock = ReturnType<typeof createDemoClock>;
