import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { everybody, usePatientPage } from '../../lib/data/patients.api.ts';
import { Failure, Loading } from '../../ui/feedback/states.tsx';

const nameOf = ({ name, lastname }: { name: string | null; lastname: string | null }): string =>
  [name, lastname].filter(Boolean).join(' ');

const Clinic = ({ clinic, proId }: { clinic: ClinicView; proId: string }) => {
  const { t } = useTranslation('onboarding');
  const hours = clinic.hubs.reduce((sum, { availabilities }) => sum + availabilities.length, 0);
  const others = clinic.hubs.filter((hub) => hub.proId !== proId);
  const names = others.map(({ pro }) => nameOf(pro) || pro.email).join(', ');
  const facts = [
    t(($) => $.review.holdings.services, { count: clinic.clinic_services.length }),
    t(($) => $.review.holdings.hours, { count: hours }),
    ...(names ? [t(($) => $.review.holdings.people, { names })] : []),
  ];
  return (
    <li>
      <Text fw={550}>{clinic.name}</Text>
      <Text c="dimmed">{`${clinic.address}, ${clinic.city}`}</Text>
      {clinic.owner_id !== proId && (
        <Text c="dimmed">{t(($) => $.review.holdings.elsewhere, { owner: clinic.owner })}</Text>
      )}
      <Text>{facts.join(' · ')}</Text>
    </li>
  );
};

/** Data of an account, shown to an owner who may see it for the first time. */
export const Holdings = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('onboarding');
  const [clinics, patients] = [useClinics(pro), usePatientPage(pro, everybody)];
  const failed = [clinics, patients].filter(({ error, data }) => error && !data);
  if (failed.length > 0)
    return (
      <Failure
        text={t(($) => $.loading.failed)}
        onRetry={() => failed.forEach(({ mutate }) => void mutate())}
      />
    );
  if (!clinics.data || !patients.data) return <Loading rows={3} height={40} />;
  const phone = [pro.prefix, pro.phone].filter(Boolean).join(' ');
  return (
    <>
      <div>
        <Title order={2} size="h5">
          {t(($) => $.review.holdings.name)}
        </Title>
        <Text>{[nameOf(pro), pro.username, phone].filter(Boolean).join(' · ')}</Text>
      </div>
      <div>
        <Title order={2} size="h5">
          {t(($) => $.review.holdings.clinics)}
        </Title>
        {clinics.data.length === 0 ? (
          <Text>{t(($) => $.review.holdings.none)}</Text>
        ) : (
          <ul>
            {clinics.data.map((clinic) => (
              <Clinic key={clinic.id} clinic={clinic} proId={pro.id} />
            ))}
          </ul>
        )}
      </div>
      <div>
        <Title order={2} size="h5">
          {t(($) => $.review.holdings.patients)}
        </Title>
        <Text>{patients.data.all}</Text>
      </div>
    </>
  );
};
