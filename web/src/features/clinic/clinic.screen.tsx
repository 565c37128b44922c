import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import { Button, Title } from '@mantine/core';
import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded, Loading } from '../../ui/states.tsx';
import { usePro } from '../../lib/use-pro.ts';
import { AddCollaboratorPanel } from './add-collaborator.panel.tsx';
import { AddServicesPanel } from './add-services.panel.tsx';
import { BookingLink } from '../../ui/booking-link.tsx';
import { ClinicCard } from './clinic-card.tsx';
import { invitationsOf, useClinics, useHubs } from '../../lib/data/clinic.api.ts';
import { clinicPanelAtom } from '../../lib/state/clinic.atoms.ts';
import { EditHubPanel } from './edit-hub.panel.tsx';
import { EditClinicPanel } from './edit-clinic.panel.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { NewClinicPanel } from './new-clinic.panel.tsx';

export const ClinicScreen = () => {
  const { t } = useTranslation('clinic');
  const pro = usePro();
  const clinics = useClinics(pro);
  const hubs = useHubs(pro);
  const [open, setOpen] = useAtom(clinicPanelAtom);
  const close = () => setOpen(null);
  // The panel of a hub saves as it goes, so it shows the hub as it is now.
  const hubId = open?.panel === 'hub' ? open.hub.id : null;
  const clinicOfHub = clinics.data?.find((clinic) => clinic.hubs.some(({ id }) => id === hubId));
  const hubNow = clinicOfHub?.hubs.find(({ id }) => id === hubId);
  const add = (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setOpen({ panel: 'clinic' })}>
      {t(($) => $.newClinic)}
    </Button>
  );

  const list = (own: readonly ClinicView[], invitations: readonly HubView[]) => {
    if (own.length === 0 && invitations.length === 0)
      return (
        <Empty icon="clinic" title={t(($) => $.empty.title)} text={t(($) => $.empty.text)} action={add} />
      );
    return (
      <>
        {own.length > 0 && <BookingLink slug={pro.options.calendarPageUrl} />}
        {own.map((clinic) => (
          <ClinicCard
            key={clinic.id}
            clinic={clinic}
            pro={pro}
            onEdit={() => setOpen({ panel: 'edit', clinic })}
            onAddServices={() => setOpen({ panel: 'services', clinic })}
            onAddCollaborator={() => setOpen({ panel: 'collaborator', clinic })}
            onEditHub={(hub) => setOpen({ panel: 'hub', hub })}
          />
        ))}
        {invitations.length > 0 && (
          <Title order={2} size="h4" mt="md">
            {t(($) => $.invitations.title)}
          </Title>
        )}
        {invitations.map((hub) => (
          <InvitationCard key={hub.id} hub={hub} />
        ))}
      </>
    );
  };

  return (
    <Page title={t(($) => $.title)} action={(clinics.data?.length ?? 0) > 0 && add}>
      <Loaded
        loads={{ clinics, hubs }}
        failed={t(($) => $.loadFailed)}
        skeleton={<Loading rows={2} height={220} />}
      >
        {(data) => list(data.clinics, invitationsOf(data.hubs))}
      </Loaded>
      {open?.panel === 'edit' && <EditClinicPanel clinic={open.clinic} onClose={close} />}
      {open?.panel === 'hub' && clinicOfHub && hubNow && (
        <EditHubPanel clinic={clinicOfHub} hub={hubNow} onClose={close} />
      )}
      {open?.panel === 'services' && <AddServicesPanel clinic={open.clinic} onClose={close} />}
      {open?.panel === 'collaborator' && (
        <AddCollaboratorPanel clinic={open.clinic} pro={pro} onClose={close} />
      )}
      {open?.panel === 'clinic' && <NewClinicPanel pro={pro} onClose={close} />}
    </Page>
  );
};
