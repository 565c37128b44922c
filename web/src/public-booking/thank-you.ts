import { thankYouPage } from '@visita/contracts/pro/thank-you';

/** Where a confirmed patient is sent: the pro's page with email and name appended, if it is one. */
export const thankYouAddress = (
  page: string | null,
  patient: { email: string; name: string },
): URL | null => {
  const address = thankYouPage(page ?? '');
  address?.searchParams.set('email', patient.email);
  address?.searchParams.set('name', patient.name);
  return address;
};
