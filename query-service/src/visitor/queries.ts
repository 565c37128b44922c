import type { CountryLookup } from './country-lookup.ts';
import type { Handlers } from '@visita/platform/http/calls';

/** Query of the visitor's country. */
export const visitorHandlers = ({ countryOf }: { countryOf: CountryLookup }) =>
  ({
    getCountry: async ({ request }) => ({
      message: 'Country',
      data: { country: await countryOf(request.address) },
    }),
  }) satisfies Handlers;
