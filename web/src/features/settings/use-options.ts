import type { optionsBody } from '@visita/contracts/api/account';
import type { Options, Pro } from '@visita/contracts/pro/views';
import type { z } from 'zod';
import { call } from '../../lib/client.ts';
import { rememberPro } from '../account/session.api.ts';

export type OptionChanges = z.input<typeof optionsBody>;

/** Saves options; what they are then comes from the server. Throws what the call throws. */
export const saveOptions = async (pro: Pro, changes: OptionChanges): Promise<void> => {
  const { data } = await call('updateOptions', { params: { id: pro.options.id }, body: changes });
  await rememberPro({ ...pro, options: data });
};

/** Shows a change of options at once, and takes it back where it could not be saved. */
export const useOptions = (pro: Pro) => {
  const change = async (changes: Partial<Options> & OptionChanges): Promise<void> => {
    await rememberPro({ ...pro, options: { ...pro.options, ...changes } });
    // Such a failure has no message (spec section 8): the control going back says it.
    await saveOptions(pro, changes).catch(() => rememberPro(pro));
  };
  return { options: pro.options, change };
};
