import { codeOf } from '@visita/platform/logging/log';
import { within } from '@visita/platform/async/within';

/** Result of a check. Contains no secrets: addresses are host and port. */
export type Finding = {
  readonly name: string;
  readonly state: 'ok' | 'wrong' | 'off';
  readonly detail: string;
  /** Advice if something is wrong. */
  readonly todo: string | null;
};

export type Check = {
  readonly name: string;
  /** Advice if the check fails or times out. */
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

/** Timeout of a check (ms); all checks together stay below ten seconds. */
const patience = 6_000;

/** Class and code only: an error's message may contain a URL with its password. */
const reasonOf = (error: unknown): string => {
  const code = codeOf(error);
  const name = error instanceof Error ? error.name : 'failed';
  return code === 'unknown' ? name : `${name} ${code}`;
};

/** Runs all checks in parallel; a failed check is a finding. */
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
