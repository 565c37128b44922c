import type { BlockView } from '@visita/contracts/block/views';
import type { HubView } from '@visita/contracts/clinic/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../../lib/api/api.ts';
import { call } from '../../../lib/api/client.ts';
import { namingClash } from '../../../lib/booking/in-the-way.ts';
import { nameOf } from '../../../lib/booking/hubs.ts';
import { dropBlock, putBlock } from '../../../lib/data/calendar.api.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { wallClock } from '../../../lib/time/wall-clock.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { shortWhen } from '../../../lib/text/written-when.ts';
import type { Move } from '../model/calendar-events.ts';

/** A blocked time dropped in another professional's column. */
export type BlockHandOver = { block: BlockView; from: HubView | undefined; to: HubView; move: Move };

const handOver = async (before: BlockView, to: Omit<CallInput<'editBlock'>['body'], 'hub_id'>) => {
  const body = { ...to, hub_id: before.hub_id };
  const { data: made } = await call('editBlock', { params: { id: before.id }, body });
  await dropBlock(before.id);
  await putBlock(made);
  return made;
};

/** Asks before a blocked time becomes another professional's. */
export const HandOverBlock = ({ block, from, to, move, onDone }: BlockHandOver & { onDone: () => void }) => {
  const { t, i18n } = useTranslation('calendar');
  const pro = usePro();
  const { submit, sending } = useSubmit({ failed: 'blockFailed', done: 'timeBlocked' });
  const [was, when] = [wallClock(block.date), move.date];
  const place = { to_hub_id: to.id, starting_date: when, ending_date: move.end, note: block.note };
  const back = {
    to_hub_id: block.hub_id,
    starting_date: was,
    ending_date: wallClock(block.ending_date),
    note: block.note,
  };
  const goOn = async () => {
    let made: BlockView | null = null;
    const send = async () => {
      const wanted = { pro, hubId: to.id, start: when, end: move.end, except: block.id };
      made = await namingClash(() => handOver(block, place), wanted);
    };
    const undo = () => made && void submit(() => handOver(made!, back).then(() => undefined));
    await submit(send, { of: block.id, act: undo }, `${nameOf(to)}, ${shortWhen(when, i18n)}`);
    onDone();
  };
  return (
    <Confirm
      opened
      title={t(($) => $.edit.blockTitle)}
      confirm={t(($) => $.edit.confirm)}
      sending={sending}
      onCancel={onDone}
      onConfirm={() => void goOn()}
    >
      <Text>
        {t(($) => $.edit.blockHandOver, {
          from: from ? nameOf(from) : '',
          before: shortWhen(was, i18n),
          to: nameOf(to),
          when: shortWhen(when, i18n),
        })}
      </Text>
      {block.note && <Text c="dimmed">{t(($) => $.edit.blockNote, { name: nameOf(to) })}</Text>}
    </Confirm>
  );
};
