// @module-tag release
import { expect, it } from 'vitest';
import { callAs, createClient, succeed } from '../support/http.ts';
import { checkoutApart, runTool, start } from './product.ts';

it('has unread notices of cancelled visits, and a series without one of its dates, also after a second run', async () => {
  const directory = await checkoutApart();
  const started = await start({ command: [process.execPath, 'bin/start.ts'], directory });
  await started.ready();
  const seed = () => runTool(directory, ['bin/seed.ts', '--days', '4']);
  expect(await seed()).toMatchObject({ code: 0 });
  const client = createClient(`http://localhost:${started.port}`);
  const unreadOf = async (email: string) => {
    const body = { email, password: 'visita-demo' };
    const { access_token: token } = await succeed(client.call('logIn', { body }));
    const { notices, unread } = (await callAs(client, token)('getNotices')).data;
    expect(new Set(notices.map(({ kind }) => kind))).toEqual(new Set(['cancelled']));
    return unread;
  };
  const desk = 'marta.villa@visita.example';
  await expect.poll(() => unreadOf(desk), { timeout: 60_000 }).toBeGreaterThan(0);
  const unread = await unreadOf(desk);
  const states = async () => {
    const body = { email: 'giulia.ferri@visita.example', password: 'visita-demo' };
    const { access_token: token } = await succeed(client.call('logIn', { body }));
    const call = callAs(client, token);
    const { notices } = (await call('getNotices')).data;
    const ids = notices.flatMap(({ kind, series_id: id }) => (kind === 'not-placed' && id ? [id] : []));
    const found = await Promise.all(ids.map((id) => call('getSeries', { params: { id } })));
    return found.map(({ data }) => data.visits.map(({ state }) => state));
  };
  const nine = Array.from({ length: 10 }, (_, index) => (index === 2 ? 'not-placed' : 'placed'));
  await expect.poll(states, { timeout: 60_000 }).toEqual([nine]);
  expect(await seed()).toMatchObject({ code: 0 });
  expect(await unreadOf(desk)).toBe(unread);
  expect(await states()).toEqual([nine]);
}, 600_000);
