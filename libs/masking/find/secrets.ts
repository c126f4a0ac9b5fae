import type { Span } from '../markers.js';
import { entropyOf } from './checks.js';
import { findLogins } from './logins.js';

/**
 * Tokens that say what they are by how they begin. Nothing may be required behind what repeats: the time stays linear.
 */
const KNOWN = new RegExp(
  `(?<![A-Za-z0-9])(?:${[
    '(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ANVA|AIPA|ABIA|ACCA)[A-Z0-9]{16,}', // Amazon
    'gh[pousr]_[A-Za-z0-9]{16,}',
    'github_pat_\\w{16,}',
    'gl(?:pat|ptt|dt|rt|cbt|oas|ft|soat)-[\\w-]{16,}', // GitLab
    'xox[a-z](?:\\.xox[a-z])?-[\\w-]{8,}', // Slack
    'xapp-[\\w-]{8,}',
    '(?:sk|rk|pk)_(?:live|test)_\\w{8,}', // Stripe
    'whsec_[\\w+/=]{16,}',
    'AIza[\\w-]{30,}', // Google
    'ya29\\.[\\w-]{16,}',
    'GOCSPX-[\\w-]{16,}',
    '1//0[\\w-]{20,}',
    'SG\\.[\\w-]{16,64}\\.[\\w-]{16,}', // SendGrid
    'quire_[A-Za-z0-9]{16,}',
    'npm_[A-Za-z0-9]{30,}',
    'pypi-[\\w-]{30,}',
    'hf_[A-Za-z0-9]{20,}', // Hugging Face
    'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{16,}', // Shopify
    'do[por]_v1_[a-f0-9]{16,}', // DigitalOcean
    'sq0[a-z]{3}-[\\w-]{16,}', // Square
    'lin_(?:api|oauth)_\\w{16,}',
    'ATATT3[\\w=-]{16,}', // Atlassian
    'ntn_\\w{20,}', // Notion
    'key-[0-9a-f]{32,}', // Mailgun
    'dapi[0-9a-f]{32,}', // Databricks
    'pat[A-Za-z0-9]{14}\\.[a-f0-9]{32,}', // Airtable
    '[0-9]{8,10}:AA[\\w-]{30,}', // Telegram
    'hooks\\.slack\\.com/services/[\\w/]{16,}',
    'discord(?:app)?\\.com/api/webhooks/[\\w/-]{16,}',
  ].join('|')})`,
  'g',
);

/** Keys as those of OpenAI begin like a word, and are none only if they look it. */
const SK = /(?<![A-Za-z0-9-])sk-[\w-]{16,}/g;
const BEARER = /\b(?:bearer|basic|token) +(?:[A-Za-z0-9._~+/=-]{16,})/gi;
const JWT_PART = /(?<![A-Za-z0-9_-])eyJ[\w-]{6,}/g;
const JWT_REST = /\.[\w-]+(?:\.[\w-]*){0,3}/y;
const PEM = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_BODY = /(?:[A-Za-z0-9+/=\s:,.\\*()]|-(?!-)|<\/?(?:br|p|div|span) ?\/?>){0,20000}/y;
const PEM_END = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/y;
const DATA_URL = /data:[\w.+-]{1,60}\/[\w.+-]{1,60}(?:;[\w=.-]{1,60}){0,4};base64,[A-Za-z0-9+/=]+/gi;
/** From the beginning of a run: a run that is too short is read once, and not again from each of its characters. */
const RUN = /(?<![A-Za-z0-9_+/=~-])[A-Za-z0-9_+/=~-]{24,}/g;
/** No token is shorter, and few words of ordinary texts are as long: most texts are not searched for them. */
const AS_LONG_AS_A_TOKEN = /[\w.:/+=~-]{11}/;

/** Keys and tokens: what is known by its beginning, what follows `Bearer`, logins in URLs, and what looks random. */
export function findSecrets(text: string): Span[] {
  return [
    ...(AS_LONG_AS_A_TOKEN.test(text) ? tokens(text) : []),
    ...findLogins(text),
    ...(text.includes('-----BEGIN ') ? privateKeys(text) : []),
  ];
}

const tokens = (text: string): Span[] => [
  ...whole(text, KNOWN),
  ...whole(text, SK).filter(({ from, to }) => isNoWord(text.slice(from + 3, to))),
  ...bearers(text),
  ...webTokens(text),
  ...randomRuns(text),
];

const whole = (text: string, form: RegExp): Span[] =>
  Array.from(text.matchAll(form), ({ 0: found, index }) => ({ from: index, to: index + found.length, kind: 'secret' }));

const isNoWord = (text: string): boolean => /[0-9]/.test(text) || /[a-z][A-Z]/.test(text);

function bearers(text: string): Span[] {
  return whole(text, BEARER).flatMap(({ from, to }) => {
    const value = /\S+$/.exec(text.slice(from, to))?.[0] ?? '';
    return /[0-9]|=$/.test(value) || value.length >= 32
      ? [{ from: to - value.length, to, kind: 'secret' as const }]
      : [];
  });
}

/** JSON web tokens: three parts or, encrypted, five. */
function webTokens(text: string): Span[] {
  return whole(text, JWT_PART).flatMap(({ from, to }) => {
    JWT_REST.lastIndex = to;
    const rest = JWT_REST.exec(text);
    return rest ? [{ from, to: to + rest[0].length, kind: 'secret' as const }] : [];
  });
}

function privateKeys(text: string): Span[] {
  return whole(text, PEM).flatMap(({ from, to }) => {
    PEM_BODY.lastIndex = to;
    PEM_END.lastIndex = to + (PEM_BODY.exec(text)?.[0].length ?? 0);
    return PEM_END.test(text) ? [{ from, to: PEM_END.lastIndex, kind: 'secret' as const }] : [];
  });
}

/** Long runs that no word, name, path or hexadecimal number is; the bytes of `data:` URLs are left. */
function randomRuns(text: string): Span[] {
  const data = text.includes('base64,') ? whole(text, DATA_URL) : [];
  let next = 0;
  return whole(text, RUN).flatMap(({ from, to }) => {
    while (next < data.length && (data[next]?.to ?? 0) <= from) next++;
    if ((data[next]?.from ?? Infinity) < to) return [];
    return partsOf(text, from, to);
  });
}

/** A run of base64 is one; otherwise slashes and equals signs are those of addresses. */
function partsOf(text: string, from: number, to: number): Span[] {
  const run = text.slice(from, to);
  const whole: Span = { from, to, kind: 'secret' };
  if (run.includes('+') || /[^=]={1,2}$/.test(run)) return looksRandom(run) ? [whole] : [];
  // The secret half of a key of Amazon.
  if (run.length === 40 && /[0-9]/.test(run) && isMixed(run) && changesIn(run) > 6 && entropyOf(run) > 4)
    return [whole];
  return Array.from(run.matchAll(/[^/=~]+/g), ({ 0: part, index }) => ({ part, index }))
    .filter(({ part }) => looksRandom(part))
    .map(({ part, index }) => ({ ...whole, from: from + index, to: from + index + part.length }));
}

/** Also that of a line in a comparison of GitHub. */
const HEX = /^(?:diff-)?[0-9a-f-]+(?:[LR][0-9]{1,6})?(?:-[LR][0-9]{1,6})?$/i;
/** Enough of a longer run to judge it by. */
const JUDGED = 256;

function looksRandom(run: string): boolean {
  if (run.length < 24) return false;
  const text = run.slice(0, JUDGED);
  if (HEX.test(text)) return false;
  const digits = text.match(/[0-9]/g)?.length ?? 0;
  const changes = changesIn(text);
  // Of ten random characters nearly two are digits, and four are of another class than the one before.
  if (changes < text.length / (isMixed(text) ? 6 : 5) || (digits < 2 && changes < text.length / 3)) return false;
  // Words between hyphens and underscores are names, as of files and of classes.
  if (/[a-z]{7,}|[A-Z]{9,}/i.test(text) && changes < text.length / 4) return false;
  return entropyOf(text) >= 3.4;
}

const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text);

/** How often a character is of another class than the one before: small letters, capitals, digits. */
const changesIn = (text: string): number =>
  text.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;
