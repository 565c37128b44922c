import type { Outcome } from '@visita/platform/http/register';
import { createSharedLook } from './shared-look.ts';

/** Long answers by what was asked and by whom. */
export type SharedAnswers = (question: string, run: () => Promise<Outcome>) => Promise<Outcome>;

type Asked = { run: () => Promise<Outcome>; readonly look: () => Promise<Outcome>; waiting: number };

/**
 * Makes one answer to a question at a time, however many ask: each gets one that began after they asked, so that it shows
 * whatever they could know of.
 */
export const createSharedAnswers = (): SharedAnswers => {
  const asked = new Map<string, Asked>();

  const begin = (run: Asked['run']): Asked => {
    const one: Asked = {
      run,
      waiting: 0,
      look: createSharedLook(async () => {
        const { body, ...rest } = await one.run();
        return { ...rest, body: Buffer.from(body) };
      }),
    };
    return one;
  };

  return async (question, run) => {
    const one = asked.get(question) ?? begin(run);
    asked.set(question, one);
    one.run = run;
    one.waiting += 1;
    try {
      return await one.look();
    } finally {
      one.waiting -= 1;
      if (one.waiting === 0) asked.delete(question);
    }
  };
};
