import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileGateway } from './file-gateway.ts';

test('the files of some texts are deleted, finished or not; others stay', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-texts-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const files = createFileGateway(join(directory, 'mail'), () => new Date());
  const list = () => readdir(join(directory, 'mail'));
  await files.forget(['ada']);
  for (const id of ['ada', 'bea'])
    await files.send({ id, to: '+393330001111', from: '', text: 'Domani', receipts: '' });
  const [first = ''] = await list();
  await files.forget(['nessuno']);
  expect(await list()).toHaveLength(2);
  await files.forget(['ada']);
  const rest = await list();
  expect(rest).toHaveLength(1);
  const bea = rest[0]!;
  expect([first, bea].every((file) => /-sms-[\da-f]{16}\.json$/.test(file))).toBe(true);
  await writeFile(join(directory, 'mail', `${bea}.part`), '');
  await files.forget(['bea']);
  expect(await list()).toEqual([]);
});
