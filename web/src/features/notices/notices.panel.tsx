import type { Pro } from '@visita/contracts/pro/views';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { readAllNotices, useNotices } from '../../lib/data/notices.api.ts';
import { Empty, Loaded, Loading } from '../../ui/feedback/states.tsx';
import { SidePanel } from '../../ui/panels/side-panel.tsx';
import { NoticePage } from './notice-page.tsx';

type Props = { pro: Pro; opened: boolean; onClose: () => void };

const Held = ({ count }: { count: number }) => {
  const { t } = useTranslation('notices');
  return (
    count > 0 && (
      <Text c="dimmed" size="sm">
        {t(($) => $.held, { count, shown: count > 99 ? '99+' : String(count) })}
      </Text>
    )
  );
};

/** List of notices, latest first, of the last ninety days. */
export const NoticesPanel = ({ pro, opened, onClose }: Props) => {
  const { t } = useTranslation(['notices', 'common']);
  const notices = useNotices();
  const [latest] = notices.data?.notices ?? [];
  const isNew = (notices.data?.unread ?? 0) > 0;
  return (
    <SidePanel opened={opened} title={t(($) => $.notices.title, { ns: 'common' })} onClose={onClose}>
      <Loaded loads={{ notices }} failed={t(($) => $.loadFailed)} skeleton={<Loading rows={6} height={56} />}>
        {({ notices: list }) => (
          <>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Held count={list.held} />
              {latest && isNew && (
                <Button
                  variant="default"
                  size="xs"
                  ml="auto"
                  flex="none"
                  onClick={() => void readAllNotices(latest.id)}
                >
                  {t(($) => $.readAll)}
                </Button>
              )}
            </Group>
            {latest ? (
              <NoticePage pro={pro} onClose={onClose} />
            ) : (
              <Empty icon="bell" title={t(($) => $.empty.title)} text={t(($) => $.empty.text)} />
            )}
          </>
        )}
      </Loaded>
    </SidePanel>
  );
};
