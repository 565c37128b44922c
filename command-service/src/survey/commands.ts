import { Rejection } from '@visita/contracts/problem';
import type { Handlers } from '@visita/platform/http/calls';
import { loadLinked } from '../booking/links.ts';
import { surveyIdOf, tookPlace } from '../booking/visit-survey.ts';
import type { Dependencies } from '../dependencies.ts';
import type { SurveyDeps } from './deps.ts';
import { type Command, handling } from '../unit-of-work.ts';

/** Returns the booking of a mailed token; throws `token-invalid` or `patient-erased`. */
const bookingOf = async (
  { domain, bookingTokens }: Pick<Dependencies, 'domain' | 'bookingTokens'>,
  token: string,
  at: Date,
) => {
  const held = bookingTokens.read('confirm', token);
  const link = bookingTokens.readManage(token) ?? (held === null ? null : { bookingId: held });
  if (link === null) throw new Rejection('token-invalid');
  const state = await loadLinked(domain, link, at);
  if (state.patientGone) throw new Rejection('patient-erased');
  return state;
};

const submitSurvey: Command<'submitSurvey', SurveyDeps> = async ({ body }, { at, cause, execute }, deps) => {
  const { rating, comment, token, forProfessional } = body;
  const booking = token === undefined ? null : await bookingOf(deps, token, at);
  if (forProfessional && !booking) throw new Rejection('token-invalid');
  if (forProfessional && booking && !tookPlace(booking, at)) throw new Rejection('booking-not-active');
  const bookingId = booking?.bookingId ?? null;
  const surveyId = surveyIdOf(bookingId ?? cause.id);
  const subjectId = booking?.patientId ?? surveyId;
  const reader = forProfessional && booking ? { proId: booking.proId } : {};
  const survey = { surveyId, subjectId, bookingId, rating, comment, ...reader };
  await execute(deps.domain.surveys, surveyId, { type: 'submit', survey });
  return { message: 'Thank you', data: null };
};

/** Returns the handler of the patient's survey, with or without a booking's token. */
export const surveyHandlers = (deps: SurveyDeps) =>
  ({ submitSurvey: handling(deps)(submitSurvey) }) satisfies Handlers;
