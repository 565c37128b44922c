import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Group, Title } from '@mantine/core';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { asksForProofs } from '../../lib/page/trust.ts';
import { IconButton } from '../../ui/icons/icon-button.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { visibleAtom } from '../../lib/state/calendar.atoms.ts';
import { invitationsOf, useClinics, useHubs } from '../../lib/data/clinic.api.ts';
import { clinicPanelAtom, type ClinicPanel } from '../../lib/state/clinic.atoms.ts';
import { ShareButton } from '../../ui/share/share-button.tsx';
import { ProofStep } from './proof-step.tsx';
import { ownClinics, stepsDone, stepsWith, type StepName } from './steps.ts';
import classes from './welcome.module.css';

type NextProps = { step: StepName; pro: Pro; clinic: ClinicView | undefined };

/** Returns the panel in which a step is done. */
const panelOf = ({ step, pro, clinic }: NextProps): ClinicPanel => {
  if (!clinic || step === 'clinic') return { panel: 'clinic' };
  if (step === 'services') return { panel: 'services', clinic };
  const hub = clinic.hubs.find(({ proId, status }) => proId === pro.id && status === 'active');
  return hub ? { panel: 'hub', hub } : { panel: 'collaborator', clinic, myself: true };
};

const Next = (props: NextProps) => {
  const { t } = useTranslation('welcome');
  const openPanel = useSetAtom(clinicPanelAtom);
  const navigate = useNavigate();
  if (props.step === 'proof') return <ProofStep pro={props.pro} />;
  const label = t(($) => $.actions[props.step as Exclude<StepName, 'proof'>]);
  if (props.step === 'share')
    return <ShareButton slug={props.pro.options.calendarPageUrl} label={label} variant="filled" />;
  const open = () => {
    openPanel(panelOf(props));
    void navigate(paths.clinic);
  };
  return <Button onClick={open}>{label}</Button>;
};

/** Only owners of a clinic, or professionals without one, have a setup. */
const useWelcome = (pro: Pro) => {
  const clinics = useClinics(pro).data;
  const hubs = useHubs(pro).data;
  const calendar = useCalendar(pro, useAtomValue(visibleAtom)).data;
  if (!clinics) return null;
  const own = ownClinics(pro.id, clinics);
  if (own.length === 0 && (clinics.length > 0 || !hubs || invitationsOf(hubs).length > 0)) return null;
  const booked = (calendar?.bookings.length ?? 0) > 0;
  const done = stepsDone({ proId: pro.id, clinics: own, booked, proven: pro.addressProven });
  const steps = stepsWith(asksForProofs());
  const next = steps.find((step) => !done[step]);
  // It is not known yet whether a booking exists.
  if (next === 'share' && !calendar) return null;
  return { clinic: own[0], steps, done, next };
};

type Props = {
  pro: Pro;
  /** Called once the card is shown. */
  onThere: () => void;
  onOver: () => void;
};

type StepsProps = Pick<NonNullable<ReturnType<typeof useWelcome>>, 'steps' | 'done' | 'next'>;

const Steps = ({ steps, done, next }: StepsProps) => {
  const { t } = useTranslation('welcome');
  return (
    <ol className={classes['steps']}>
      {steps.map((step, index) => (
        <li key={step} data-done={done[step]} aria-current={step === next ? 'step' : undefined}>
          <span className={classes['mark']} aria-hidden="true">
            {done[step] ? <Icon name="check" size={16} /> : index + 1}
          </span>
          <span>
            {t(($) => $.steps[step])}
            {done[step] && <span className="visually-hidden"> ({t(($) => $.done)})</span>}
          </span>
        </li>
      ))}
    </ol>
  );
};

/** Setup checklist of a new professional, with a button for the next step. */
export const WelcomeCard = ({ pro, onThere, onOver }: Props) => {
  const { t } = useTranslation('welcome');
  const welcome = useWelcome(pro);
  const finished = welcome !== null && welcome.next === undefined;
  const end = useEffectEvent(onOver);
  useEffect(() => {
    if (finished) end();
  }, [finished]);
  const place = useEffectEvent(onThere);
  const known = welcome !== null;
  useLayoutEffect(() => {
    if (known) place();
  }, [known]);
  if (!welcome?.next) return null;
  const { clinic, steps, done, next } = welcome;
  return (
    <section className={`card ${classes['card']}`} aria-labelledby="welcome-title">
      <Group justify="space-between" gap="8px 20px">
        <Title order={2} size="h4" id="welcome-title">
          {t(($) => $.title)}
        </Title>
        <IconButton icon="close" color="gray" label={t(($) => $.hide)} onClick={onOver} />
      </Group>
      <div className={classes['way']}>
        <Steps steps={steps} done={done} next={next} />
        <Next step={next} pro={pro} clinic={clinic} />
      </div>
    </section>
  );
};
