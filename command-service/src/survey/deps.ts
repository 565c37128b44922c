import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the survey commands. */
export type SurveyDeps = Pick<Dependencies, 'bookingTokens' | 'domain' | 'now'>;
