import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretBox } from '#kernel/infrastructure/secret-box';

const box = new SecretBox(Buffer.alloc(32, 1));
const place = 'table.column:row';

describe('a sealed value', () => {
  it('decrypts any encrypted text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string(), (text, where) => {
        expect(box.open(box.seal(text, where), where)).toBe(text);
      }),
    );
  });

  it('reveals nothing of its content, and looks different each time', () => {
    const sealed = box.seal('correct horse battery staple', place);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('horse');
    expect(box.seal('correct horse battery staple', place)).not.toBe(sealed);
  });

  it('does not open elsewhere, with another key, or when a byte was changed', () => {
    const sealed = box.seal('secret', place);
    expect(() => box.open(sealed, 'table.column:other')).toThrow();
    expect(() => new SecretBox(Buffer.alloc(32, 2)).open(sealed, place)).toThrow(/another QUIRE_SECRET_KEY/);
    const bytes = Buffer.from(sealed, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => box.open(changed.toString('base64url'), place)).toThrow();
    }
    for (const broken of ['', 'x', sealed.slice(0, 20), sealed.slice(0, -4)]) {
      expect(() => box.open(broken, place)).toThrow();
    }
  });
});

describe('a signature', () => {
  it('is valid for its own text only', () => {
    const signature = box.sign('text');
    expect(signature).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(box.verify('text', signature)).toBe(true);
    expect(box.verify('Text', signature)).toBe(false);
    expect(new SecretBox(Buffer.alloc(32, 2)).verify('text', signature)).toBe(false);
    for (const other of ['', signature.slice(1), `${signature}x`, 'é'.repeat(16)])
      expect(box.verify('text', other)).toBe(false);
  });
});
