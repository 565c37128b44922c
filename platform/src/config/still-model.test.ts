import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from './config.ts';
import { stillModel } from './still-model.ts';

const decided = {
  LEGAL_DIRECTORY: '/etc/visita/legal',
  SUPPORT_EMAIL: 'help@studio.it',
  OPERATOR_EMAIL: 'operator@studio.it',
  SIGN_UP: 'invited',
  BACKUP_TO: 's3://key:secret@host/bucket',
};

it('lists the production settings that still have their template values', () => {
  const directory = mkdtempSync(join(tmpdir(), 'visita-model-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const settings = { VAR_DIRECTORY: join(directory, 'var') };
  expect(stillModel(readConfig({ ...settings, ...decided }))).toEqual([]);
  const left = stillModel(readConfig(settings)).join('\n');
  for (const name of Object.keys(decided)) expect(left).toContain(name);
});
