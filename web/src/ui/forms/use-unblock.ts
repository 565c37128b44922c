import { call } from '../../lib/api/client.ts';
import { dropBlock } from '../../lib/data/calendar.api.ts';
import { useSubmit } from './use-submit.ts';

export const useUnblock = () => {
  const { submit } = useSubmit({ failed: 'blockFailed', done: 'timeUnblocked' });
  return (id: string) =>
    submit(async () => {
      await call('unblockTime', { params: { id } });
      await dropBlock(id);
    });
};
