import { z } from 'zod';

/** A passkey, for its pro. `created` and `lastUsed` are ISO 8601 instants; `lastUsed` is null if never used. */
export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  created: z.string(),
  lastUsed: z.string().nullable(),
});
export type PasskeyView = z.infer<typeof passkeyView>;
