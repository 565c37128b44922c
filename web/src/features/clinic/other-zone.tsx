import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/api/use-call.ts';
import { BookingList } from '../../ui/bookings/booking-list.tsx';
import { Missing } from '../../ui/feedback/states.tsx';
import { moveVisits } from './move-visits.ts';

/** Upcoming visits whose local hour changes if the clinic moves to a province in another zone. */
export const useOtherZone = (clinic: ClinicView, provinceId: string) => {
  const moves = provinceId !== '' && provinceId !== clinic.province_id;
  const query = { clinic_id: clinic.id, province_id: provinceId };
  const load = useCall('getAffected', moves ? { query } : null);
  const [moved, setMoved] = useState<string | null>(null);
  const [left, setLeft] = useState<readonly BookingView[]>([]);
  const visits = load.data?.data ?? [];
  const isMoved = moved === provinceId;
  return {
    load,
    visits,
    loaded: !moves || load.data !== undefined,
    isMoved,
    setMoved: (move: boolean) => setMoved(move ? provinceId : null),
    left,
    /** Moves the visits if that was chosen; returns whether all moved. */
    move: async (): Promise<boolean> => {
      const refused = isMoved ? await moveVisits(visits) : [];
      setLeft(refused);
      return refused.length === 0;
    },
  };
};
type Zone = ReturnType<typeof useOtherZone>;

/** Shows the affected visits before the province is saved, with the choice to move them. */
export const OtherZone = ({ zone }: { zone: Zone }) => {
  const { t } = useTranslation('clinic');
  const { load, visits, isMoved, setMoved } = zone;
  return (
    <Stack gap="md" mt="md">
      <Missing load={load} text={t(($) => $.otherZone.failed)} />
      {visits.length > 0 && (
        <>
          <Checkbox
            size="md"
            label={t(($) => $.otherZone.move)}
            description={t(($) => $.otherZone.mailed)}
            checked={isMoved}
            onChange={({ currentTarget }) => setMoved(currentTarget.checked)}
          />
          <BookingList
            bookings={visits}
            title={t(($) => $.otherZone.title, { count: visits.length })}
            text={t(($) => $.otherZone.text)}
          />
        </>
      )}
    </Stack>
  );
};

export const LeftVisits = ({ left }: Pick<Zone, 'left'>) => {
  const { t } = useTranslation('clinic');
  return (
    <BookingList
      bookings={left}
      title={t(($) => $.otherZone.left, { count: left.length })}
      text={t(($) => $.otherZone.leftText)}
    />
  );
};
