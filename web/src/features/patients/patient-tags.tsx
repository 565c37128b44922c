import { isWarning } from '@visita/contracts/patient/remarks';
import { Badge } from '@mantine/core';
import { Icon } from '../../ui/icons/icons.tsx';

/** What a patient is grouped by. What warns of an allergy comes first, with a sign and in a colour that nothing else here has. */
export const PatientTags = ({ tags, className }: { tags: readonly string[]; className?: string }) =>
  [...tags.filter(isWarning), ...tags.filter((tag) => !isWarning(tag))].map((tag) => (
    <Badge
      key={tag}
      component="span"
      className={className ?? ''}
      {...(isWarning(tag)
        ? { variant: 'filled', color: 'red', leftSection: <Icon name="warning" size={16} /> }
        : { variant: 'light' })}
    >
      {tag}
    </Badge>
  ));
