import { Center, Loader, Stack, Text } from '@mantine/core';
import type { Pro } from '@visita/contracts/pro/views';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { Failure } from '../../ui/feedback/states.tsx';
import { RequirePro } from '../../ui/layout/require-pro.tsx';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { useClinics, useHubs } from '../../lib/data/clinic.api.ts';
import { everybody, usePatientPage } from '../../lib/data/patients.api.ts';

const LoadEverything = ({ pro }: { pro: Pro }) => {
  const { t, ready } = useTranslation(['onboarding', 'calendar', 'clinic', 'appointment', 'common'], {
    useSuspense: false,
  });
  const clinics = useClinics(pro);
  const hubs = useHubs(pro);
  const loads = [clinics, hubs, useCalendar(pro, null), usePatientPage(pro, everybody)];
  const failed = loads.filter(({ error, data }) => error && !data);
  if (failed.length > 0)
    return (
      <Failure
        text={t(($) => $.loading.failed)}
        onRetry={() => failed.forEach(({ mutate }) => void mutate())}
      />
    );
  if (clinics.data && hubs.data && ready && loads.every(({ data }) => data))
    return (
      <Navigate
        to={clinics.data.length > 0 && hubs.data.length > 0 ? paths.calendar : paths.clinic}
        replace
      />
    );
  return (
    <Stack align="center" role="status">
      <Loader />
      <Text c="dimmed">{t(($) => $.loading.text)}</Text>
    </Stack>
  );
};

/** Loads the dashboard's first data; the live rooms open once the clinics are known. */
export const LoadingScreen = () => (
  <RequirePro status={100}>
    {(pro) => {
      // The server refuses calls until there is a second factor; the dashboard asks for it.
      if (pro.factorAsked) return <Navigate to={paths.calendar} replace />;
      if (pro.review !== null) return <Navigate to={paths.accountReview} replace />;
      return (
        <Center mih="100dvh" component="main" p="md">
          <LoadEverything pro={pro} />
        </Center>
      );
    }}
  </RequirePro>
);
