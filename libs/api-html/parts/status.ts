import { classes, h, type Child } from '#page-html';

/** A status, colored by its first digit. */
export function drawStatus(status: string): Child {
  const [, digit] = /^([1-5])(?:\d\d|XX)$/i.exec(status) ?? [];
  return h('span', { class: classes('api-status', digit !== undefined && `api-${digit}xx`) }, status);
}
