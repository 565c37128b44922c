import type { BookedService } from '@visita/contracts/booking/events';
import type { VisitService } from '@visita/contracts/booking/views';

/** Returns the services of a booking for its view; nothing if it has one service. */
export const servicesView = ({ services }: Pick<BookedService, 'services'>): { services?: VisitService[] } =>
  services
    ? {
        services: services.map(({ hubServiceId, clinicServiceId, serviceName, duration }) => ({
          hub_service_id: hubServiceId,
          clinic_service_id: clinicServiceId,
          service: serviceName,
          duration,
        })),
      }
    : {};

/** Returns the column `service_list`: the services as JSON; null if the booking has one service. */
export const serviceListColumn = (service: Pick<BookedService, 'services'>) => {
  const { services } = servicesView(service);
  return { service_list: services ? JSON.stringify(services) : null };
};

/** Returns the view of the column `service_list`. */
export const servicesIn = (list: string | null): { services?: VisitService[] } =>
  list === null ? {} : { services: JSON.parse(list) as VisitService[] };
