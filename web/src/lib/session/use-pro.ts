import type { Pro } from '@visita/contracts/pro/views';
import { useOutletContext } from 'react-router';

/** Returns the professional of the surrounding dashboard. */
export const usePro = (): Pro => useOutletContext<Pro>();
