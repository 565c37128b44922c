import type { TrustMode } from '@visita/platform/config/trust';
import { useProduct } from './hooks.ts';
import { registerPro } from './http-practice.ts';
import { registerProven } from './proven.ts';

/** Password for {@link useFreshStart} that is not on the list of common ones. */
export const freshPassword = 'lungomare-24';

/** A product before its first sign-up; in strict mode, signing up takes an additional mail. */
export const useFreshStart = (trust: TrustMode) => {
  const product = useProduct({ TRUST: trust });
  return {
    product,
    signUp: (username: string) =>
      trust === 'strict'
        ? registerProven(product(), username)
        : registerPro(product().client, username, { password: freshPassword }),
  };
};
