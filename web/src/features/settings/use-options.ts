import type { optionsBody } from '@visita/contracts/api/account';
import type { Options, Pro } from '@visita/contracts/pro/views';
import { useRef } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../lib/api.ts';
import { call } from '../../lib/client.ts';
import { useToast } from '../../ui/toast.tsx';
import { changePro } from '../../lib/data/session.api.ts';

type OptionChanges = z.input<typeof optionsBody>;

/** Takes over what was changed, and nothing else: other changes may be on their way. */
const takeOver = (pro: Pro, changes: OptionChanges, from: Options): Promise<void> => {
  const changed = Object.keys(changes).map((key) => [key, from[key as keyof Options]] as const);
  return changePro(pro.id, (now) => ({
    ...now,
    options: { ...now.options, ...Object.fromEntries(changed) },
  }));
};

const send = (pro: Pro, changes: OptionChanges) =>
  call('updateOptions', { params: { id: pro.options.id }, body: changes });

/** Saves options; what they are then comes from the server. Throws what the call throws. */
export const saveOptions = async (pro: Pro, changes: OptionChanges): Promise<void> => {
  const { data } = await send(pro, changes);
  await takeOver(pro, changes, data);
};

/**
 * Shows a change of an option at once, and takes it back where it could not be saved. Changes are sent in their order, and
 * what became of one is not shown over the next: who chooses several values in a row builds on what they see.
 */
export const useOptions = (pro: Pro) => {
  const toast = useToast();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const saved = useRef<Options | null>(null);
  const change = async (changes: Partial<Options> & OptionChanges): Promise<void> => {
    saved.current ??= pro.options;
    const sent = last.current.then(() => send(pro, changes));
    const done = sent.then(
      ({ data }) => void (saved.current = data),
      () => undefined,
    );
    last.current = done;
    await takeOver(pro, changes, { ...pro.options, ...changes });
    await sent.catch((error: unknown) => {
      // Other failures have no message: the control going back says it.
      if (error instanceof ApiError && error.code === 'network') toast('optionsUnreachable', error);
    });
    await done;
    if (last.current !== done) return;
    const shown = saved.current;
    saved.current = null;
    await takeOver(pro, changes, shown);
  };
  return { options: pro.options, change };
};
