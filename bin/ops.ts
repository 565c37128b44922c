import { prepare } from './prepare.ts';

type Operation = {
  readonly summary: string;
  /** Whether the operation works on its input only, without a product. */
  readonly apart?: true;
  /** Loads the operation on demand, so that an operation does not load another's dependencies. */
  readonly load: () => Promise<(args: string[], environment: NodeJS.ProcessEnv) => Promise<number>>;
};

const operations: Readonly<Record<string, Operation>> = {
  slots: {
    summary:
      'lists the bookable times of a JSON document of availabilities and bookings, and explains the others',
    apart: true,
    load: async () => (await import('@visita/operator/ops/slots')).runSlots,
  },
  rebuild: {
    summary: 'rebuilds read models from the events, or swaps the previous ones back in',
    load: async () => (await import('@visita/operator/ops/rebuild')).runRebuild,
  },
  doctor: {
    summary: 'checks everything that the product depends on',
    load: async () => (await import('@visita/operator/ops/doctor')).runDoctor,
  },
  upgrade: {
    summary: 'describes what the next start of this release will do to the database',
    load: async () => (await import('@visita/operator/ops/upgrade')).runUpgrade,
  },
  verify: {
    summary: 'checks events, agendas and read models',
    load: async () => (await import('@visita/operator/ops/verify')).runVerify,
  },
  backup: {
    summary: 'backs up everything that cannot be rebuilt; lists and fetches backups',
    load: async () => (await import('@visita/operator/ops/backup')).runBackup,
  },
  restore: {
    summary: 'loads a backup into an empty database, without the persons erased since',
    load: async () => (await import('@visita/operator/ops/restore')).runRestore,
  },
  erasures: {
    summary: 'lists erased persons by id, for a restore',
    load: async () => (await import('@visita/operator/ops/erasures')).runErasures,
  },
  plan: {
    summary: 'assigns a plan to a pro',
    load: async () => (await import('@visita/operator/ops/plan')).runPlan,
  },
  invite: {
    summary: 'prints a link to create an account, if that needs an invitation',
    load: async () => (await import('@visita/operator/ops/invite')).runInvite,
  },
  factors: {
    summary: 'removes the second factors of a pro who lost them',
    load: async () => (await import('@visita/operator/ops/factors')).runFactors,
  },
  'end-sessions': {
    summary: 'ends the sessions of a pro, or of all pros',
    load: async () => (await import('@visita/operator/ops/end-sessions')).runEndSessions,
  },
  export: {
    summary: 'writes all data about a pro or a patient as JSON',
    load: async () => (await import('@visita/operator/ops/export')).runExport,
  },
  erase: {
    summary: 'erases a pro or a patient for good',
    load: async () => (await import('@visita/operator/ops/erase')).runErase,
  },
  'lift-hold': {
    summary: 'lifts the legal hold of a record if its pro cannot',
    load: async () => (await import('@visita/operator/ops/lift-hold')).runLiftHold,
  },
  audit: {
    summary: 'prints the history of a booking, a patient, a pro or a clinic, and its causes',
    load: async () => (await import('@visita/operator/ops/audit')).runAudit,
  },
  rotate: {
    summary: 'changes to a new root key',
    load: async () => (await import('@visita/operator/ops/rotate')).runRotate,
  },
  keys: {
    summary: 'prints the key ring of a service, or one with a new root key',
    apart: true,
    load: async () => (await import('@visita/operator/ops/keys')).runKeys,
  },
  'set-aside': {
    summary: 'lists data written with another master key, and moves its keys out of the vault',
    load: async () => (await import('@visita/operator/ops/set-aside')).runSetAside,
  },
  tell: {
    summary: 'mails OPERATOR_EMAIL that a unit failed',
    apart: true,
    load: async () => (await import('@visita/operator/ops/tell')).runTell,
  },
  jobs: {
    summary: 'counts waiting, active and parked jobs',
    load: async () => (await import('@visita/operator/ops/jobs')).runJobs,
  },
  parked: {
    summary: 'lists, retries or drops mails and other jobs that failed too often',
    load: async () => (await import('@visita/operator/ops/parked')).runParked,
  },
};

const help = (): string =>
  [
    'Usage: npm run --silent ops -- <operation> [options]',
    '',
    ...Object.entries(operations).map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`),
    '',
    '--help after an operation describes its options.',
    '',
  ].join('\n');

const isBadUsage = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/**
 * Tells whether the error is a missing permission: root became the owner of the data, who may not do this.
 */
const isForbidden = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'EACCES';

/** Returns the exit code: the operation's own, 2 for wrong usage or input, 1 after a failure. */
const run = async ([name, ...args]: string[]): Promise<number> => {
  if (name === undefined || name === '--help') {
    process.stdout.write(help());
    return name ? 0 : 2;
  }
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) {
    process.stderr.write(`ops: there is no operation ${name}\n\n${help()}`);
    return 2;
  }
  try {
    const runOperation = await operation.load();
    if (operation.apart || args.includes('--help')) return await runOperation(args, environment);
    const { environmentOfProduct } = await import('./running.ts');
    const { becomeOwner } = await import('./become-owner.ts');
    const settings = environmentOfProduct(environment);
    becomeOwner(settings);
    return await runOperation(args, settings);
  } catch (error) {
    const message =
      isBadUsage(error) || isForbidden(error)
        ? error.message
        : error instanceof Error
          ? error.stack
          : String(error);
    process.stderr.write(`ops ${name}: ${message}\n`);
    return isBadUsage(error) ? 2 : 1;
  }
};

const environment = prepare();
const asked = process.argv.slice(2);
process.exitCode = await run(asked);
// Connections to unresponsive servers, which the doctor checks, would keep the process alive.
if (asked[0] === 'doctor') process.exit();
