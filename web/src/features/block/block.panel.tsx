import { blockCalls } from '@visita/contracts/api/block';
import type { BlockView } from '@visita/contracts/block/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Select, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { dropBlock, putBlock } from '../../lib/data/calendar.api.ts';
import { useProNames } from '../../lib/data/use-pro-names.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { namingClash } from '../../lib/booking/in-the-way.ts';
import { townAmong } from '../../lib/time/other-clock.ts';
import { type HubAtClinic, nameOf, plannableHubs } from '../../lib/booking/hubs.ts';
import type { BlockStart } from '../../lib/state/booking.atoms.ts';
import { useShownDay } from '../../lib/time/use-shown-day.ts';
import { useActingText } from '../../lib/text/use-acting-text.ts';
import { useUnblock } from '../../ui/forms/use-unblock.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { TimeField } from '../../ui/fields/time-field.tsx';
import { useDraftForm } from '../../ui/forms/use-draft-form.ts';
import { endsNextDay, stretchOf, valuesOf, type BlockValues } from './block-form.ts';

/** Returns the hub of the professional where the time was chosen, else the account's own, else the only one. */
const likelyHub = (hubs: readonly HubAtClinic[], start: BlockStart, pro: Pro): HubAtClinic | undefined => {
  const proId = 'id' in start ? null : start.proId;
  const own = hubs.length === 1 ? hubs[0] : hubs.find((hub) => hub.proId === pro.id);
  return hubs.find((hub) => hub.proId === proId) ?? own;
};

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
  const hubs = plannableHubs(clinics, pro);
  const likely = block ? hubs.find(({ id }) => id === block.hub_id) : likelyHub(hubs, start, pro);
  const offered = block ? hubs.filter(({ clinicId }) => clinicId === block.clinic_id) : hubs;
  const hubId = form.values.hubId || (likely?.id ?? '');
  const stretch = stretchOf(form.values);
  const changed = blockCalls.editBlock.body.safeParse({
    ...stretch,
    hub_id: block?.hub_id,
    ...(hubId === block?.hub_id ? {} : { to_hub_id: hubId }),
  });
  const created = blockCalls.blockTime.body.safeParse({ ...stretch, hub_id: hubId });
  const send = async () => {
    if (block && changed.success) {
      const { data } = await call('editBlock', { params: { id: block.id }, body: changed.data });
      if (data.id !== block.id) await dropBlock(block.id);
      await putBlock(data);
    }
    if (!block && created.success) await putBlock((await call('blockTime', { body: created.data })).data);
  };
  const { starting_date: begins, ending_date: end } = stretch;
  const wanted = { pro, hubId, start: begins, end, ...(block && { except: block.id }) };
  const save = () => namingClash(send, wanted);
  const hub = hubs.find(({ id }) => id === hubId);
  const colleague = hub && hub.proId !== pro.id ? nameOf(hub) : null;
  const clinic = clinics.find(({ id }) => id === hub?.clinicId);
  const town = form.values.day && townAmong(clinics, clinic, form.values.day);
  const ready = (block ? changed : created).success;
  // A note that the professional's colleague cannot read would be lost.
  const choosable = block?.note_hidden ? [] : offered;
  return { block, form, draft, hubs: choosable, hubId, colleague, town, send: ready ? save : null };
};

const Remove = ({ pro, block, close }: { pro: Pro; block: BlockView; close: () => void }) => {
  const { t } = useTranslation('appointment');
  const unblock = useUnblock(pro);
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<Icon name="trash" size={18} />}
      onClick={() => void unblock(block).then((gone) => gone && close())}
    >
      {t(($) => $.block.remove)}
    </Button>
  );
};

type HubFieldProps = {
  pro: Pro;
  hubs: readonly HubAtClinic[];
  hubId: string;
  onChange: (hubId: string) => void;
};

/** Field for the clinic, or for professional and clinic if colleagues' time can be blocked. */
const HubField = ({ pro, hubs, hubId, onChange }: HubFieldProps) => {
  const { t } = useTranslation('appointment');
  const withColleagues = hubs.some(({ proId }) => proId !== pro.id);
  const several = new Set(hubs.map(({ clinicId }) => clinicId)).size > 1;
  const labelOf = (hub: HubAtClinic) => {
    if (!withColleagues) return hub.name;
    return several ? `${nameOf(hub)} · ${hub.name}` : nameOf(hub);
  };
  return (
    <Select
      label={withColleagues ? t(($) => $.professional) : t(($) => $.clinic)}
      data={hubs.map((hub) => ({ value: hub.id, label: labelOf(hub) }))}
      placeholder={t(($) => $.choose)}
      value={hubId || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      data-autofocus
    />
  );
};

type Props = { pro: Pro; start: BlockStart; onClose: () => void };

/** Panel to block a professional's own time, with a private note. */
export const BlockPanel = ({ pro, start, onClose }: Props) => {
  const { t } = useTranslation(['appointment', 'calendar', 'common']);
  const { block, form, draft, hubs, hubId, colleague, town, send } = useBlockForm(pro, start);
  const { values, setValues } = form;
  const actingText = useActingText();
  const named = useProNames(pro).ofHub(hubId);
  // The author of a note reads it too.
  const reader = colleague || (block?.by && named);
  return (
    <FormPanel
      title={block ? t(($) => $.block.edit) : t(($) => $.block.title)}
      submit={block ? t(($) => $.block.save) : t(($) => $.block.title)}
      send={send}
      draft={draft}
      failed="blockFailed"
      done="timeBlocked"
      about={named}
      values={values}
      onClose={onClose}
      below={(close) => block && <Remove pro={pro} block={block} close={close} />}
    >
      <Stack gap="lg">
        {hubId && (
          <Text c="dimmed">
            {reader ? t(($) => $.block.textOf, { name: reader }) : t(($) => $.block.text)}
          </Text>
        )}
        {block?.by && <Text size="sm">{t(($) => $.block.by, { by: actingText(block.by ?? null) })}</Text>}
        {hubs.length > 1 && (
          <HubField pro={pro} hubs={hubs} hubId={hubId} onChange={(chosen) => setValues({ hubId: chosen })} />
        )}
        <DateField
          label={t(($) => $.date)}
          placeholder={t(($) => $.datePlaceholder)}
          value={values.day}
          onChange={(day) => setValues({ day })}
          field="starting_date"
          first={hubs.length <= 1}
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
          description={
            hubId && (reader ? t(($) => $.block.noteHintOf, { name: reader }) : t(($) => $.block.noteHint))
          }
          rows={2}
          maxLength={500}
          {...form.getInputProps('note')}
        />
      </Stack>
    </FormPanel>
  );
};
