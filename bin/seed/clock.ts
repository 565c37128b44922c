import { AsyncLocalStorage } from 'node:async_hooks';

/** The present, except for what is done as if it were another time: a demo has a past. */
export const createDemoClock = () => {
  const told = new AsyncLocalStorage<Date>();
  return {
    now: (): Date => told.getStore() ?? new Date(),
    at: <T>(time: Date, work: () => T): T => told.run(time, work),
  };
};

export type DemoClock = ReturnType<typeof createDemoClock>;
