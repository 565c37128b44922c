import { reminderPlan, type ReminderStep, stepName, stepsMaximum } from '@visita/contracts/messages/plan';
import type { Pro } from '@visita/contracts/pro/views';
import { Alert, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { Section } from '../../ui/layout/section.tsx';
import classes from './reminder-plan.module.css';
import { ReminderStepRow } from './reminder-step.tsx';
import { type Service, servicesOf } from './services.ts';
import { useMessageSettings } from './use-message-settings.ts';
import { useReplacedList } from './use-replaced-list.ts';

const proposed: readonly Pick<ReminderStep, 'before' | 'at'>[] = [
  { before: 'P1D', at: '18:00' },
  { before: 'P2D', at: '18:00' },
  { before: 'PT3H', at: null },
  { before: 'P7D', at: '18:00' },
];

/** Returns the first proposed reminder that the plan lacks. */
const nextStep = (plan: readonly ReminderStep[]): ReminderStep | null => {
  const common = plan.filter(({ clinicServiceId }) => clinicServiceId === null);
  if (common.length >= stepsMaximum) return null;
  const known = new Set(common.map(stepName));
  const next = proposed.find((one) => !known.has(stepName(one)));
  return next ? { ...next, clinicServiceId: null, channel: 'mail', ask: false } : null;
};

type StepsProps = {
  plan: readonly ReminderStep[];
  services: readonly Service[];
  texts: boolean;
  noticeHours: number;
  save: (plan: readonly ReminderStep[]) => Promise<void>;
};

const Steps = ({ plan, services, texts, noticeHours, save }: StepsProps) => {
  const { t } = useTranslation('messages');
  const next = nextStep(plan);
  return (
    <>
      {plan.length === 0 && <Text c="dimmed">{t(($) => $.plan.none)}</Text>}
      {plan.length > 0 && (
        <ol className={classes['steps']} aria-label={t(($) => $.plan.list)}>
          {plan.map((step, index) => (
            <ReminderStepRow
              // The fields keep the focus while their step changes.
              // oxlint-disable-next-line no-array-index-key -- a step has no identity but its place
              key={index}
              step={step}
              nth={index + 1}
              services={services}
              texts={texts}
              noticeHours={noticeHours}
              onChange={(changed) => void save(plan.with(index, changed))}
              onRemove={() => void save(plan.toSpliced(index, 1))}
            />
          ))}
        </ol>
      )}
      {next && (
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={18} />}
          onClick={() => void save([...plan, next])}
        >
          {t(($) => $.plan.add)}
        </Button>
      )}
    </>
  );
};

/** The pro's plan of reminders. */
export const ReminderPlan = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('messages');
  const params = { proId: pro.id };
  const plan = useCall('getReminderPlan', { params });
  const { save, failure } = useReplacedList(plan, {
    send: (body: ReminderStep[], ifMatch) => call('setReminderPlan', { params, body, ifMatch }),
    isValid: (changed) => reminderPlan.safeParse(changed).success,
  });
  const clinics = useClinics(pro);
  const settings = useMessageSettings(pro);
  const texts = typeof settings.data?.data.provider === 'string';
  return (
    <Section title={t(($) => $.plan.title)}>
      <Text c="dimmed">{t(($) => $.plan.hint)}</Text>
      {!pro.options.reminderBookingEmail && <Alert color="yellow">{t(($) => $.plan.off)}</Alert>}
      <Loaded
        loads={{ plan }}
        failed={t(($) => $.plan.loadFailed)}
        skeleton={<Loading rows={2} height={36} />}
      >
        {({ plan: loaded }) => (
          <Steps
            plan={loaded.data}
            services={servicesOf(clinics.data ?? [])}
            texts={texts}
            noticeHours={pro.options.manageNoticeHours}
            save={save}
          />
        )}
      </Loaded>
      {failure && (
        <Alert color="red" role="alert">
          {t(($) => $.plan[failure])}
        </Alert>
      )}
    </Section>
  );
};
