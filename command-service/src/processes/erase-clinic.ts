import type { Cause } from '@visita/platform/runtime/decider';
import type { Vault } from '@visita/platform/vault/vault';
import type { Domain } from '../domain.ts';

type Deps = { domain: Pick<Domain, 'clinics'>; vault: Pick<Vault, 'erase'> };

/** Erases a clinic's name and address, then destroys its key. Idempotent. */
export const eraseClinic = async ({ domain, vault }: Deps, clinicId: string, cause: Cause): Promise<void> => {
  await domain.clinics.execute(clinicId, { type: 'erase' }, cause);
  await vault.erase(`clinic-${clinicId}`);
};
