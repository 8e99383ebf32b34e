import { IconBell, IconCalendar, IconFileDownload, IconUserCheck } from '@tabler/icons-react';
import type { Role } from '@wasl/contracts';

const icons = {
  notifications: IconBell,
  absence: IconCalendar,
  security: IconUserCheck,
  data: IconFileDownload,
};
type AccountPlace = keyof typeof icons;

/** Pages `/account/…` next to the profile, in the order of the menus, with their icons. */
export const accountPlaces = (role: Role) =>
  (Object.entries(icons) as [AccountPlace, typeof IconBell][]).filter(
    ([name]) => role === 'PARTENAIRE' || name !== 'absence',
  );
