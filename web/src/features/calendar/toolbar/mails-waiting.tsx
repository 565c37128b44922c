import { useInterval } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/feedback/banner.tsx';

const minute = 60_000;

type Props = { count: number; onLookAgain: () => void };

/** Shows how many mails wait for the mail server, and checks every minute. */
export const MailsWaiting = ({ count, onLookAgain }: Props) => {
  const { t } = useTranslation('calendar');
  useInterval(onLookAgain, minute, { autoInvoke: true });
  return (
    <Banner icon="warning" aria-label={t(($) => $.mailsWaiting.title)}>
      <span role="status">{t(($) => $.mailsWaiting.text, { count })}</span>
    </Banner>
  );
};
