import { z } from 'zod';

/** A passkey as its pro sees it; `created` and `lastUsed` are ISO 8601 instants, null where it was never used. */
export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  created: z.string(),
  lastUsed: z.string().nullable(),
});
/** See {@link passkeyView}. */
export type PasskeyView = z.infer<typeof passkeyView>;
