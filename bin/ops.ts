import { prepare } from './prepare.ts';

type Operation = {
  readonly summary: string;
  /** Whether it works on its input only, without a product. */
  readonly apart?: true;
  /** Loaded on demand, so that an operation does not load another's dependencies. */
  readonly load: () => Promise<(args: string[], environment: NodeJS.ProcessEnv) => Promise<number>>;
};

const operations: Readonly<Record<string, Operation>> = {
  slots: {
    summary: 'which times a JSON document of availabilities and bookings leaves on offer, and why not others',
    apart: true,
    load: async () => (await import('@visita/operator/ops/slots')).runSlots,
  },
  rebuild: {
    summary: 'fills read models anew from the events and swaps them in, or back',
    load: async () => (await import('@visita/operator/ops/rebuild')).runRebuild,
  },
  doctor: {
    summary: 'looks at everything that the product stands on',
    load: async () => (await import('@visita/operator/ops/doctor')).runDoctor,
  },
  upgrade: {
    summary: 'tells what the next start of this release will do to the database',
    load: async () => (await import('@visita/operator/ops/upgrade')).runUpgrade,
  },
  verify: {
    summary: 'looks whether events, agendas and read models are as they should be',
    load: async () => (await import('@visita/operator/ops/verify')).runVerify,
  },
  backup: {
    summary: 'writes all that cannot be made again into a new directory',
    load: async () => (await import('@visita/operator/ops/backup')).runBackup,
  },
  restore: {
    summary: 'loads a backup into an empty database, without the persons erased since',
    load: async () => (await import('@visita/operator/ops/restore')).runRestore,
  },
  erasures: {
    summary: 'who was erased, as ids, for a restore',
    load: async () => (await import('@visita/operator/ops/erasures')).runErasures,
  },
  plan: {
    summary: 'assigns a plan to a pro',
    load: async () => (await import('@visita/operator/ops/plan')).runPlan,
  },
  invite: {
    summary: 'a link by which an address can make an account, where that needs an invitation',
    load: async () => (await import('@visita/operator/ops/invite')).runInvite,
  },
  factors: {
    summary: 'removes the second factors of a pro who lost them',
    load: async () => (await import('@visita/operator/ops/factors')).runFactors,
  },
  'end-sessions': {
    summary: 'ends the sessions of a pro, or of everybody',
    load: async () => (await import('@visita/operator/ops/end-sessions')).runEndSessions,
  },
  export: {
    summary: 'writes all that is held about a pro or a patient as JSON',
    load: async () => (await import('@visita/operator/ops/export')).runExport,
  },
  erase: {
    summary: 'erases a pro or a patient for good',
    load: async () => (await import('@visita/operator/ops/erase')).runErase,
  },
  'lift-hold': {
    summary: 'lifts the legal hold of a record whose pro cannot',
    load: async () => (await import('@visita/operator/ops/lift-hold')).runLiftHold,
  },
  audit: {
    summary: 'what happened to a booking, a patient, a pro or a clinic, and why',
    load: async () => (await import('@visita/operator/ops/audit')).runAudit,
  },
  rotate: {
    summary: 'begins to use a new root key, and wraps with it what is kept',
    load: async () => (await import('@visita/operator/ops/rotate')).runRotate,
  },
  keys: {
    summary: 'prints the key ring that a service needs, or one with a new root key',
    apart: true,
    load: async () => (await import('@visita/operator/ops/keys')).runKeys,
  },
  'set-aside': {
    summary: 'what was written with another master key: lists it, and takes it from the vault',
    load: async () => (await import('@visita/operator/ops/set-aside')).runSetAside,
  },
  tell: {
    summary: 'mails OPERATOR_EMAIL that a unit failed',
    apart: true,
    load: async () => (await import('@visita/operator/ops/tell')).runTell,
  },
  jobs: {
    summary: 'how many jobs wait, are worked on, and are parked',
    load: async () => (await import('@visita/operator/ops/jobs')).runJobs,
  },
  parked: {
    summary: 'mails and other jobs that failed too often: shows them, has them tried again, drops them',
    load: async () => (await import('@visita/operator/ops/parked')).runParked,
  },
};

const help = (): string =>
  [
    'Usage: npm run --silent ops -- <operation> [options]',
    '',
    ...Object.entries(operations).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`),
    '',
    'Each operation tells its options with --help.',
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
