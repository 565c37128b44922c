import type { optionsBody } from '@visita/contracts/api/account';
import type { Options, Pro } from '@visita/contracts/pro/views';
import type { z } from 'zod';
import { ApiError } from '../../lib/api.ts';
import { call } from '../../lib/client.ts';
import { useToasts } from '../../ui/toast.tsx';
import { rememberPro } from '../account/session.api.ts';

export type OptionChanges = z.input<typeof optionsBody>;

/** Saves options; what they are then comes from the server. Throws what the call throws. */
export const saveOptions = async (pro: Pro, changes: OptionChanges): Promise<void> => {
  const { data } = await call('updateOptions', { params: { id: pro.options.id }, body: changes });
  await rememberPro({ ...pro, options: data });
};

/** Shows a change of options at once, and takes it back where it could not be saved. */
export const useOptions = (pro: Pro) => {
  const toasts = useToasts();
  const change = async (changes: Partial<Options> & OptionChanges): Promise<void> => {
    await rememberPro({ ...pro, options: { ...pro.options, ...changes } });
    try {
      await saveOptions(pro, changes);
    } catch (error) {
      await rememberPro(pro);
      // Other failures have no message (spec section 8): the control going back says it.
      if (error instanceof ApiError && error.code === 'network') toasts.failed(error, error.message, 7);
    }
  };
  return { options: pro.options, change };
};
