import type { UsedPasskey } from '@visita/contracts/api/passkeys';
import { useEffect, useRef } from 'react';
import { offerPasskeys } from '../lib/data/passkeys.ts';

/** Offers passkeys in the browser's autofill of the email field while `wanted` is true. */
export const useOfferedPasskey = (wanted: boolean, onUsed: (passkey: UsedPasskey) => void): void => {
  const used = useRef(onUsed);
  useEffect(() => {
    used.current = onUsed;
  });
  useEffect(() => (wanted ? offerPasskeys((passkey) => used.current(passkey)) : undefined), [wanted]);
};
