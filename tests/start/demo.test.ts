// @module-tag release
import { expect, it } from 'vitest';
import { callAs, createClient, succeed } from '../support/http.ts';
import { checkoutApart, runTool, start } from './product.ts';

it('has unread notices of visits that patients cancelled, also after a second run', async () => {
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
  const visitsOf = async (name: string) => {
    const body = { email: desk, password: 'visita-demo' };
    const { access_token: token } = await succeed(client.call('logIn', { body }));
    const call = callAs(client, token);
    const { id: proId } = (await call('authenticate')).data;
    const { bookings } = (await call('getProCalendar', { params: { proId } })).data;
    return bookings.filter((one) => one.patient_name === name).length;
  };
  await expect.poll(() => visitsOf('Ottavio Serra'), { timeout: 60_000 }).toBe(10);
  expect(await seed()).toMatchObject({ code: 0 });
  expect(await unreadOf(desk)).toBe(unread);
  expect(await visitsOf('Ottavio Serra')).toBe(10);
}, 600_000);
