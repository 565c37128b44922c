import { Rejection } from '@visita/contracts/problem';
import { type EventStore, RevisionConflict } from '../event-store/port.ts';
import { SubjectErased } from '../vault/personal-data.ts';
import type { Executed, Proposal } from './decider.ts';
import type { StreamBudget } from './stream-budget.ts';
import { type Tracer, untraced } from '../telemetry/tracer.ts';

/** What was decided on one stream, and what has to be written with it to others, before or after it. */
export type Belonging<State> = {
  readonly decided: Proposal<State>;
  readonly before?: readonly Proposal[];
  readonly after?: readonly Proposal[];
};

/**
 * Appends what belongs together, all or nothing; answers what became of what was decided, with the last position. Null,
 * and nothing stored, where the store cannot do that, where something changed since it was decided, or where deciding
 * refuses or answers null: then one has to be decided after the other, which finds out what is so. `kind` names in traces
 * what is decided.
 */
export type Together = <State>(
  kind: string,
  decide: () => Belonging<State> | null,
) => Promise<Executed<State> | null>;

type Deps = {
  readonly store: Pick<EventStore, 'appendTogether'>;
  readonly budget: StreamBudget | undefined;
  readonly tracer?: Tracer | undefined;
};

const unlessRefused = <Result>(decide: () => Result): Result | null => {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
};

/** Takes each append from the budget of its stream; answers how to take all back. */
const takeAll = async (budget: StreamBudget, proposals: readonly Proposal[]): Promise<() => void> => {
  const taken: (() => void)[] = [];
  const takeBack = (): void => {
    for (const one of taken.splice(0)) one();
  };
  try {
    for (const proposal of proposals) taken.push(await budget.take(proposal));
  } catch (error) {
    takeBack();
    throw error;
  }
  return takeBack;
};

/** Where nothing changed since, what belongs together costs one write instead of one after the other. */
export const createTogether = ({ store, budget, tracer = untraced }: Deps): Together => {
  const append = async <State>(decide: () => Belonging<State> | null): Promise<Executed<State> | null> => {
    const belonging = unlessRefused(decide);
    if (!belonging) return null;
    const { decided, before = [], after = [] } = belonging;
    const takeBack = budget && (await takeAll(budget, [...before, decided, ...after]));
    try {
      const results = await store.appendTogether!([...before, decided, ...after]);
      const position = results.at(-1)!.position;
      for (const { appended } of [...before, ...after]) appended(position);
      return decided.appended(position);
    } catch (error) {
      takeBack?.();
      if (error instanceof RevisionConflict || error instanceof SubjectErased) return null;
      throw error;
    }
  };
  return async (kind, decide) =>
    store.appendTogether ? tracer.span(`decide ${kind}`, {}, () => append(decide)) : null;
};
