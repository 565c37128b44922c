import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ChoiceFailed } from './choice-failed.tsx';
import { type ReadSettings, useMessageSettings, useSettingsChoice } from './use-message-settings.ts';

const hours = ['16:00', '17:00', '18:00', '19:00', '20:00', '21:00'];

type FieldsProps = { pro: Pro; read: ReadSettings; clinics: readonly ClinicView[] };

const Fields = ({ pro, read, clinics }: FieldsProps) => {
  const { t } = useTranslation('messages');
  const { choose: save, failed } = useSettingsChoice(pro);
  const chosen = read.data.daySheets ?? [];
  const choose = (clinicId: string, at: string) => {
    const others = chosen.filter((sheet) => sheet.clinicId !== clinicId);
    void save({ daySheets: at === '' ? others : [...others, { clinicId, at }] });
  };
  return (
    <>
      {clinics.map(({ id, name }) => {
        const at = chosen.find(({ clinicId }) => clinicId === id)?.at ?? '';
        const times = [...new Set([...hours, ...(at === '' ? [] : [at])])].toSorted();
        return (
          <NativeSelect
            key={id}
            label={name}
            labelProps={{ style: { overflowWrap: 'anywhere' } }}
            data={[{ value: '', label: t(($) => $.daySheets.off) }, ...times]}
            value={at}
            onChange={(event) => choose(id, event.currentTarget.value)}
          />
        );
      })}
      <ChoiceFailed failed={failed} />
    </>
  );
};

/** Choice to get the visits of the next day by mail, for each clinic. */
export const DaySheets = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('messages');
  const settings = useMessageSettings(pro);
  const clinics = useClinics(pro);
  if (clinics.data?.length === 0) return null;
  return (
    <Section title={t(($) => $.daySheets.title)}>
      <Text c="dimmed">{t(($) => $.daySheets.hint)}</Text>
      <Loaded
        loads={{ settings, clinics }}
        failed={t(($) => $.daySheets.loadFailed)}
        skeleton={<Loading rows={1} height={36} />}
      >
        {({ settings: read, clinics: all }) => <Fields pro={pro} read={read} clinics={all} />}
      </Loaded>
    </Section>
  );
};
