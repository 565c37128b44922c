import { readConsentTexts } from '@visita/platform/config/consent-texts';
import { migrate } from '@visita/platform/postgres/migrate';
import type { Foundation } from '@visita/platform/runtime/foundation';
import { commandMigrations } from './migrations.ts';
import { type CommandService, createCommandService } from './service.ts';

export const composeCommandService = async (foundation: Foundation): Promise<CommandService> => {
  const { config, database, keys } = foundation;
  await migrate(database.knex, 'command', commandMigrations);
  return createCommandService({
    ...foundation,
    consentTexts: await readConsentTexts(config.legalDirectory),
    sealingKey: keys.for('sealing').current().key,
    publicOrigin: config.publicOrigin,
    holdMinutes: config.holdMinutes,
    holdsPerPatient: config.holdsPerPatient,
  });
};
