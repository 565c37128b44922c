import { expect, it } from 'vitest';
import { eventStoreKind } from './kinds.ts';
import { startService } from './service.ts';

it('takes no double for a server where a real one is required', async () => {
  const env = { REQUIRE_EVENTSTORE: '1' };
  const outcome = await startService(eventStoreKind, env).then(
    async ({ what, stop }) => {
      await stop();
      return what;
    },
    (error: Error) => error.message,
  );
  expect(outcome).not.toContain('double');
}, 60_000);

it('says which server it is without its user', async () => {
  const url = 'esdb://admin:secret@one:2113?tls=true';
  const service = await startService(eventStoreKind, { EVENTSTORE_URL: url });
  expect(service).toMatchObject({ url, what: 'esdb://one:2113?tls=true' });
});
