import type { optionsBody } from '@visita/contracts/api/account';
import type { Options, Pro } from '@visita/contracts/pro/views';
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

/** Saves options; what they are then comes from the server. Throws what the call throws. */
export const saveOptions = async (pro: Pro, changes: OptionChanges): Promise<void> => {
  const { data } = await call('updateOptions', { params: { id: pro.options.id }, body: changes });
  await takeOver(pro, changes, data);
};

/** Shows a change of options at once, and takes it back where it could not be saved. */
export const useOptions = (pro: Pro) => {
  const toast = useToast();
  const change = async (changes: Partial<Options> & OptionChanges): Promise<void> => {
    await takeOver(pro, changes, { ...pro.options, ...changes });
    try {
      await saveOptions(pro, changes);
    } catch (error) {
      await takeOver(pro, changes, pro.options);
      // Other failures have no message: the control going back says it.
      if (error instanceof ApiError && error.code === 'network') toast('optionsUnreachable', error);
    }
  };
  return { options: pro.options, change };
};
