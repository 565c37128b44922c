import { z } from 'zod';

/** Fields of a registration by staff: what the patient was given and answered. */
export const atDesk = {
  /** True if the privacy notice was given to the patient; its version is recorded. */
  privacyNotice: z.boolean().optional(),
  /** The patient's answer to marketing; omitted if it was not asked for. */
  marketingConsent: z.boolean().optional(),
};
