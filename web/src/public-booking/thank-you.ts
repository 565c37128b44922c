import { thankYouPage } from '@visita/contracts/pro/thank-you';

/**
 * Returns the professional's thank-you page with email and name appended; null if it is not a valid address.
 */
export const thankYouAddress = (
  page: string | null,
  patient: { email: string; name: string },
): URL | null => {
  const address = thankYouPage(page ?? '');
  address?.searchParams.set('email', patient.email);
  address?.searchParams.set('name', patient.name);
  return address;
};
