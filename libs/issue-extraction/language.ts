import { eld } from 'eld/small';
import { LANGUAGES } from './languages.js';

/** Characters to judge by. */
const MOST = 1_000;
const FEWEST_LETTERS = 10;
const FEWEST_IDEOGRAPHS = 3;

const CANTONESE = /[嘅咗唔喺啲冇哋嚟嗰]/gu;
const TRADITIONAL = /[這個們為時會說對開關後無還機請問應該體點變認證碼帳號設網頁檔訊錯誤嗎麼樣裡從與國實現過進]/gu;
const SIMPLIFIED = /[这个们为时会说对开关后无还机请问应该体点变认证码帐号设网页档讯错误吗么样里从与国实现过进]/gu;
const INDONESIAN =
  /\b(?:bisa|karena|kalau|mengapa|sandi|akun|mohon|silakan|nomor|coba|gimana|kenapa|mengubah|uang|kami|anda)\b/giu;
const MALAY = /\b(?:boleh|kerana|laluan|akaun|sila|awak|kenapa tidak|wang|nombor|macam mana|menukar|hendak)\b/giu;

/** The language of a text, one of `LANGUAGES`; undefined where it is too short or not certain. */
export function languageOf(text: string): string | undefined {
  const words = text
    .slice(0, MOST)
    .replace(/\[(?:e-mail|phone|card|iban|secret)\]|https?:\S+|[\p{N}_]+/gu, ' ')
    .trim();
  const ideographs = count(words, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu);
  if (ideographs < FEWEST_IDEOGRAPHS && count(words, /\p{L}/gu) < FEWEST_LETTERS) return undefined;
  const found = eld.detect(words);
  const { language } = found;
  if (language === 'zh') return chinese(words);
  if (!found.isReliable()) return undefined;
  if (language === 'ms') return malay(words);
  return LANGUAGES.includes(language) ? language : undefined;
}

function chinese(text: string): string {
  if (count(text, CANTONESE) > 1) return 'yue';
  return count(text, TRADITIONAL) > count(text, SIMPLIFIED) ? 'zh-tw' : 'zh';
}

/** The library knows both as one; they differ in words. */
function malay(text: string): string | undefined {
  const indonesian = count(text, INDONESIAN);
  const malayan = count(text, MALAY);
  if (indonesian === malayan) return undefined;
  return indonesian > malayan ? 'id' : 'ms';
}

const count = (text: string, form: RegExp): number => text.match(form)?.length ?? 0;
