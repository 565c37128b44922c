import { freeTimesDaysMaximum } from '@visita/contracts/booking/free-times';
import type { ClinicView } from '@visita/contracts/clinic/views';
import type { WaitingEntryView } from '@visita/contracts/waiting/views';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/api/use-call.ts';
import { furtherIdsOf } from '../../lib/booking/hubs.ts';
import { addDays, dayOf, wallNow } from '../../lib/time/wall-clock.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { FreeTimes, type FreeTime, startsOf } from '../../ui/fields/free-times.tsx';
import { offerTime } from '../../lib/data/waiting.api.ts';

type Props = { entry: WaitingEntryView; clinic: ClinicView; onClose: () => void };

const servicesOf = (entry: WaitingEntryView) => {
  const further = furtherIdsOf(entry);
  return {
    clinicServiceId: entry.clinic_service_id,
    ...(further.length > 0 && { andServices: further.join(',') }),
  };
};

type Wish = Pick<Props, 'entry' | 'clinic'> & { proId: string | undefined };

/** Returns the first free time that suits a person, so that it can be offered at once. */
const useFirstTime = ({ entry, clinic, proId }: Wish): FreeTime | null => {
  const today = dayOf(wallNow(undefined));
  const from = entry.from > today ? entry.from : today;
  const query = { ...servicesOf(entry), from, to: addDays(from, freeTimesDaysMaximum) };
  const { data } = useCall('getFreeTimes', {
    params: { clinicId: clinic.id },
    query: { ...query, ...(proId === undefined ? {} : { proId }) },
  });
  const answer = data?.data;
  const [first] = answer?.days.flatMap((day) => startsOf(answer, day)) ?? [];
  return first && first.day <= entry.until ? first : null;
};

/** Panel in which staff choose a free time for a person. */
export const OfferPanel = ({ entry, clinic, onClose }: Props) => {
  const { t } = useTranslation('waiting');
  const [chosen, setTime] = useState<FreeTime | null>(null);
  const [taken, setTaken] = useState(false);
  const { name, id, email } = entry;
  const proId = entry.pro_ids.length === 1 ? entry.pro_ids[0] : undefined;
  const first = useFirstTime({ entry, clinic, proId });
  const time = chosen ?? first;
  const send =
    time &&
    (async () => {
      const { hubServiceId, day, time: start } = time;
      await offerTime({ id, hubServiceId, date: `${day}T${start}`, taken });
    });
  return (
    <FormPanel
      title={t(($) => $.staff.offerTitle, { name })}
      submit={taken ? t(($) => $.staff.tookIt) : t(($) => $.staff.sendOffer)}
      send={send}
      failed="waitingFailed"
      done={taken ? 'bookingPlaced' : 'timeOffered'}
      about={name}
      onClose={onClose}
    >
      <FreeTimes
        clinicId={clinic.id}
        {...servicesOf(entry)}
        proId={proId}
        day={entry.from}
        chosen={{ day: time?.day ?? null, time: time?.time ?? '', hubServiceId: time?.hubServiceId }}
        onChoose={setTime}
      />
      <Checkbox
        mt="md"
        size="md"
        label={t(($) => $.staff.tookIt)}
        description={email === null ? t(($) => $.staff.call) : undefined}
        checked={taken}
        onChange={(event) => setTaken(event.currentTarget.checked)}
      />
    </FormPanel>
  );
};
