import { Rejection } from '@visita/contracts/problem';
import type { Calendar } from '@visita/platform/calendar/calendar';
import { CalendarRefusal, type CalendarProvider } from '@visita/platform/calendar/provider';
import { deriveId } from '@visita/platform/ids/derive-id';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import { requireProven } from '../pro/proven.ts';
import { loadPro, planOf } from '../pro/view.ts';
import { type Command, handling } from '../unit-of-work.ts';

export type CalendarDeps = Pick<Dependencies, 'domain' | 'now' | 'strict' | 'publicOrigin'> & {
  readonly calendar: Pick<Calendar, 'provider' | 'authorizations' | 'connections' | 'feeds'>;
};

const ownId = ({ params, caller }: { params: { id: string }; caller: Caller }): string => {
  const { proId } = proOf(caller);
  if (params.id !== proId) throw new Rejection('not-found');
  return proId;
};

/** Calls the calendar service; turns failures into problems with the text shown by clients. */
const callService = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CalendarRefusal) throw new Rejection('calendar-refused');
    // The message may contain codes and tokens.
    // oxlint-disable-next-line preserve-caught-error
    throw new Rejection('calendar-unreachable');
  }
};

/** Returns the provider, for pros whose plan includes it. */
const provided = async (deps: CalendarDeps, proId: string): Promise<CalendarProvider> => {
  const { domain, calendar } = deps;
  const pro = await loadPro(domain, proId);
  requireProven(deps, pro);
  if (!planOf(pro).onlinePaymentFunction) throw new Rejection('plan-required');
  if (!calendar.provider) throw new Rejection('calendar-not-configured');
  return calendar.provider;
};

const authorizeCalendar: Command<'authorizeCalendar', CalendarDeps> = async (context, _work, deps) => {
  const proId = ownId(context);
  const provider = await provided(deps, proId);
  const begun = await deps.calendar.authorizations.begin(proId);
  const url = await callService(() => provider.authorizationUrl(begun));
  return { message: 'Continue at the address', data: { url } };
};

/**
 * Returns the PKCE verifier of an authorization that began in this product. A code that was
 * requested elsewhere comes without a state; only the calendar service knows whether it had a
 * challenge, and if it had one, the service issues no tokens without a verifier.
 */
const verifierOf = async ({ calendar, strict }: CalendarDeps, proId: string, state: string | undefined) => {
  if (state === undefined && !strict) return null;
  const verifier = state === undefined ? null : await calendar.authorizations.use(proId, state);
  if (verifier === null) throw new Rejection('calendar-refused');
  return verifier;
};

const connectCalendar: Command<'connectCalendar', CalendarDeps> = async (context, { execute }, deps) => {
  const proId = ownId(context);
  const provider = await provided(deps, proId);
  const { code, state } = context.body;
  const verifier = await verifierOf(deps, proId, state);
  const tokens = await callService(() => provider.exchange({ code, verifier }));
  const connectionId = deriveId(context.request.commandId, 'calendar');
  // Tokens are saved before the event: without the event they are not used, and the next connection
  // deletes them.
  await deps.calendar.connections.save({ proId, connectionId }, tokens);
  const { onlinePaymentFunction } = planOf(await loadPro(deps.domain, proId));
  const command = { type: 'connect-calendar', connectionId, onlinePaymentFunction } as const;
  await execute(deps.domain.pros, proId, command);
  return { message: 'Calendar connected', data: null };
};

const disconnectCalendar: Command<'disconnectCalendar', CalendarDeps> = async (
  context,
  { execute },
  { domain },
) => {
  const proId = ownId(context);
  await execute(domain.pros, proId, { type: 'disconnect-calendar' });
  return { message: 'Calendar disconnected', data: null };
};

const createCalendarFeed: Command<'createCalendarFeed', CalendarDeps> = async (
  context,
  { execute },
  deps,
) => {
  const pro = await loadPro(deps.domain, ownId(context));
  requireProven(deps, pro);
  const secret = await deps.calendar.feeds.rotate({
    proId: pro.id,
    sessionId: proOf(context.caller).sessionId,
  });
  if (secret === null) throw new Rejection('unauthenticated');
  await execute(deps.domain.pros, pro.id, { type: 'note-security', what: 'CalendarFeedCreated' });
  const url = `${deps.publicOrigin}/calendar/${secret}.ics`;
  return { message: 'Calendar address created', data: { url } };
};

const removeCalendarFeed: Command<'removeCalendarFeed', CalendarDeps> = async (
  context,
  _work,
  { calendar },
) => {
  await calendar.feeds.remove(ownId(context));
  return { message: 'Calendar address removed', data: null };
};

/**
 * Returns the handlers of a pro's external calendar and of the private address of the pro's own
 * calendar.
 */
export const calendarHandlers = (deps: CalendarDeps) => {
  const handle = handling(deps);
  return {
    authorizeCalendar: handle(authorizeCalendar),
    connectCalendar: handle(connectCalendar),
    disconnectCalendar: handle(disconnectCalendar),
    createCalendarFeed: handle(createCalendarFeed),
    removeCalendarFeed: handle(removeCalendarFeed),
  } satisfies Handlers;
};
