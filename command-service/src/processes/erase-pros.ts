import { Rejection } from '@visita/contracts/problem';
import type { Credentials } from '@visita/platform/auth/credentials';
import type { Factors } from '@visita/platform/auth/factors';
import type { ReadMarks } from '@visita/platform/auth/read-marks';
import type { Sessions } from '@visita/platform/auth/sessions';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import type { Vault } from '@visita/platform/vault/vault';
import type { CalendarDeps } from '../calendar/commands.ts';
import type { Claims } from '../claim/claims.ts';
import type { Domain } from '../domain.ts';
import type { StoredAnswers } from '../stored-answers.ts';
import type { LeftBehind } from './erase-left.ts';
import type { Workplaces } from './workplaces.ts';

type Deps = {
  domain: Domain;
  workplaces: Workplaces;
  claims: Pick<Claims, 'release'>;
  credentials: Pick<Credentials, 'remove'>;
  sessions: Pick<Sessions, 'endAll'>;
  factors: Pick<Factors, 'removeAll'>;
  readMarks: Pick<ReadMarks, 'remove'>;
  vault: Pick<Vault, 'erase'>;
  calendar: Pick<CalendarDeps['calendar'], 'connections' | 'feeds'>;
  answers: Pick<StoredAnswers, 'forgetPro'>;
  left: Pick<LeftBehind, 'leave' | 'clear'>;
};

/** Ignores a refusal, which means that the clinic or hub is already archived. */
const settled = (error: unknown): void => {
  if (!(error instanceof Rejection)) throw error;
};

/** Archives the pro's hubs and clinics; returns the clinics that are erased with the account. */
const leaveWorkplaces = async (
  { domain, workplaces }: Deps,
  proId: string,
  cause: Cause,
): Promise<string[]> => {
  const places = await workplaces.of(proId);
  const owned = places.filter(({ hubId }) => hubId === null).map(({ clinicId }) => clinicId);
  for (const clinicId of owned)
    await domain.clinics.execute(clinicId, { type: 'archive' }, cause).catch(settled);
  for (const { clinicId, hubId } of places) {
    if (hubId === null) continue;
    await domain.hubs.execute(hubId, { type: 'erase' }, cause).catch(settled);
    // Archiving a clinic includes its hubs, and its patients are informed about the clinic.
    if (owned.includes(clinicId)) continue;
    await domain.clinics.execute(clinicId, { type: 'archive-member', hubId }, cause).catch(settled);
  }
  return owned;
};

const releaseClaims = async ({ domain, claims }: Deps, proId: string, cause: Cause): Promise<void> => {
  const { state } = await domain.pros.load(proId);
  if (state.status !== 'leaving') return;
  const { email, username, slug, slugTurn, formerSlugs, pendingSlug } = state;
  if (typeof email === 'string') await claims.release({ kind: 'email', value: email, ownerId: proId }, cause);
  const handles = [{ slug: username, turn: 0 }, { slug, turn: slugTurn }, ...formerSlugs, pendingSlug];
  for (const handle of handles) {
    if (!handle || typeof handle.slug !== 'string') continue;
    const turn = handle.turn === 0 ? {} : { turn: handle.turn };
    await claims.release({ kind: 'handle', value: handle.slug, ownerId: proId, ...turn }, cause);
  }
};

const erase = async (deps: Deps, proId: string, cause: Cause): Promise<void> => {
  const { domain, workplaces, credentials, factors, sessions, vault, calendar, answers, left } = deps;
  await sessions.endAll(proId);
  await credentials.remove(proId);
  await factors.removeAll(proId);
  await deps.readMarks.remove(proId);
  await calendar.connections.forgetAll(proId);
  await calendar.feeds.remove(proId);
  const clinicIds = await leaveWorkplaces(deps, proId, cause);
  await domain.blocks.execute(proId, { type: 'unblock-all' }, cause);
  await releaseClaims(deps, proId, cause);
  await left.leave(proId, clinicIds);
  await answers.forgetPro(proId);
  await vault.erase(`pro-${proId}`);
  await workplaces.forget(proId);
};

/** Ends everything that belongs to an account, and keeps the account. */
const clear = async (deps: Deps, proId: string, cause: Cause): Promise<void> => {
  const clinicIds = await leaveWorkplaces(deps, proId, cause);
  await deps.domain.blocks.execute(proId, { type: 'unblock-all' }, cause);
  await deps.left.clear(proId, clinicIds);
  await deps.workplaces.forget(proId);
};

/**
 * Erases a pro whose account was deleted: ends sessions and password, archives clinics and hubs (so
 * that future bookings lose their professional), releases email, username and slug, stores patients
 * and clinics to be erased, and destroys the key. The erasure is recorded as done once the notifier
 * has deleted the mails. Each step is idempotent, so that a crash between any two is resumed. After
 * a review that finds data of another person, the same steps empty the account but keep it. The
 * process keeps an index of workplaces and handles events in order, so that every workplace is
 * known before its pro leaves.
 */
export const erasePros = (deps: Deps): Process => {
  const { domain, workplaces } = deps;
  return {
    name: 'erase-pros',
    inOrder: 'log',
    on: {
      ClinicOpened: ({ data: { ownerId, clinicId } }) =>
        workplaces.remember(ownerId, { clinicId, hubId: null }),
      CollaboratorInvited: ({ data: { proId, clinicId, hubId } }) =>
        workplaces.remember(proId, { clinicId, hubId }),
      AccountReviewed: async ({ data: { proId, about, kept } }, cause) => {
        if (about === 'holdings' && !kept) await clear(deps, proId, cause);
      },
      ProDeletionRequested: ({ data: { proId } }, cause) => erase(deps, proId, cause),
      // Events come in order, so all other steps are done.
      ProMailsDeleted: ({ data: { proId } }, cause) =>
        domain.pros.execute(proId, { type: 'finish-deletion', proId }, cause),
    },
  };
};
