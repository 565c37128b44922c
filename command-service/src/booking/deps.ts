import type { Dependencies } from '../dependencies.ts';
import type { PatientDeps } from '../patient/deps.ts';

/** Dependencies of the commands that read and change bookings. */
export type BookingDeps = Pick<PatientDeps, 'bookingsOf'> &
  Pick<
    Dependencies,
    | 'bookingTokens'
    | 'domain'
    | 'holdsPerPatient'
    | 'liveHolds'
    | 'now'
    | 'personalKeys'
    | 'pseudonyms'
    | 'publicOrigin'
    | 'strict'
    | 'uidHost'
    | 'zones'
  >;

/** Dependencies of the commands that place bookings. */
export type PlacingDeps = BookingDeps &
  Pick<Dependencies, 'consentTexts' | 'hash' | 'holdCodes' | 'holdMinutes' | 'pause' | 'proofs'>;
