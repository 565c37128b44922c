import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import { Button, Title } from '@mantine/core';
import { useAtom, useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons/icons.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Empty, Loaded, Loading } from '../../ui/feedback/states.tsx';
import { isDeskOnly, isReceptionOnly } from '../../lib/booking/hubs.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { AddCollaboratorPanel } from './add-collaborator.panel.tsx';
import { AddServicesPanel } from './add-services.panel.tsx';
import { BookingLink } from '../../ui/share/booking-link.tsx';
import { ClinicCard } from './clinic-card.tsx';
import { invitationsOf, useClinics, useHubs } from '../../lib/data/clinic.api.ts';
import { clinicPanelAtom, type ClinicPanel } from '../../lib/state/clinic.atoms.ts';
import { EditHubPanel } from './edit-hub.panel.tsx';
import { mayEdit } from './team.tsx';
import { EditClinicPanel } from './edit-clinic.panel.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { NewClinicPanel } from './new-clinic.panel.tsx';

type Opener = (panel: ClinicPanel | null) => void;

/** The open panel. A hub's panel saves each change, so it shows the current hub. */
const OpenPanel = ({ clinics }: { clinics: readonly ClinicView[] }) => {
  const pro = usePro();
  const [open, setOpen] = useAtom(clinicPanelAtom);
  const onClose = () => setOpen(null);
  if (open?.panel === 'clinic') return <NewClinicPanel pro={pro} onClose={onClose} />;
  if (open?.panel === 'edit') return <EditClinicPanel clinic={open.clinic} onClose={onClose} />;
  if (open?.panel === 'services') return <AddServicesPanel clinic={open.clinic} onClose={onClose} />;
  if (open?.panel === 'collaborator')
    return (
      <AddCollaboratorPanel clinic={open.clinic} pro={pro} myself={open.myself ?? false} onClose={onClose} />
    );
  const hubId = open?.panel === 'hub' ? open.hub.id : undefined;
  const clinic = clinics.find(({ hubs }) => hubs.some(({ id }) => id === hubId));
  const hub = clinic?.hubs.find(({ id }) => id === hubId);
  if (!clinic || !hub) return null;
  const days = !mayEdit(hub, pro, clinic.owner_id === pro.id);
  return <EditHubPanel clinic={clinic} hub={hub} daysOnly={days} onClose={onClose} />;
};

const Invitations = ({ hubs }: { hubs: readonly HubView[] }) => {
  const { t } = useTranslation('clinic');
  if (hubs.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4" mt="md">
        {t(($) => $.invitations.title)}
      </Title>
      {hubs.map((hub) => (
        <InvitationCard key={hub.id} hub={hub} />
      ))}
    </>
  );
};

type ClinicsProps = {
  clinics: readonly ClinicView[];
  /** Whether the account has a booking page. */
  page: boolean;
  onOpen: Opener;
};

const Clinics = ({ clinics, page, onOpen }: ClinicsProps) => {
  const pro = usePro();
  if (clinics.length === 0) return null;
  return (
    <>
      {page && <BookingLink slug={pro.options.calendarPageUrl} />}
      {clinics.map((clinic) => (
        <ClinicCard
          key={clinic.id}
          clinic={clinic}
          pro={pro}
          onEdit={() => onOpen({ panel: 'edit', clinic })}
          onAddServices={() => onOpen({ panel: 'services', clinic })}
          onAddCollaborator={() => onOpen({ panel: 'collaborator', clinic })}
          onEditHub={(hub) => onOpen({ panel: 'hub', hub })}
        />
      ))}
    </>
  );
};

export const ClinicScreen = () => {
  const { t } = useTranslation('clinic');
  const pro = usePro();
  const clinics = useClinics(pro);
  const hubs = useHubs(pro);
  const open = useSetAtom(clinicPanelAtom);
  const invitations = invitationsOf(hubs.data ?? []);
  const add = (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => open({ panel: 'clinic' })}>
      {t(($) => $.newClinic)}
    </Button>
  );
  const known = clinics.data ?? [];
  const mayOpen = known.length + invitations.length > 0 && !isDeskOnly(known, pro);
  return (
    <Page title={t(($) => $.title)} action={mayOpen && add}>
      <Loaded
        loads={{ clinics, hubs }}
        failed={t(($) => $.loadFailed)}
        skeleton={<Loading rows={2} height={220} />}
      >
        {({ clinics: own, hubs: all }) => (
          <>
            {own.length + invitations.length === 0 && (
              <Empty
                icon="clinic"
                title={t(($) => $.empty.title)}
                text={t(($) => $.empty.text)}
                action={add}
              />
            )}
            <Clinics clinics={own} page={!isReceptionOnly(all)} onOpen={open} />
            <Invitations hubs={invitations} />
          </>
        )}
      </Loaded>
      <OpenPanel clinics={clinics.data ?? []} />
    </Page>
  );
};
