import type { Span } from '../markers.js';

/** Words for what must not be shown, as they are written in settings, in addresses and in tickets of many languages. */
const NAMES = [
  'passwords?|passwd|passwort|passw[oö]rter|passphrase|pass ?code|pwd|kennwort|mot de passe|mdp|contrase(?:ñ|n)a|senha|palavra-passe',
  'wachtwoord|has[łl]o|l[öo]senord|adgangskode|passord|salasana|heslo|parol[aăe]|jelsz[óo]|[şs]ifre|parola|kata sandi|m[ậa]t kh[ẩa]u',
  'пароль|κωδικ[όο]ς|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة المرور|סיסמה|รหัสผ่าน',
  '(?:api|app|access|auth|account|secret|private|client|encryption|signing|master|shared|service|storage|subscription)[ _-]?(?:key|secret|token|password|pin)',
  'apikey|api-?token|token|secret|x-api-key|bearer_token|refresh[_-]?token|id[_-]?token|session[_-]?(?:id|token)|accountkey|sharedaccesskey|pin|otp|cvv|cvc',
].join('|');

/** The name with what divides it from its value; in JSON and in code it may be quoted. */
const NAMED = new RegExp(
  `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:${NAMES})(?:["'\`]|\\*\\*)? {0,3}(=>|:=|=|:|：| is | ist | est | es | é | è | jest | это | 是 ?| ?は ?)(?:\\*\\*)? {0,3}`,
  'giu',
);
const QUOTED = /(["'`])((?:(?!\1)[^\n<>]){1,256})\1/y;
const BARE = /[^\s"'`<>,;|]{1,512}/y;
/** Of query strings, where the next name follows. */
const BARE_IN_QUERY = /[^\s"'`<>,;|&#]{1,512}/y;
/** A value up to a bracket that closes what is around it, as in `[text](…?token=value)`. */
const AROUND = /^([^()[\]{}]+)[)\]}](?=[()[\]{}.,:!?*]|$)/;
/** In code a function may give the value: `readFile(`, `this.keyOf(`. */
const CALL = /^(?:[a-z]+(?:\.[a-zA-Z]+)+|[a-z]+(?:[A-Z][a-z]+)+)\(/;
/** What is put in the place of a value: a marker, a variable, an ellipsis, asterisks. */
const PLACEHOLDER =
  /^(?:\[|\{|\$|<|%|\*|•|x{3,}$|\.\.|…|\(|process\.|os\.|env\.|null$|undefined$|true$|false$|none$|required$|await$|new$|your)/i;
/** Names of variables, of which sentences speak. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** Values that a name before them says to be secret, such as `password=…` and `"apiKey": "…"`. */
export function findNamed(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(NAMED)) {
    const span = valueAt(text, match.index + match[0].length, match[1] ?? '', match.index);
    if (span) spans.push(span);
  }
  return spans;
}

function valueAt(text: string, at: number, sign: string, nameAt: number): Span | undefined {
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text)?.[2];
  if (quoted !== undefined) {
    if (PLACEHOLDER.test(quoted) || (sign.startsWith(' ') && VARIABLE.test(quoted))) return undefined;
    return { from: at + 1, to: at + 1 + quoted.length, kind: 'secret' };
  }
  const bare = /[?&]/.test(text[nameAt - 1] ?? '') ? BARE_IN_QUERY : BARE;
  bare.lastIndex = at;
  const found = bare.exec(text)?.[0] ?? '';
  const value = (AROUND.exec(found)?.[1] ?? found).replace(/[.!?)\]}。！？]+$/, '');
  if (value === '' || PLACEHOLDER.test(value) || CALL.test(found)) return undefined;
  const to = at + value.length;
  return isMeant(value, sign, text.slice(to, to + 3)) ? { from: at, to, kind: 'secret' } : undefined;
}

/** In a sentence, a word may follow a name without being its value: "Password: how do I change it?" */
function isMeant(value: string, sign: string, behind: string): boolean {
  if (sign.startsWith('=') || sign === ':=') return true;
  if (/[0-9]/.test(value) || /[a-z][A-Z]/.test(value)) return true;
  const strange = /[^\p{L}\p{M}\p{N}'’.-]/u.test(value) && !/^[a-z]+:?\/\//i.test(value);
  if (sign !== ':' && sign !== '：') return strange;
  return strange || /^[.)]?(?:$|[\r\n<])/.test(behind);
}
