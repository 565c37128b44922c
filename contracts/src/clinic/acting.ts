import { z } from 'zod';
import { hubRole } from './events.ts';

/** A professional or reception who acted, as the members of a clinic see them. */
export const actingMember = z.object({
  /** Role at the clinic; null for persons who never belonged to it. */
  role: hubRole.nullable().catch(null),
  /** First name of a reception, full name of others; empty if unknown or erased. */
  name: z.string(),
});
/** Shown as "Reception (Marta)". */
export type ActingMember = z.infer<typeof actingMember>;
