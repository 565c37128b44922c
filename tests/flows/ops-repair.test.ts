import { expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';
import { runOps } from '../support/ops.ts';

const practice = usePractice();
const ops = (...args: string[]) => runOps(practice().stack.place, ...args);

const book = async (time: string): Promise<string> => {
  const { client, anna, clinic } = practice();
  const patient = { name: 'Ottavia Blu', email: 'ottavia@example.com', prefix: '+39', phone: '3335550001' };
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(4)}T${time}` };
  const placed = await succeed(
    client.call('placeBooking', { body: { booking, patient }, token: anna.token }),
  );
  return placed.data.id;
};

const story = 'verifies beside the running product, and mends what is wrong';
it(story, { tags: ['release'] }, async () => {
  const id = await book('09:00');
  const sound = await ops('verify', '--json');
  expect(sound).toMatchObject({ code: 0 });
  const { log } = JSON.parse(sound.stdout);
  expect(JSON.parse(sound.stdout)).toMatchObject({ ok: true, readModels: { differing: 0 } });

  await using inside = await lookInside(practice().stack.place);
  await inside.pool.query(`update read.bookings set status = 'orfan' where booking_id = $1`, [id]);
  const wrong = await ops('verify', 'read-models');
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.stdout).toContain(`different: bookings booking_id ${id} (status)`);
  expect(wrong.stdout).toContain('run ops rebuild');
  expect(await ops('rebuild', 'bookings', '--reason', 'ticket 7')).toMatchObject({ code: 0 });
  expect(await ops('verify', 'read-models')).toMatchObject({ code: 0 });

  const doctor = await ops('doctor', '--json');
  const { ok, findings } = JSON.parse(doctor.stdout) as {
    ok: boolean;
    findings: { name: string; state: string }[];
  };
  // The disk of the test machine may be full.
  expect(doctor.code).toBe(ok ? 0 : 1);
  const states = Object.fromEntries(findings.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({ database: 'ok', 'master key': 'ok', 'last verify': 'ok', NATS: 'off' });

  await book('10:00');
  const expected = ['--expect', `${log.position}:${log.hash}`];
  expect(await ops('verify', 'log', ...expected)).toMatchObject({ code: 0 });
  const other = ['--expect', `${log.position}:${'0'.repeat(64)}`];
  expect(await ops('verify', 'log', ...other)).toMatchObject({ code: 1 });
  expect(await ops('verify', 'everything')).toMatchObject({ code: 2, stdout: '' });
  expect(await ops('rebuild', '--rollback', '--json')).toMatchObject({ code: 0 });

  const jobs = await ops('jobs', '--json');
  expect(JSON.parse(jobs.stdout)).toMatchObject({
    queues: [{ queue: 'mail', parked: 0 }, { queue: 'calendar' }],
  });

  const { rows } = await inside.pool.query<{ data: unknown }>(
    `select data from eventstore.events where type = 'OperationPerformed' and data ->> 'operation' like 'rebuild%'
      order by position`,
  );
  expect(rows).toMatchObject([
    { data: { operation: 'rebuild', targets: ['bookings'], reason: 'ticket 7' } },
    { data: { operation: 'rebuild rollback', reason: null } },
  ]);
});
