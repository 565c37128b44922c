import { ConnectionLost } from './faulty-store.ts';

/** Simulates a process that crashes at the nth boundary, before or after one of its operations. */
export const crashAt = (boundary: number) => {
  let passed = 0;
  let dead = false;
  const pass = (): void => {
    if (!dead) passed += 1;
    if (passed === boundary) dead = true;
    if (dead) throw new ConnectionLost('the process is dead');
  };
  return {
    crashed: () => dead,
    /** Wraps an object: every named method begins and ends at a boundary. */
    around: <T extends object>(target: T, names: readonly (keyof T)[]): T => {
      const wrapped = names.map((name) => {
        const method = target[name] as (...args: unknown[]) => Promise<unknown>;
        const bounded = async (...args: unknown[]): Promise<unknown> => {
          pass();
          const result = await method(...args);
          pass();
          return result;
        };
        return [name, bounded] as const;
      });
      return { ...target, ...Object.fromEntries(wrapped) };
    },
  };
};
