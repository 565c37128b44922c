import type { Pro } from '@visita/contracts/pro/views';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { townAmong } from '../../lib/time/other-clock.ts';
import { type FreeTime, FreeTimes } from '../../ui/fields/free-times.tsx';
import { andServicesOf } from '../../ui/fields/further-services.tsx';
import { WhenFields } from '../../ui/fields/when-fields.tsx';
import type { useNewBooking, Values } from './use-new-booking.ts';
import { useRemarks } from './use-remarks.ts';
import { WhyNot } from './why-not.tsx';

type Form = ReturnType<typeof useNewBooking>;

/** Day and time, with the free times to choose from and reasons for the others. */
export const WhenPart = ({
  pro,
  form,
  choices,
  noneFree,
  placed,
}: { pro: Pro } & Pick<Form, 'form' | 'choices' | 'noneFree' | 'placed'>) => {
  const { t } = useTranslation('appointment');
  const { when } = form.values;
  const remarks = useRemarks(pro, form.values, choices);
  const none = noneFree && t(($) => $.noneFree, { time: when.time });
  const town = when.day && townAmong(choices.clinics, choices.clinic, when.day);
  const { clinic, hub, service, listed, further, firstAvailable } = choices;
  const furtherIds = further.map(({ id }) => id).join(',') || undefined;
  const query = { clinicId: clinic?.id, hubServiceId: service?.id, andServices: furtherIds, day: when.day };
  const choose = (chosen: Values['when']) => form.setValues({ when: chosen });
  const clinicServiceId = listed?.clinicServiceId;
  const andServices = andServicesOf(further);
  const chooseFree = ({ day, time, hubId, hubServiceId }: FreeTime) => {
    const kept = { clinicServiceId, firstAvailable, further: further.map((one) => one.clinicServiceId) };
    const choice = { clinicId: clinic?.id ?? '', hubId, hubServiceId, ...kept };
    form.setValues({ when: { day, time }, choice });
  };
  return (
    <Stack gap="sm">
      <WhenFields
        {...when}
        town={town}
        remark={placed ? '' : [none, remarks].filter(Boolean).join(' ')}
        onChange={choose}
      />
      <FreeTimes
        key={`${clinicServiceId} ${andServices} ${firstAvailable ? '' : hub?.id}`}
        clinicId={clinic?.id}
        clinicServiceId={clinicServiceId}
        andServices={andServices}
        proId={firstAvailable ? undefined : hub?.proId}
        day={when.day}
        chosen={{ ...when, hubServiceId: service?.id }}
        leads={when.time === ''}
        onChoose={chooseFree}
      />
      <WhyNot {...query} />
    </Stack>
  );
};
