import type { JsonObject } from '#openapi';
import { h, type Child } from '#page-html';
import { saidOf, saysTrue } from '../schema/view.js';
import type { Sheet } from '../sheet.js';
import { lineOf } from '../text.js';

/** Marks of what is deprecated or may still change; null of what is stable. */
export function drawStability(sheet: Sheet, members: readonly JsonObject[]): Child {
  const { words } = sheet;
  const stability = lineOf(saidOf(members, 'x-stability'), 40).toLowerCase();
  const sunset = lineOf(saidOf(members, 'x-deprecated-sunset'), 40);
  if (saysTrue(members, 'deprecated') || stability === 'deprecated' || sunset !== '') {
    const until = sunset === '' ? null : [` ${words.until} `, h('time', null, sunset)];
    return [' ', h('span', { class: 'api-deprecated' }, words.deprecated, until)];
  }
  if (stability === 'alpha' || stability === 'beta') return [' ', h('span', { class: 'api-experimental' }, stability)];
  const isExperimental = stability === 'experimental' || saysTrue(members, 'x-experimental');
  return isExperimental ? [' ', h('span', { class: 'api-experimental' }, words.experimental)] : null;
}
