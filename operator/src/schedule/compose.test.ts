import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { warnOfFormerTimer } from './compose.ts';

it('warns about an installed timer of an earlier release by its name', () => {
  const directory = mkdtempSync(join(tmpdir(), 'visita-timer-'));
  const timer = join(directory, 'visita-backup.timer');
  const warnings: unknown[] = [];
  const log = { warn: (...line: readonly unknown[]) => void warnings.push(line) };
  warnOfFormerTimer(log, timer);
  expect(warnings).toEqual([]);
  writeFileSync(timer, '');
  warnOfFormerTimer(log, timer);
  expect(warnings).toEqual([[{ file: timer }, expect.stringMatching(/^visita-backup\.timer .* BACKUP_AT/)]]);
  rmSync(directory, { recursive: true });
});
