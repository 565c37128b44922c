import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api/api.ts';
import style from './survey-form.module.css';
import { answerSurvey, type Managed } from './data.ts';
import { Banner, Step } from './parts.tsx';

const ratings = [1, 2, 3, 4, 5] as const;

const failures = { network: 'network', 'rate-limited': 'rate' } as const;
type Failure = 'network' | 'rate' | 'send';

const failureOf = (error: unknown): Failure =>
  error instanceof ApiError && error.code in failures
    ? failures[error.code as keyof typeof failures]
    : 'send';

type Props = {
  token: string;
  booking: Managed;
  /** Reads the booking again, which then says that the survey is answered. */
  onSent: () => Promise<unknown>;
};

const useAnswer = (token: string, onSent: Props['onSent']) => {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async (rating: number, comment: string) => {
    setSending(true);
    setFailure(null);
    try {
      await answerSurvey(token, { rating, comment });
      await onSent();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setSending(false);
    }
  };
  return { send, sending, failure, clearFailure: () => setFailure(null) };
};

/** Survey about a past visit. It says who reads the answer. */
export const SurveyForm = ({ token, booking, onSent }: Props) => {
  const { t } = useTranslation('booking');
  const [rating, setRating] = useState(0);
  const [comment, setComment] = useState('');
  const { send, sending, failure, clearFailure } = useAnswer(token, onSent);
  return (
    <Step title={t(($) => $.survey.title)}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send(rating, comment);
        }}
      >
        <p>{t(($) => $.survey.readers, { professional: booking.professional })}</p>
        <fieldset className={style.ratings}>
          <legend>{t(($) => $.survey.rating)}</legend>
          {ratings.map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="rating"
                required
                aria-label={t(($) => $.survey.of, { rating: value })}
                checked={rating === value}
                onChange={() => setRating(value)}
              />
              {value}
            </label>
          ))}
        </fieldset>
        <label className={style.comment}>
          {t(($) => $.survey.comment)}
          <textarea
            rows={4}
            maxLength={2000}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        </label>
        {failure && (
          <Banner key={failure} onEnd={clearFailure}>
            {failure === 'send' ? t(($) => $.survey.failed) : t(($) => $.error[failure])}
          </Banner>
        )}
        <button type="submit" className="primary" disabled={sending}>
          {t(($) => $.survey.send)}
        </button>
      </form>
    </Step>
  );
};
