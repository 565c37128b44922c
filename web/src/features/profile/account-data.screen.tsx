import { Anchor, Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { supportEmail } from '../../lib/page/support.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Row, Section } from '../../ui/layout/section.tsx';
import { Stale } from '../../ui/feedback/states.tsx';
import { logOut } from '../../lib/data/leave.ts';
import { useSessionCall } from '../../lib/data/session.api.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { Consents } from './consents.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import { Factors } from './factors.tsx';
import { PersonalData } from './personal-data.tsx';
import { Sessions } from './sessions.tsx';
import { SharedDesk } from './shared-desk.tsx';

const Access = () => {
  const { t } = useTranslation(['account', 'common']);
  return (
    <Section title={t(($) => $.access.title)}>
      <Row title={t(($) => $.access.password)} text={t(($) => $.access.passwordText)}>
        <Button component={Link} to={`${paths.passwordRequest}/`} variant="default">
          {t(($) => $.access.changePassword)}
        </Button>
      </Row>
      <Row title={t(($) => $.access.session)} text={t(($) => $.access.sessionText)}>
        <Button
          variant="default"
          leftSection={<Icon name="logout" size={18} />}
          onClick={() => void logOut()}
        >
          {t(($) => $.common.nav.logout)}
        </Button>
      </Row>
    </Section>
  );
};

/** Badge colours of the plans; others are grey. */
const planColors: Readonly<Record<string, string>> = { free: 'green', premium: 'blue', friends: 'cyan' };

const Plan = ({ name }: { name: string }) => {
  const { t, i18n } = useTranslation('account');
  const known = i18n.exists(`account:plan.names.${name}`);
  return (
    <Section title={t(($) => $.plan.title)}>
      <Row title={t(($) => $.plan.current)}>
        <Badge variant="light" color={planColors[name] ?? 'gray'}>
          {known ? t(($) => $.plan.names[name as 'free']) : name}
        </Badge>
      </Row>
    </Section>
  );
};

export const AccountDataScreen = () => {
  const { t } = useTranslation('account');
  const pro = usePro();
  const session = useSessionCall();
  return (
    <Page title={t(($) => $.title)} maw="var(--narrow-page-width)">
      <Stale loads={{ session }} />
      <PersonalData pro={pro} />
      <Access />
      <Factors />
      <Sessions />
      <SharedDesk pro={pro} />
      <Plan name={pro.subscription[0]?.name ?? pro.subscriptionName ?? '–'} />
      <Consents pro={pro} />
      <Section title={t(($) => $.support.title)}>
        <Row title={t(($) => $.support.question)} text={t(($) => $.support.text)}>
          <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>
        </Row>
      </Section>
      <ExportData proId={pro.id} />
      <DeleteAccount proId={pro.id} />
    </Page>
  );
};
