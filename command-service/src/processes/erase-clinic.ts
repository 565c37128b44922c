import type { Cause } from '@visita/platform/runtime/decider';
import type { Vault } from '@visita/platform/vault/vault';
import type { Domain } from '../domain.ts';

type Deps = { domain: Pick<Domain, 'clinics'>; vault: Pick<Vault, 'erase'> };

/** Takes a clinic's name and address from what is shown, then destroys its key. Doing it again changes nothing. */
export const eraseClinic = async ({ domain, vault }: Deps, clinicId: string, cause: Cause): Promise<void> => {
  await domain.clinics.execute(clinicId, { type: 'erase' }, cause);
  await vault.erase(`clinic-${clinicId}`);
};
