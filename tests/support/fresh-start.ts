import type { TrustMode } from '@visita/platform/config/trust';
import { useProduct } from './hooks.ts';
import { registerPro } from './http-practice.ts';
import { registerProven } from './proven.ts';

/** The password of pros of {@link useFreshStart}: none that everybody tries. */
export const freshPassword = 'lungomare-24';

/** A product that is met for the first time; strictly, signing up takes one mail more than the spec's ways do. */
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
