import type { ClinicDetails, ClinicServiceData, Period, ServiceRules } from '@visita/contracts/clinic/events';

export const detailColumns = (details: ClinicDetails) => ({
  name: details.name,
  country: details.country,
  province_id: details.provinceId,
  city: details.city,
  address: details.address,
  postal_code: details.postalCode,
  phone: details.phone ?? '',
  email: details.email ?? '',
  directions: details.directions ?? '',
  timezone: details.timezone,
});

export const serviceColumns = (service: Omit<ClinicServiceData, keyof ServiceRules>) => ({
  clinic_service_id: service.clinicServiceId,
  service_name: service.serviceName,
  specialization_id: service.specializationId,
  duration: service.duration,
  price_cents: service.priceCents,
});

/** Returns the columns that only the clinic's list of services has: bookings do not keep them. */
export const listColumns = ({ toBring, ...rules }: ServiceRules & Pick<ClinicServiceData, 'toBring'>) => ({
  step_minutes: rules.stepMinutes ?? null,
  buffer_before: rules.bufferBefore ?? 0,
  buffer_after: rules.bufferAfter ?? 0,
  notice_hours: rules.noticeHours ?? 0,
  bookable_by: rules.bookableBy ?? 'everyone',
  to_bring: toBring ?? '',
});

export const periodColumns = (clinicId: string, period: Period) => ({
  clinic_id: clinicId,
  title: period.title,
  starting_date: period.startingDate,
  ending_date: period.endingDate,
  starts_at: period.start,
  ends_at: period.end,
});
