import { codeOf } from '@visita/platform/logging/log';
import { within } from '@visita/platform/async/within';

/** What one look found. Never holds a secret: addresses are host and port. */
export type Finding = {
  readonly name: string;
  readonly state: 'ok' | 'wrong' | 'off';
  readonly detail: string;
  /** What to do, where something is wrong. */
  readonly todo: string | null;
};

export type Check = {
  readonly name: string;
  /** Of a look that fails or takes too long. */
  readonly todo: string;
  readonly look: () => Promise<Omit<Finding, 'name'>>;
};

export const ok = (detail: string): Omit<Finding, 'name'> => ({ state: 'ok', detail, todo: null });
export const wrong = (detail: string, todo: string): Omit<Finding, 'name'> => ({
  state: 'wrong',
  detail,
  todo,
});
export const off = (detail: string): Omit<Finding, 'name'> => ({ state: 'off', detail, todo: null });

/** Milliseconds of a look; all of them together, with what comes before and after, stay below ten seconds. */
const patience = 6_000;

/** Kind and code alone: what an error says may quote an address with its password. */
const reasonOf = (error: unknown): string => {
  const code = codeOf(error);
  const name = error instanceof Error ? error.name : 'failed';
  return code === 'unknown' ? name : `${name} ${code}`;
};

/** Looks at everything side by side; a look that fails is a finding too. */
export const lookAt = (checks: readonly Check[]): Promise<Finding[]> =>
  Promise.all(
    checks.map(async ({ name, todo, look }) => {
      try {
        return { name, ...(await within(patience, look(), name)) };
      } catch (error) {
        return { name, ...wrong(reasonOf(error), todo) };
      }
    }),
  );
