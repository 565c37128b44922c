import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/postgres/embedded.ts';

declare module 'vitest' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- vitest's own interface is merged into
  interface ProvidedContext {
    /** URL of a throw-away PostgreSQL of this test run; its user may create databases. */
    databaseUrl: string;
  }
}

/** Starts one PostgreSQL for the whole test run. Returns a function that stops it and removes its data. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-test-'));
  // Not durable: the data may be lost with the machine.
  const postgres = await startEmbeddedPostgres({ directory, durable: false, log: pino({ level: 'silent' }) });
  project.provide('databaseUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
};
