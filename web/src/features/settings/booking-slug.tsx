import { filterUsername } from '@visita/contracts/filters';
import type { Pro } from '@visita/contracts/pro/views';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bookingLink } from '../../lib/booking/booking-link.ts';
import { Form } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft-form.ts';
import { useStep } from '../../ui/forms/use-step.ts';
import { FieldWithButton } from '../../ui/fields/field-with-button.tsx';
import { useSaveOptions } from './use-options.ts';

/** Slug of the booking link; errors are shown under the field. */
export const BookingSlug = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation(['settings', 'common']);
  const present = pro.options.calendarPageUrl;
  const [slug, setSlug, draft] = useDraft('booking address', present);
  const saveOptions = useSaveOptions();
  const { step, setStep, send } = useStep<'failed'>(() => 'failed');
  const submit = () =>
    send(async () => {
      await saveOptions(pro, { calendarPageUrl: slug });
      draft.discard();
      return 'asking';
    });
  return (
    <Form onSubmit={submit}>
      <FieldWithButton
        label={t(($) => $.slug.field)}
        description={[
          t(($) => $.slug.hint, { link: bookingLink(slug) }),
          slug === present && t(($) => $.common.unchanged),
        ]
          .filter(Boolean)
          .join(' ')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={slug}
        error={step === 'failed' && t(($) => $.slug.errorMessage)}
        onChange={(event) => {
          setSlug(filterUsername(event.currentTarget.value));
          setStep('asking');
        }}
        button={
          <Button
            type="submit"
            variant="default"
            loading={step === 'sending'}
            disabled={slug === '' || slug === present}
          >
            {t(($) => $.slug.submit)}
          </Button>
        }
      />
    </Form>
  );
};
