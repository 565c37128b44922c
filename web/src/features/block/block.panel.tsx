import { blockCalls } from '@visita/contracts/api/block';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Select, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { putBlock } from '../../lib/data/calendar.api.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { namingClash } from '../../lib/booking/in-the-way.ts';
import { townAmong } from '../../lib/time/other-clock.ts';
import { ownHubsOf } from '../../lib/booking/hubs.ts';
import type { BlockStart } from '../../lib/state/booking.atoms.ts';
import { useShownDay } from '../../lib/time/use-shown-day.ts';
import { useUnblock } from '../../ui/forms/use-unblock.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { TimeField } from '../../ui/fields/time-field.tsx';
import { useDraftForm } from '../../ui/forms/use-draft-form.ts';
import { endsNextDay, stretchOf, valuesOf, type BlockValues } from './block-form.ts';

const useBlockForm = (pro: Pro, start: BlockStart) => {
  const block = 'id' in start ? start : null;
  const shown = useShownDay();
  const first = valuesOf(start);
  const opened = block ? block.id : `at ${first.day ?? ''} ${first.from}`;
  const { form, draft } = useDraftForm<BlockValues>(`block ${opened}`, {
    ...first,
    day: first.day ?? shown,
  });
  const clinics = useClinics(pro).data ?? [];
  const hubs = ownHubsOf(clinics, pro);
  const hubId = form.values.hubId || (hubs[0]?.id ?? '');
  const stretch = stretchOf(form.values);
  const changed = blockCalls.editBlock.body.safeParse(stretch);
  const created = blockCalls.blockTime.body.safeParse({ ...stretch, hub_id: hubId });
  const send = async () => {
    if (block && changed.success)
      await putBlock((await call('editBlock', { params: { id: block.id }, body: changed.data })).data);
    if (!block && created.success) await putBlock((await call('blockTime', { body: created.data })).data);
  };
  const { starting_date: begins, ending_date: end } = stretch;
  const wanted = { pro, hubId, start: begins, end, ...(block && { except: block.id }) };
  const save = () => namingClash(send, wanted);
  const clinicId = hubs.find(({ id }) => id === hubId)?.clinicId;
  const clinic = clinics.find(({ id }) => id === clinicId);
  const town = form.values.day && townAmong(clinics, clinic, form.values.day);
  const ready = (block ? changed : created).success;
  return { block, form, draft, hubs, hubId, town, send: ready ? save : null };
};

const Remove = ({ id, close }: { id: string; close: () => void }) => {
  const { t } = useTranslation('appointment');
  const unblock = useUnblock();
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<Icon name="trash" size={18} />}
      onClick={() => void unblock(id).then((gone) => gone && close())}
    >
      {t(($) => $.block.remove)}
    </Button>
  );
};

type Props = { pro: Pro; start: BlockStart; onClose: () => void };

/** Panel to block a professional's own time, with a private note. */
export const BlockPanel = ({ pro, start, onClose }: Props) => {
  const { t } = useTranslation(['appointment', 'calendar', 'common']);
  const { block, form, draft, hubs, hubId, town, send } = useBlockForm(pro, start);
  const { values, setValues } = form;
  return (
    <FormPanel
      title={block ? t(($) => $.block.edit) : t(($) => $.block.title)}
      submit={block ? t(($) => $.block.save) : t(($) => $.block.title)}
      send={send}
      draft={draft}
      failed="blockFailed"
      done="timeBlocked"
      onClose={onClose}
      below={(close) => block && <Remove id={block.id} close={close} />}
    >
      <Stack gap="lg">
        <Text c="dimmed">{t(($) => $.block.text)}</Text>
        {!block && hubs.length > 1 && (
          <Select
            label={t(($) => $.clinic)}
            data={hubs.map(({ id, name }) => ({ value: id, label: name }))}
            value={hubId}
            onChange={(chosen) => setValues({ hubId: chosen ?? '' })}
            allowDeselect={false}
            data-autofocus
          />
        )}
        <DateField
          label={t(($) => $.date)}
          placeholder={t(($) => $.datePlaceholder)}
          value={values.day}
          onChange={(day) => setValues({ day })}
          first={block !== null || hubs.length <= 1}
        />
        <div className="two">
          <TimeField
            label={t(($) => $.block.from)}
            value={values.from}
            onChange={(from) => setValues({ from: from.slice(0, 5) })}
          />
          <TimeField
            label={t(($) => $.block.to)}
            value={values.to}
            onChange={(to) => setValues({ to: to.slice(0, 5) })}
          />
        </div>
        {town && <Text size="sm">{t(($) => $.common.clockOf, { town })}</Text>}
        {endsNextDay(values) && (
          <Text size="sm" role="status" className="remark">
            {t(($) => $.block.nextDay)}
          </Text>
        )}
        <Textarea
          label={t(($) => $.block.note)}
          description={t(($) => $.block.noteHint)}
          rows={2}
          maxLength={500}
          {...form.getInputProps('note')}
        />
      </Stack>
    </FormPanel>
  );
};
