import type { SessionView } from '@visita/contracts/api/security';
import { Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { moment } from '../../lib/time/wall-clock.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { Row, Section } from '../../ui/layout/section.tsx';
import { Failure, Loading } from '../../ui/feedback/states.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';

type EndProps = { name: string; end: () => Promise<unknown> };

const End = ({ name, end }: EndProps) => {
  const { t } = useTranslation('account');
  const { sending, submit } = useSubmit({ failed: 'sessionEndFailed' });
  return (
    <Button
      variant="default"
      loading={sending}
      aria-label={t(($) => $.sessions.endOf, { name })}
      onClick={() => void submit(end)}
    >
      {t(($) => $.sessions.end)}
    </Button>
  );
};

type SessionProps = { session: SessionView; onEnd: (id: string) => Promise<unknown> };

const Session = ({ session: { id, browser, network, lastSeen, current }, onEnd }: SessionProps) => {
  const { t, i18n } = useTranslation('account');
  const name = browser ?? t(($) => $.sessions.unknown);
  const when = moment(new Date(lastSeen), currentLanguage(i18n));
  const seen = current ? t(($) => $.sessions.now) : t(($) => $.sessions.seen, { when });
  return (
    <Row title={name} text={[network, seen].filter(Boolean).join(' · ')}>
      {current ? (
        <Badge variant="light">{t(($) => $.sessions.current)}</Badge>
      ) : (
        <End name={name} end={() => onEnd(id)} />
      )}
    </Row>
  );
};

/** The professional's sessions, with a button to end each. */
export const Sessions = () => {
  const { t } = useTranslation(['account', 'common']);
  const { data, error, mutate: read } = useCall('getSessions', {});
  const endOne = async (id: string) => {
    await call('endSession', { params: { id } });
    await read();
  };
  const endOthers = async () => {
    await call('endOtherSessions');
    await read();
  };
  return (
    <Section title={t(($) => $.sessions.title)}>
      {!data && error && <Failure text={t(($) => $.common.states.offline)} onRetry={() => void read()} />}
      {!data && !error && <Loading rows={2} height={44} />}
      {data?.data.map((session) => (
        <Session key={session.id} session={session} onEnd={endOne} />
      ))}
      {data && data.data.length > 1 && (
        <Row title={t(($) => $.sessions.others)} text={t(($) => $.sessions.othersText)}>
          <ConfirmAction
            trigger={(ask) => (
              <Button variant="outline" color="red" onClick={ask}>
                {t(($) => $.sessions.endOthers)}
              </Button>
            )}
            title={t(($) => $.sessions.others)}
            text={t(($) => $.sessions.othersWarning)}
            confirm={t(($) => $.sessions.endOthers)}
            act={endOthers}
            failed="sessionEndFailed"
          />
        </Row>
      )}
    </Section>
  );
};
