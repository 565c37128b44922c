import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { ExportButton } from '../../ui/forms/export-button.tsx';
import { Row, Section } from '../../ui/layout/section.tsx';

export const ExportData = ({ proId }: { proId: string }) => {
  const { t } = useTranslation('account');
  return (
    <Section title={t(($) => $.export.title)}>
      <Row title={t(($) => $.export.question)} text={t(($) => $.export.text)}>
        <ExportButton
          label={t(($) => $.export.open)}
          filename={`visita-pro-${proId}.json`}
          failed="accountExportFailed"
          load={() => call('exportPro', { params: { id: proId } })}
        />
      </Row>
    </Section>
  );
};
