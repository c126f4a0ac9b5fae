/** Digits without anything between them, one of the groups of a number. */
export interface Digits {
  from: number;
  to: number;
}

/** Words before a telephone number, after which any number is one. */
export const LABEL = new RegExp(
  `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:${[
    '(?:tele)?phone|phone|tel|telefon[oe]?|telefoon|téléphone|teléfono|telefone|t[ée]l|mobil[e]?|cell(?:ular|phone)?|handy|fax|gsm',
    'whatsapp|wa\\.me/|sms|hotline|rufnummer|telefonnummer|handynummer|portable|móvil|celular|cellulare|komórka|mob',
    'call (?:me|us)(?: back)?(?: at| on)?|reach me (?:at|on)|text me(?: at)?|callback|rückruf',
    '(?:my|our) (?:number|no\\.)|meine nummer|mon numéro|mi número|(?:call|dial|ring|text)(?=:? {1,2}[2-9][0-9]{2}[.-][0-9]{4}(?![0-9.-]))',
    'телефон[а-я]*|тел|моб|手机号?|手機|电话号?码?|電話(?:番号)?|携帯(?:電話)?|전화(?:번호)?|휴대폰|핸드폰|هاتف|جوال|טלפון|โทร',
  ].join(
    '|',
  )})(?:[ ._-]?(?:no|nr|num|number|nummer|numéro|número|numero))?(?![\\p{Script=Latin}\\p{Script=Cyrillic}])\\.?(?:"?[ :=：/]{1,4}"?(?:is:? |ist |est |es |est le )?|是|は)?[+(]{0,2}`,
  'giu',
);

const MOST_DIGITS = 15;
const FEWEST_LABELLED = 6;
/** Digits of a number with the code of its country, which begins with a plus or with two zeros. */
const FEWEST_INTERNATIONAL = 8;
const FEWEST_AFTER_ZEROS = 10;

/** 3-3-4, as in North America. */
const AMERICAN = /(?:1[ .-]{1,2})?\(?[2-9][0-9]{2}\)?[ .-]{1,2}[0-9]{3}[ .-][0-9]{4}/y;
/** The code of the area in brackets. */
const BRACKETED = /(?:[1-9][0-9]{0,2}[ -]?)?\(0?[0-9]{2,5}\) ?[./-]? ?[0-9](?:[ ./-]{0,2}[0-9]){5,9}/y;
/** With the zero that is dialled within a country: in groups, or ten digits and more. */
const GROUPED = /0[1-9][0-9]{0,4}(?: ?[./-] ?[0-9]{1,8}| [0-9]{1,8}){1,6}/y;
const DIALLED = /0(?:1[5-7][0-9]{9}|[1-9][0-9]{8,9})/y;
const CHINESE_MOBILE = /1[3-9][0-9]([ -]?)[0-9]{4}\1[0-9]{4}/y;
const BRAZILIAN = /[1-9][0-9] 9?[0-9]{4}-[0-9]{4}/y;
const RUSSIAN = /8[ -]\(?[0-9]{3}\)?[ -][0-9]{3}[ -][0-9]{2}[ -][0-9]{2}/y;

/** How numbers without the code of a country are written, where that cannot be taken for another number. */
const NATIONAL: Readonly<Record<string, readonly RegExp[]>> = {
  '(': [AMERICAN, BRACKETED],
  0: [GROUPED, DIALLED],
  1: [AMERICAN, BRACKETED, CHINESE_MOBILE, BRAZILIAN],
  8: [AMERICAN, BRACKETED, BRAZILIAN, RUSSIAN],
};
const OTHERS = [AMERICAN, BRACKETED, BRAZILIAN];
const TRUNK_DIGITS = { fewest: 9, most: 12 };

const DATE =
  /(?:[0-9]{1,2}([./-])[0-9]{1,2}\1(?:19|20)[0-9]{2}|[0-9]{1,2}([./])[0-9]{1,2}\2[0-9]{2}(?![0-9]|[./-][0-9]))/y;
const ISO_DATE = /(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9](?![0-9])/y;
const HOURS = /[0-2][0-9]\.[0-5][0-9] ?-/y;
/** What a number may not follow without a space: it is a part of something else. */
const PART_BEFORE = /[A-Za-z0-9_.\-/=#@$€£¥%&+~\\^]$|[0-9][:,]$/;
const PART_BEHIND = /^(?:[A-Za-z0-9_%€$£¥°@=]|[.,:/-][A-Za-z0-9])/;

/** Where the telephone number ends whose label is before this group. */
export const labelledPhone = (groups: Digits[], at: number): number | undefined =>
  endAfter(groups, at, FEWEST_LABELLED, MOST_DIGITS);

/** Where a telephone number ends that begins at `from`, with this group or a sign before it. */
export function phoneAt(text: string, from: number, groups: Digits[], at: number): number | undefined {
  if (PART_BEFORE.test(text.slice(Math.max(0, from - 2), from))) return undefined;
  const end = international(text, from, groups, at) ?? national(text, from);
  return end === undefined || PART_BEHIND.test(text.slice(end, end + 2)) ? undefined : end;
}

function international(text: string, from: number, groups: Digits[], at: number): number | undefined {
  if (text[from] === '+' && text[from + 1] !== '0') return endAfter(groups, at, FEWEST_INTERNATIONAL, MOST_DIGITS);
  if (text.startsWith('00', from) && /[1-9]/.test(text[from + 2] ?? ''))
    return endAfter(groups, at, FEWEST_AFTER_ZEROS, MOST_DIGITS + 2);
  return undefined;
}

function national(text: string, from: number): number | undefined {
  if (isDate(text, from) || matches(HOURS, text, from)) return undefined;
  for (const form of NATIONAL[text[from] ?? ''] ?? OTHERS) {
    form.lastIndex = from;
    const found = form.exec(text)?.[0];
    if (found === undefined) continue;
    const digits = found.replace(/[^0-9]/g, '').length;
    if (found.startsWith('0') && (digits < TRUNK_DIGITS.fewest || digits > TRUNK_DIGITS.most)) continue;
    return from + found.length;
  }
  return undefined;
}

/** Whether a date begins there. */
export const isDate = (text: string, from: number): boolean =>
  matches(DATE, text, from) || matches(ISO_DATE, text, from);

function matches(form: RegExp, text: string, from: number): boolean {
  form.lastIndex = from;
  return form.test(text);
}

/** The end of as many groups as together have that many digits. */
function endAfter(groups: Digits[], at: number, fewest: number, most: number): number | undefined {
  let digits = 0;
  let end: number | undefined;
  for (let next = at; next < groups.length; next++) {
    const { from, to } = groups[next] as Digits;
    digits += to - from;
    if (digits > most) break;
    if (digits >= fewest) end = to;
  }
  return end;
}
