import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languages } from '@visita/contracts/language';
import { ApiError } from '../lib/api/api.ts';
import { currentLanguage } from '../lib/text/i18n.ts';
import { longDay } from '../lib/time/wall-clock.ts';
import style from './booking.module.css';
import own from './messages.module.css';
import { FallbackContact } from './contact.tsx';
import { type MyMessages, saveMyMessages, useMyMessages } from './data.ts';
import { Banner, Panel, Spinner } from './parts.tsx';
import { useBookingLanguage } from './use-booking-language.ts';

const failures = { network: 'network', 'rate-limited': 'rate' } as const;
type Failure = 'network' | 'rate' | 'send';

const failureOf = (error: unknown): Failure =>
  error instanceof ApiError && error.code in failures
    ? failures[error.code as keyof typeof failures]
    : 'send';

type Choices = Partial<Pick<MyMessages, 'language' | 'texts' | 'stopped' | 'recalls'>> & { leave?: string };

const useSaving = (token: string, onSaved: (saved: MyMessages) => Promise<unknown>) => {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [done, setDone] = useState(false);
  const save = async (choices: Choices) => {
    setSending(true);
    setFailure(null);
    setDone(false);
    try {
      await onSaved(await saveMyMessages(token, choices));
      setDone(true);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setSending(false);
    }
  };
  return { save, sending, failure, done, clearFailure: () => setFailure(null) };
};

/** Names of the languages in themselves. */
const names: Readonly<Record<Language, string>> = { it: 'Italiano', en: 'English', es: 'Español' };

type FormProps = { choices: MyMessages; sending: boolean; onSave: (choices: Choices) => void };

/** Choices that are saved together by a button. */
const ChoicesForm = ({ choices, sending, onSave }: FormProps) => {
  const { t } = useTranslation('booking');
  const { mobile, texts, all_texts: allTexts } = choices;
  const agreed = allTexts ? 'sms' : 'reminders';
  const chosen = texts ? agreed : 'mail';
  // A consent to reminders only is offered as it is, never to choose anew.
  const channels = texts && !allTexts ? (['mail', 'reminders', 'sms'] as const) : (['mail', 'sms'] as const);
  return (
    <form
      className={own.form}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const channel = data.get('channel');
        onSave({
          language: data.get('language') as Language,
          recalls: data.has('recalls'),
          ...(mobile === null || channel === chosen ? {} : { texts: channel === 'sms' }),
        });
      }}
    >
      {mobile !== null && (
        <fieldset className={`${style.radios} ${own.group}`}>
          <legend>{t(($) => $.messages.channel)}</legend>
          {channels.map((channel) => (
            <label key={channel}>
              <input type="radio" name="channel" value={channel} defaultChecked={channel === chosen} />
              <span>
                {channel === 'mail' ? t(($) => $.messages.mail) : t(($) => $.messages[channel], { mobile })}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <label className={own.field}>
        <span>{t(($) => $.messages.language)}</span>
        <select name="language" defaultValue={choices.language}>
          {languages.map((code) => (
            <option key={code} value={code} lang={code}>
              {names[code]}
            </option>
          ))}
        </select>
      </label>
      <label className={own.check}>
        <input type="checkbox" name="recalls" defaultChecked={choices.recalls} />
        <span>{t(($) => $.messages.recalls)}</span>
      </label>
      <button type="submit" className="primary" disabled={sending}>
        {t(($) => $.messages.save)}
      </button>
    </form>
  );
};

type WaitingProps = {
  waiting: MyMessages['waiting'];
  sending: boolean;
  onLeave: (entryId: string) => void;
};

/** The person's places on waiting lists, with offered times, and buttons to leave. */
const OwnWaiting = ({ waiting, sending, onLeave }: WaitingProps) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  return (
    <section className={`${style.card} ${own.form}`} aria-label={t(($) => $.messages.waiting.title)}>
      <h2>{t(($) => $.messages.waiting.title)}</h2>
      {waiting.map(({ entry_id: id, service, clinic_name: clinic, until, offer }) => (
        <div key={id} className={own.stop}>
          <p>
            {[service, clinic, t(($) => $.messages.waiting.until, { day: longDay(until, language) })].join(
              ' · ',
            )}
          </p>
          {offer && (
            <p className={own.link}>
              <a href={`/offer/?token=${encodeURIComponent(offer.token)}`}>
                {t(($) => $.messages.waiting.offer, {
                  day: longDay(offer.date.slice(0, 10), language),
                  time: offer.date.slice(11, 16),
                })}
              </a>
            </p>
          )}
          <button type="button" disabled={sending} onClick={() => onLeave(id)}>
            {t(($) => $.messages.waiting.leave)}
          </button>
        </div>
      ))}
    </section>
  );
};

type OwnProps = { token: string; choices: MyMessages; mutate: (saved: MyMessages) => Promise<unknown> };

const OwnMessages = ({ token, choices, mutate }: OwnProps) => {
  const { t } = useTranslation('booking');
  const { save, sending, failure, done, clearFailure } = useSaving(token, mutate);
  const { professional, clinic, stopped, waiting } = choices;
  const from = [professional, clinic].filter(Boolean).join(' · ');
  return (
    <>
      <p role="status" className={style.notice}>
        {done && t(($) => $.messages.saved)}
      </p>
      <div className={style.card}>
        <p>{t(($) => (stopped ? $.messages.stopped : $.messages.about), { from })}</p>
        {!stopped && <ChoicesForm choices={choices} sending={sending} onSave={(given) => void save(given)} />}
        {failure && (
          <Banner key={failure} onEnd={clearFailure}>
            {failure === 'send' ? t(($) => $.messages.failed) : t(($) => $.error[failure])}
          </Banner>
        )}
        <div className={own.stop}>
          <button type="button" disabled={sending} onClick={() => void save({ stopped: !stopped })}>
            {t(($) => (stopped ? $.messages.resume : $.messages.stop))}
          </button>
          <p className={style.hint}>{t(($) => $.messages.always)}</p>
        </div>
      </div>
      {waiting.length > 0 && (
        <OwnWaiting {...{ waiting, sending }} onLeave={(leave) => void save({ leave })} />
      )}
    </>
  );
};

/** A patient's own page: language, channel, invitations, and an end of planned messages. */
export const MessagesScreen = ({ token }: { token: string | null }) => {
  const { t } = useTranslation('booking');
  const { data: loaded, error, isValidating, mutate } = useMyMessages(token);
  const data = useBookingLanguage(loaded?.language) ? loaded : undefined;
  useEffect(() => {
    document.title = `${t(($) => $.messages.title)} · ${t(($) => $.brand)}`;
  });
  const unknown = token === null || error?.status === 401 || error?.status === 404;
  return (
    <>
      <h1 className={style.title}>{t(($) => $.messages.title)}</h1>
      {data && token !== null && (
        <OwnMessages token={token} choices={data} mutate={(saved) => mutate(saved, { revalidate: false })} />
      )}
      {!data && unknown && (
        <Panel kind="error" title={t(($) => $.messages.unknown)}>
          <p>{t(($) => $.confirmation.invalid)}</p>
          <FallbackContact />
        </Panel>
      )}
      {!loaded && !unknown && error && !isValidating && (
        <Panel kind="error">
          <p>{t(($) => $.load.failed)}</p>
          <button type="button" onClick={() => void mutate()}>
            {t(($) => $.load.retry)}
          </button>
        </Panel>
      )}
      {!data && !unknown && (loaded || !error || isValidating) && (
        <div className={style.card}>
          <Spinner label={t(($) => $.load.busy)} />
        </div>
      )}
    </>
  );
};
