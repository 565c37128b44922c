import type { UsedPasskey } from '@visita/contracts/api/passkeys';
import { useEffect, useRef } from 'react';
import { offerPasskeys } from '../lib/data/passkeys.ts';

/** Has the browser offer passkeys where the email is typed, for as long as that is wanted. */
export const useOfferedPasskey = (wanted: boolean, onUsed: (passkey: UsedPasskey) => void): void => {
  const used = useRef(onUsed);
  useEffect(() => {
    used.current = onUsed;
  });
  useEffect(() => (wanted ? offerPasskeys((passkey) => used.current(passkey)) : undefined), [wanted]);
};
