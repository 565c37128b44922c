import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Handlers } from '@visita/platform/http/calls';
import { requireLinksLast } from '../booking/links.ts';
import type { Dependencies } from '../dependencies.ts';
import type { SurveyDeps } from './deps.ts';
import { type Command, handling } from '../unit-of-work.ts';

/** Returns the booking of a mailed token; throws `token-invalid` or `patient-erased`. */
const bookingOf = async (
  { domain, bookingTokens }: Pick<Dependencies, 'domain' | 'bookingTokens'>,
  token: string,
  at: Date,
) => {
  const bookingId = bookingTokens.read('manage', token) ?? bookingTokens.read('confirm', token);
  const state = bookingId === null ? null : (await domain.bookings.load(bookingId)).state;
  if (!state || state.status === 'none') throw new Rejection('token-invalid');
  requireLinksLast(state, at);
  if (state.patientGone) throw new Rejection('patient-erased');
  return state;
};

const submitSurvey: Command<'submitSurvey', SurveyDeps> = async ({ body }, { at, cause, execute }, deps) => {
  const { rating, comment, token } = body;
  const booking = token === undefined ? null : await bookingOf(deps, token, at);
  // There is one survey per booking, however often its links are used.
  const surveyId = deriveId(booking?.bookingId ?? cause.id, 'survey');
  const subjectId = booking?.patientId ?? surveyId;
  const survey = { surveyId, subjectId, bookingId: booking?.bookingId ?? null, rating, comment };
  await execute(deps.domain.surveys, surveyId, { type: 'submit', survey });
  return { message: 'Thank you', data: null };
};

/** Returns the handler of the patient's survey, with or without a booking's token. */
export const surveyHandlers = (deps: SurveyDeps) =>
  ({ submitSurvey: handling(deps)(submitSurvey) }) satisfies Handlers;
