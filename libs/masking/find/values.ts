/** What is put in the place of a value: a marker, a variable, an ellipsis, asterisks. */
export const PLACEHOLDER =
  /^(?:\[|\{|\$|<|%|\*|•|x{3,}$|\.\.|…|\(|process\.|os\.|env\.|null$|undefined$|true$|false$|none$|required$|await$|new$|your)/i;

/** Words that follow a name in sentences and forms, in some languages. */
const ORDINARY = new RegExp(
  `^(?:${[
    'a|an|and|any|are|as|at|be|been|but|by|can|cannot|could|did|do|does|for|from|had|has|have|how|i|if|in|is|it|its|may|my|no|not|of|ok|on|or|our|please|so|that|the|then|there|they|this|to|too|up|was|we|what|when|where|which|who|why|will|with|would|yes|you|your',
    'hello|hi|thanks|thank|regards|best|cheers|dear',
    'admin|again|argument|arguments|authentication|authorization|blank|box|change|changed|changing|correct|default|disabled|email|empty|enabled|encrypted|encryption|error|expired|expires|expiry|failed|fails|field|flag|forgot|forgotten|generator|hash|hashed|hidden|incorrect|input|invalid|issue|length|limit|link|locked|login|lost|manager|missing|must|needed|needs|never|new|old|only|option|optional|page|parameter|policy|problem|prompt|protected|protection|recovery|rejected|required|requirements|reset|resetting|rotation|same|secret|security|set|should|signin|store|stored|storage|string|strength|text|token|unknown|unset|update|updated|user|username|valid|validation|value|varchar|working|works|wrong|boolean|number|integer|object|password|passwords',
    'aber|auch|bitte|danke|das|der|die|ein|eine|es|falsch|funktioniert|für|geht|hallo|ich|im|ist|kann|kein|mein|mit|nicht|oder|ohne|sie|und|vergessen|wann|warum|was|wer|wie|wir|wird|wo|zurücksetzen|zu|grüße',
    'aucun|bonjour|comment|est|et|il|impossible|invalide|je|la|le|les|mais|merci|mon|ne|non|nous|oublié|oui|ou|pas|pour|pourquoi|quand|que|quel|réinitialiser|sur|un|une',
    'cambiar|como|cómo|con|de|del|el|en|es|gracias|hola|los|mi|olvidé|para|pero|por|que|qué|restablecer|se|sin|y|yo|obrigado|como|não|são|uma',
  ].join('|')})$`,
  'iu',
);

/** Terms with digits, quantities, dates, versions and numbers of tickets, which are no secrets after a word for one. */
const TERM = new RegExp(
  `^(?:${[
    '(?:sha|md|hs|rs|es|ps|aes|rsa|base|utf|oauth|http|tls|ssl|ipv|win|windows|office|argon|pbkdf|auth|step|field|input|option|page|part|level|type|version|length|size|min|max|rule|test|user|chapter|section|line|row|column|question|attempt|try|box|v|ios|android|html|css|es|php|java|python|node|vue|h|s|k)[-_]?[0-9]+(?:[._/-]?[0-9]+)*[a-z]{0,2}',
    '[0-9]+(?:st|nd|rd|th|am|pm|s|ms|h|hrs?|hours?|d|days?|min|mins|minutes?|w|weeks?|months?|y|years?|chars?|characters?|x|k|kb|mb|gb|%|\\+|-?digits?|-?bits?|-?factor|fa)',
    '[0-9]+(?:-[a-z]+)+|1password|k8s|i18n|a11y|l10n|2fa|mfa|o365|m365|b2[bc]',
    'v?[0-9]+(?:[.,:/-][0-9]+)+[a-z]{0,3}[0-9]*|[0-9]{4}-[0-9]{2}-[0-9]{2}.*',
    '[A-Z]{2,6}-[0-9]+|#[0-9]+|[0-9]+',
  ].join('|')})$`,
  'i',
);

const FEWEST_UNSIGNED = 6;
const FEWEST_OF_KEY = 16;

/** Whether a text is a word, or a term, that may follow the name of a secret without being one. */
export const isOrdinary = (text: string): boolean => ORDINARY.test(text) || TERM.test(text);

/** Whether a text that only follows a word for passwords looks like one: letters with digits, or with signs among them. */
export function looksLikePassword(text: string): boolean {
  if (text.length < FEWEST_UNSIGNED || PLACEHOLDER.test(text) || isOrdinary(text)) return false;
  if (/[/\\()|`"<>]|@[\w-]+\.|^[-.]|^https?:/.test(text)) return false;
  return /\p{L}/u.test(text) && (/[0-9]/.test(text) || /[\p{L}][!$%^&*#@~+=]+[\p{L}]/u.test(text));
}

/** Whether a text that only follows the name of a key or token looks like one. */
export const looksLikeKey = (text: string): boolean =>
  text.length >= FEWEST_OF_KEY &&
  /^[\w.~+=-]+$/.test(text) &&
  /[0-9]/.test(text) &&
  /[a-z]/i.test(text) &&
  !TERM.test(text);
