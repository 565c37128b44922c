import { AsyncLocalStorage } from 'node:async_hooks';

/** A clock that can be set for a piece of work, to create the demo's past. */
export const createDemoClock = () => {
  const told = new AsyncLocalStorage<Date>();
  return {
    now: (): Date => told.getStore() ?? new Date(),
    at: <T>(time: Date, work: () => T): T => told.run(time, work),
  };
};

export type DemoClock = ReturnType<typeof createDemoClock>;
