import { type ProblemCode, Rejection } from '@visita/contracts/problem';
import { expect } from 'vitest';
import type { Decider } from '../src/runtime/decider.ts';

export type Refusal = { readonly refusal: ProblemCode };

/** Expects a refusal with this code. */
export const rejects = (code: ProblemCode): Refusal => ({ refusal: code });

type AnyEvent = { readonly type: string; readonly data: unknown };

const codeOf = (error: unknown): ProblemCode => {
  if (error instanceof Rejection) return error.code;
  throw error;
};

/**
 * Specs of a decider: `given(events).when(command).then(events | rejects(code))`. If there are events, the command is
 * decided again on the state after them, as after a crash; `once` omits that.
 */
export const specs = <State, Event extends AnyEvent, Command>(decider: Decider<State, Event, Command>) => {
  const fold = (events: readonly Event[], from = decider.initialState): State =>
    events.reduce((state, event) => decider.evolve(state, event), from);

  return {
    /** Returns the state after the events. */
    fold,
    given: (events: readonly Event[]) => ({
      when: (command: Command) => {
        const state = fold(events);
        const decide = (from: State): readonly Event[] | Refusal => {
          try {
            return decider.decide(command, from);
          } catch (error) {
            return rejects(codeOf(error));
          }
        };
        const once = (expected: readonly Event[] | Refusal): void => {
          expect(decide(state)).toEqual(expected);
        };
        return {
          once,
          /** Also checks that a repeat of the command gives no events. */
          // oxlint-disable-next-line unicorn/no-thenable -- reads as given/when/then; nothing awaits it
          then: (expected: readonly Event[] | Refusal): void => {
            once(expected);
            if (!('refusal' in expected)) expect(decide(fold(expected, state))).toEqual([]);
          },
        };
      },
    }),
  };
};
