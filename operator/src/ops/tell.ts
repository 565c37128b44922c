import { hostname } from 'node:os';
import { createTellOperator } from '../tell.ts';
import { BadRequest, defineOperation } from './frame.ts';

const tellHelp = `Usage: npm run --silent ops -- tell <unit>

Mails OPERATOR_EMAIL that a unit of systemd failed; deploy/visita-failed@.service does so for the timers. Without that
setting nothing is sent.
`;

export const runTell = defineOperation({
  help: tellHelp,
  options: {},
  run: async ({ positionals: [unit, ...more] }, { config, log }) => {
    if (unit === undefined || more.length > 0) throw new BadRequest(tellHelp);
    if (config.operatorEmail === null)
      return { answer: { told: false }, text: 'OPERATOR_EMAIL is not set: nobody was told.' };
    const text = `${unit} failed on ${hostname()}. Look at its log: journalctl -u ${unit}`;
    await createTellOperator(config, log)(`${unit} failed`, text);
    return { answer: { told: true }, text: `${config.operatorEmail} was told.` };
  },
});
