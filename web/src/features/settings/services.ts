import type { ClinicView } from '@visita/contracts/clinic/views';

export type Service = { readonly id: string; readonly name: string };

/** Returns the services of clinics, with the clinic's name if there are several. */
export const servicesOf = (clinics: readonly ClinicView[]): Service[] =>
  clinics.flatMap(({ name, clinic_services: services }) =>
    services.map((service) => ({
      id: service.id,
      name: clinics.length > 1 ? `${service.serviceName} – ${name}` : service.serviceName,
    })),
  );
