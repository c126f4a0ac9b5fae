import type { Family } from './fonts.js';

/** A stretch of text in one family. */
export interface Run {
  text: string;
  family: Family;
}

/** Whether a family has a shape for a character. */
export type HasGlyph = (family: Family, code: number) => boolean;

const EMOJI_FORM = 0xfe0f;
/** What changes the character before it and has no shape of its own: joiners, forms, tones of skin, keycaps, flags. */
const isJoining = (code: number): boolean =>
  code === 0x200d || code === EMOJI_FORM || code === 0x20e3 || (code >= 0x1f3fb && code <= 0x1f3ff) || code >= 0xe0000;
const isUnseen = (code: number): boolean =>
  code === 0xfe0e || code === 0xfe0f || code === 0x200d || code === 0xad || isEmbedding(code);
/** Begins or ends a stretch of another direction; the letters within say by themselves which one they have. */
const isEmbedding = (code: number): boolean =>
  code === 0x61c || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
/** Joins or parts the letters beside it, in families that write them connected. */
const isBetweenLetters = (code: number): boolean => code === 0x200c || code === 0x200d;
/**
 * Whether a character is an emoji without a variation selector. Other characters that may be emoji, such as digits, are
 * set as text unless the selector follows.
 */
const isPictograph = (code: number): boolean => code >= 0x1f000 && code < 0x20000;

/** Characters of one script that no family has. */
export interface UnprintedScript {
  /** The English name of the script, as Unicode has it; `Other` for signs, and for scripts that are rarely written. */
  script: string;
  /** Each once, in the order of their codes; the first 200. */
  characters: string;
}

const MOST_UNPRINTED = 200;
const OTHER = 'Other';
/** Scripts that are written today and have no family. */
const SCRIPTS = [
  ...['Armenian', 'Bengali', 'Cherokee', 'Ethiopic', 'Georgian', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer', 'Lao'],
  ...['Malayalam', 'Mongolian', 'Myanmar', 'Nko', 'Oriya', 'Sinhala', 'Syriac', 'Tamil', 'Telugu', 'Thaana', 'Thai'],
  ...['Tibetan', 'Tifinagh', 'Yi', 'Arabic', 'Cyrillic', 'Devanagari', 'Greek', 'Han', 'Hangul', 'Hebrew', 'Latin'],
].map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'u') }));
/** What leaves a mark on paper. */
const VISIBLE = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Co}]/u;

/** Chooses for every character a family that has it, since PDF knows no fallback of its own. */
export class ScriptRuns {
  readonly #chosen = new Map<string, Family>();
  readonly #unprinted = new Set<number>();

  constructor(
    private readonly fallbacks: readonly Family[],
    private readonly hasGlyph: HasGlyph,
  ) {}

  of(text: string, base: Family): Run[] {
    const runs: Run[] = [];
    const characters = [...text];
    for (let at = 0; at < characters.length; at++) {
      const character = characters[at] ?? '';
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x20 && character !== '\n') continue;
      const last = runs.at(-1);
      const connects = last?.family === 'Arabic' && isBetweenLetters(code);
      const joins = connects || (last?.family === 'Emoji' && isJoining(code));
      if (!joins && isUnseen(code)) continue;
      const asEmoji = characters[at + 1]?.codePointAt(0) === EMOJI_FORM || isPictograph(code);
      const family = joins && last ? last.family : this.#family(code, base, asEmoji);
      if (last?.family === family) last.text += character;
      else runs.push({ text: character, family });
    }
    return runs;
  }

  /** The characters so far for which there is no family, by their scripts. */
  get unprinted(): UnprintedScript[] {
    const found = new Map<string, string[]>();
    for (const code of [...this.#unprinted].sort((a, b) => a - b)) {
      const character = String.fromCodePoint(code);
      const script = SCRIPTS.find(({ pattern }) => pattern.test(character))?.script ?? OTHER;
      const characters = found.get(script);
      if (characters === undefined) found.set(script, [character]);
      else if (characters.length < MOST_UNPRINTED) characters.push(character);
    }
    return [...found]
      .map(([script, characters]) => ({ script, characters: characters.join('') }))
      .sort((a, b) => (a.script < b.script ? -1 : 1));
  }

  #family(code: number, base: Family, asEmoji: boolean): Family {
    if (code < 0x7f && !asEmoji) return base;
    const key = `${base} ${asEmoji ? 'e' : 't'}${code}`;
    let family = this.#chosen.get(key);
    if (family === undefined) {
      const order: Family[] = asEmoji ? ['Emoji', base, ...this.fallbacks] : [base, ...this.fallbacks];
      const found = order.find((one) => this.hasGlyph(one, code));
      if (found === undefined && VISIBLE.test(String.fromCodePoint(code))) this.#unprinted.add(code);
      family = found ?? base;
      this.#chosen.set(key, family);
    }
    return family;
  }
}
