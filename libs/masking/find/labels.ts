/** Words for passwords, as they are written in settings, in addresses and in tickets of many languages. */
const PASSWORDS = [
  'passwords?|passwd|passwort|passw[oö]rter|passphrase|pass ?code|pwd|pw|kennwort|mot de passe|mdp|contrase(?:ñ|n)a|senha',
  'palavra-passe|wachtwoord|has[łl]o|l[öo]senord|adgangskode|passord|salasana|heslo|parol[aăe]|jelsz[óo]|[şs]ifre|parola',
  'kata sandi|m[ậa]t kh[ẩa]u|пароль|κωδικ[όο]ς|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة المرور|סיסמה|รหัสผ่าน',
].join('|');

/** Words for keys and tokens. */
const KEYS = [
  '(?:api|app|access|auth|account|secret|private|client|encryption|signing|master|shared|service|storage|subscription)[ _-]?(?:key|secret|token|password|pin)',
  'apikey|api-?token|token|secret|x-api-key|bearer_token|refresh[_-]?token|id[_-]?token|session[_-]?(?:id|token)|accountkey|sharedaccesskey|pin|otp|cvv|cvc',
].join('|');

const SIGNS =
  '=>|:=|=|:|：| is | was | ist | war | lautet | est | était | es | era | é | foi | è | jest | это | 是 ?| ?は ?';

/**
 * The name of a secret with what divides it from its value. Groups: the word for a password, or another name (of which
 * `pass` and the `key` of a setting are too common to be taken without a sign); then a sign, the end of a cell, or space.
 */
export const NAMED = new RegExp(
  `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:(${PASSWORDS})|(${KEYS}|pass|(?<=_)key(?==)))` +
    `(?:(?:["'\`]|\\*\\*)? {0,3}(${SIGNS})(?:\\*\\*)? {0,3}|( {0,20}\\| {0,20}|(?=</(?:td|th|dt)>))| {1,3}(?=[^ ]))`,
  'giu',
);

/** Whether a text is a word for passwords and nothing else. */
export const isPasswordLabel = (text: string): boolean => LABEL.test(text);
const LABEL = new RegExp(`^(?:${PASSWORDS}|pass)$`, 'iu');
