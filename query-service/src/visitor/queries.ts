import type { CountryLookup } from './country-lookup.ts';
import type { Handlers } from '@visita/platform/http/calls';

export const visitorHandlers = ({ countryOf }: { countryOf: CountryLookup }) =>
  ({
    getCountry: async ({ request }) => ({
      message: 'Country',
      data: { country: await countryOf(request.address) },
    }),
  }) satisfies Handlers;
