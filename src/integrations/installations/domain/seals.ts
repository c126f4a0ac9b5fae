/** Encrypts what installations keep that only their script and administrators may read. */
export abstract class Seals {
  /** `place` is the record it is stored with: it can't be opened elsewhere. */
  abstract seal(text: string, place: string): string;
  abstract open(sealed: string, place: string): string;
}
