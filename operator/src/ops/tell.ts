import { hostname } from 'node:os';
import { createTellOperator } from '../tell.ts';
import { BadRequest, defineOperation } from './frame.ts';

const tellHelp = `Usage: npm run --silent ops -- tell <unit>

Mails OPERATOR_EMAIL that a systemd unit failed; deploy/visita-failed@.service runs this for the timers. Sends nothing
if OPERATOR_EMAIL is not set.
`;

export const runTell = defineOperation({
  help: tellHelp,
  options: {},
  run: async ({ positionals: [unit, ...more] }, { config, log }) => {
    if (unit === undefined || more.length > 0) throw new BadRequest(tellHelp);
    if (config.operatorEmail === null)
      return { answer: { told: false }, text: 'OPERATOR_EMAIL is not set: no mail was sent.' };
    const text = `${unit} failed on ${hostname()}. Look at its log: journalctl -u ${unit}`;
    await createTellOperator(config, log)(`${unit} failed`, text);
    return { answer: { told: true }, text: `A mail was sent to ${config.operatorEmail}.` };
  },
});
