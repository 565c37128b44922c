import type { Pro } from '@visita/contracts/pro/views';
import { Badge, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/layout/page.tsx';
import { Row, Section } from '../../ui/layout/section.tsx';
import { Stale } from '../../ui/feedback/states.tsx';
import { UpgradeCard } from '../../ui/feedback/upgrade-card.tsx';
import { isReceptionOnly } from '../../lib/booking/hubs.ts';
import { useHubs } from '../../lib/data/clinic.api.ts';
import { useSessionCall } from '../../lib/data/session.api.ts';
import { BookingLink } from '../../ui/share/booking-link.tsx';
import { usePro } from '../../lib/session/use-pro.ts';
import { BookingSlug } from './booking-slug.tsx';
import { ExternalCalendar } from './external-calendar.tsx';
import { General } from './general.tsx';
import { NumberOption } from './number-option.tsx';
import { OptionSwitch } from './option-switch.tsx';
import classes from './settings.module.css';
import { DaySheets } from './day-sheets.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { SurveyMails } from './survey-mails.tsx';
import { RecallRules } from './recall-rules.tsx';
import { ReminderPlan } from './reminder-plan.tsx';
import { Retention } from './retention.tsx';
import { TextProvider } from './text-provider.tsx';
import { SpokenLanguages } from './spoken-languages.tsx';
import { ThankYouPage } from './thank-you-page.tsx';

const OnlineBooking = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('settings');
  return (
    <Section title={t(($) => $.onlineBooking.title)}>
      <BookingLink slug={pro.options.calendarPageUrl} />
      <BookingSlug pro={pro} />
      <div className={classes['pair']}>
        <NumberOption pro={pro} option="calendarAvailabilityLimit" />
        <NumberOption pro={pro} option="bookingNoticeHours" />
        <NumberOption pro={pro} option="manageNoticeHours" />
      </div>
      <SpokenLanguages pro={pro} />
      <OptionSwitch pro={pro} option="searchEngines" />
      <OptionSwitch pro={pro} option="gaplessStarts" />
      <OptionSwitch pro={pro} option="offersAtOnce" />
      <OptionSwitch pro={pro} option="patientBookingLimit" />
      <OptionSwitch pro={pro} option="paymentOffline" />
    </Section>
  );
};

const OnlinePayment = () => {
  const { t } = useTranslation('settings');
  return (
    <div className={classes['part']}>
      <Row title={t(($) => $.payment.title)} text={t(($) => $.payment.text)}>
        <Badge variant="light" color="gray">
          {t(($) => $.payment.comingSoon)}
        </Badge>
        <Switch size="md" aria-label={t(($) => $.payment.title)} checked={false} disabled readOnly />
      </Row>
    </div>
  );
};

const Advanced = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('settings');
  if (!pro.subscription[0]?.onlinePaymentFunction)
    return <UpgradeCard title={t(($) => $.upgrade.title)} text={t(($) => $.upgrade.text)} />;
  return (
    <Section title={t(($) => $.advanced.title)}>
      <ExternalCalendar pro={pro} />
      <ThankYouPage pro={pro} />
      <OnlinePayment />
    </Section>
  );
};

/** How the professional's patients are reminded and invited. */
const Messages = ({ pro }: { pro: Pro }) => (
  <>
    <ReminderPlan pro={pro} />
    <QuietHours pro={pro} />
    <SurveyMails pro={pro} />
    <TextProvider pro={pro} />
    <RecallRules pro={pro} />
  </>
);

/** Settings of an account with visits and patients of its own, which a reception has not. */
const OfProfessional = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('settings');
  return (
    <>
      <OnlineBooking pro={pro} />
      <Section title={t(($) => $.records.title)}>
        <Retention pro={pro} />
      </Section>
      <Section title={t(($) => $.notifications.title)}>
        <OptionSwitch pro={pro} option="reminderBookingEmail" />
        <OptionSwitch pro={pro} option="cancelBookingEmail" />
        <OptionSwitch pro={pro} option="bookingReminderPro" />
        <OptionSwitch pro={pro} option="bookingNoticePro" />
      </Section>
      <DaySheets pro={pro} />
      <Messages pro={pro} />
      <Advanced pro={pro} />
    </>
  );
};

export const SettingsScreen = () => {
  const { t } = useTranslation('settings');
  const pro = usePro();
  const isReception = isReceptionOnly(useHubs(pro).data ?? []);
  const session = useSessionCall();
  return (
    <Page title={t(($) => $.title)} maw="var(--narrow-page-width)">
      <Stale loads={{ session }} />
      <General pro={pro} />
      {isReception ? <DaySheets pro={pro} /> : <OfProfessional pro={pro} />}
    </Page>
  );
};
