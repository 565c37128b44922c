import { Rejection } from '@visita/contracts/problem';
import { type Province, provinceById, timezoneOf } from '@visita/contracts/reference/provinces';

/** Returns the province of an id; throws `malformed-request` if it does not exist. */
export const requireProvince = (provinceId: string): Province => {
  const province = provinceById(provinceId);
  if (!province) throw new Rejection('malformed-request', 'Choose a province from the list.');
  return province;
};

/** Returns the zone of a province; throws `malformed-request` if it does not exist. */
export const zoneOfProvince = (provinceId: string): string => timezoneOf(requireProvince(provinceId).id);
