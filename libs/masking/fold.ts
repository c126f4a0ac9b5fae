/** Of a character that is not seen: it may divide no number. */
export const SKIPPED = -1;

/** The zeros of scripts that count from zero to nine in a row. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0, 0x1810,
];

/** The ASCII character that a character looks like; the character itself otherwise. */
export function foldedCode(code: number): number {
  if (code < 0xa0) return code;
  if (code === 0xa0 || code === 0x3000 || code === 0x202f || code === 0x205f) return 32;
  if (isUnseen(code)) return SKIPPED;
  if (code < 0x660) return code;
  if (code <= 0x1819) {
    for (const zero of ZEROS) if (code >= zero && code < zero + 10) return 48 + code - zero;
    return code;
  }
  if (code >= 0x2000 && code <= 0x200a) return 32;
  if ((code >= 0x2010 && code <= 0x2015) || code === 0x2212 || code === 0xfe58 || code === 0xfe63) return 45;
  if (code === 0x2024) return 46;
  if (code >= 0xff01 && code <= 0xff5e) return code - 0xfee0;
  // Digits of mathematics: bold, double-struck and the like.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return 48 + ((code - 0x1d7ce) % 10);
  return code;
}

function isUnseen(code: number): boolean {
  if (code < 0x2000) return code === 0xad || code === 0x34f || code === 0x61c || code === 0x180e;
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    code === 0x20e3 ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff
  );
}
