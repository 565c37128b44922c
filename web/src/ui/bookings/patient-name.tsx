import type { BookingView } from '@visita/contracts/booking/views';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { usePathOfPatient } from '../../lib/data/patients.api.ts';
import { usePro } from '../../lib/session/use-pro.ts';

type Props = {
  booking: BookingView;
  /** Shown in place of the name of an erased patient. */
  erased: string;
};

/** Stands for the name in a sentence until the link is put there. */
const place = '\u0000';

type AboutProps = { booking: BookingView; say: (patient: string) => string };

/** Sentence about a booking, with the patient's name as a link to the card if the professional may open it. */
export const AboutPatient = ({ booking, say }: AboutProps) => {
  const card = usePathOfPatient(usePro(), booking);
  if (card === null) return <Text>{say(booking.patient_name)}</Text>;
  const [before, after] = say(place).split(place);
  return (
    <Text>
      {before}
      <Anchor component={Link} to={card} inherit>
        {booking.patient_name}
      </Anchor>
      {after}
    </Text>
  );
};

/** Name of a booking's patient; a link to the card if the professional may open it. */
export const PatientName = ({ booking, erased }: Props) => {
  const card = usePathOfPatient(usePro(), booking);
  const name = booking.patient_name || erased;
  if (card === null) return <Text fw={600}>{name}</Text>;
  return (
    <Anchor component={Link} to={card} fw={600} display="block" w="fit-content" mih={24}>
      {name}
    </Anchor>
  );
};
