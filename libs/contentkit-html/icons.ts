import type { Icon } from '#contentkit';

/** The names that the icons of ContentKit have among those of Font Awesome. */
export const ICON_NAMES: Readonly<Record<Icon, string>> = {
  close: 'xmark',
  edit: 'pen',
  github: 'github',
  gitlab: 'gitlab',
  maximize: 'maximize',
  email: 'envelope',
  settings: 'gear',
  search: 'magnifying-glass',
  delete: 'trash',
  star: 'star',
  warning: 'triangle-exclamation',
  link: 'link',
  'link-external': 'arrow-up-right-from-square',
  eye: 'eye',
  'eye-off': 'eye-slash',
  lock: 'lock',
  check: 'check',
  'check-circle': 'circle-check',
};
