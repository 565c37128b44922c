import type { Pro } from '@visita/contracts/pro/views';
import { useOutletContext } from 'react-router';

/** The pro of the dashboard around this screen. */
export const usePro = (): Pro => useOutletContext<Pro>();
