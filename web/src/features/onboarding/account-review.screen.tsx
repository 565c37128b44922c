import type { Pro } from '@visita/contracts/pro/views';
import { Button, Center, Group, Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { call } from '../../lib/api/client.ts';
import { refreshClinics, useClinics } from '../../lib/data/clinic.api.ts';
import { rememberPro } from '../../lib/data/session.api.ts';
import { paths } from '../../lib/page/paths.ts';
import { CardPage } from '../../ui/layout/card-page.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { RequirePro } from '../../ui/layout/require-pro.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Holdings } from './holdings.tsx';

/** Milliseconds between checks of whether the deletion is complete. */
const checkIntervalMs = 500;

type Props = { pro: Pro; onDeleting: () => void };

const decide = async (pro: Pro, keep: boolean): Promise<void> => {
  await call('reviewAccount', { body: { keep } });
  await rememberPro({ ...pro, review: null });
};

const AllThatIsHere = ({ pro, onDeleting }: Props) => {
  const { t } = useTranslation('onboarding');
  const { sending, submit } = useSubmit({ failed: 'onboardingFailed' });
  const remove = async () => {
    await call('reviewAccount', { body: { keep: false } });
    onDeleting();
  };
  return (
    <CardPage title={t(($) => $.review.holdings.title)} text={t(($) => $.review.holdings.text)}>
      <Holdings pro={pro} />
      <Group>
        <Button loading={sending} onClick={() => void submit(() => decide(pro, true))}>
          {t(($) => $.review.holdings.keep)}
        </Button>
        <ConfirmAction
          trigger={(ask) => (
            <Button variant="outline" color="red" onClick={ask}>
              {t(($) => $.review.holdings.delete)}
            </Button>
          )}
          title={t(($) => $.review.holdings.question)}
          text={<Text>{t(($) => $.review.holdings.warning)}</Text>}
          confirm={t(($) => $.review.holdings.delete)}
          act={remove}
          failed="onboardingFailed"
        />
      </Group>
    </CardPage>
  );
};

const Connections = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('onboarding');
  const { sending, submit } = useSubmit({ failed: 'onboardingFailed' });
  const choices = [
    { keep: true, label: t(($) => $.review.connections.keep), variant: 'filled' },
    { keep: false, label: t(($) => $.review.connections.end), variant: 'default' },
  ];
  return (
    <CardPage title={t(($) => $.review.connections.title)} text={t(($) => $.review.connections.text)}>
      <Group>
        {choices.map(({ keep, label, variant }) => (
          <Button
            key={label}
            variant={variant}
            disabled={sending}
            onClick={() => void submit(() => decide(pro, keep))}
          >
            {label}
          </Button>
        ))}
      </Group>
    </CardPage>
  );
};

/** Waits until the account's data is deleted before the dashboard opens. */
const Deleting = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('onboarding');
  const clinics = useClinics(pro).data;
  const gone = clinics?.length === 0;
  useEffect(() => {
    const timer = setInterval(() => void refreshClinics(), checkIntervalMs);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (gone) void rememberPro({ ...pro, review: null });
  }, [gone, pro]);
  return (
    <Center mih="100dvh" component="main" role="status" aria-label={t(($) => $.review.holdings.deleting)}>
      <Loader />
    </Center>
  );
};

const Review = ({ pro }: { pro: Pro }) => {
  const [deleting, setDeleting] = useState(false);
  if (pro.review === null) return <Navigate to={paths.loading} replace />;
  if (deleting) return <Deleting pro={pro} />;
  return pro.review === 'holdings' ? (
    <AllThatIsHere pro={pro} onDeleting={() => setDeleting(true)} />
  ) : (
    <Connections pro={pro} />
  );
};

/** Review after access was regained: asks what to do with data that someone else may have entered. */
export const AccountReviewScreen = () => (
  <RequirePro status={100}>{(pro) => <Review pro={pro} />}</RequirePro>
);
