import { type RecallRule, recallRules, recallRulesMaximum } from '@visita/contracts/recall/rules';
import type { Pro } from '@visita/contracts/pro/views';
import { Alert, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { RecallRuleRow } from './recall-rule.tsx';
import classes from './reminder-plan.module.css';
import { servicesOf } from './services.ts';
import { useReplacedList } from './use-replaced-list.ts';

const proposed: RecallRule = {
  clinicServiceId: null,
  months: 12,
  tag: null,
  treatment: false,
  automatic: false,
};

/** The pro's rules by which patients are invited to a next visit. */
export const RecallRules = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation(['recalls', 'messages']);
  const params = { proId: pro.id };
  const rules = useCall('getRecallRules', { params });
  const { save, failure } = useReplacedList(rules, {
    send: (body: RecallRule[], ifMatch) => call('setRecallRules', { params, body, ifMatch }),
    isValid: (changed) => recallRules.safeParse(changed).success,
  });
  const services = servicesOf(useClinics(pro).data ?? []);
  return (
    <Section title={t(($) => $.rules.title)}>
      <Text c="dimmed">{t(($) => $.rules.hint)}</Text>
      <Loaded
        loads={{ rules }}
        failed={t(($) => $.rules.loadFailed)}
        skeleton={<Loading rows={2} height={36} />}
      >
        {({ rules: { data } }) => (
          <>
            {data.length > 0 && (
              <ol className={classes['steps']} aria-label={t(($) => $.rules.title)}>
                {data.map((rule, index) => (
                  <RecallRuleRow
                    // The fields keep the focus while their rule changes.
                    // oxlint-disable-next-line no-array-index-key -- a rule has no identity but its place
                    key={index}
                    rule={rule}
                    nth={index + 1}
                    services={services}
                    onChange={(changed) => void save(data.with(index, changed))}
                    onRemove={() => void save(data.toSpliced(index, 1))}
                  />
                ))}
              </ol>
            )}
            {data.length < recallRulesMaximum && (
              <Button
                variant="default"
                leftSection={<Icon name="plus" size={18} />}
                onClick={() => void save([...data, proposed])}
              >
                {t(($) => $.rules.add)}
              </Button>
            )}
          </>
        )}
      </Loaded>
      {failure && (
        <Alert color="red" role="alert">
          {t(($) => $.rules[failure])}
        </Alert>
      )}
    </Section>
  );
};
