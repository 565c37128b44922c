import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { unlist } from '../../lib/session/desk.ts';
import { leave } from '../../lib/data/leave.ts';
import { paths } from '../../lib/page/paths.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { Row, Section } from '../../ui/layout/section.tsx';

const warnings = ['data', 'bookings', 'clinics', 'final'] as const;

/** Deletes the account, after four warnings are confirmed. */
export const DeleteAccount = ({ proId }: { proId: string }) => {
  const { t } = useTranslation('account');
  const remove = async () => {
    await call('deletePro', { params: { id: proId } });
    unlist(proId);
    await leave(paths.signup);
  };
  return (
    <Section title={t(($) => $.delete.title)} danger>
      <Row title={t(($) => $.delete.question)} text={t(($) => $.delete.text)}>
        <ConfirmAction
          trigger={(ask) => (
            <Button variant="outline" color="red" onClick={ask}>
              {t(($) => $.delete.open)}
            </Button>
          )}
          title={t(($) => $.delete.panel)}
          text={warnings.map((warning) => (
            <Text key={warning}>{t(($) => $.delete.warnings[warning])}</Text>
          ))}
          confirm={t(($) => $.delete.confirm)}
          act={remove}
          failed="accountDeletionFailed"
        />
      </Row>
    </Section>
  );
};
