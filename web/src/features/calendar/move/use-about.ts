import type { BookingView } from '@visita/contracts/booking/views';
import { useTranslation } from 'react-i18next';
import { namedHub, namedPro } from '../../../lib/booking/professionals.ts';
import { useClinics } from '../../../lib/data/clinic.api.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { shortWhen } from '../../../lib/text/written-when.ts';

type Place = { date: string; hub_service_id: string };

/** Returns a function that names the professional and time of a booking; null if a clinic has one professional. */
export const useAbout = () => {
  const { i18n } = useTranslation();
  const clinics = useClinics(usePro()).data ?? [];
  return ({ date, hub_service_id: serviceId }: Place, booking: BookingView): string | null => {
    const hub = clinics
      .flatMap(({ hubs }) => hubs)
      .find(({ services }) => services.some(({ id }) => id === serviceId));
    const name = hub ? namedHub(hub.id, clinics) : namedPro(booking, clinics);
    return name && `${name}, ${shortWhen(date, i18n)}`;
  };
};
