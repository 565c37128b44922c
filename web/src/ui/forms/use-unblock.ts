import type { BlockView } from '@visita/contracts/block/views';
import type { Pro } from '@visita/contracts/pro/views';
import { call } from '../../lib/api/client.ts';
import { dropBlock } from '../../lib/data/calendar.api.ts';
import { useProNames } from '../../lib/data/use-pro-names.ts';
import { useSubmit } from './use-submit.ts';

export const useUnblock = (pro: Pro) => {
  const { submit } = useSubmit({ failed: 'blockFailed', done: 'timeUnblocked' });
  const named = useProNames(pro);
  return ({ id, hub_id }: Pick<BlockView, 'id' | 'hub_id'>) => {
    const send = async () => {
      await call('unblockTime', { params: { id }, query: { hub_id } });
      await dropBlock(id);
    };
    return submit(send, undefined, named.ofHub(hub_id));
  };
};
